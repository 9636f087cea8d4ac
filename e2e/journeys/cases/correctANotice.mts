/** A notice that is corrected from its row: replaced, rectified once it is published, or left as it is. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Fault } from '../../../sandbox/index.mts';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { NOTICE } from '../../lib/noticesTable.mts';
import { setUp, type Notices } from '../notices.mts';
import { stage, succeeded } from '../stage.mts';

const INBOX = 'factures@cabinet-demo.example';
const OFFICE = 'formalites@cabinet-demo.example';
const TEXT = '<p class="fs-texte">EXEMPLE DÉMO. Texte corrigé : A$&B & Cie.</p>';

export function correctANotice(): void {
	let notices: Notices;
	let workflow: StoredWorkflow;

	before(async () => {
		notices = await setUp();
		workflow = await stage.open('correct-a-notice');
		await stage.activate(workflow);
	});
	after(async () => await stage.client.deactivate(workflow.id));

	/** A row of a notice that is ordered. @returns its reference */
	async function ordered(dossier: string, cells: Json = {}): Promise<string> {
		const reference = await stage.numbered(dossier);
		const state = {
			etat: 'commandée',
			reference,
			statut: 'a-paraitre',
			attestation_le: '2026-11-20',
		};
		await notices.add({ dossier, ...state, ...cells });
		return reference;
	}
	const standing = (dossier: string) =>
		stage.ordered(dossier).filter(({ cancelled }) => !cancelled);

	async function asked(name: string): Promise<[Page, string]> {
		const page = await stage.form('annonce-corriger', { 'Dossier ou référence': name });
		const shown = page.getByText(/^Corriger : |^Rien n’a été changé/).first();
		await shown.waitFor();
		return [page, await page.locator('body').innerText()];
	}
	/** Fills in the second page. @returns what the last one says */
	async function sent(page: Page, fields: Readonly<Record<string, string>>, answer: string) {
		for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
		await stage.decide(page, answer);
		await page
			.getByText(/^Annonce remplacée|^À reprendre|^Rectificatif à relire|^Rien n’a été changé/)
			.first()
			.waitFor();
		const said = await page.locator('body').innerText();
		await page.close();
		return said;
	}
	const corrected = async (name: string, texte = TEXT) =>
		await sent((await asked(name))[0], { 'Texte corrigé': texte }, 'Oui, corriger');

	it('shows the notice first, replaces it, and its row goes on with the new reference', async () => {
		const old = await ordered('CORRIGER', { resume: 'Commandée : <b>Gazette</b>' });
		const [page, shown] = await asked(old);
		assert.ok(shown.includes('Commandée : <b>Gazette</b>'), 'shown as text');
		assert.equal(await page.getByLabel('Texte corrigé').inputValue(), NOTICE.texte);
		assert.equal(standing('CORRIGER').length, 1, 'the first page changes nothing');
		const said = await sent(page, { 'Texte corrigé': TEXT }, 'Oui, corriger');
		assert.match(said, /Annonce remplacée/);
		const row = await notices.row('CORRIGER');
		const [order, ...more] = standing('CORRIGER');
		assert.deepEqual(more, []);
		assert.equal(row['reference'], order?.reference);
		assert.notEqual(row['reference'], old);
		assert.deepEqual(
			[row['etat'], row['texte'], row['attestation_le'], row['probleme']],
			['commandée', TEXT, '', ''],
		);
	});

	it('leaves invoice and credit note of the old notice to a person, in a sentence that stays', async () => {
		const old = await ordered('FACTURÉE');
		const invoice = stage.sandbox.notices.invoice(old);
		const said = await corrected('FACTURÉE');
		assert.match(
			said,
			/Annonce remplacée.*Annonce commandée sous la référence.*à remettre à la compta/s,
		);
		const { probleme } = await notices.row('FACTURÉE');
		const named = `facture ${invoice}, avoir \\S+ de l’annonce annulée ${old} à remettre`;
		assert.match(String(probleme), new RegExp(`^Avoir : ${named}.*effacez cette ligne\\.$`));
		const accounting = await stage.open('accounting', { values: { comptabilite: INBOX } });
		const follow = await stage.open('follow');
		const approval = await stage.open('approval-and-reminders');
		const { reference } = await notices.row('FACTURÉE');
		const next = stage.sandbox.notices.invoice(String(reference));
		for (const away of [true, false]) {
			if (away) stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'statut' }, times: 1000 });
			if (away) stage.mail.refusing = /factures@/;
			await stage.attempt(follow, 'Every half hour');
			await stage.attempt(accounting, 'Every hour');
			stage.sandbox.clearFaults();
			stage.mail.refusing = undefined;
			const said = String((await notices.row('FACTURÉE'))['probleme']).split('\n');
			assert.ok(said.includes(String(probleme)), said.join());
		}
		const sent = stage.mailsTo(INBOX).filter(({ subject }) => subject.includes(` ${next} du `));
		assert.equal(sent.length, 1);
		succeeded(await stage.attempt(approval, 'Every ten minutes'));
		const office = stage.mailsTo(OFFICE).filter(({ text }) => text.includes(String(probleme)));
		assert.equal(office.length, 1);
		await notices.change('FACTURÉE', { probleme: '' });
	});

	it('changes nothing without a yes, or for a name that is not wholly that of one ordered row', async () => {
		const reference = await ordered('SEULE');
		const foreign = await stage.numbered('HORS-TABLE');
		await ordered('PAIRE');
		await notices.add({ dossier: 'PAIRE', etat: 'à relire' });
		await notices.add({ dossier: 'PAS-COMMANDÉE', etat: 'à relire' });
		const names = [
			'SEUL',
			'SEULE%',
			`${reference}1`,
			foreign,
			'HORS-TABLE',
			'PAIRE',
			'PAS-COMMANDÉE',
		];
		for (const name of names) {
			const [page, shown] = await asked(name);
			assert.match(shown, /Rien n’a été changé/, name);
			await page.close();
		}
		const [page] = await asked('SEULE');
		assert.match(await sent(page, { 'Texte corrigé': TEXT }, 'Non'), /Rien n’a été changé/);
		assert.equal(standing('SEULE')[0]?.reference, reference);
		assert.equal(standing('HORS-TABLE').length, 1);
		await notices.change('PAIRE', { etat: 'refusée' });
		await notices.change('PAS-COMMANDÉE', { etat: 'refusée' });
	});

	it('writes a rectificatif as a row of its own once the notice is published, once', async () => {
		const reference = await ordered('PARUE', { date_parution: '2026-11-02', journal: '12' });
		stage.sandbox.notices.publish(reference);
		const fields = { 'au lieu de': '8 rue <i>du</i> Test', 'il fallait lire': '9 rue du Test' };
		for (let time = 0; time < 2; time += 1) {
			const said = await sent((await asked(reference))[0], fields, 'Oui, corriger');
			assert.match(said, /Rectificatif à relire/);
		}
		const made = (await notices.rows()).filter(({ source }) => source === 'correction');
		assert.equal(made.length, 1, 'sent again it is the same row');
		const [row = {}] = made;
		assert.deepEqual(
			[row['etat'], row['categorie'], row['dossier'], row['journal']],
			['à relire', 'RECTIF', 'PARUE', '12'],
		);
		const text = String(row['texte']);
		assert.match(text, /parue dans ce journal le 2 novembre 2026, concernant /);
		assert.match(
			text,
			/lieu de\u00a0: «\u00a08 rue &lt;i>du&lt;\/i> Test\u00a0», il fallait lire\u00a0: «\u00a09 rue du Test\u00a0»\./,
		);
		await notices.change('PARUE', { etat: 'terminée', source: '' });
	});

	it('of two people who correct one notice the first does, and the other is told', async () => {
		await ordered('À-DEUX');
		const [one] = await asked('À-DEUX');
		const [other] = await asked('À-DEUX');
		const wish = (word: string) => ({ 'Texte corrigé': TEXT.replace('A$&B', word) });
		assert.match(await sent(one, wish('UN'), 'Oui, corriger'), /Annonce remplacée/);
		const late = await sent(other, wish('DEUX'), 'Oui, corriger');
		assert.match(late, /Rien n’a été changé.*vient d’être corrigée/s);
		const both = [(await asked('À-DEUX'))[0], (await asked('À-DEUX'))[0]] as const;
		stage.sandbox.fault({ kind: 'slow', ms: 3000, match: { path: 'order' } });
		const said = await Promise.all([
			sent(both[0], wish('TROIS'), 'Oui, corriger'),
			sent(both[1], wish('QUATRE'), 'Oui, corriger'),
		]);
		stage.sandbox.clearFaults();
		assert.equal(said.filter((text) => /Annonce remplacée/.test(text)).length, 1, said.join());
		const [last, ...more] = standing('À-DEUX');
		assert.deepEqual(more, []);
		const row = await notices.row('À-DEUX');
		assert.equal(row['reference'], last?.reference);
		assert.match(String(row['texte']), /TROIS|QUATRE/);
	});

	const order = { path: 'order' };
	const failures: ReadonlyArray<[string, RegExp, Fault]> = [
		['refuses', /À reprendre/, { kind: 'codes', codes: ['err_texte_in'], match: order, times: 1 }],
		['is silent', /Rien n’a été changé/, { kind: 'dropBefore', times: 1000 }],
		['is the page of a proxy', /Rien n’a été changé/, { kind: 'html', times: 1000 }],
		['loses its answer', /Annonce remplacée/, { kind: 'dropAfter', match: order, times: 1 }],
	];
	for (const [how, outcome, fault] of failures) {
		it(`says on the page and in the row what happened when the service ${how}; the same again goes on`, async () => {
			const dossier = `PANNE ${how}`;
			await ordered(dossier);
			const [page] = await asked(dossier);
			stage.sandbox.fault(fault);
			const said = await sent(page, { 'Texte corrigé': TEXT }, 'Oui, corriger');
			stage.sandbox.clearFaults();
			assert.match(said, outcome);
			const { probleme } = await notices.row(dossier);
			if (how === 'refuses') {
				assert.match(String(probleme), /^Correction : non faite ou inachevée/);
				assert.equal(standing(dossier).length, 0, 'cancelled, and not ordered');
			}
			assert.match(await corrected(dossier, TEXT.replace('A$&B', 'C')), /Annonce remplacée/);
			assert.equal(standing(dossier).length, 1);
			const left = String((await notices.row(dossier))['probleme']);
			// The run that cancelled it has failed: nobody knows any more whether it had been invoiced.
			assert.match(left, how === 'refuses' ? /^Avoir : facture et avoir, s’il y en a/ : /^$/);
		});
	}

	it('refuses a text that cannot be printed, and changes nothing', async () => {
		const reference = await ordered('ILLISIBLE');
		const said = await corrected('ILLISIBLE', '<p>Nomination de Đặng.</p>');
		assert.match(said, /À reprendre.*Đ/s);
		assert.equal(standing('ILLISIBLE')[0]?.reference, reference);
	});
}
