/** The sandbox's journal as the judge: what was asked for against what the service registered. */
import type { World } from '../lib/world.mts';
import { CREDENTIAL_TYPE, credentialData } from '../lib/world.mts';

export interface Verdict {
	/** Notices that the service registered for the account. */
	readonly ordered: number;
	/** Files (dossiers) ordered more than once, and such as were to be ordered and were not. */
	readonly twice: readonly string[];
	readonly missing: readonly string[];
	/** Calls of the account that reached the service, and those it refused because the quota was used up. */
	readonly calls: number;
	readonly overQuota: number;
}

/** An account with a quota of its own, as a credential of n8n, and what becomes of its orders. */
export async function openAccount({ sandbox, client }: World, name: string, more = {}) {
	const account = sandbox.createKey();
	const data = { ...credentialData(sandbox), ...account, ...more };
	const calls = () =>
		sandbox.journal.calls().filter(({ publicKey }) => publicKey === account.publicKey);
	return {
		credential: await client.createCredential({ name, type: CREDENTIAL_TYPE, data }),
		calls,
		judge: (dossiers: readonly string[]): Verdict => {
			const orders = sandbox.journal
				.orders()
				.filter(({ publicKey }) => publicKey === account.publicKey)
				.map(({ dossier }) => dossier);
			return {
				ordered: orders.length,
				twice: orders.filter((dossier, index) => orders.indexOf(dossier) !== index),
				missing: dossiers.filter((dossier) => !orders.includes(dossier)),
				calls: calls().length,
				overQuota: calls().filter(({ codes }) => codes.includes('err_requetes_max')).length,
			};
		},
	};
}
