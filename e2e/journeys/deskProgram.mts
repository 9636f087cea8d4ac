/** `examples/desk.sh` in a terminal, which asks and waits. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { EXAMPLES } from '../lib/paths.mts';
import { until } from '../lib/until.mts';

export class DeskProgram {
	readonly #shell = spawn('sh', [join(EXAMPLES, 'desk.sh')]);
	#said = '';

	constructor() {
		for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
			stream.on('data', (text) => (this.#said += String(text)));
		}
	}

	/** All that it has said so far. */
	get said(): string {
		return this.#said;
	}

	/** Answers its next questions, each with a line. */
	answer(...lines: readonly string[]): void {
		this.#shell.stdin.write(`${lines.join('\n')}\n`);
	}

	/** Waits until it says something. @throws Error with all that it said when that does not come */
	async says(words: string): Promise<void> {
		await until(
			() => `"${words}" after\n${this.#said}\n`,
			() => this.#said.includes(words) || undefined,
			60_000,
		);
	}

	/** Answers nothing any more, which ends it wherever it waits. */
	close(): void {
		this.#shell.stdin.end();
	}
}
