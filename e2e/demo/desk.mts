/** The desk in the demo: its workflows, the table with ten notices in different states, a mail server that shows what it gets. */
import type { Sandbox } from '../../sandbox/index.mts';
import { idOf, inCallOrder } from '../../tools/desk/package.mts';
import { withCredentials } from '../lib/attach.mts';
import type { Client, StoredCredential } from '../lib/client.mts';
import { openNotices } from '../lib/noticesTable.mts';
import { readExample, type Workflow } from '../lib/workflow.mts';
import { DEMO_NOTICES } from './notices.mts';

/** What needs a CRM, a language model or the public register, which the demo asks for nothing. */
const UNPUBLISHED = ['desk-set-up', 'crm-deal-to-notice', 'ai-drafts-a-notice', 'register'];

interface Import {
	readonly client: Client;
	readonly sandbox: Sandbox;
	/** Of the sandbox. */
	readonly own: StoredCredential;
	readonly others: readonly StoredCredential[];
	/** Adds a workflow unless it exists. @returns its ID, and whether it is new */
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
	// n8n runs a workflow only while those that it calls are published.
	for (const id of fresh) await client.activate(id);
	const notices = await openNotices(client);
	if ((await notices.rows()).length === 1) await fillTable({ client, sandbox, ids, notices });
}

interface Filling {
	readonly client: Client;
	readonly sandbox: Sandbox;
	/** Of the workflows, by the names of their files. */
	readonly ids: ReadonlyMap<string, string>;
	readonly notices: Awaited<ReturnType<typeof openNotices>>;
}

/** Lets the workflows themselves bring each notice as far as it shall be: table, preview and sandbox agree. */
async function fillTable({ client, sandbox, ids, notices }: Filling): Promise<void> {
	const play = async (file: string, trigger: string) =>
		await client.run(ids.get(file) ?? '', trigger);
	const goesOn = /commandée|parue|terminée/;
	for (const { stage, cells } of DEMO_NOTICES) {
		await notices.add({ ...cells, etat: goesOn.test(stage) ? 'à relire' : stage });
	}
	await play('proof-and-order', 'Every five minutes');
	const ordered = DEMO_NOTICES.filter(({ stage }) => goesOn.test(stage));
	for (const { cells } of ordered) {
		await notices.change(String(cells['dossier']), {
			etat: 'approuvée',
			reponse: 'Approuvée par relecture@cabinet-demo.example.',
		});
	}
	await play('proof-and-order', 'Every five minutes');
	const rows = await notices.rows();
	for (const { stage, cells } of ordered) {
		const row = rows.find(({ dossier }) => dossier === cells['dossier']);
		if (stage !== 'commandée') sandbox.notices.publish(String(row?.['reference']));
		if (stage === 'terminée') sandbox.notices.invoice(String(row?.['reference']));
	}
	await play('follow', 'Every half hour');
	await play('accounting', 'Every hour');
	await play('follow', 'Every half hour');
}
