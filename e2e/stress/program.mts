/** What both stress commands share: whatever happens, what was started is ended, and one exit code comes out. */
import { Failure, messageOf } from '../lib/failure.mts';

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Takes what has to be ended at the end; the latest goes first. */
export type AtEnd = (close: () => Promise<void>) => void;

/** @param work answers whether all was as it should be; exit code 0 or 1 */
export async function runProgram(work: (atEnd: AtEnd) => Promise<boolean>): Promise<never> {
	const closing: Array<() => Promise<void>> = [];
	let isInterrupted = false;
	const interrupted = new Promise<number>((resolve) => {
		for (const [signal, code] of Object.entries(SIGNALS)) {
			// Stays: a terminal and the launcher each pass the same Ctrl-C on.
			process.on(signal, () => {
				isInterrupted = true;
				resolve(code);
			});
		}
	});
	const worked = work((close) => closing.push(close)).then(
		(good) => (good ? 0 : 1),
		(error: unknown) => {
			// Whatever breaks while things are being ended breaks because of that.
			if (!isInterrupted) console.error(error instanceof Failure ? error.message : error);
			return 1;
		},
	);
	const exitCode = await Promise.race([worked, interrupted]);
	for (const close of closing.reverse()) {
		await close().catch((error: unknown) => console.error(messageOf(error)));
	}
	// Interrupted work may still be waiting for something; nothing of it is wanted any more.
	process.exit(exitCode);
}

const started = performance.now();

/** One line, after the seconds since the start. */
export function say(line: string): void {
	const seconds = Math.round((performance.now() - started) / 1000);
	console.log(`${String(seconds).padStart(4)} s  ${line}`);
}

/** As Markdown, for `docs/reliability.md`. */
export function printTable(
	columns: readonly string[],
	rows: ReadonlyArray<ReadonlyArray<string | number>>,
): void {
	const lines = [columns, columns.map(() => '---'), ...rows];
	console.log(`\n${lines.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`);
}
