import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.mts';
import { Client, sarl, sarlOrder, type Answered } from './client.mts';

/** Monday 23 November 2026, 10:00 in Paris: the business time of most tests. */
export const monday = Date.parse('2026-11-23T10:00:00+01:00');

/** A sandbox with a client of its demo account. */
export class Bench {
	readonly sandbox: Sandbox;
	readonly client: Client;

	constructor(sandbox: Sandbox) {
		this.sandbox = sandbox;
		this.client = new Client(sandbox.url, sandbox);
	}

	static async start(options: SandboxOptions = {}): Promise<Bench> {
		return new Bench(await startSandbox({ now: () => monday, ...options }));
	}

	/** The demo quote with some fields changed; undefined leaves a field out. */
	quote(change: Record<string, unknown> = {}): Promise<Answered> {
		return this.client.post('/devis', { ...sarl, ...change });
	}

	/** The demo order with some fields changed. */
	order(change: Record<string, unknown> = {}): Promise<Answered> {
		return this.client.post('/commande', { ...sarlOrder, ...change });
	}

	/** Orders and gives the service's reference. */
	async ordered(change: Record<string, unknown> = {}): Promise<string> {
		const { json, text } = await this.order(change);
		if (typeof json.reference !== 'string') throw new Error(text);
		return json.reference;
	}

	/** The composed text of a quote, or its codes. */
	async composed(texte: string, change: Record<string, unknown> = {}): Promise<unknown> {
		const { json, codes } = await this.quote({ texte, ...change });
		return codes.length > 0 ? codes : json.texte;
	}

	async stop(): Promise<void> {
		await this.client.close();
		await this.sandbox.close();
	}
}

/** Runs with a sandbox of its own, which is stopped whatever happens. */
export async function withBench<T>(
	options: SandboxOptions,
	run: (bench: Bench) => Promise<T>,
): Promise<T> {
	const bench = await Bench.start(options);
	try {
		return await run(bench);
	} finally {
		await bench.stop();
	}
}
