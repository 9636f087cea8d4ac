/** The sandbox's journal as the judge: what was asked for against what the service registered. */
import type { Sandbox } from '../../sandbox/index.mts';

export interface Verdict {
	/** Notices that the service registered for the account. */
	readonly ordered: number;
	/** Files (dossiers) ordered more than once. */
	readonly duplicates: readonly string[];
	/** Files that were to be ordered and were not. */
	readonly missing: readonly string[];
	/** Calls of the account that reached the service. */
	readonly calls: number;
	/** Those it refused because the quota was used up. */
	readonly overQuota: number;
	/** Calls by name of the route and code of the refusal, `ok` for none. */
	readonly byKind: Readonly<Record<string, number>>;
}

export function judge(
	{ journal }: Pick<Sandbox, 'journal'>,
	publicKey: string,
	dossiers: readonly string[],
): Verdict {
	const count = new Map<string, number>();
	const orders = journal.orders().filter((order) => order.publicKey === publicKey);
	for (const { dossier } of orders) count.set(dossier, (count.get(dossier) ?? 0) + 1);
	const calls = journal.calls().filter((call) => call.publicKey === publicKey);
	const byKind: Record<string, number> = {};
	for (const { route, codes } of calls) {
		const kind = `${route} ${codes.join('+') || 'ok'}`;
		byKind[kind] = (byKind[kind] ?? 0) + 1;
	}
	return {
		ordered: orders.length,
		duplicates: [...count].filter(([, times]) => times > 1).map(([dossier]) => dossier),
		missing: dossiers.filter((dossier) => !count.has(dossier)),
		calls: calls.length,
		overQuota: calls.filter(({ codes }) => codes.includes('err_requetes_max')).length,
		byKind,
	};
}

export const isExact = ({ ordered, duplicates, missing }: Verdict, expected: number): boolean =>
	ordered === expected && duplicates.length === 0 && missing.length === 0;
