import {
	startSandbox,
	type AccountOptions,
	type NoticeControls,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox/index.mts';
import { at, Client, sarl, sarlOrder, type CallOptions } from './client.mts';

type Path = Array<string | number>;

/**
 * A sandbox with a client of its demo account, on Monday 23 November 2026 at 10:00 in Paris. Calls give what is asked
 * for of the answer: the codes of a refusal in one text and without `err_`, else the field that the path leads to.
 */
export class Bench {
	readonly sandbox: Sandbox;
	readonly client: Client;

	constructor(sandbox: Sandbox, client = new Client(sandbox.url, sandbox)) {
		this.sandbox = sandbox;
		this.client = client;
	}

	static async start(options: SandboxOptions = {}): Promise<Bench> {
		const now = () => Date.parse('2026-11-23T10:00:00+01:00');
		return new Bench(await startSandbox({ now, ...options }));
	}

	/** The same with the keys of a new account. */
	as(account: AccountOptions): Bench {
		return new Bench(this.sandbox, this.client.as(this.sandbox.createKey(account)));
	}

	get(url: string, ...path: Path) {
		return field(this.client.get(url), path);
	}

	post(url: string, body: unknown, ...path: Path) {
		return field(this.client.post(url, body), path);
	}

	/** The demo quote with some fields changed; undefined leaves a field out. */
	quote(change: object = {}, ...path: Path) {
		return this.post('/devis', { ...sarl, ...change }, ...path);
	}

	/** The demo order with some fields changed. */
	order(change: object = {}, ...path: Path) {
		return this.post('/commande', { ...sarlOrder, ...change }, ...path);
	}

	/** Orders, and gives the service's reference. */
	async ordered(change: object = {}): Promise<string> {
		return String(await this.order(change, 'reference'));
	}

	cancel(reference: string, ...path: Path) {
		return field(this.client.call('DELETE', `/annonce/${reference}`, undefined, {}), path);
	}

	async stop(): Promise<void> {
		await this.client.close();
		await this.sandbox.close();
	}
}

async function field(answer: ReturnType<Client['call']>, path: Path = []) {
	const { codes, json } = await answer;
	const refused = codes.map((code) => code.replace(/^err_/, '')).join(' ');
	return refused !== '' || path.length === 0 ? refused : at(json, ...path);
}

/** Runs with a sandbox of its own, which is stopped whatever happens. */
export async function withBench<T>(options: SandboxOptions, run: (bench: Bench) => Promise<T>) {
	const bench = await Bench.start(options);
	try {
		return await run(bench);
	} finally {
		await bench.stop();
	}
}

/** What a caller sees of the service. */
export type Look = (bench: Bench) => Promise<unknown>;

/** Makes a look of a call and what it is given. */
export const on =
	<Given extends unknown[]>(run: (bench: Bench, ...given: Given) => Promise<unknown>) =>
	(...given: Given): Look =>
	(bench) =>
		run(bench, ...given);

export const quote = on((bench, change: object, ...path: Path) => bench.quote(change, ...path));
export const order = on((bench, change: object, ...path: Path) => bench.order(change, ...path));
export const closing = (change: object) => quote(change, 'date_bouclage');
export const composed = (texte: string, more = {}) => quote({ texte, ...more }, 'texte');
export const get = on((bench, url: string, ...path: Path) => bench.get(url, ...path));
export const call = on(({ client }, options: CallOptions) => field(client.get('/pays', options)));
export const sent = on(({ client }, raw: string, options: CallOptions = {}) =>
	field(client.post('/contact', undefined, { raw, ...options })),
);
/** Types of the documents that a cancellation gives. */
export const cancel: Look = async (bench) => {
	const documents = await bench.cancel('A', 'documents');
	return Array.isArray(documents) ? documents.map((one) => at(one, 'type')) : documents;
};

/** With two notices, A and B, and something that the newspaper did. */
export const noticed = (act: (notices: NoticeControls) => unknown, look: Look): Look => {
	return async (bench) => {
		for (const numero_commande of ['A', 'B']) await bench.ordered({ numero_commande });
		act(bench.sandbox.notices);
		return look(bench);
	};
};
export const ordered = (look: Look) => noticed(() => undefined, look);

export const daily = { publication: 21, departement: '69' };
export const missed = { date_parution: '2026-11-19' };
export const proofs = ['tarif', 'justificatif_papier', 'quantite'];
export const total = ['tarif', 'totaux', 'montant_ttc'];
export const foreign = order({ publication: 900, departement: '33' });
export const moved = { publication: 12, date_parution: '2026-11-26', date_bouclage: '2026-11-20' };
export const credited = (notices: NoticeControls) => [notices.invoice('A'), notices.credit('A')];
export const p = (text: string) => `<p class="fs-texte">${text}</p>`;
