/** A won deal of a CRM: its row, and what comes back to the deal. */
import assert from 'node:assert/strict';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import type { Desk } from '../desk.mts';
import { httpStandIn } from '../httpStandIn.mts';
import { stage } from '../stage.mts';

const START = 'Every half hour';
const CLIENT = 'client@societe.example';

interface Deal extends Json {
	readonly files: string[];
}

export function crmDealToNotice(desk: () => Desk): void {
	const deals = new Map<string, Deal>();
	const crm = httpStandIn(({ method, path, body, text }) => {
		const [, , id = '', files] = new URL(path, 'http://crm.example').pathname.split('/');
		const deal = deals.get(id);
		if (method === 'GET') {
			const open = [...deals.values()].filter((one) => one['annonce_complete'] !== true);
			return { json: open };
		}
		if (!deal) return { status: 404, json: { message: 'There is no such deal.' } };
		if (files) deal.files.push(/filename="([^"]+)"/.exec(text)?.[1] ?? 'without a name');
		else deals.set(id, { ...deal, ...body });
		return { json: {} };
	});

	it('makes one row of a deal, and gives it reference, day, attestation and invoice, each once', async () => {
		const company = {
			name: 'EXEMPLE $& <DÉMO>',
			email: CLIENT,
			street: '5 avenue de la Démonstration',
			postcode: '75012',
			city: 'Paris',
		};
		const text = 'TRANSFERT DU SIÈGE\n\nLa société A & B <SAS> transfère son siège.';
		deals.set('4711', { id: '4711', department: '75', notice_text: text, company, files: [] });
		const deal = (): Json => deals.get('4711') ?? {};
		const workflow = await stage.open('crm-deal-to-notice', { values: { crm: crm.url } });
		for (let times = 0; times < 2; times += 1) await stage.run(workflow, START);
		const row = await desk().row('CRM-4711');
		assert.deepEqual([row['etat'], row['texte'], row['client_email']], ['à relire', text, CLIENT]);
		const billed = JSON.parse(String(row['annonceur'])) as Json;
		assert.deepEqual([billed['nom'], billed['code_postal']], [company.name, company.postcode]);
		assert.equal(deal()['annonce_reference'], undefined);

		await desk().turn();
		await desk().inState('CRM-4711', 'à approuver');
		await desk().decide('CRM-4711');
		const ordered = await desk().inState('CRM-4711', 'commandée');
		// Another deal, behind one that the CRM does not take back.
		deals.set('4712', { id: '4712', department: '75', company, files: [] });
		const other = await stage.order('CRM-4712');
		await desk().add({ dossier: 'CRM-4712', etat: 'parue', reference: other });
		crm.failing = /^(PATCH|POST) \S*4711/;
		await stage.run(workflow, START);
		assert.equal(deals.get('4712')?.['annonce_reference'], other);
		assert.equal(deal()['annonce_reference'], undefined);
		const refused = /^Le CRM refuse la mise à jour : .*503/;
		assert.match(String((await desk().row('CRM-4711'))['probleme']), refused);
		assert.equal((await desk().row('CRM-4712'))['probleme'], null);
		crm.failing = undefined;
		await stage.run(workflow, START);
		assert.equal((await desk().row('CRM-4711'))['probleme'], '');
		assert.equal(deal()['annonce_reference'], ordered['reference']);
		assert.equal(deal()['annonce_jour'], ordered['date_parution']);
		assert.equal(deal()['annonce_complete'], false);

		const reference = String(ordered['reference']);
		stage.sandbox.notices.publish(reference);
		stage.sandbox.notices.invoice(reference);
		for (let times = 0; times < 3; times += 1) await stage.run(workflow, START);
		const kinds = (deal()['files'] as string[]).map((name) => name.split('_')[0]);
		assert.deepEqual(kinds.sort(), ['attestation', 'facture']);
		assert.equal(deal()['annonce_complete'], true);

		const follow = await stage.open('follow');
		for (let times = 0; times < 2; times += 1) await stage.run(follow, START);
		assert.equal(stage.mailsTo(CLIENT).length, 1, 'the client has the attestation once');
	});
}
