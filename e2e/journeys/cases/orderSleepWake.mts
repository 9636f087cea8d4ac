import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import type { Json } from '../../lib/execution.mts';
import { after, before, it } from '../../lib/testing.mts';
import { until } from '../../lib/until.mts';
import { survives } from '../failures.mts';
import { httpStandIn } from '../httpStandIn.mts';
import type { Own } from '../ownValues.mts';
import { stage, succeeded } from '../stage.mts';
import { createTable, type Table } from '../tables.mts';

const EXAMPLE = 'order-and-sleep';
const ALARM = 'wake-the-order';
const FORM = 'From the form';
const QUARTER = 'Every quarter of an hour';
const OFFICE = 'formalites@cabinet-demo.example';
const REASON = 'Greffe à préciser';

export function orderSleepWake(): void {
	let table: Table;
	let waker: StoredWorkflow;
	let limited = '';
	let active: StoredWorkflow | undefined;

	before(async () => {
		table = await createTable(EXAMPLE);
		waker = await stage.open(ALARM, { values: { table: table.name } });
	});
	after(async () => {
		if (active) await stage.client.deactivate(active.id);
	});

	const rowOf = async (file: string): Promise<Json> =>
		(await table.rows()).find((row) => row['file_reference'] === file) ?? {};
	const wake = async () => await stage.run(waker, QUARTER);
	const mails = (file: string, subject = '') =>
		stage
			.mailsTo(OFFICE)
			.filter((mail) => mail.subject.startsWith(`Annonce ${subject}`))
			.filter((mail) => `${mail.subject},`.includes(` : ${file},`));
	const mail = async (file: string, subject: string) =>
		await stage.mail.received(OFFICE, new RegExp(`^${subject} : ${file}(,|$)`));

	const textOf = (file: string) => `EXEMPLE DÉMO, SAS. Transfert du siège, ${file}.`;
	/** With what somebody fills in, and half a day of a tenth of a second. */
	const filled = (file: string, parameters: Own['parameters'] = {}, values: Json = {}): Own => ({
		values: { table: table.name, ...values },
		parameters: { 'Sleep for half a day': { amount: 0.1, unit: 'seconds' }, ...parameters },
		pinned: { [FORM]: [{ json: { Dossier: file, 'Texte relu de l’annonce': textOf(file) } }] },
	});
	/** Orders. @returns the reference, and the run that sleeps now */
	async function asleep(file: string, own = filled(file)): Promise<[string, string]> {
		const workflow = await stage.open(EXAMPLE, own);
		const run = await stage.asleep(await stage.start(workflow, FORM));
		return [String((await rowOf(file))['reference']), run];
	}

	/** Its attestation comes later. */
	function publish(reference: string): void {
		const body = JSON.stringify({ resultat: 'succes', reference, documents: [] });
		stage.sandbox.fault({ kind: 'wrongShape', body, match: { path: 'documents' } });
		stage.sandbox.notices.publish(reference);
	}

	it('sleeps through a restart of n8n, tells of a suspension, and sends the attestation in the end', async () => {
		const { notices } = stage.sandbox;
		const file = 'SLEEP-1';
		active = await stage.open(EXAMPLE, { ...filled(file), pinned: {} });
		await stage.activate(active);
		const fields = { Dossier: file, 'Texte relu': textOf(file) };
		const page = await stage.form('annonce-suivie', fields);
		await page.getByText('À vérifier').first().waitFor();
		assert.equal(stage.ordered(file).length, 0, 'the first form orders nothing');
		await stage.decide(page, 'Oui, commander');
		await stage.next(active);
		const run = await stage.asleep(await stage.begun(active));
		await page.close();
		const { reference: ordered, resumeUrl } = await rowOf(file);
		const reference = String(ordered);
		await wake();
		await stage.restart();
		// Its end is looked at last: n8n looks once a minute for executions whose time has come.
		const soon = { 'Sleep until it is woken': { resumeAmount: 1, resumeUnit: 'seconds' } };
		[, limited] = await asleep('SLEEP-0', filled('SLEEP-0', soon));

		notices.suspend(reference, REASON);
		await table.change(reference, { resumeUrl: `${stage.world.server.url}/webhook-waiting/0` });
		const woken = await stage.attempt(waker, QUARTER);
		assert.match(woken.error ?? '', new RegExp(`${reference} .*told nobody`));
		assert.match(String((await rowOf(file))['problem']), /does not exist/);
		await table.change(reference, { resumeUrl });
		await wake();
		assert.match((await mail(file, 'Annonce suspendue')).text, /^Motif : Greffe à préciser$/m);
		await stage.asleep(run);
		const row = await rowOf(file);
		assert.deepEqual([row['status'], row['reason']], ['suspendue', REASON]);
		notices.backToBePublished(reference);
		await wake();
		assert.equal((await rowOf(file))['status'], 'a-paraitre');
		notices.suspend(reference, REASON);
		await wake();
		await until('The second suspension', () => mails(file, 'suspendue')[1]);
		await stage.asleep(run);

		publish(reference);
		await wake();
		const { attachments } = await mail(file, 'Annonce parue');
		assert.equal(attachments[0]?.content.subarray(0, 5).toString(), '%PDF-');
		succeeded(await stage.client.finished(run));
		assert.ok((await rowOf(file))['told_on']);
		assert.equal(mails(file).length, 3);
		const left = (await wake()).items('Orders that sleep');
		assert.ok(left.every(({ json }) => json['file_reference'] !== file));
	});

	it('follows a text that is ordered twice once, by the first execution', async () => {
		const [reference, run] = await asleep('SLEEP-2');
		const before = await table.rows();
		await stage.run(await stage.open(EXAMPLE, filled('SLEEP-2')), FORM);
		assert.deepEqual(await table.rows(), before);
		assert.equal(stage.ordered('SLEEP-2').length, 1);
		stage.sandbox.notices.publish(reference);
		await wake();
		succeeded(await stage.client.finished(run));
		assert.equal(mails('SLEEP-2', 'parue').length, 1);
	});

	it('says that an order may be placed when nobody answers whether it is', async () => {
		stage.sandbox.fault({ kind: 'dropAfter', match: { path: 'order' }, times: 1 });
		stage.sandbox.fault({ kind: 'dropBefore', match: { path: 'status' }, times: 1000 });
		await stage.run(await stage.open(EXAMPLE, filled('SLEEP-4')), FORM);
		stage.sandbox.clearFaults();
		assert.match((await mail('SLEEP-4', 'Commande non confirmée')).text, /^Peut-être commandée/);
	});

	/** What the newspaper does, by the status that the office hears of. */
	const events: Readonly<Record<string, (reference: string) => void>> = {
		parue: (reference) => stage.sandbox.notices.publish(reference),
		suspendue: (reference) => stage.sandbox.notices.suspend(reference, REASON),
		introuvable: (reference) => stage.sandbox.notices.cancel(reference),
	};
	for (const [status, happen] of Object.entries(events)) {
		it(`tells that the notice is "${status}", once, as soon as the mail server is back`, async () => {
			const file = `AWAY-${status}`;
			const [reference, run] = await asleep(file);
			const { refused } = stage.mail;
			stage.mail.refusing = new RegExp(file);
			happen(reference);
			await wake();
			// Five times at once; for a suspension so often that it would be a week.
			const least = refused + (status === 'suspendue' ? 14 * 5 : 5);
			await until('Another try', () => stage.mail.refused > least || undefined, 60_000);
			await wake();
			const { status: before, told_on: mark, problem } = await rowOf(file);
			assert.match(`${before} ${mark} ${problem}`, /^a-paraitre null .*running already/);
			stage.mail.refusing = undefined;
			await mail(file, `Annonce ${status}`);
			const ended = await stage.rested(run);
			assert.equal(ended.status, status === 'suspendue' ? 'waiting' : 'success');
			const { status: known, told_on: told } = await rowOf(file);
			assert.deepEqual([known, Boolean(told)], [status, status !== 'suspendue']);
			assert.equal(mails(file).length, 1);
			if (status !== 'suspendue') return;
			publish(reference);
			await wake();
			assert.equal((await mail(file, 'Annonce parue')).attachments.length, 1, 'it was awaited');
		});
	}

	for (const node of ['Download the attestation', 'Tell the office', 'The mail server']) {
		it(`${node} fails for days after the publication: nothing is lost`, async () => {
			const days = (node.startsWith('Download') ? 7 : 10) * 86_400_000;
			const woken_on = new Date(Date.now() - days + 8000).toISOString();
			const early = { mode: 'raw', jsonOutput: JSON.stringify({ woken_on }) };
			const own = filled(node, { 'When it was woken': early });
			const [reference, run] = await asleep(node, { ...own, withoutCredential: node });
			if (node === 'The mail server') stage.mail.refusing = new RegExp(node);
			stage.sandbox.notices.publish(reference);
			await wake();
			const ended = await stage.client.finished(run);
			stage.mail.refusing = undefined;
			if (node === 'The mail server') {
				assert.equal(ended.status, 'error');
				assert.equal((await rowOf(node))['told_on'], null);
				await stage.retry(ended);
			}
			const { attachments } = await mail(node, 'Annonce parue');
			assert.equal(attachments.length, node.startsWith('Download') ? 0 : 1);
			await until('The memory of it', async () => (await rowOf(node))['told_on'] ?? undefined);
			assert.equal(mails(node).length, 1);
		});
	}

	for (const node of ['Order the notice', 'Say what to correct']) {
		const orders = node.startsWith('Order');
		survives({
			example: EXAMPLE,
			trigger: FORM,
			nodes: { [node]: (file) => (orders ? { service: {} } : { mail: new RegExp(file) }) },
			retried: !orders,
			single: true,
			prepare(file) {
				const own = filled(file, {}, orders ? {} : { maximumTotal: 1 });
				if (!orders) return { own, done: () => mails(file, 'non commandée').map(() => file) };
				const done = () => stage.ordered(file).map(() => file);
				const remembered = async () => ((await rowOf(file))['reference'] ? [file] : []);
				return { own, done, remembered };
			},
			play: async (workflow) => await stage.rested(await stage.start(workflow, FORM)),
		});
	}

	const sleepers = httpStandIn(() => ({ json: {} }), true);
	for (const node of ['What has changed', 'Wake its execution']) {
		const calls = node.startsWith('Wake');
		survives({
			example: ALARM,
			trigger: QUARTER,
			nodes: {
				[node]: (_, [, second]) =>
					calls
						? { system: sleepers, one: new RegExp(`/${second} `) }
						: { service: { path: 'statuses' } },
			},
			// The address that it calls is all it has.
			keyless: calls,
			async prepare() {
				const pieces = await stage.orders(3);
				const rows = pieces.map((reference) => ({
					reference,
					status: 'a-paraitre',
					resumeUrl: `${sleepers.url}/${reference}`,
				}));
				const tried = await createTable(EXAMPLE, rows);
				pieces.forEach((reference) => stage.sandbox.notices.publish(reference));
				const called = () =>
					pieces.filter((one) => sleepers.received.some(({ path }) => path === `/${one}`));
				return {
					own: { values: { table: tried.name } },
					pieces,
					// Called until its execution has told.
					done: called,
					remembered: called,
				};
			},
		});
	}

	it('tells the office when the notice is not published within the limit', async () => {
		succeeded(await stage.client.finished(limited, 90_000));
		assert.ok(await mail('SLEEP-0', 'Annonce toujours pas parue'));
	});
}
