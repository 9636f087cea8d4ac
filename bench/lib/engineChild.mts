/** A process with n8n's engine in it, told by messages what to run; see `engineProcess.mts`. */
import type { IDataObject, INode } from 'n8n-workflow';
import { Engine, type Credential, type EngineRun, type Watch } from './engine.mts';

export interface Job {
	readonly parameters: INode['parameters'];
	readonly items: IDataObject[];
	readonly credential: Credential;
	/** Polls the trigger instead of running the action node; the same name goes on with the same state. */
	readonly watch?: string;
	/** Another type of node than the action node, such as `bareHelper`. */
	readonly type?: string;
}

export interface JobResult extends EngineRun {
	readonly ms: number;
	/** Processor time of this process, which other work on the machine does not lengthen. */
	readonly cpuMs: number;
	/** MB that the heap grew to above what it was before, sampled. */
	readonly heapMB: number;
	/** Of the trigger's state as n8n stores it. */
	readonly stateBytes?: number;
}

const SAMPLE_MS = 20;
const engine = new Engine(process.argv[2] ?? '');
const watches = new Map<string, Watch>();

async function work({ parameters, items, credential, watch: name, type }: Job): Promise<EngineRun> {
	if (name === undefined) return await engine.run(parameters, items, credential, type);
	const watch = watches.get(name) ?? engine.watch(parameters, credential);
	watches.set(name, watch);
	return { ...(await watch.poll()), credentialReads: 0 };
}

async function measured(job: Job): Promise<JobResult> {
	globalThis.gc?.();
	const before = process.memoryUsage().heapUsed;
	let most = before;
	const sampling = setInterval(() => {
		most = Math.max(most, process.memoryUsage().heapUsed);
	}, SAMPLE_MS);
	const cpu = process.cpuUsage();
	const started = performance.now();
	const run = await work(job);
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(cpu);
	clearInterval(sampling);
	return { ...run, ms, cpuMs: (user + system) / 1000, heapMB: (most - before) / 1e6 };
}

process.on('message', (job: Job) => {
	measured(job).then(
		(result) => process.send?.(result),
		(error: unknown) => process.send?.({ error: String(error) }),
	);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
