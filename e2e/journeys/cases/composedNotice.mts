import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { it } from '../../lib/testing.mts';
import { readExample } from '../../lib/workflow.mts';
import { survives, type Outside } from '../failures.mts';
import type { Own } from '../ownValues.mts';
import { stage, succeeded } from '../stage.mts';
import { decided, YES, type Answer } from './approval.mts';

interface FormField {
	readonly fieldName: string;
	readonly fieldLabel: string;
	readonly fieldType?: string;
	readonly placeholder?: string;
}

const CRM = 'From your CRM';
const REVIEWER = 'relecture@cabinet-demo.example';
const OFFICE = 'suite@cabinet-demo.example';
/** Gets its e-mail also while another test has the office's refused. */
const ELSEWHERE = 'silence@cabinet-demo.example';
/** Where what is asked for of one kind only is missing. */
const INCOMPLETE = { dirigeant: '', ancienne: '', liquidateur: '' };

/** @param kinds the values of the field that chooses the text */
export const composedNotice =
	(example: string, path: string, choice: string, kinds: readonly string[]) => (): void => {
		const [first = ''] = kinds;
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
		const values = { reviewer: REVIEWER, office: OFFICE };
		/** As another workflow would call it. */
		const called = (json: Json): Own => ({ values, pinned: { [CRM]: [{ json }] } });
		const opened = async (json: Json) => await stage.open(example, called(json));
		async function play(workflow: StoredWorkflow, dossier: string, answer?: Answer) {
			const run = await decided(await stage.start(workflow, CRM), REVIEWER, dossier, answer);
			const told = outcomes('à corriger', dossier).map(({ text }) => text);
			for (const text of told) assert.match(text, /pas démarré|Réglez ceci|À COMPLÉTER/);
			return run;
		}
		const outcomes = (subject: string, dossier: string) =>
			stage
				.mailsTo(OFFICE)
				.filter((mail) => mail.subject.startsWith(`Annonce ${subject} : ${dossier}`));

		for (const [index, kind] of kinds.entries()) {
			it(`orders the text of "${kind}" once a professional has read it`, async () => {
				const dossier = `${example}-${index}`;
				const workflow = await opened(await fields(kind, dossier));
				const run = await play(workflow, dossier);
				const checked = succeeded(run).items('Check the text')[0]?.json ?? {};
				assert.deepEqual([checked['corrections'], checked['pertes']], [[], []]);
				const [order, ...more] = stage.ordered(dossier);
				assert.deepEqual(more, []);
				const [outcome] = outcomes('commandée', dossier);
				assert.match(outcome?.subject ?? '', new RegExp(order?.reference ?? 'no order'));
			});
		}

		it('orders nothing that was not approved, and quotes nothing that is incomplete', async () => {
			const dossier = `${example}-non`;
			succeeded(await play(await opened(await fields(first, dossier)), dossier, 'Non'));
			assert.deepEqual(stage.ordered(dossier), []);
			const [refused] = outcomes('non approuvée', dossier);
			assert.match(refused?.text ?? '', /annonce refusée\.\s+Siège à corriger/);

			const missing = { ...(await fields(kinds.at(-1) ?? '', dossier)), ...INCOMPLETE };
			const run = succeeded(await play(await opened(missing), dossier));
			assert.deepEqual(run.items('Quote the notice'), []);
			const [mail] = outcomes('à corriger', dossier);
			assert.match(mail?.text ?? '', /À COMPLÉTER : (gérant|ancienne mention|liquidateur)\]/);
		});

		it('takes the fields from its form, which refuses to be sent without the required ones', async () => {
			const dossier = `${example}-form`;
			const workflow = await stage.open(example, { values });
			await stage.active(workflow, async () => {
				const page = await stage.page();
				await page.goto(`${stage.world.server.url}/form/${path}`);
				const json = await fields(first, dossier);
				const button = page.getByRole('button', { name: 'Composer l’annonce' });
				for (const { fieldName, fieldLabel, fieldType } of await fieldsOf()) {
					const value = String(json[fieldName]);
					const field = page.getByLabel(fieldLabel);
					if (fieldName === 'siege') await button.click();
					if (fieldType === 'dropdown') await field.selectOption(value);
					else await field.fill(value);
				}
				assert.deepEqual(await stage.client.executionIds(workflow.id), [], 'not sent yet');
				await button.click();
				// Whoever sends the form is not led to the page that approves.
				await page.getByText('relecture et accord').waitFor();
				const [reviewed, text] = await stage.review(REVIEWER, new RegExp(`${dossier}$`));
				assert.match(text, /EXEMPLE DÉMO/);
				assert.match(page.url(), /\/form\//);
				await Promise.all([reviewed.close(), page.close()]);
			});
		});

		// What follows the text is the same in all: one is played with each of its outside nodes failing.
		if (example !== 'compose-constitution') return;

		let silent = '';
		it('takes no answer from somebody who has not got the address in the e-mail', async () => {
			const soon = { 'Wait for the decision': { resumeAmount: 1, resumeUnit: 'seconds' } };
			const mine = { values: { ...values, office: ELSEWHERE }, parameters: soon };
			const own = { ...called(await fields(first, 'SILENT')), ...mine };
			silent = await stage.asleep(await stage.start(await stage.open(example, own), CRM));
			const body = new FormData();
			body.append('field-1', JSON.stringify([YES]));
			for (const address of ['', '?signature=guessed']) {
				const url = `${stage.world.server.url}/form-waiting/${silent}${address}`;
				assert.equal((await fetch(url, { method: 'POST', body })).status, 401);
			}
		});

		it('says nothing of correcting when nobody knows whether it was ordered; sent again, it is found', async () => {
			const dossier = `${example}-lost`;
			const workflow = await opened(await fields(first, dossier));
			stage.sandbox.fault({ kind: 'dropAfter', match: { path: 'order' } });
			stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'status' }, times: 1000 });
			await play(workflow, dossier).finally(() => stage.sandbox.clearFaults());
			const mail = await stage.mail.received(OFFICE, new RegExp(`non confirmée : ${dossier}`));
			assert.match(mail.text, /le même texte sans le modifier/);
			assert.doesNotMatch(mail.text, /Rien n’a été commandé/);
			succeeded(await play(workflow, dossier));
			assert.deepEqual(stage.ordered(dossier).length, 1);
			assert.equal(outcomes('commandée', dossier).length, 1);
		});

		const failing = (
			nodes: Readonly<Record<string, () => Outside>>,
			found: (dossier: string) => readonly unknown[],
			more: Json = {},
			answer: Answer = YES,
		) =>
			survives({
				example,
				trigger: CRM,
				single: true,
				nodes,
				async prepare(dossier) {
					const json = { ...(await fields(first, dossier)), ...more };
					const done = () => found(dossier).map(() => dossier);
					return { own: called(json), done, remembered: done };
				},
				play: async (workflow, dossier) => await play(workflow, dossier, answer),
			});
		failing(
			{
				'Quote the notice': () => ({ service: { path: 'quote' } }),
				'Ask a professional': () => ({ mail: /^relecture@/ }),
				'Order the notice': () => ({ service: { path: 'order' } }),
			},
			(dossier) => stage.ordered(dossier),
		);
		// Ordered is remembered by the service alone: run again, the order is found.
		failing({ 'Send the outcome': () => ({ mail: /^suite@/ }) }, (dossier) =>
			outcomes('commandée', dossier),
		);
		failing(
			{ 'Say what to correct': () => ({ mail: /^suite@/ }) },
			(dossier) => outcomes('à corriger', dossier),
			INCOMPLETE,
		);
		failing(
			{ 'Nothing was ordered': () => ({ mail: /^suite@/ }) },
			(dossier) => outcomes('non approuvée', dossier),
			{},
			'Non',
		);

		// n8n looks once a minute for executions whose time has come.
		it('orders nothing when nobody answers in time, and tells the office', async () => {
			succeeded(await stage.client.finished(silent, 90_000));
			assert.deepEqual(stage.ordered('SILENT'), []);
			assert.match(stage.mailsTo(ELSEWHERE)[0]?.text ?? '', /personne n’a répondu/);
		});
	};
