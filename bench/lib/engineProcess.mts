import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Job, JobResult } from './engineChild.mts';

/** n8n's engine in a child process; one job at a time. */
export class EngineProcess {
	readonly #child: ChildProcess;

	private constructor(child: ChildProcess) {
		this.#child = child;
	}

	static async start(packageFolder: string): Promise<EngineProcess> {
		const child = fork(join(import.meta.dirname, 'engineChild.mts'), [packageFolder], {
			execArgv: ['--expose-gc'],
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		await once(child, 'message');
		return new EngineProcess(child);
	}

	/** @throws Error when the node failed or the process ended */
	async run(job: Job): Promise<JobResult> {
		const ended = new AbortController();
		const onExit = () => ended.abort(new Error('The engine process ended.'));
		this.#child.once('exit', onExit);
		this.#child.send(job);
		const [result] = (await once(this.#child, 'message', { signal: ended.signal })) as [JobResult];
		this.#child.off('exit', onExit);
		if (result.error !== undefined) throw new Error(result.error);
		return result;
	}

	close(): void {
		if (this.#child.connected) this.#child.disconnect();
	}
}
