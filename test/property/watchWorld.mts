/**
 * An n8n and a newspaper in memory, for tests of whole polls: the trigger's own poll, with n8n's three ways of
 * keeping what it remembers, and a service that fails as it is told to.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { carried } from '../../nodes/LegalNotice/trigger/state.ts';
import { poll } from '../../nodes/LegalNotice/trigger/poll.ts';
import type { Keeping } from '../engine/poll.mts';

export type Route = 'statut' | 'documents' | 'factures';

export interface Notice {
	reference: string;
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

const refused = (code: string) => ({ resultat: 'erreur', erreurs: [code] });

export class Service {
	readonly notices: Notice[];
	batchMaximum = 100;
	/** For further troubles: every call about such a list gets a web page. */
	isDown: (asked: readonly string[]) => boolean = () => false;
	/** What was answered of each notice since the last time, readable. */
	read: Array<{ route: Route; notice: Notice }> = [];
	calls = 0;
	private trouble: Trouble = { kind: 'none' };

	constructor(references: readonly string[]) {
		this.notices = references.map((reference) => ({
			...{ reference, statut: 'a-paraitre', motif: null, documents: [], factures: [] },
		}));
	}

	begin(trouble: Trouble = { kind: 'none' }): void {
		this.trouble = trouble;
		this.calls = 0;
		this.read = [];
	}

	/** @returns the service's answer, or undefined for a web page */
	answer(path: string, asked: readonly string[]): object | undefined {
		this.calls++;
		const route = path.split('/').at(-1)?.replace('statuts', 'statut') as Route;
		const { trouble } = this;
		if (asked.length > this.batchMaximum) return refused('err_body_incorrect');
		if (trouble.kind === 'cut' && this.calls > trouble.after) return refused('err_cle_inconnue');
		if (trouble.kind === 'down' && trouble.route === route) return undefined;
		const isPoison = trouble.kind === 'poison' && (trouble.route ?? route) === route;
		if (this.isDown(asked) || (isPoison && asked.includes(trouble.reference))) return undefined;
		const found = this.notices.filter(
			({ reference }) => trouble.kind !== 'lost' && asked.includes(reference),
		);
		const annonces = found.map((notice) => {
			const { reference, statut, motif, documents, factures } = notice;
			if (trouble.kind === 'empty' && trouble.reference === reference) {
				return { reference, documents: 'x', factures: 3 };
			}
			this.read.push({ route, notice: structuredClone(notice) });
			const fields = {
				statut: { statut, motif },
				documents: { documents },
				factures: { factures },
			};
			return { reference, ...fields[route] };
		});
		return { resultat: 'succes', annonces };
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

	/** Publishes the workflow. @returns items of the first poll; n8n stores what it left, but no cursor without items */
	async activate(): Promise<IDataObject[]> {
		// What was active before is stored when it ends.
		if (this.keeping === 'classic' && this.memory) this.store(this.memory.data);
		const data = this.load();
		this.memory = { data, context: this.context(data, 'activate', 300_000) };
		const before = data.stamp;
		const items = await this.poll(this.memory.context);
		this.failed &&= data.stamp === before;
		this.stored = this.keeping !== 'cursors' || items.length > 0;
		if (this.stored) this.store(data);
		return items;
	}

	/** A poll on schedule. @param lost whether n8n dies before it can store anything */
	async tick(lost = false): Promise<IDataObject[]> {
		this.stored = false;
		const isClassic = this.keeping === 'classic';
		const data = isClassic && this.memory ? this.memory.data : this.load();
		const context = isClassic ? this.memory?.context : this.context(data, 'update', 36_000);
		if (!context) throw new Error('not active');
		const items = await this.poll(context);
		this.stored = !lost && (this.keeping === 'cursors' || items.length > 0);
		if (this.stored) this.store(data);
		return items;
	}

	kill(): void {
		this.memory = undefined;
		carried.clear();
	}

	private async poll(context: IPollFunctions): Promise<IDataObject[]> {
		this.failed = false;
		const output = await poll(context);
		return (output?.[0] ?? []).map(({ json }) => json);
	}

	private load(): IDataObject {
		return JSON.parse(this.database) as IDataObject;
	}

	private store(data: IDataObject): void {
		this.database = JSON.stringify(data);
	}

	private context(data: IDataObject, mode: string, budgetMs: number): IPollFunctions {
		const warn = (text: string) => void (this.failed ||= text.includes('The first poll failed'));
		const credential = {
			...{ environment: 'test', baseUrl: 'https://service.example', requestsPerMinute: 1e9 },
			...{ publicKey: 'demo-key', secretKey: 'demo-secret' },
		};
		const request = (_type: string, { url, body }: { url: string; body?: unknown }) => {
			const { references } = JSON.parse(String(body)) as { references: string[] };
			const answer = this.service.answer(new URL(url).pathname, references);
			const text = answer ? JSON.stringify(answer) : '<html>Service indisponible</html>';
			return Promise.resolve({ statusCode: 200, headers: {}, body: Buffer.from(text) });
		};
		const functions = {
			getMode: () => 'trigger',
			getActivationMode: () => mode,
			getPollBudgetMs: () => budgetMs,
			getWorkflow: () => ({ id: this.id, name: 'test', active: true }),
			getNode: () => ({ id: 'trigger', name: 'Trigger', type: 'test', parameters: {} }),
			getNodeParameter: (name: string) => this.parameters[name],
			getWorkflowStaticData: () => data,
			getCredentials: () => Promise.resolve(credential),
			logger: { warn, info: () => undefined, error: () => undefined, debug: () => undefined },
			helpers: { httpRequestWithAuthentication: request },
		};
		return functions as unknown as IPollFunctions;
	}
}
