/** The sandbox's journal as the judge: it compares what was requested with what the service registered. */
import type { World } from '../lib/world.mts';
import { CREDENTIAL_TYPE, credentialData } from '../lib/world.mts';

/** An account with a quota of its own, as a credential of n8n, and what becomes of its orders. */
export async function openAccount({ sandbox, client }: World, name: string, more = {}) {
	const account = sandbox.createKey();
	const data = { ...credentialData(sandbox), ...account, ...more };
	const credential = await client.createCredential({ name, type: CREDENTIAL_TYPE, data });
	const own = <Entry extends { publicKey: string | null }>(all: readonly Entry[]) =>
		all.filter(({ publicKey }) => publicKey === account.publicKey);
	const calls = () => own(sandbox.journal.calls());
	/** @param dossiers the files that were to be ordered */
	function judge(dossiers: readonly string[]) {
		const orders = own(sandbox.journal.orders()).map(({ dossier }) => dossier);
		return {
			ordered: orders.length,
			twice: orders.filter((dossier, index) => orders.indexOf(dossier) !== index),
			missing: dossiers.filter((dossier) => !orders.includes(dossier)),
			calls: calls().length,
			overQuota: calls().filter(({ codes }) => codes.includes('err_requetes_max')).length,
		};
	}
	return { credential, calls, judge };
}
