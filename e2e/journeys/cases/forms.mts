/** The forms: a new company becomes a row that is quoted, and an ordered notice is replaced before it appears. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { before, it } from '../../lib/testing.mts';
import type { Desk } from '../desk.mts';
import { stage } from '../stage.mts';

export function newCompany(desk: () => Desk): void {
	it('writes a row that is quoted, for who knows the password of the forms', async () => {
		await stage.activate(await stage.open('new-company'));
		const address = `${stage.world.server.url}/form/annonce-constitution`;
		assert.equal((await fetch(address)).status, 401);
		const page = await stage.page();
		await page.goto(address);
		await page.getByLabel('Dossier').fill('FORM-1');
		await page.getByLabel('Forme').selectOption('SARL');
		await page.getByLabel('Dénomination').fill('ÉTUDE <i>A</i> & B');
		for (const field of await page.locator('.form-required').all()) await fill(field);
		await page.getByRole('button', { name: 'Enregistrer l’annonce' }).click();
		await page.getByText('Annonce enregistrée').waitFor();
		await page.close();
		const row = await desk().row('FORM-1');
		assert.match(
			String(row['texte']),
			/^AVIS DE CONSTITUTION\n\n.*Dénomination : ÉTUDE <i>A<\/i> & B\n/s,
		);
		await desk().turn();
		await desk().inState('FORM-1', 'à approuver');
	});
}

/** What is empty gets its placeholder, or a day. */
async function fill(field: ReturnType<Page['locator']>): Promise<void> {
	const tag = await field.evaluate((one) => one.tagName);
	if (!/INPUT|TEXTAREA/.test(tag) || (await field.inputValue()) !== '') return;
	const isDate = (await field.getAttribute('type')) === 'date';
	await field.fill(isDate ? '2026-03-02' : ((await field.getAttribute('placeholder')) ?? ''));
}

export function correctANotice(desk: () => Desk): void {
	before(async () => await stage.activate(await stage.open('correct-a-notice')));

	async function open(reference: string): Promise<Page> {
		const page = await stage.page();
		await page.goto(`${stage.world.server.url}/form/annonce-corriger`);
		await page.getByLabel('Référence de l’annonce').fill(reference);
		await page.getByRole('button', { name: 'Continuer' }).click();
		return page;
	}

	async function correct(reference: string, text: string, day?: string): Promise<Page> {
		const page = await open(reference);
		await page.getByLabel('Texte de l’annonce').fill(text);
		if (day !== undefined) await page.getByLabel('Jour de parution').fill(day);
		await page.getByRole('button', { name: 'Remplacer l’annonce' }).click();
		return page;
	}

	it('replaces the notice, and leaves everything where the new text is refused', async () => {
		const texte = 'AVIS DE MODIFICATION\n\nLe siège de CORRIGE change.';
		await desk().propose('CORRIGE', { texte });
		await desk().decide('CORRIGE');
		const { reference } = await desk().inState('CORRIGE', 'commandée');
		const refused = await correct(String(reference), 'AVIS\n\n[À COMPLÉTER : siège]');
		await refused.getByText('L’annonce n’est pas remplacée').waitFor();
		assert.equal((await desk().row('CORRIGE'))['reference'], reference);
		const done = await correct(String(reference), `${texte} Au 2 rue du Test.`);
		await done.getByText('Annonce remplacée').waitFor();
		const row = await desk().row('CORRIGE');
		const [old, fresh, ...more] = stage.ordered('CORRIGE');
		assert.deepEqual([old?.reference, row['reference'], more], [reference, fresh?.reference, []]);
		assert.match(String(row['texte']), /2 rue du Test/);
		assert.equal(row['probleme'], '');
		assert.equal(fresh?.date_parution, old?.date_parution);
		assert.equal(row['date_parution'], old?.date_parution);
		await Promise.all([refused.close(), done.close()]);
	});

	it('keeps the day of the old notice, and replaces nothing where the wanted one is closed', async () => {
		stage.sandbox.settings({ unavailableDate: 'move' });
		const date_voulue = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
		const texte = 'AVIS DE MODIFICATION\n\nLe siège de JOUR change.';
		await desk().propose('JOUR', { texte, date_voulue });
		await desk().decide('JOUR');
		const { reference, date_parution: day } = await desk().inState('JOUR', 'commandée');
		assert.ok(String(day) >= date_voulue);
		const closed = await correct(String(reference), `${texte} Tard.`, '2020-01-31');
		await closed.getByText('L’annonce n’est pas remplacée').waitFor();
		assert.equal(stage.ordered('JOUR').length, 1);
		// The answer to the order gets lost: what it said is not known, and not what the old notice had.
		stage.sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
		const done = await correct(String(reference), `${texte} Au 2 rue du Test.`);
		await done.getByText('Annonce remplacée').waitFor();
		stage.sandbox.settings({ unavailableDate: 'refuse' });
		const [, fresh] = stage.ordered('JOUR');
		assert.equal(fresh?.date_parution, day);
		const row = await desk().row('JOUR');
		assert.equal(row['reference'], fresh?.reference);
		assert.deepEqual([row['date_parution'], row['total_ttc']], ['', null]);
		await Promise.all([closed.close(), done.close()]);
	});

	it('says so when no ordered notice has that reference', async () => {
		const page = await open('26L999999');
		await page.getByText('Aucune annonce commandée n’a cette référence.').waitFor();
		await page.close();
	});
}
