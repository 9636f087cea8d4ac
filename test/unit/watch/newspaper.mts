/** A service in memory, for tests of what a poll reads: as many notices as wanted, and any failure of any call. */
import type { ServiceCall, ServiceClient } from '../../../nodes/LegalNotice/transport/client.ts';
import { ServiceFailure } from '../../../nodes/LegalNotice/transport/failures.ts';

export interface Paper {
	reference: string;
	numero_commande?: string;
	statut?: unknown;
	motif?: string | null;
	documents?: unknown;
	factures?: unknown;
	/** Codes with which the service refuses just this notice, as an entry of a batch or alone. */
	refused?: readonly string[];
}

export type Route = 'statut' | 'documents' | 'factures';

export class Newspaper implements ServiceClient {
	readonly environment = 'test';
	readonly notices = new Map<string, Paper>();
	/** Calls so far, `route references`. */
	readonly calls: Array<{ route: Route; references: string[] }> = [];
	/** What a call fails with, if it does. */
	failing: (route: Route, references: readonly string[]) => ServiceFailure | undefined = () =>
		undefined;
	/** Called before each answer. */
	beforeAnswer: () => Promise<void> = () => Promise.resolve();

	add(paper: Paper): Paper {
		this.notices.set(paper.reference, paper);
		return paper;
	}

	async call({ path, body }: ServiceCall): Promise<Readonly<Record<string, unknown>>> {
		const single = /^\/annonce\/([^/]+)\/(statut|documents|factures)$/.exec(path);
		const route = (single?.[2] ??
			path.replace('/annonces/', '').replace('statuts', 'statut')) as Route;
		const asked = single?.[1] ?? (body as { references: string[] }).references;
		const references = typeof asked === 'string' ? [asked] : asked;
		this.calls.push({ route, references });
		await this.beforeAnswer();
		const failure = this.failing(route, references);
		if (failure) throw failure;
		const found = references.flatMap((name) => this.find(name) ?? []);
		if (!single) return { resultat: 'succes', annonces: found.map((paper) => said(paper, route)) };
		const [only] = found;
		if (!only) throw new ServiceFailure('refusal', { codes: ['err_reference_incorrect'] });
		if (only.refused !== undefined) throw new ServiceFailure('refusal', { codes: only.refused });
		return { resultat: 'succes', ...said(only, route) };
	}

	private find(name: string): Paper | undefined {
		const byReference = this.notices.get(name);
		if (byReference) return byReference;
		return [...this.notices.values()].find(({ numero_commande: number }) => number === name);
	}
}

function said(paper: Paper, route: Route): Record<string, unknown> {
	const { reference, numero_commande, statut, motif, documents, factures, refused } = paper;
	if (refused !== undefined) return { reference, resultat: 'erreur', erreurs: refused };
	const fields = { statut: { statut, motif }, documents: { documents }, factures: { factures } };
	// A copy: what the service says later must not change what it said before.
	return JSON.parse(JSON.stringify({ reference, numero_commande, ...fields[route] })) as Record<
		string,
		unknown
	>;
}

export const down = () => new ServiceFailure('notTheService', { status: 502 });
