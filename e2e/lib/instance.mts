/** Real n8n processes on one user folder: a server, workers beside it, single commands. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { n8nEnvironment } from './environment.mts';
import { Failure, messageOf } from './failure.mts';
import { freePort, LOOPBACK } from './ports.mts';
import { startProcess, type ManagedProcess } from './processes.mts';
import { until } from './until.mts';
import { ROOT } from './paths.mts';

/** n8n, and the Node that it runs on. */
const MODULES = join(ROOT, 'e2e', 'host', 'node_modules');
const READY_TIMEOUT_MS = 180_000;

export interface StartOptions {
	/** Default: a free one. */
	readonly port?: number;
	/** Settings for this process alone, such as `EXECUTIONS_MODE` or `GENERIC_TIMEZONE`. */
	readonly environment?: Readonly<Record<string, string>>;
	/** Tells processes on one folder apart in log file names. */
	readonly name?: string;
	/** Ends the wait for a server that is not ready yet. */
	readonly signal?: AbortSignal;
}

export interface Server extends ManagedProcess {
	readonly url: string;
	readonly port: number;
}

/** A user folder and everything that runs on it. */
export class Instance {
	readonly folder: string;
	readonly #processes: ManagedProcess[] = [];

	/** @param folder made if absent; an existing one keeps its data */
	constructor(folder: string) {
		this.folder = folder;
		mkdirSync(folder, { recursive: true });
	}

	/** Starts the server (editor, REST, triggers) and waits until it answers. */
	async startServer(options: StartOptions = {}): Promise<Server> {
		const port = options.port ?? (await freePort());
		const running = await this.#start(options.name ?? 'server', ['start'], {
			N8N_PORT: String(port),
			N8N_EDITOR_BASE_URL: `http://${LOOPBACK}:${port}/`,
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...options.environment,
		});
		const url = `http://${LOOPBACK}:${port}`;
		await waitUntilReady(
			running,
			[`${url}/healthz/readiness`, `${url}/rest/settings`],
			options.signal,
		);
		return { ...running, url, port };
	}

	/** Starts a worker of queue mode; `environment` names the Redis, as it does for the server. */
	async startWorker(
		options: Omit<StartOptions, 'port'> & { concurrency?: number },
	): Promise<ManagedProcess> {
		const health = await freePort();
		const args = ['worker', `--concurrency=${options.concurrency ?? 5}`];
		const running = await this.#start(options.name ?? 'worker', args, {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(health),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...options.environment,
		});
		await waitUntilReady(running, [`http://${LOOPBACK}:${health}/healthz`], options.signal);
		return running;
	}

	/** Runs one n8n command to its end, such as `export:workflow`, and answers with its output. */
	async command(
		args: readonly string[],
		environment: Readonly<Record<string, string>> = {},
	): Promise<string> {
		const running = await this.#start('command', args, {
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...environment,
		});
		await running.ended;
		await running.stop();
		return running.output();
	}

	/** Ends every process on this folder, the latest first. */
	async stop(): Promise<void> {
		for (const running of this.#processes.splice(0).reverse()) await running.stop();
	}

	/** Ends them at once, as a power cut would. */
	async kill(): Promise<void> {
		await Promise.all(this.#processes.splice(0).map(async (running) => await running.kill()));
	}

	async #start(
		name: string,
		args: readonly string[],
		extra: Readonly<Record<string, string>>,
	): Promise<ManagedProcess> {
		const program = join(MODULES, 'n8n', 'bin', 'n8n');
		if (!existsSync(program)) {
			throw new Failure('n8n is not installed: run `npm start` once, it installs it.');
		}
		const running = await startProcess({
			command: join(MODULES, 'node', 'bin', 'node'),
			args: [program, ...args],
			// n8n reads a `.env` file from where it is started.
			cwd: this.folder,
			env: n8nEnvironment(this.folder, extra),
			logFile: join(this.folder, 'logs', `${name}.log`),
		});
		this.#processes.push(running);
		return running;
	}
}

/** @throws Failure with the end of the log when the process ends or stays silent */
async function waitUntilReady(
	running: ManagedProcess,
	addresses: readonly string[],
	signal?: AbortSignal,
): Promise<void> {
	for (const address of addresses) {
		const isThere = async () => {
			signal?.throwIfAborted();
			return !running.isRunning() || (await answers(address)) || undefined;
		};
		await until('n8n', isThere, READY_TIMEOUT_MS, 200).catch((error: unknown) => {
			signal?.throwIfAborted();
			throw notReady(messageOf(error), running);
		});
		if (!running.isRunning()) throw notReady('n8n ended while starting.', running);
	}
}

const answers = async (address: string): Promise<boolean> =>
	await fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
		async (response) => {
			await response.body?.cancel();
			return response.ok;
		},
		() => false,
	);

function notReady(what: string, running: ManagedProcess): Failure {
	const tail = running.output().trimEnd().split('\n').slice(-15).join('\n');
	return new Failure(`${what} The end of its log (${running.logFile}):\n${tail}`);
}
