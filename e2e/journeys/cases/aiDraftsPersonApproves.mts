import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Execution } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { startModelServer, type ModelServer, type Move, type Turn } from '../modelServer.mts';
import type { Stage } from '../stage.mts';

const QUOTE = 'Quote_a_notice';
const ORDER = 'Order_a_notice';
const DRAFT =
	'EXEMPLE DÉMO, SAS au capital de 1 000 €.\n\nTransfert du siège au 5 avenue de la Démonstration.';

/** What a model would do: try an unprintable draft, correct it, order what was quoted, tell the answer. */
function model({ messages, tools }: Turn): Move {
	const answers = messages
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => String(content));
	const last = answers.at(-1) ?? '';
	const [asked = ''] = messages
		.filter(({ role }) => role === 'user')
		.map(({ content }) => String(content));
	const text = `${DRAFT}\n\n${asked}`;
	if (answers.length === 0) return { call: QUOTE, with: { text: `${text} đ` } };
	if (answers.length === 1) return { call: QUOTE, with: { text } };
	if (answers.length === 2) {
		const gated = tools.find(({ name }) => name === ORDER)?.parameters.properties ?? {};
		const args =
			'toolParameters' in gated ? { toolParameters: { text }, hitlParameters: {} } : { text };
		return { call: ORDER, with: args };
	}
	return { say: `Outcome: ${last}` };
}

export function aiDraftsPersonApproves(stage: () => Stage): void {
	let server: ModelServer;
	let workflow: StoredWorkflow;

	before(async () => {
		server = await startModelServer(model);
		workflow = await stage().open('ai-drafts-person-approves', {
			model: server.url,
			values: { approver: 'approbation@cabinet-demo.example' },
		});
		await stage().activate(workflow);
	});
	after(async () => await server?.close());

	const ordered = (dossier: string) =>
		stage()
			.world.sandbox.journal.orders()
			.filter((order) => order.dossier === dossier);

	/** Sends the form and answers the mail by a click on one of its buttons. */
	async function decided(dossier: string, button: string): Promise<Execution> {
		const page = await stage().form('legal-notice-draft');
		await page.getByLabel('Dossier').fill(dossier);
		await page.getByLabel('Décision à publier').fill(`Décision du 3 novembre 2026, ${dossier}.`);
		await page.getByRole('button', { name: 'Rédiger l’annonce' }).click();
		const mail = await stage().mail.received(
			'approbation@cabinet-demo.example',
			new RegExp(`Commander cette annonce légale pour ${dossier}`),
		);
		assert.match(mail.text, /Transfert du siège au 5 avenue de la Démonstration/);
		assert.match(mail.text, /au plus 300 €/);
		assert.equal(ordered(dossier).length, 0, 'nothing is ordered before the approval');
		await page.setContent(mail.text);
		const target = await page.getByRole('link', { name: button, exact: true }).getAttribute('href');
		await page.goto(target ?? '');
		const run = await stage().next(workflow);
		await page.close();
		assert.equal(run.status, 'success', run.error);
		return run;
	}

	it('orders the text that the person approved', async () => {
		await decided('AI-1', 'Commander');
		const [order] = ordered('AI-1');
		assert.ok(order, 'one order');
		const mail = await stage().mail.received(
			'approbation@cabinet-demo.example',
			/^Annonce légale, dossier AI-1/,
		);
		assert.match(mail.text, new RegExp(order.reference));
	});

	it('told the model what to correct in its first draft', () => {
		const told = server.turns.map(({ messages }) => JSON.stringify(messages)).join('\n');
		assert.match(told, /đ.*Text/s);
	});

	it('orders nothing that the person refused', async () => {
		await decided('AI-2', 'Ne pas commander');
		assert.equal(ordered('AI-2').length, 0);
	});
}
