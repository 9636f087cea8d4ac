import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Execution, Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import type { Own } from '../ownValues.mts';
import { stage, succeeded } from '../stage.mts';
import { createTable, type Table } from '../tables.mts';

const EXAMPLE = 'order-and-sleep';
const FORM = 'Notice form';
const QUARTER = 'Every quarter of an hour';
const OFFICE = 'formalites@cabinet-demo.example';
const SLEEP = 'Sleep until it is woken';
const REASON = 'Greffe à préciser';

export function orderSleepWake(): void {
	let table: Table;
	let waker: StoredWorkflow;
	let limited = '';
	let active: StoredWorkflow | undefined;

	before(async () => {
		table = await createTable(EXAMPLE);
		waker = await stage.open('wake-the-order', { values: { table: table.name } });
	});
	after(async () => {
		if (active) await stage.client.deactivate(active.id);
	});

	const rowOf = async (file: string): Promise<Json> =>
		(await table.rows()).find((row) => row['file_reference'] === file) ?? {};
	const wake = async () => await stage.run(waker, QUARTER);
	const mails = (subject: string, file: string) =>
		stage.mailsTo(OFFICE).filter((mail) => mail.subject.startsWith(`${subject} : ${file}`));
	const mail = async (subject: string, file: string) =>
		await stage.mail.received(OFFICE, new RegExp(`^${subject} : ${file}`));

	/** With what somebody fills in, and a day of two seconds. */
	const filled = (file: string, parameters: Own['parameters'] = {}): Own => {
		const text = `EXEMPLE DÉMO, SAS. Transfert du siège, ${file}.`;
		return {
			values: { table: table.name },
			parameters: { 'Sleep for a day': { amount: 2, unit: 'seconds' }, ...parameters },
			pinned: { [FORM]: [{ json: { Dossier: file, 'Texte relu de l’annonce': text } }] },
		};
	};
	/** Orders. @returns the reference, and the run that sleeps now */
	async function asleep(workflow: StoredWorkflow, file: string): Promise<[string, string]> {
		const run = await stage.asleep(await stage.start(workflow, FORM));
		return [String((await rowOf(file))['reference']), run];
	}

	it('sleeps through a restart of n8n, tells of a suspension, and sends the attestation in the end', async () => {
		const { notices, fault } = stage.sandbox;
		const file = 'SLEEP-1';
		active = await stage.open(EXAMPLE, { ...filled(file), pinned: {} });
		await stage.activate(active);
		const text = `EXEMPLE DÉMO, SAS. Transfert du siège, ${file}.`;
		const page = await stage.form('annonce-suivie', { Dossier: file, 'Texte relu': text });
		const run = await stage.asleep(await stage.begun(active));
		await page.close();
		const reference = String((await rowOf(file))['reference']);
		await wake();
		await stage.restart();
		// Its end is looked at last: n8n looks once a minute for executions whose time has come.
		const soon = { [SLEEP]: { resumeAmount: 1, resumeUnit: 'seconds' } };
		limited = await stage.start(await stage.open(EXAMPLE, filled('SLEEP-0', soon)), FORM);

		notices.suspend(reference, REASON);
		await wake();
		assert.match((await mail('Annonce suspendue', file)).text, /Motif : Greffe à préciser/);
		await stage.asleep(run);
		const { status: suspended, reason } = await rowOf(file);
		assert.deepEqual([suspended, reason], ['suspendue', REASON]);
		await wake();

		const late = JSON.stringify({ resultat: 'succes', reference, documents: [] });
		fault({ kind: 'wrongShape', body: late, match: { path: 'documents' } });
		notices.publish(reference);
		await wake();
		const { attachments } = await mail('Annonce parue', file);
		assert.equal(attachments[0]?.content.subarray(0, 5).toString(), '%PDF-');
		succeeded(await stage.client.finished(run));
		const { status, told_on: told } = await rowOf(file);
		assert.deepEqual([status, Boolean(told)], ['parue', true]);
		assert.equal(mails('Annonce suspendue', file).length, 1);
		const left = (await wake()).items('Orders that sleep');
		assert.ok(left.every(({ json }) => json['file_reference'] !== file));
	});

	it('follows a text that is ordered twice once, by the first execution', async () => {
		const workflow = await stage.open(EXAMPLE, filled('SLEEP-2'));
		const [reference, run] = await asleep(workflow, 'SLEEP-2');
		const before = await table.rows();
		await stage.run(workflow, FORM);
		assert.deepEqual(await table.rows(), before);
		assert.equal(stage.ordered('SLEEP-2').length, 1);
		stage.sandbox.notices.publish(reference);
		await wake();
		succeeded(await stage.client.finished(run));
		assert.equal(mails('Annonce parue', 'SLEEP-2').length, 1);
	});

	it('is woken at the next run when it could not be woken, also after "Retry" of a failed e-mail', async () => {
		const { notices } = stage.sandbox;
		const workflow = await stage.open(EXAMPLE, filled('SLEEP-3'));
		const [reference, run] = await asleep(workflow, 'SLEEP-3');
		const { resumeUrl } = await rowOf('SLEEP-3');
		await table.change(reference, { resumeUrl: `${stage.world.server.url}/webhook-waiting/0` });
		notices.suspend(reference, REASON);
		stage.sandbox.fault({ kind: 'dropBefore', times: 1000 });
		assert.equal((await stage.attempt(waker, QUARTER)).status, 'error');
		stage.sandbox.clearFaults();
		await wake();
		const { status, problem } = await rowOf('SLEEP-3');
		assert.equal(status, 'a-paraitre');
		assert.ok(problem, 'the row says what was wrong');

		await table.change(reference, { resumeUrl });
		stage.mail.refusing = /SLEEP-3/;
		await wake();
		const failed = await stage.client.finished(run);
		stage.mail.refusing = undefined;
		await stage.retry(failed);
		await mail('Annonce suspendue', 'SLEEP-3');
		// n8n runs a failed execution again under another address.
		const again = await stage.asleep(await stage.begun(workflow));
		notices.publish(reference);
		await wake();
		succeeded(await stage.client.finished(again));
		await mail('Annonce parue', 'SLEEP-3');
	});

	it('says that an order may be placed when nobody answers whether it is', async () => {
		stage.sandbox.fault({ kind: 'dropAfter', match: { path: 'order' }, times: 1 });
		stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'status' }, times: 1000 });
		await stage.run(await stage.open(EXAMPLE, filled('SLEEP-4')), FORM);
		stage.sandbox.clearFaults();
		assert.match((await mail('Commande non confirmée', 'SLEEP-4')).text, /^Peut-être commandée/);
	});

	const told = (row: Json) => Boolean(row['told_on']);
	for (const node of ['Download the attestation', 'Send the attestation', 'The mail server']) {
		it(`${node} fails for a week after publication: the office hears of it`, async () => {
			const own = filled(node, { 'Sleep for a day': { amount: 0.1, unit: 'seconds' } });
			const sleeper = await stage.open(EXAMPLE, { ...own, withoutCredential: node });
			const [reference, run] = await asleep(sleeper, node);
			if (node === 'The mail server') stage.mail.refusing = /Annonce parue/;
			stage.sandbox.notices.publish(reference);
			await wake();
			assert.match((await mail('Sans attestation', node)).text, /Statut : parue/);
			stage.mail.refusing = undefined;
			succeeded(await stage.client.finished(run));
			assert.ok(told(await rowOf(node)));
		});
	}

	/** Each with the subject of its e-mail, what the newspaper does, and the row that remembers it. */
	type Event = readonly [string, (reference: string) => void, (row: Json) => boolean];
	const isSuspended = (row: Json) => row['status'] === 'suspendue';
	const cancelled = (reference: string) => stage.sandbox.notices.cancel(reference);
	const events: Readonly<Record<string, Event>> = {
		'Order the notice': ['Sans attestation', cancelled, told],
		'Say what to correct': ['Annonce non commandée', cancelled, () => true],
		'Tell the office of the suspension': [
			'Annonce suspendue',
			(reference) => stage.sandbox.notices.suspend(reference, REASON),
			isSuspended,
		],
		'Tell the office of the limit': ['Sans attestation', cancelled, told],
	};
	for (const [node, [subject, happen, isRemembered]] of Object.entries(events)) {
		const orders = node.startsWith('Order');
		let file = '';
		survives({
			example: EXAMPLE,
			trigger: FORM,
			nodes: { [node]: () => (orders ? { service: {} } : { mail: new RegExp(file) }) },
			retried: !orders,
			single: true,
			async prepare() {
				const dossier = `SLEEP-${node}-${(await table.rows()).length}-${stage.mail.mails.length}`;
				file = dossier;
				const own = filled(dossier);
				const done = () => mails(subject, dossier).map(() => dossier);
				const remembered = async () => (isRemembered(await rowOf(dossier)) ? [dossier] : []);
				if (!node.startsWith('Say')) return { own, pieces: [dossier], done, remembered };
				const tooDear = { table: table.name, maximumTotal: 1 };
				return { own: { ...own, values: tooDear }, pieces: [dossier], done };
			},
			async play(workflow): Promise<Execution> {
				const run = await stage.start(workflow, FORM);
				if ((await stage.rested(run)).status === 'waiting') {
					happen(String((await rowOf(file))['reference']));
					await wake();
				}
				return await stage.client.finished(run);
			},
		});
	}

	it('tells the office when the notice is not published within the limit', async () => {
		succeeded(await stage.client.finished(limited, 90_000));
		assert.match((await mail('Sans attestation', 'SLEEP-0')).text, /toujours pas parue/);
	});
}
