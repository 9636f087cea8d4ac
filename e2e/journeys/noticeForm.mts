/** The two pages of the forms for new notices, as a person fills them in. */
import type { Locator, Page } from 'playwright-core';
import { stage } from './stage.mts';

/** The first page, with the file, the kind and the SIREN where it is asked for. */
export async function first(path: string, dossier: string, kind: string): Promise<Page> {
	const page = await stage.page();
	await page.goto(`${stage.world.server.url}/form/${path}`);
	await page.getByLabel('Dossier').fill(dossier);
	await page.locator('select').selectOption(kind);
	const siren = page.getByLabel('Numéro SIREN');
	if (await siren.isVisible()) await siren.fill(`999 999 999`);
	await page.getByRole('button').click();
	await page.getByRole('button', { name: 'Enregistrer l’annonce' }).waitFor();
	return page;
}

/** Fills in what is empty as the placeholders show, and sends it. */
export async function second(page: Page): Promise<void> {
	for (const field of await page.locator('input, select, textarea').all()) {
		if (await field.isVisible()) await fill(field);
	}
	await page.getByRole('button', { name: 'Enregistrer l’annonce' }).click();
	await page.getByText('Annonce enregistrée').waitFor();
}

async function fill(field: Locator): Promise<void> {
	if ((await field.inputValue()) !== '') return;
	if ((await field.evaluate((one) => one.tagName)) === 'SELECT') {
		await field.selectOption({ index: 1 });
		return;
	}
	const isDate = (await field.getAttribute('type')) === 'date';
	// The days of publication may stay open.
	const isRequired = /form-required/.test((await field.getAttribute('class')) ?? '');
	if (isDate && isRequired) await field.fill('2026-03-02');
	if (!isDate) await field.fill((await field.getAttribute('placeholder')) ?? '');
}
