/** A newspaper in memory that fails as it is told to, and the workflows that watch its notices. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Poller, type Keeping } from '../engine/poll.mts';

export type Route = 'statuts' | 'documents' | 'factures';

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
	/** Every call about one of the notices gets a web page, on one route or on all. */
	| { kind: 'poison'; references: readonly string[]; route?: Route }
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
	/** What was answered of each reference since the last time, readable; no notice where it is unknown. */
	read: Array<{ route: Route; reference: string; notice: Notice | undefined }> = [];
	calls = 0;
	private trouble: Trouble = { kind: 'none' };

	constructor(references: readonly string[]) {
		const fresh = { statut: 'a-paraitre', motif: null, documents: [], factures: [] };
		this.notices = references.map((reference) => structuredClone({ reference, ...fresh }));
	}

	begin(trouble: Trouble = { kind: 'none' }): void {
		this.trouble = trouble;
		this.calls = 0;
		this.read = [];
	}

	watch(keeping: Keeping, parameters: INodeParameters = {}): Poller {
		const keys = { publicKey: 'demo-key', secretKey: 'demo-secret', requestsPerMinute: 1e9 };
		const credential = { baseUrl: 'https://service.example', ...keys };
		return new Poller({ keeping, credential, parameters, answer: this.answer });
	}

	private answer = (path: string, asked: readonly string[]): object | undefined => {
		this.calls++;
		const route = path.split('/').at(-1) as Route;
		const { trouble } = this;
		if (asked.length > this.batchMaximum) return refused('err_body_incorrect');
		if (trouble.kind === 'cut' && this.calls > trouble.after) return refused('err_cle_inconnue');
		if (trouble.kind === 'down' && trouble.route === route) return undefined;
		if (trouble.kind === 'poison' && (trouble.route ?? route) === route) {
			if (trouble.references.some((one) => asked.includes(one))) return undefined;
		}
		const annonces = asked.flatMap((reference) => {
			const found = this.notices.find((one) => one.reference === reference);
			const notice = trouble.kind === 'lost' ? undefined : structuredClone(found);
			if (notice && trouble.kind === 'empty' && trouble.reference === reference) {
				return { reference, documents: 'x', factures: 3 };
			}
			this.read.push({ route, reference, notice });
			if (!notice) return [];
			const { statut, motif, documents, factures } = notice;
			const fields = {
				statuts: { statut, motif },
				documents: { documents },
				factures: { factures },
			};
			return { reference, ...fields[route] };
		});
		return { resultat: 'succes', annonces };
	};
}
