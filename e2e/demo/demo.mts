/** Everything that `npm start` starts, and how it ends. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { Client, type Owner } from '../lib/client.mts';
import { Instance } from '../lib/instance.mts';
import { installPackage, packPackage } from '../lib/package.mts';
import { requireFreePort } from '../lib/ports.mts';
import { fill, ownerOf } from './contents.mts';
import type { DemoOptions } from './options.mts';

export interface Demo {
	/** Who may sign in. */
	readonly owner: Owner;
	/** The workflow in the editor. */
	readonly editor: string;
	/** The executions of the workflow that watches a notice. */
	readonly watching: string;
	/** The sandbox's page. */
	readonly sandbox: string;
	/** Settles when n8n ends by itself. */
	readonly ended: Promise<void>;
}

export class DemoRunner {
	readonly #options: DemoOptions;
	readonly #step: (line: string) => void;
	readonly #stopping = new AbortController();
	#instance: Instance | undefined;
	#sandbox: Sandbox | undefined;
	#starting: Promise<Demo> | undefined;
	#stopped: Promise<void> | undefined;

	/** @param step told what is being done */
	constructor(options: DemoOptions, step: (line: string) => void) {
		this.#options = options;
		this.#step = step;
	}

	/** @throws Failure with a sentence for a person; AbortError when `stop` was called meanwhile */
	async start(): Promise<Demo> {
		this.#starting = this.#start();
		return await this.#starting;
	}

	async #start(): Promise<Demo> {
		const { signal } = this.#stopping;
		const { port, sandboxPort, folder } = this.#options;
		await requireFreePort(port, 'n8n', '--port');
		await requireFreePort(sandboxPort, 'the sandbox', '--sandbox-port');

		this.#step('Packing the package ...');
		const tarball = await packPackage(signal);
		await installPackage(folder, tarball);
		signal.throwIfAborted();

		this.#step('Starting the sandbox ...');
		mkdirSync(folder, { recursive: true });
		this.#sandbox = await startSandbox({
			port: sandboxPort,
			databaseFile: join(folder, 'sandbox.sqlite'),
		});
		signal.throwIfAborted();

		this.#step('Starting n8n ...');
		this.#instance = new Instance(folder);
		const server = await this.#instance.startServer({
			port,
			// Dates on the screen are those of the newspapers.
			environment: { GENERIC_TIMEZONE: 'Europe/Paris' },
			signal,
		});

		this.#step('Importing the credential and the workflows ...');
		const workflows = await fill(new Client(server.url), folder, this.#sandbox);
		signal.throwIfAborted();
		return {
			owner: ownerOf(folder),
			editor: `${server.url}/workflow/${workflows.example}`,
			watching: `${server.url}/workflow/${workflows.watching}/executions`,
			sandbox: `${this.#sandbox.url}/`,
			ended: server.ended,
		};
	}

	/** Ends what runs, also in the middle of a start. */
	async stop(): Promise<void> {
		this.#stopped ??= this.#stop();
		await this.#stopped;
	}

	async #stop(): Promise<void> {
		this.#stopping.abort();
		await this.#instance?.stop();
		// A start that was under way may have begun one more thing before it noticed.
		await this.#starting?.catch(() => undefined);
		await this.#instance?.stop();
		await this.#sandbox?.close();
	}

	/** For a person who asks twice. */
	async kill(): Promise<void> {
		await this.#instance?.kill();
	}
}
