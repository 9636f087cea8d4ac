/** The desk in the demo: its workflows, the table with ten notices in different states, a mail server that shows what it gets. */
import type { Sandbox } from '../../sandbox/index.mts';
import { idOf, inCallOrder } from '../../tools/desk/package.mts';
import { withCredentials } from '../lib/attach.mts';
import type { Client, StoredCredential } from '../lib/client.mts';
import type { Json } from '../lib/execution.mts';
import { openNotices } from '../lib/noticesTable.mts';
import { orderNotice } from '../lib/serviceCall.mts';
import { readExample, type Workflow } from '../lib/workflow.mts';

/** What needs a CRM, a language model or the public register, which the demo asks for nothing. */
const UNPUBLISHED = ['desk-set-up', 'crm-deal-to-notice', 'ai-drafts-a-notice', 'register'];

interface Import {
	readonly client: Client;
	readonly sandbox: Sandbox;
	/** Of the sandbox. */
	readonly own: StoredCredential;
	readonly others: readonly StoredCredential[];
	/** Puts a workflow in unless it is there. @returns its ID, and whether it is new */
	readonly ensure: (workflow: Workflow) => Promise<{ id: string; isNew: boolean }>;
}

export async function fillDesk({ client, sandbox, own, others, ensure }: Import): Promise<void> {
	const ids = new Map<string, string>();
	const fresh: string[] = [];
	for (const name of inCallOrder()) {
		const whole = withCredentials(await readExample(name), own, others);
		const { id, isNew } = await ensure({ ...whole, id: idOf(name) });
		ids.set(name, id);
		if (isNew && !UNPUBLISHED.includes(name)) fresh.push(id);
	}
	await client.run(ids.get('desk-set-up') ?? '', 'When clicking ‘Execute workflow’');
	const notices = await openNotices(client);
	if ((await notices.rows()).length === 1) {
		for (const cells of await rows(sandbox)) await notices.add(cells);
		await client.run(ids.get('proof-and-order') ?? '', 'Every five minutes');
	}
	for (const id of fresh) await client.activate(id);
}

/** Nine notices beside the example of "Set up the desk". */
async function rows(sandbox: Sandbox): Promise<readonly Json[]> {
	const ordered = async (dossier: string, etat: string): Promise<Json> => {
		const answer = await orderNotice(sandbox, { dossier, numero_commande: `${dossier}-1` });
		const { reference, numero_commande: number, date_parution: day } = answer;
		return {
			dossier,
			etat,
			reference,
			numero_commande: number ?? `${dossier}-1`,
			date_parution: day,
		};
	};
	const published = async (dossier: string, etat: string): Promise<Json> => {
		const row = await ordered(dossier, etat);
		sandbox.notices.publish(String(row['reference']));
		return { ...row, parue_le: new Date().toISOString() };
	};
	return [
		{ dossier: 'DEMO-1' },
		{ dossier: 'DEMO-2', societe: 'FICTIVE BOIS' },
		{ dossier: 'DEMO-3', texte: '<p>FICTIVE DATA [À COMPLÉTER : capital]</p>' },
		{ dossier: 'DEMO-4', etat: 'refusée', motif: 'Siège à vérifier.' },
		{ dossier: 'DEMO-5', etat: 'brouillon' },
		await ordered('DEMO-6', 'commandée'),
		await ordered('DEMO-7', 'commandée'),
		await published('DEMO-8', 'parue'),
		await published('DEMO-9', 'terminée'),
	];
}
