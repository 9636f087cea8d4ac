/** The two pages of the forms for new notices, as a person fills them in. */
import type { Page } from 'playwright-core';
import type { Json } from '../lib/execution.mts';
import { readExample } from '../lib/workflow.mts';
import { stage } from './stage.mts';

export interface FormField {
	readonly fieldName: string;
	readonly fieldLabel: string;
	readonly fieldType?: string;
	readonly placeholder?: string;
	readonly fieldOptions?: { readonly values: ReadonlyArray<{ readonly option: string }> };
}

async function fieldsOf(example: string, page: RegExp): Promise<readonly FormField[]> {
	const { nodes } = await readExample(example);
	const found = nodes.find(({ parameters }) =>
		page.test(String((parameters['options'] as Json | undefined)?.['formTitle'])),
	);
	return (found?.parameters['formFields'] as { values: readonly FormField[] }).values;
}

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
export async function second(page: Page, example: string): Promise<void> {
	const title = await page.locator('h1').first().innerText();
	const fields = await fieldsOf(example, new RegExp(`^${title}$`));
	for (const { fieldName, fieldLabel, fieldType, placeholder = '', fieldOptions } of fields) {
		const field = page.getByLabel(fieldLabel, { exact: false }).first();
		if (fieldOptions) await field.selectOption(fieldOptions.values[0]?.option ?? '');
		else if (/^(journal_autre|departement_journal)$/.test(fieldName)) continue;
		else if (fieldType === 'date' && !/souhaitée|au plus tard/.test(fieldLabel))
			await field.fill('2026-03-02');
		else if (placeholder && (await field.inputValue()) === '') await field.fill(placeholder);
	}
	await page.getByRole('button', { name: 'Enregistrer l’annonce' }).click();
	await page.getByText('Demande enregistrée').waitFor();
}
