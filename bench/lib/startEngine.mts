import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { startService, type Service } from './service.mts';

export interface Job {
	readonly parameters: INode['parameters'];
	readonly items: IDataObject[];
	readonly credential: Readonly<Record<string, string | number>>;
	/** Polls the trigger instead of running the action node; the same name goes on with the same state. */
	readonly watch?: string;
	/** Another type of node than the action node, such as `bareHelper`. */
	readonly type?: string;
}

export interface JobResult {
	readonly items: number;
	readonly ms: number;
	/** Processor time of the process, which other work on the machine does not lengthen. */
	readonly cpuMs: number;
	/** MB that the heap grew to above what it was before, sampled. */
	readonly heapMB: number;
	/** Of the trigger's state as n8n stores it. */
	readonly stateBytes: number;
}

/** One job at a time. @throws Error when the node failed or the process ended */
export type RunJob = (job: Job) => Promise<JobResult>;

/** Works with a service and n8n's engine, each in a process of its own, and ends both. */
export async function onEngine<Result>(
	packageFolder: string,
	work: (service: Service, run: RunJob) => Promise<Result>,
): Promise<Result> {
	const service = await startService();
	const child = fork(join(import.meta.dirname, 'engine.mts'), [packageFolder], {
		execArgv: ['--expose-gc'],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const ended = new AbortController();
	child.once('exit', () => ended.abort(new Error('The engine process ended.')));
	const told = async () => (await once(child, 'message', { signal: ended.signal }))[0] as unknown;
	try {
		await told();
		return await work(service, async (job) => {
			child.send(job);
			const result = (await told()) as JobResult & { error?: string };
			if (result.error !== undefined) throw new Error(result.error);
			return result;
		});
	} finally {
		if (child.connected) child.disconnect();
		await service.close();
	}
}
