/**
 * An n8n and a newspaper in memory, for tests of whole polls: the trigger's own poll, with n8n's three ways of
 * keeping what it remembers, and a service that fails as it is told to.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { carried } from '../../nodes/LegalNotice/trigger/state.ts';
import { poll } from '../../nodes/LegalNotice/trigger/poll.ts';
import type { Keeping } from '../engine/poll.mts';

export type Route = 'statut' | 'documents' | 'factures' | 'none';

export interface Notice {
	reference: string;
	numero_commande: string;
	statut: string;
	motif: string | null;
	documents: IDataObject[];
	factures: IDataObject[];
}

export type Trouble =
	| { kind: 'none' }
	/** Every call of the route gets a web page. */
	| { kind: 'down'; route: Route }
	/** Every call about the notice gets a web page, on one route or on all. */
	| { kind: 'poison'; reference: string; route?: Route }
	/** The service says nothing of the notice that can be read. */
	| { kind: 'empty'; reference: string }
	/** The service has lost all of its notices for a while. */
	| { kind: 'lost' }
	/** The keys stop working after some calls. */
	| { kind: 'cut'; after: number };

type Said = { body: unknown; read?: { route: Route; notice: Notice; asked: string }[] };

const refused = (code: string): Said => ({ body: { resultat: 'erreur', erreurs: [code] } });
const page: Said = { body: '<html>Service indisponible</html>' };

export class Service {
	readonly notices: Notice[];
	trouble: Trouble = { kind: 'none' };
	batchMaximum = 100;
	/** What was answered since the last time, readable. */
	read: NonNullable<Said['read']> = [];
	/** For further troubles: every call about such a list gets a web page. */
	isDown: (asked: readonly string[]) => boolean = () => false;
	private calls = 0;

	constructor(notices: Notice[]) {
		this.notices = notices;
	}

	begin(trouble: Trouble): void {
		this.trouble = trouble;
		this.calls = 0;
		this.read = [];
	}

	answer(path: string, body: unknown): unknown {
		this.calls++;
		const single = /\/annonce\/([^/]+)\/(\w+)$/.exec(path);
		const route = (single?.[2] ?? path.split('/').at(-1)?.replace('statuts', 'statut')) as Route;
		const asked = single?.[1]
			? [decodeURIComponent(single[1])]
			: (JSON.parse(String(body)) as { references: string[] }).references;
		const said = this.say(route, asked, single !== null);
		this.read.push(...(said.read ?? []));
		return said.body;
	}

	private say(route: Route, asked: string[], single: boolean): Said {
		const { trouble } = this;
		if (asked.length > this.batchMaximum) return refused('err_body_incorrect');
		if (trouble.kind === 'cut' && this.calls > trouble.after) return refused('err_cle_inconnue');
		if (trouble.kind === 'down' && trouble.route === route) return page;
		if (this.isDown(asked)) return page;
		const found = asked.flatMap((name) => {
			const notice =
				trouble.kind === 'lost'
					? undefined
					: this.notices.find(
							({ reference, numero_commande: number }) => reference === name || number === name,
						);
			return notice ? [{ asked: name, notice }] : [];
		});
		const about = (reference: string) => found.some(({ notice }) => notice.reference === reference);
		if (
			trouble.kind === 'poison' &&
			(trouble.route ?? route) === route &&
			about(trouble.reference)
		) {
			return page;
		}
		const isEmpty = ({ reference }: Notice) =>
			trouble.kind === 'empty' && trouble.reference === reference;
		const fields = found.map(({ notice }) => {
			const { reference, numero_commande, statut, motif, documents, factures } = notice;
			const all = {
				statut: { statut, motif },
				documents: { documents },
				factures: { factures },
				none: {},
			};
			const nothing = {
				statut: {},
				documents: { documents: 'x' },
				factures: { factures: 3 },
				none: {},
			};
			return { reference, numero_commande, ...(isEmpty(notice) ? nothing : all)[route] };
		});
		// Even an answer that says nothing else tells both names of its notice.
		const read = found.map((one) => ({
			...one,
			route: isEmpty(one.notice) ? ('none' as const) : route,
			notice: structuredClone(one.notice),
		}));
		if (!single) return { body: { resultat: 'succes', annonces: fields }, read };
		return fields[0]
			? { body: { resultat: 'succes', ...fields[0] }, read }
			: refused('err_reference_incorrect');
	}
}

let workflows = 0;

export class World {
	parameters: IDataObject = {};
	/** Whether n8n has stored what the last poll left. */
	stored = false;
	/** Whether the last poll failed at activation, which is only logged, and left nothing. */
	failed = false;
	private readonly id = `world-${++workflows}`;
	private readonly keeping: Keeping;
	private readonly service: Service;
	private database = '{}';
	private memory: { data: IDataObject; context: IPollFunctions } | undefined;

	constructor(keeping: Keeping, service: Service) {
		this.keeping = keeping;
		this.service = service;
	}

	private warned = false;

	/** Publishes the workflow. @returns items of the first poll; n8n stores what it left, but no cursor without items */
	async activate(): Promise<IDataObject[]> {
		// What was active before is stored when it ends.
		if (this.keeping === 'classic' && this.memory) this.store(this.memory.data);
		const data = this.load();
		const context = this.context(data, 'activate', 300_000);
		this.memory = { data, context };
		this.warned = false;
		const before = data.stamp;
		const items = await itemsOf(context);
		this.failed = this.warned && data.stamp === before;
		this.stored = this.keeping !== 'cursors' || items.length > 0;
		if (this.stored) this.store(data);
		return items;
	}

	/** A poll on schedule. @param lost whether n8n dies before it can store anything */
	async tick(lost = false): Promise<IDataObject[]> {
		this.stored = false;
		this.failed = false;
		if (this.keeping === 'classic') {
			if (!this.memory) throw new Error('not active');
			const items = await itemsOf(this.memory.context);
			this.stored = items.length > 0 && !lost;
			if (this.stored) this.store(this.memory.data);
			return items;
		}
		const data = this.load();
		const items = await itemsOf(this.context(data, 'update', 36_000));
		this.stored = !lost && (this.keeping === 'cursors' || items.length > 0);
		if (this.stored) this.store(data);
		return items;
	}

	private load(): IDataObject {
		return JSON.parse(this.database) as IDataObject;
	}

	private store(data: IDataObject): void {
		this.database = JSON.stringify(data);
	}

	kill(): void {
		this.memory = undefined;
		carried.clear();
	}

	private context(data: IDataObject, mode: string, budgetMs: number): IPollFunctions {
		const quiet = () => undefined;
		const functions = {
			getMode: () => 'trigger',
			getActivationMode: () => mode,
			getPollBudgetMs: () => budgetMs,
			getWorkflow: () => ({ id: this.id, name: 'test', active: true }),
			getNode: () => ({
				id: 'trigger',
				name: 'Trigger',
				type: 'test',
				typeVersion: 1,
				parameters: {},
			}),
			getNodeParameter: (name: string) => this.parameters[name],
			getWorkflowStaticData: () => data,
			getCredentials: () =>
				Promise.resolve({
					environment: 'test',
					baseUrl: 'https://service.example',
					publicKey: 'demo-key',
					secretKey: 'demo-secret',
					requestsPerMinute: 1e9,
				}),
			logger: {
				info: quiet,
				warn: (text: string) => void (this.warned ||= text.includes('The first poll failed')),
				error: quiet,
				debug: quiet,
			},
			helpers: {
				httpRequestWithAuthentication: (
					_type: string,
					{ url, body }: { url: string; body?: unknown },
				) => {
					const answer = this.service.answer(new URL(url).pathname, body);
					const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
					return Promise.resolve({ statusCode: 200, headers: {}, body: Buffer.from(text) });
				},
			},
		};
		return functions as unknown as IPollFunctions;
	}
}

async function itemsOf(context: IPollFunctions): Promise<IDataObject[]> {
	const output = await poll(context);
	return (output?.[0] ?? []).map(({ json }) => json);
}
