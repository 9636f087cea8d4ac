/** One notice of each family from the form to the announcement of the register, through every workflow on its way. */
import assert from 'node:assert/strict';
import { decide, linkIn } from '../approvalPage.mts';
import type { StoredWorkflow } from '../../lib/client.mts';
import { after, before, it } from '../../lib/testing.mts';
import { until } from '../../lib/until.mts';
import { httpStandIn } from '../httpStandIn.mts';
import { first, second } from '../noticeForm.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const REVIEWER = 'relecture@cabinet-demo.example';
const ANNOUNCED = {
	numeroannonce: 7,
	dateparution: '2026-11-21',
	url_complete: 'https://www.bodacc.fr/7',
};
const COMPANY = {
	siren: '999999999',
	nom_raison_sociale: 'EXEMPLE DÉMO TOUT',
	nature_juridique: '5710',
	siege: { adresse: '5 AVENUE DE LA DEMONSTRATION 75012 PARIS' },
};
const FAMILIES: ReadonlyArray<[string, string, string, string]> = [
	['new-company', 'annonce-constitution', 'SARL', 'creation'],
	['company-change', 'annonce-modification', 'Changement de dirigeant', 'modification'],
	['company-end', 'annonce-dissolution', 'Dissolution anticipée', 'radiation'],
	['other-notices', 'annonce-libre', 'Cession de fonds de commerce', 'vente'],
];

export function whole(): void {
	let notices: Notices;
	let family = '';
	const registers = httpStandIn(({ path }) => {
		if (path.startsWith('/bodacc')) {
			return { json: { results: [{ ...ANNOUNCED, familleavis: family }] } };
		}
		return { json: { results: path.startsWith('/search') ? [COMPANY] : [] } };
	}, true);
	let approval: StoredWorkflow;
	let follow: StoredWorkflow;
	let accounting: StoredWorkflow;
	let register: StoredWorkflow;
	const run = async (workflow: StoredWorkflow, trigger: string) =>
		succeeded(await stage.attempt(workflow, trigger));

	before(async () => {
		notices = await setUp();
		for (const { dossier } of await notices.rows()) {
			await notices.change(String(dossier), { etat: 'terminée', reference: '' });
		}
		approval = await stage.open('approval-and-reminders');
		await stage.activate(approval);
		follow = await stage.open('follow');
		accounting = await stage.open('accounting');
		register = await stage.open('register', {
			values: { registre: `${registers.url}/bodacc` },
		});
	});

	after(async () => await stage.client.deactivate(approval.id));

	for (const [example, path, kind, announced] of FAMILIES) {
		it(`${kind}: form, proof, approval, order, attestation, newspaper, invoice, register`, async () => {
			const dossier = `TOUT-${example}`;
			const client = `${example}@client.example`;
			const asks = /company-(change|end)/.test(example);
			const urls = {
				annuaire: `${registers.url}/search`,
				registre: `${registers.url}/registre`,
			};
			const form = await stage.open(example, asks ? { values: urls } : {});
			await stage.active(form, async () => {
				const page = await first(path, dossier, kind);
				await page.getByLabel('E-mail du client').fill(client);
				await second(page);
				await page.close();
			});
			const { siren, societe } = await notices.row(dossier);
			if (asks) assert.deepEqual([siren, societe], [COMPANY.siren, COMPANY.nom_raison_sociale]);
			// A company that is founded gets its number from the register, later.
			else await notices.change(dossier, { siren: COMPANY.siren });
			const proof = await until('The proof, which the form sends for', () =>
				stage.mailsTo(REVIEWER).find(({ text }) => text.includes(`>${dossier}<`)),
			);
			const page = await stage.page();
			await page.goto(linkIn(proof.text));
			await decide(page, 'oui');
			await page.close();
			const { reference } = await notices.inState(dossier, 'commandée');
			assert.deepEqual(
				stage.ordered(dossier).map((one) => one.reference),
				[reference],
			);
			await run(follow, 'Every half hour');
			const attestations = () => stage.mailsTo(client).length;
			assert.equal(attestations(), 1, 'the attestation, before the newspaper');
			stage.sandbox.notices.publish(String(reference));
			stage.sandbox.notices.invoice(String(reference));
			await run(follow, 'Every half hour');
			await notices.inState(dossier, 'parue');
			await run(accounting, 'Every hour');
			family = announced;
			await run(register, 'Every morning');
			await run(follow, 'Every half hour');
			const done = await notices.inState(dossier, 'terminée');
			assert.equal(attestations(), 1, 'once');
			assert.equal(done['bodacc'], ANNOUNCED.url_complete);
			assert.equal(done['probleme'] ?? '', '');
		});
	}
}
