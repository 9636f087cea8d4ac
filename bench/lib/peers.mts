/** One run: the same work by each peer, each with what it needs, timed alone. */
import { BareClient } from './bare.mts';
import { byHand } from './byHand.mts';
import type { RealN8n } from './n8n.mts';
import { seed } from './seed.mts';
import type { Keys, Service } from './service.mts';
import { makeItems, type Item, type Work } from './work.mts';
import { httpWithCredential, items, line, ours, type Target } from './workflows.mts';

/** Milliseconds. */
export interface PeerTimes {
	readonly ours: number;
	readonly byHand: number;
	readonly http: number;
	readonly bare: number;
}

export class Peers {
	readonly #service: Service;
	readonly #n8n: RealN8n;
	readonly #label: string;
	/** The account whose notices are read. */
	readonly #readKeys: Keys;
	readonly #references: readonly string[];
	#place = 0;

	private constructor(
		service: Service,
		n8n: RealN8n,
		label: string,
		keys: Keys,
		references: readonly string[],
	) {
		this.#service = service;
		this.#n8n = n8n;
		this.#label = label;
		this.#readKeys = keys;
		this.#references = references;
	}

	/** @param count notices that exist beforehand, each published and invoiced */
	static async prepare(
		service: Service,
		n8n: RealN8n,
		label: string,
		count: number,
	): Promise<Peers> {
		await service.settings({ latencyMs: 0 });
		const keys = await service.createKey();
		const references = await seed(service, keys, count, label);
		await Promise.all(references.map(async (reference) => await service.act(reference, 'publish')));
		await Promise.all(references.map(async (reference) => await service.act(reference, 'invoice')));
		return new Peers(service, n8n, label, keys, references);
	}

	async measure(work: Work, size: number, latencyMs: number): Promise<PeerTimes> {
		await this.#service.settings({ latencyMs });
		await this.#service.forgetCalls();
		const label = `${this.#label}-${++this.#place}`;
		const list = (peer: string): Item[] =>
			makeItems(size, `${label}-${peer}`, work.needsNotices ? this.#references : []);
		return {
			ours: await this.#nodes(work, list('o'), 'ours'),
			byHand: await this.#nodes(work, list('h'), 'byHand'),
			http: await this.#nodes(work, list('c'), 'http'),
			bare: await this.#bare(work, list('b')),
		};
	}

	async #target(work: Work): Promise<Target> {
		const { url } = this.#service;
		// Placing calls of its own, every run is the first of its key.
		const keys = work.needsNotices ? this.#readKeys : await this.#service.createKey();
		return { url, keys, credential: await this.#n8n.credential(url, keys) };
	}

	async #nodes(work: Work, list: readonly Item[], peer: 'ours' | 'byHand' | 'http') {
		const target = await this.#target(work);
		const steps = {
			ours: () => [ours('Work', target, work.parameters)],
			byHand: () => byHand('Work', target, work.call),
			http: () => httpWithCredential('Work', target, work.call),
		}[peer]();
		const names = [steps[0]?.name ?? '', steps.at(-1)?.name ?? ''];
		const workflow = line(`${peer} ${work.name}`, [items(list), ...steps]);
		const { ms, items: came } = await this.#n8n.run(workflow, names);
		if (came < list.length) {
			throw new Error(`${workflow.name}: ${came} items came for ${list.length}.`);
		}
		return ms;
	}

	async #bare(work: Work, list: readonly Item[]): Promise<number> {
		const { url, keys } = await this.#target(work);
		const client = new BareClient(url, keys);
		const calls = work.bare(list);
		const started = performance.now();
		await client.all(calls);
		const ms = performance.now() - started;
		await client.close();
		return ms;
	}

	async close(): Promise<void> {
		await this.#service.settings({ latencyMs: 0 });
	}
}
