/** The desk in the demo: its workflows, and the table with nine notices in different states. */
import type { Sandbox } from '../../sandbox/index.mts';
import { answer, APPROVE, CHANGE, linkIn, REFUSE } from '../journeys/approvalForm.mts';
import type { MailServer } from '../journeys/mailServer.mts';
import { withCredentials } from '../lib/attach.mts';
import type { Client, StoredCredential } from '../lib/client.mts';
import type { Json } from '../lib/execution.mts';
import { openNotices } from '../lib/noticesTable.mts';
import { until } from '../lib/until.mts';
import { readExample, type Workflow } from '../lib/workflow.mts';
import { DEMO_NOTICES } from './notices.mts';

/** In this order: the others name the first one as their error workflow. */
const DESK = ['when-something-fails', 'approve-and-order', 'page-of-notices'];
const PATIENCE_MS = 240_000;

interface Import {
	readonly client: Client;
	readonly sandbox: Sandbox;
	readonly mail: MailServer;
	/** Of the sandbox. */
	readonly own: StoredCredential;
	readonly others: readonly StoredCredential[];
	/** Adds a workflow unless it exists. @returns its ID, and whether it is new */
	readonly ensure: (workflow: Workflow) => Promise<{ id: string; isNew: boolean }>;
}

export async function fillDesk({
	client,
	sandbox,
	mail,
	own,
	others,
	ensure,
}: Import): Promise<void> {
	const ids = new Map<string, string>();
	const fresh: string[] = [];
	for (const name of DESK) {
		const whole = withCredentials(await readExample(name), own, others);
		const errorWorkflow = ids.get('when-something-fails');
		const settings = { ...whole.settings, ...(errorWorkflow !== undefined && { errorWorkflow }) };
		const { id, isNew } = await ensure({ ...whole, settings });
		ids.set(name, id);
		if (isNew) fresh.push(id);
	}
	for (const id of fresh) await client.activate(id);
	const play = async (file: string, trigger: string) =>
		await client.run(ids.get(file) ?? '', trigger, PATIENCE_MS);
	// Makes the table.
	await play('approve-and-order', 'Every five minutes');
	const notices = await openNotices(client);
	if ((await notices.rows()).length > 0) return;

	// The workflows themselves bring each notice as far as it shall be: table, proof and sandbox agree.
	for (const { cells } of DEMO_NOTICES) await notices.add({ ...cells, etat: 'à relire' });
	await play('approve-and-order', 'Every five minutes');
	const rows = async (state: RegExp) =>
		(await notices.rows()).filter(({ etat }) => state.test(String(etat)));
	const settled = async (moving: RegExp) =>
		await until(
			'The notices of the demo',
			async () => ((await rows(moving)).length === 0 ? true : undefined),
			PATIENCE_MS,
		);
	await settled(/^(à relire|en préparation)$/);
	const answered = DEMO_NOTICES.filter(({ stage }) =>
		/commandée|parue|refusée|corriger/.test(stage),
	);
	for (const { stage, cells } of answered) {
		await decide(mail, String(cells['dossier']), stage);
	}
	const moving = /^(approuvée|à approuver)$/;
	const waiting = DEMO_NOTICES.filter(({ stage }) => stage === 'à approuver').length;
	await until(
		'The orders of the demo',
		async () => ((await rows(moving)).length === waiting ? true : undefined),
		PATIENCE_MS,
	);
	for (const row of await rows(/^commandée$/)) {
		if (stageOf(row) === 'parue') sandbox.notices.publish(String(row['reference']));
	}
}

const stageOf = ({ dossier }: Json) =>
	DEMO_NOTICES.find(({ cells }) => cells['dossier'] === dossier)?.stage;

/** What the approver answers, where it is not an approval. */
const ANSWERS: Readonly<Record<string, readonly [choice: string, remark: string]>> = {
	refusée: [REFUSE, 'la dissolution est reportée'],
	'à corriger': [CHANGE, 'vérifier la date du testament'],
};

/** The answer to the e-mail about a file, as the approver sends it. */
async function decide({ mails }: MailServer, dossier: string, stage: string): Promise<void> {
	const mail = await until(
		`The e-mail about ${dossier}`,
		() => mails.findLast(({ html = '' }) => html.includes(`dossier ${dossier}.`)),
		PATIENCE_MS,
	);
	const [choice, remark] = ANSWERS[stage] ?? [APPROVE, ''];
	await answer(linkIn(mail), choice, 'Camille Relectrice', remark);
}
