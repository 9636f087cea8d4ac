/** Rows that come from a CRM, or from an agent that drafts the text. */
import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { before, it } from '../../lib/testing.mts';
import { ACCESS, httpStandIn } from '../httpStandIn.mts';
import { modelServer, toolAnswers } from '../modelServer.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

export function otherEntrances(): void {
	let notices: Notices;
	const deals = new Map<string, Json>();
	const crm = httpStandIn(({ method, path, body }) => {
		const id = path.split('/').at(-1) ?? '';
		// Some CRMs find a deal by the beginning of its ID.
		const known = deals.get(id) ?? deals.get(id.slice(0, 4));
		if (!known) return { status: 404, json: { message: 'There is no such deal.' } };
		if (method === 'PATCH') deals.set(id, { ...known, ...body });
		return { json: { ...known, ...body } };
	});
	const { server } = modelServer((turn) => {
		const said = String(turn.messages.find(({ role }) => role === 'user')?.content);
		const answers = toolAnswers(turn);
		const text = `EXEMPLE DÉMO & Cie <SAS>\n\n${said}`;
		if (answers.length >= 2) return { say: text };
		if (answers.length === 1) assert.match(answers[0] ?? '', /Đ/, 'what cannot be printed');
		return { call: 'Quote_a_notice', with: { text: answers.length === 0 ? `${text} Đặng` : text } };
	});

	before(async () => {
		notices = await setUp();
	});

	const call = async (dealId: unknown, key = ACCESS.value): Promise<number> => {
		const response = await fetch(`${stage.world.server.url}/webhook/legal-notice-deal-won`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(key && { [ACCESS.name]: key }) },
			body: JSON.stringify({ dealId }),
		});
		return response.status;
	};

	it('writes one row for a deal that is won, and none for half an ID, another state or a stranger', async () => {
		const company = {
			name: 'EXEMPLE $& DÉMO',
			street: '5 avenue',
			postcode: '75012',
			city: 'Paris',
		};
		const text = 'EXEMPLE <b> & Cie.\n\nTransfert du siège.';
		const deal = { name: 'Transfert', department: '75', notice_text: text, company };
		deals.set('4711', { id: '4711', stage: 'won', ...deal });
		deals.set('4712', { id: '4712', stage: 'open', ...deal });
		const workflow = await stage.open('crm-deal-to-notice', { values: { crm: crm.url } });
		await stage.activate(workflow);
		assert.equal(await call('4711', 'guessed'), 403);
		for (const id of ['47111', '4712', '4711 ', '../4711', '', null, { id: '4711' }]) {
			assert.equal(await call(id), 500);
			assert.equal((await stage.next(workflow)).status, 'error', JSON.stringify(id));
		}
		for (let times = 0; times < 2; times += 1) {
			assert.equal(await call('4711'), 200);
			succeeded(await stage.next(workflow));
		}
		const rows = (await notices.rows()).filter(({ source }) => source === 'crm:4711');
		assert.equal(rows.length, 1);
		assert.equal(rows[0]?.['texte'], '<p>EXEMPLE &lt;b> &amp; Cie.</p><p>Transfert du siège.</p>');
		const billed = JSON.parse(String(rows[0]?.['annonceur'])) as Json;
		assert.deepEqual([billed['nom'], billed['code_postal']], [company.name, company.postcode]);

		crm.failing = /^PATCH/;
		await stage.attempt(workflow, 'Every ten minutes');
		assert.equal(deals.get('4711')?.['etat'], undefined);
		crm.failing = undefined;
		succeeded(await stage.attempt(workflow, 'Every ten minutes'));
		assert.equal(deals.get('4711')?.['etat'], 'à relire');
		const told = () => crm.received.filter(({ method }) => method === 'PATCH').length;
		const heard = told();
		succeeded(await stage.attempt(workflow, 'Every ten minutes'));
		assert.equal(told(), heard, 'told once');

		await notices.change('Transfert', { etat: 'problème', probleme: 'Siège à corriger.' });
		deals.set('4711', { ...deals.get('4711'), notice_text: 'Texte corrigé.' });
		assert.equal(await call('4711'), 200);
		succeeded(await stage.next(workflow));
		const corrected = await notices.row('Transfert');
		assert.deepEqual(
			[corrected['etat'], corrected['texte']],
			['à relire', '<p>Texte corrigé.</p>'],
		);
		await stage.client.deactivate(workflow.id);
		await notices.change('Transfert', { etat: 'refusée' });
	});

	it('lets an agent write the text of a row, which stays while the model is away', async () => {
		const own = { model: `${server.url}/v1` };
		const workflow = await stage.open('ai-drafts-a-notice', own);
		await stage.active(workflow, async () => {
			server.failing = /./;
			const fields = { Dossier: 'IA', 'Décision à publier': 'Décision du 3 mars.' };
			const page = await stage.form('annonce-assistant', { ...fields, Société: 'EXEMPLE DÉMO' });
			await page.getByText('Demande enregistrée').waitFor();
			const failed = await stage.next(workflow);
			assert.equal(failed.status, 'error');
			assert.equal((await notices.row('IA'))['etat'], 'brouillon');
			assert.match(String((await notices.row('IA'))['probleme']), /pas encore rédigé/);
			server.failing = undefined;
			await stage.retry(failed);
			const row = await notices.inState('IA', 'à relire');
			assert.equal(
				row['texte'],
				'<p>EXEMPLE DÉMO &amp; Cie &lt;SAS></p><p>Décision du 3 mars.</p>',
			);
			assert.equal(row['probleme'], '');
			await page.close();
		});
		await notices.change('IA', { etat: 'refusée' });
	});
}
