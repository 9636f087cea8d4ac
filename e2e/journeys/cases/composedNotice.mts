import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Execution, Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { readExample } from '../../lib/workflow.mts';
import type { Own } from '../ownValues.mts';
import type { Stage } from '../stage.mts';

interface FormField {
	readonly fieldName: string;
	readonly fieldLabel: string;
	readonly fieldType?: string;
	readonly placeholder?: string;
	readonly fieldOptions?: { readonly values: ReadonlyArray<{ readonly option: string }> };
}

const CRM = 'From your CRM';
const FAILING = [
	['Quote the notice', 'quote'],
	['Order the notice', 'order'],
] as const;

/** @param kinds the values of the field that chooses the text */
export const composedNotice =
	(example: string, path: string, choice: string, kinds: readonly string[]) =>
	(stage: () => Stage): void => {
		const to = (name: string) => `${name}@cabinet-demo.example`;
		const fieldsOf = async () => {
			const { nodes } = await readExample(example);
			const form = nodes.find(({ name }) => name === 'Notice form')?.parameters['formFields'];
			return (form as { values: readonly FormField[] }).values;
		};
		/** What the placeholders of the form show, as a CRM would send it. */
		async function fields(kind: string, dossier: string): Promise<Json> {
			const filled = (await fieldsOf()).map(({ fieldName, fieldType, placeholder = '' }) => [
				fieldName,
				fieldType === 'date' ? '2026-03-02' : placeholder,
			]);
			return { ...(Object.fromEntries(filled) as Json), rcs_nouveau: '', [choice]: kind, dossier };
		}
		const ordered = (dossier: string) =>
			stage()
				.world.sandbox.journal.orders()
				.filter((order) => order.dossier === dossier);

		/** Starts it as another workflow would. @returns the run, not finished yet */
		async function called(json: Json, own: Own = {}): Promise<[StoredWorkflow, string]> {
			const values = { reviewer: to('relecture'), office: to('suite'), ...own.values };
			const workflow = await stage().open(example, {
				...own,
				values,
				pinned: { [CRM]: [{ json }] },
			});
			return [workflow, await stage().start(workflow, CRM)];
		}
		/** Opens the page of the approval that the e-mail leads to. */
		async function review(dossier: string): Promise<[Page, string]> {
			const mail = await stage().mail.received(to('relecture'), new RegExp(`${dossier}$`));
			const page = await stage().page();
			await page.setContent(mail.text);
			const target = await page.getByRole('link', { name: 'Relire' }).getAttribute('href');
			await page.goto(target ?? '');
			return [page, mail.text];
		}
		async function decided(page: Page, answer: string, run: string): Promise<Execution> {
			await page.getByLabel('Commander cette annonce ?').selectOption(answer);
			await page.getByRole('button', { name: 'Envoyer' }).click();
			const finished = await stage().world.client.finished(run);
			await page.close();
			assert.equal(finished.status, 'success', finished.error);
			return finished;
		}

		for (const [index, kind] of kinds.entries()) {
			const dossier = `${example}-${index}`;
			it(`orders the text of "${kind}" once a professional has read it`, async () => {
				const [, run] = await called(await fields(kind, dossier));
				const [page, mail] = await review(dossier);
				assert.match(mail, /Prix : [\d ]+,\d\d € TTC/);
				assert.match(await page.locator('body').innerText(), /EXEMPLE DÉMO/);
				assert.equal(ordered(dossier).length, 0, 'nothing is ordered before the approval');
				const finished = await decided(page, 'Oui, le texte est relu', run);
				const checked = finished.items('Check the text')[0]?.json ?? {};
				assert.deepEqual([checked['corrections'], checked['pertes']], [[], []]);
				const [order, ...more] = ordered(dossier);
				assert.deepEqual(more, []);
				const outcome = await stage().mail.received(
					to('suite'),
					new RegExp(`commandée : ${dossier}`),
				);
				assert.match(outcome.subject, new RegExp(order?.reference ?? 'no order'));
			});
		}

		const [first = '', last = kinds.at(-1) ?? ''] = [kinds[0], kinds.at(-1)];

		it('orders nothing that was not approved', async () => {
			const dossier = `${example}-non`;
			const [, run] = await called(await fields(first, dossier));
			await decided((await review(dossier))[0], 'Non', run);
			assert.deepEqual(ordered(dossier), []);
		});

		it('asks for what is missing before anything is quoted', async () => {
			const dossier = `${example}-vide`;
			const missing = { dirigeant: '', ancienne: '', liquidateur: '' };
			const [, run] = await called({ ...(await fields(last, dossier)), ...missing });
			const { status, items } = await finishedRun(run);
			assert.equal(status, 'success');
			assert.deepEqual(items('Quote the notice'), []);
			const mail = await stage().mail.received(to('suite'), new RegExp(`corriger : ${dossier}`));
			assert.match(mail.text, /À COMPLÉTER : (gérant|ancienne mention|liquidateur)\]/);
		});
		async function finishedRun(run: string) {
			const finished = await stage().world.client.finished(run);
			return { status: finished.status, items: finished.items.bind(finished) };
		}

		for (const [node, path] of FAILING) {
			for (const away of [false, true]) {
				it(`orders nothing, and says so, when "${node}" ${away ? 'gets no answer' : 'has no credential'}`, async () => {
					const { sandbox } = stage().world;
					const dossier = `${example}-${path}-${away}`;
					const own = away ? {} : { withoutCredential: node };
					const fault = { kind: 'dropBefore', match: { path }, times: 1000 } as const;
					if (away && path === 'quote') sandbox.fault(fault);
					const [, run] = await called(await fields(first, dossier), own);
					if (path === 'order') {
						const [page] = await review(dossier);
						if (away) sandbox.fault(fault);
						await decided(page, 'Oui, le texte est relu', run);
					}
					await stage().mail.received(to('suite'), new RegExp(`corriger : ${dossier}`));
					sandbox.clearFaults();
					assert.deepEqual(ordered(dossier), []);
				});
			}
		}

		it('takes the fields from its form, which refuses to be sent without the required ones', async () => {
			const dossier = `${example}-form`;
			const workflow = await stage().open(example, { values: { reviewer: to('relecture') } });
			await stage().activate(workflow);
			const page = await stage().form(path);
			const json = await fields(first, dossier);
			const button = page.getByRole('button', { name: 'Composer l’annonce' });
			for (const { fieldName, fieldLabel, fieldType } of await fieldsOf()) {
				const value = String(json[fieldName]);
				const field = page.getByLabel(fieldLabel);
				if (fieldName === 'siege') await button.click();
				if (fieldType === 'dropdown') await field.selectOption(value);
				else await field.fill(value);
			}
			assert.deepEqual(await stage().world.client.executionIds(workflow.id), [], 'not sent yet');
			await button.click();
			await page.getByText('relecture et accord').waitFor();
			const [reviewed, text] = await review(dossier);
			assert.match(text, /EXEMPLE DÉMO/);
			await Promise.all([reviewed.close(), page.close()]);
			await stage().world.client.deactivate(workflow.id);
		});
	};
