import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
import type { Stage } from '../stage.mts';
import { createTable, type Table } from '../tables.mts';

const EXAMPLE = 'order-and-sleep';
const START = 'Every quarter of an hour';
const OFFICE = 'formalites@cabinet-demo.example';
const SLEEP = 'Sleep until it is woken';

export function orderSleepWake(stage: () => Stage): void {
	let table: Table;
	let sleeper: StoredWorkflow;
	let waker: StoredWorkflow;

	before(async () => {
		table = await createTable(stage().world.client, EXAMPLE);
		const values = { table: table.name };
		waker = await stage().open('wake-the-order', { values });
		sleeper = await stage().open(EXAMPLE, {
			values,
			parameters: { 'Sleep for a day': { amount: 2, unit: 'seconds' } },
		});
		await stage().activate(sleeper);
	});

	const rowOf = async (file: string) =>
		(await table.rows()).find((row) => row['file_reference'] === file) ?? {};
	const wake = async () => await stage().run(waker, START);
	const mail = async (subject: string, file: string) =>
		await stage().mail.received(OFFICE, new RegExp(`^${subject} : ${file},`), 90_000);

	/** Orders through the form. @returns the reference, and the run that sleeps now */
	async function asleep(file: string): Promise<[string, string]> {
		const page = await stage().form('annonce-suivie');
		await page.getByLabel('Dossier').fill(file);
		await page.getByLabel('Texte relu').fill(`EXEMPLE DÉMO, SAS. Transfert du siège, ${file}.`);
		await page.getByRole('button', { name: 'Commander' }).click();
		const run = await stage().sleeping(sleeper);
		await page.close();
		return [String((await rowOf(file))['reference']), run];
	}
	const ended = async (run: string) => {
		const { status, error } = await stage().world.client.finished(run);
		assert.equal(status, 'success', error);
	};

	it('sleeps through a restart of n8n, tells of a suspension, and sends the attestation in the end', async () => {
		const { notices, fault } = stage().world.sandbox;
		const [reference, run] = await asleep('SLEEP-1');
		await wake();
		await stage().restart();

		notices.suspend(reference, 'Greffe à préciser');
		await wake();
		assert.match((await mail('Annonce suspendue', 'SLEEP-1')).text, /Motif : Greffe à préciser/);
		await stage().sleeping(sleeper);
		assert.equal((await rowOf('SLEEP-1'))['reason'], 'Greffe à préciser');

		const late = JSON.stringify({ resultat: 'succes', reference, documents: [] });
		const match = { path: 'documents' };
		fault({ kind: 'wrongShape', body: late, match });
		notices.publish(reference);
		await wake();
		const { attachments } = await mail('Annonce parue', 'SLEEP-1');
		assert.equal(attachments[0]?.content.subarray(0, 5).toString(), '%PDF-');
		await ended(run);
		const { status, told_on: told } = await rowOf('SLEEP-1');
		assert.deepEqual([status, Boolean(told)], ['parue', true]);
		assert.deepEqual((await wake()).items('Orders that sleep'), []);
	});

	it('is woken at the next run when it could not be woken, and keeps what failed for Retry', async () => {
		const { client, sandbox } = stage().world;
		const [reference, run] = await asleep('SLEEP-2');
		const { resumeUrl } = await rowOf('SLEEP-2');
		await table.change(reference, { resumeUrl: `${stage().world.server.url}/webhook-waiting/0` });
		sandbox.notices.publish(reference);
		await wake();
		const { status, problem } = await rowOf('SLEEP-2');
		assert.equal(status, 'a-paraitre');
		assert.ok(problem, 'the row says what was wrong');

		await table.change(reference, { resumeUrl });
		stage().mail.refusing = /./;
		await wake();
		const failed = await client.finished(run);
		stage().mail.refusing = undefined;
		assert.equal(failed.status, 'error');
		assert.equal((await rowOf('SLEEP-2'))['told_on'], null);
		await stage().retry(failed);
		await mail('Annonce parue', 'SLEEP-2');
		assert.ok((await rowOf('SLEEP-2'))['told_on']);
	});

	it('tells the office when the notice is not published within the limit', async () => {
		await stage().world.client.deactivate(sleeper.id);
		sleeper = await stage().open(EXAMPLE, {
			values: { table: table.name },
			parameters: { [SLEEP]: { resumeAmount: 1, resumeUnit: 'seconds' } },
		});
		await stage().activate(sleeper);
		const [, run] = await asleep('SLEEP-3');
		assert.match((await mail('Sans attestation', 'SLEEP-3')).text, /toujours pas parue/);
		await ended(run);
	});

	it('says so when nothing was ordered', async () => {
		await stage().world.client.deactivate(sleeper.id);
		const values = { table: table.name };
		sleeper = await stage().open(EXAMPLE, { values, withoutCredential: 'Order the notice' });
		await stage().activate(sleeper);
		const page = await stage().form('annonce-suivie');
		await page.getByLabel('Dossier').fill('SLEEP-4');
		await page.getByLabel('Texte relu').fill('EXEMPLE DÉMO, SAS. Transfert du siège.');
		await page.getByRole('button', { name: 'Commander' }).click();
		await stage().mail.received(OFFICE, /^Annonce non commandée : SLEEP-4/);
		assert.deepEqual(await rowOf('SLEEP-4'), {});
		await page.close();
	});
}
