/** A sandbox for the tests of a file, or of the block that asks for it, and operations of the node that run on it. */
import {
	startSandbox,
	type Fault,
	type JournalOrder,
	type Sandbox,
	type SandboxOptions,
	type Settings,
} from '../../sandbox/index.mts';
import { runNode, type NodeSettings, type Result, type RunOptions } from './engine.mts';
import type { Credential } from './executionData.mts';
import { BILLED, numbered } from './notices.mts';
import { accounts, settingsOf, type ServiceName } from './readings.mts';

const PREFIX = '/annonce-legale/api/externe';

/** What a started sandbox has is assigned to it when the tests begin. */
const Started = Object as unknown as new () => Sandbox;

export class TestSandbox extends Started {
	/** The account with which operations run. */
	credential!: Credential;

	/** No test waits for the quota, unless it says so. */
	async start(options: SandboxOptions): Promise<void> {
		const quotaPerMinute = options.settings?.quotaPerMinute ?? 1_000_000;
		const settings = { ...options.settings, quotaPerMinute };
		const started = await startSandbox({ ...options, settings });
		const { url: baseUrl, publicKey, secretKey } = started;
		const credential = { baseUrl, publicKey, secretKey, requestsPerMinute: quotaPerMinute };
		Object.assign(this, started, { credential });
	}

	async startAs(name: ServiceName, settings: Partial<Settings> = {}): Promise<void> {
		const started = await startSandbox({ settings: { ...settingsOf(name), ...settings } });
		const keys = started.createKey(accounts[name]);
		Object.assign(this, started, { credential: { baseUrl: started.url, ...keys } });
	}

	/** Goes on with keys that nothing is remembered of, such as lists of names that are kept for a while. */
	useNewKey(): void {
		this.credential = { ...this.credential, ...this.createKey() };
	}

	/** Runs an operation, named as in `notice.order`. */
	async run(
		name: string,
		parameters: object = {},
		more: Partial<RunOptions> = {},
	): Promise<Result> {
		const [resource, operation] = name.split('.');
		const all = { resource, operation, ...parameters } as RunOptions['parameters'];
		return await runNode({ credential: this.credential, ...more, parameters: all });
	}

	/** Runs an operation for notices, one input item each. */
	async runFor(
		name: string,
		references: readonly unknown[],
		parameters: object = {},
		settings: NodeSettings = {},
	): Promise<Result> {
		const items = references.map((asked) => ({ asked: asked as string }));
		const all = { reference: '={{ $json.asked }}', ...parameters };
		return await this.run(name, all, { items, settings });
	}

	/** The next answers of a route are a success with this content. */
	answer(path: string, content: object, times = 1): void {
		const body = JSON.stringify({ resultat: 'succes', ...content });
		this.fault({ kind: 'wrongShape', match: { path }, body, times });
	}

	/** The next calls of a route are refused with this code. */
	refuse(path: string, code: string, more: Partial<Fault> = {}): void {
		this.fault({ kind: 'codes', codes: [code], match: { path }, ...more });
	}

	/** Calls of the interface so far, `METHOD path`. */
	calls(): string[] {
		const calls = this.journal.calls().filter(({ route }) => route !== 'pdf');
		return calls.map(({ method, path }) => `${method} ${path.replace(PREFIX, '')}`);
	}

	/** Those with the keys of `useNewKey`: what went before may still read names for its output. */
	ownCalls(): string[] {
		const { publicKey } = this.credential;
		const own = this.journal.calls().filter((call) => call.publicKey === publicKey);
		return own.map(({ method, path }) => `${method} ${path.replace(PREFIX, '')}`);
	}

	/** Orders that are not cancelled. */
	standing(file?: string): JournalOrder[] {
		const orders = this.journal.orders().filter(({ cancelled }) => !cancelled);
		return orders.filter(({ dossier }) => file === undefined || dossier === file);
	}

	/** Orders a short notice. @returns its reference */
	async order(fileReference = 'F', more: object = {}): Promise<string> {
		const { json, told } = await this.run('notice.order', { ...BILLED, fileReference, ...more });
		const reference = json[0]?.reference;
		if (typeof reference !== 'string') throw new Error(`not ordered: ${told}`);
		return reference;
	}

	/** The same for each of these order numbers. */
	async orderNumbered(...numbers: readonly string[]): Promise<string[]> {
		const references: string[] = [];
		for (const one of numbers) references.push(await this.order(one, numbered(one)));
		return references;
	}
}
/** Starts before the tests, forgets notices, calls and faults after each of them, and ends after the last one. */
export function sandboxForTests(options: SandboxOptions = {}): TestSandbox {
	const sandbox = new TestSandbox();
	beforeAll(async () => await sandbox.start(options));
	afterEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());
	return sandbox;
}

/** A new one for each test, at an address of its own: nothing that the package keeps in memory of others counts there. */
export function sandboxForEachTest(options: SandboxOptions = {}): TestSandbox {
	const sandbox = new TestSandbox();
	beforeEach(async () => await sandbox.start(options));
	afterEach(async () => await sandbox.close());
	return sandbox;
}

/** One of the two readings of the specification; its notices stay from test to test. */
export function readingForTests(name: ServiceName, settings: Partial<Settings> = {}): TestSandbox {
	const sandbox = new TestSandbox();
	beforeAll(async () => await sandbox.startAs(name, settings));
	afterAll(async () => await sandbox.close());
	return sandbox;
}
