import type { RouteName } from '../../../sandbox/types.mts';
import type { Credential } from '../engine.mts';

/** Calls of the interface, as a fault is aimed at them; a file is fetched from elsewhere. */
export type Route = Exclude<RouteName, 'pdf'>;

export type FaultKind =
	| 'drop'
	| 'timeout'
	| 'slow'
	| 'status'
	| 'redirect'
	| 'html'
	| 'truncated'
	| 'cut'
	| 'emptyBody'
	| 'wrongShape'
	| 'bareSuccess'
	| 'bareRefusal'
	| 'codes';

/** What becomes of the next calls to one route. */
export interface Fault {
	kind: FaultKind;
	route: Route;
	/** Whether the service does what is asked before the answer is spoiled. */
	processed: boolean;
	/** Matching calls that pass first, and how many are struck then. */
	skip: number;
	times: number;
	/** For `timeout` and `slow`. */
	ms: number;
	/** For `codes`. */
	codes: string[];
	/** For `status`; 502 without it. */
	status?: number;
}

/** A call as it reached the service, or the proxy in front of it. */
export interface SeenCall {
	route: Route;
	/** Without query. */
	path: string;
	body: string;
	signature: string;
}

export interface SeenOrder {
	reference: string;
	number: string | undefined;
	dossier: string;
	cancelled: boolean;
}

/** A fresh account: keys, notices, faults and quota of its own. */
export interface Account {
	credential: Credential;
	/** Parameters of a notice that the service takes. */
	notice: Record<string, unknown>;
	/** Whether the service's answers tell its time. */
	tellsTime: boolean;
	arm(fault: Fault): void;
	/** Every notice that was ever registered: the judge. */
	orders(): SeenOrder[];
	calls(): SeenCall[];
	close(): Promise<void>;
}

export interface FaultyService {
	/** @param skewSeconds by which the service's clock is ahead */
	account(skewSeconds?: number): Promise<Account>;
	close(): Promise<void>;
}

const P = '/annonce-legale/api/externe';
const ROUTES: ReadonlyArray<[string, RegExp, Route]> = [
	['POST', /^\/devis$/, 'quote'],
	['POST', /^\/commande$/, 'order'],
	['DELETE', /^\/annonce\/[^/]+$/, 'cancel'],
	['POST', /^\/annonces\/statuts$/, 'statuses'],
	['GET', /^\/annonce\/[^/]+\/statut$/, 'status'],
	['POST', /^\/annonces\/factures$/, 'invoicesBatch'],
	['GET', /^\/annonce\/[^/]+\/factures$/, 'invoices'],
	['POST', /^\/annonces\/documents$/, 'documentsBatch'],
	['GET', /^\/annonce\/[^/]+\/documents$/, 'documents'],
	['GET', /^\/publications$/, 'publications'],
	['GET', /^\/dates-parutions$/, 'dates'],
	['GET', /^\/client$/, 'client'],
	['GET', /^\/contacts$/, 'contacts'],
	['POST', /^\/contact$/, 'createContact'],
	['GET', /^\/pays$/, 'countries'],
	['GET', /^\/departements$/, 'departments'],
	['GET', /^\/feuilles-styles$/, 'styleSheets'],
	['GET', /^\/categories$/, 'categories'],
	['GET', /^\/forfaits$/, 'forfaits'],
];

/** @param target path and query as on the wire */
export function routeOf(method: string, target: string): Route {
	const path = (target.split('?', 1)[0] ?? '').replace(P, '');
	return ROUTES.find(([verb, form]) => verb === method && form.test(path))?.[2] ?? 'unknown';
}
