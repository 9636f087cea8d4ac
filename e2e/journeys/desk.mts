/** The desk as all of its journeys find it: the table, the workflow that approves and orders, the one for failures. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { StoredWorkflow } from '../lib/client.mts';
import type { Json } from '../lib/execution.mts';
import { openNotices } from '../lib/noticesTable.mts';
import { PATIENCE_MS, until } from '../lib/until.mts';
import { answer, APPROVE, linkIn } from './approvalForm.mts';
import { stage } from './stage.mts';
import type { Own } from './ownValues.mts';

export const OFFICE = 'bureau@cabinet.example';
export const APPROVER = 'relecture@cabinet.example';
const EVERY = 'Every five minutes';

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** @param own of the workflow that approves and orders */
export async function openDesk(own: Own = {}) {
	const failures = await stage.open('when-something-fails');
	await stage.activate(failures);
	const approval = await stage.open('approve-and-order', own);
	await stage.activate(approval);
	await stage.run(approval, EVERY);
	const table = await openNotices(stage.client);

	/** The one row of a file (dossier). */
	async function row(dossier: string): Promise<Json> {
		const all = (await table.rows()).filter((one) => one['dossier'] === dossier);
		assert.equal(all.length, 1, `rows of ${dossier}: ${all.length}`);
		return all[0] ?? {};
	}

	/** Waits until the row of a file is in a state. */
	async function inState(
		dossier: string,
		state: string,
		also = (_row: Json) => true,
	): Promise<Json> {
		let last: Json = {};
		return await until(
			() => `"${dossier}" in the state ${state} after ${JSON.stringify(last)}`,
			async () => {
				last = await row(dossier);
				return last['etat'] === state && also(last) ? last : undefined;
			},
			PATIENCE_MS,
		);
	}

	return {
		...table,
		failures,
		approval,
		row,
		inState,
		/** What the schedule does. */
		turn: async (workflow: StoredWorkflow = approval) => await stage.run(workflow, EVERY),
		/** Adds a row and lets the schedule come to it. */
		async propose(dossier: string, cells: Json = {}): Promise<Json> {
			await table.add({ dossier, societe: `SOCIÉTÉ ${dossier}`, ...cells });
			await stage.run(approval, EVERY);
			return await inState(dossier, 'à approuver');
		},
		/** Answers the newest question about a file. */
		async decide(dossier: string, choice = APPROVE): Promise<void> {
			await answer(await linkOf(dossier), choice);
		},
		/** The page behind the newest e-mail to the approver about a file. */
		async form(dossier: string): Promise<Page> {
			const page = await stage.page();
			await page.goto(await linkOf(dossier));
			return page;
		},
	};
}

/** The address behind the button of the newest e-mail to the approver that names this file. */
export async function linkOf(dossier: string): Promise<string> {
	const mail = await until(
		`An e-mail about ${dossier}`,
		() => stage.mailsTo(APPROVER).findLast(({ html = '' }) => html.includes(`dossier ${dossier}.`)),
		PATIENCE_MS,
	);
	return linkIn(mail);
}

/** Fills the form in and sends it, as a person does. @returns what the page says then */
export async function fillIn(
	page: Page,
	choice: string,
	name = 'Alix Modèle',
	remark = '',
): Promise<string> {
	await page.getByLabel(choice).check();
	await page.getByLabel('Votre nom').fill(name);
	await page.getByLabel('Remarque').fill(remark);
	await page.getByRole('button', { name: 'Envoyer ma réponse' }).click();
	const said = page.locator('#submitted-header');
	await said.waitFor({ state: 'visible' });
	return await said.innerText();
}
