/** Real n8n processes on one user folder: a server, and workers beside it. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mts';
import { N8N_FOLDER } from './paths.mts';
import { freePort, LOOPBACK } from './ports.mts';
import { startProcess, type ManagedProcess } from './processes.mts';

/** n8n, and the Node that it runs on. */
const MODULES = join(N8N_FOLDER, 'node_modules');
const READY_TIMEOUT_MS = 900_000;

/** Any other variable (a database address, a proxy, n8n settings of the machine) would change what is tested. */
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
/** An n8n that keeps to itself: no call to the outside. */
const SETTINGS = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	// These ask servers of n8n for lists that the demo has no use for.
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,agents,chat-hub',
	// What 3.0 will switch off; the package is loaded from a file and verified by nobody.
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	// Every process on a folder must have the same; it guards demo data only.
	N8N_ENCRYPTION_KEY: 'legal-notice-demo-encryption-key',
	N8N_LISTEN_ADDRESS: LOOPBACK,
	N8N_SECURE_COOKIE: 'false',
	NO_PROXY: LOOPBACK,
};

type Environment = Readonly<Record<string, string>>;

interface StartOptions {
	/** Default: a free one. */
	readonly port?: number;
	/** Settings for this process alone, such as `EXECUTIONS_MODE` or `GENERIC_TIMEZONE`. */
	readonly environment?: Environment;
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
	async startServer({ environment, signal, ...given }: StartOptions = {}): Promise<Server> {
		const port = given.port ?? (await freePort());
		const url = `http://${LOOPBACK}:${port}`;
		const running = await this.#start('server', ['start'], {
			N8N_PORT: String(port),
			N8N_EDITOR_BASE_URL: `${url}/`,
			...environment,
		});
		await untilReady(running, [`${url}/healthz/readiness`, `${url}/rest/settings`], signal);
		return { ...running, url, port };
	}

	/** Starts a worker of queue mode; `environment` names the Redis, as it does for the server. */
	async startWorker(name: string, environment: Environment): Promise<ManagedProcess> {
		const port = await freePort();
		const running = await this.#start(name, ['worker', '--concurrency=5'], {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			...environment,
		});
		await untilReady(running, [`http://${LOOPBACK}:${port}/healthz`]);
		return running;
	}

	/** Runs a command of n8n, such as `import:workflow`, to its end. @returns what it says */
	async command(name: string, ...args: readonly string[]): Promise<string> {
		const running = await this.#start(name.replace(':', '-'), [name, ...args], {});
		await running.ended;
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

	/** @param name of the log file */
	async #start(name: string, args: readonly string[], more: Environment): Promise<ManagedProcess> {
		const program = join(MODULES, 'n8n', 'bin', 'n8n');
		if (!existsSync(program)) {
			throw new Failure('n8n is not installed: run `npm start` once, it installs it.');
		}
		const running = await startProcess({
			command: join(MODULES, 'node', 'bin', 'node'),
			args: [program, ...args],
			// n8n reads a `.env` file from where it is started.
			cwd: this.folder,
			env: {
				...Object.fromEntries(INHERITED.map((variable) => [variable, process.env[variable]])),
				...SETTINGS,
				// n8n keeps a cache of its editor under the home folder: versions must not share it.
				HOME: this.folder,
				N8N_USER_FOLDER: this.folder,
				N8N_RUNNERS_BROKER_PORT: String(await freePort()),
				...more,
			},
			logFile: join(this.folder, 'logs', `${name}.log`),
		});
		this.#processes.push(running);
		return running;
	}
}

/** @throws Failure with the end of the log when the process ends or stays silent */
async function untilReady(
	running: ManagedProcess,
	addresses: readonly string[],
	signal?: AbortSignal,
): Promise<void> {
	const deadline = Date.now() + READY_TIMEOUT_MS;
	for (const address of addresses) {
		while (!(await answers(address))) {
			signal?.throwIfAborted();
			if (!running.isRunning() || Date.now() > deadline) {
				const tail = running.output().trimEnd().split('\n').slice(-15).join('\n');
				throw new Failure(`n8n did not start. The end of its log (${running.logFile}):\n${tail}`);
			}
			await sleep(200);
		}
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
