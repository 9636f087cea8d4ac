import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
import type { Stage } from '../stage.mts';
import { createTable, type Table } from '../tables.mts';

export function watchTable(stage: () => Stage): void {
	const EMAIL = 'suivi@cabinet-demo.example';
	let table: Table;
	let workflow: StoredWorkflow;
	let references: string[] = [];

	before(async () => {
		const orders = [];
		for (const name of ['A', 'B', 'C']) {
			orders.push(
				await stage().order({ dossier: `WATCH-${name}`, numero_commande: `WATCH-${name}` }),
			);
		}
		references = orders.map(({ reference }) => String(reference));
		table = await createTable(
			stage().world.client,
			'Notices',
			{
				reference: 'string',
				company: 'string',
				email: 'string',
				status: 'string',
				reason: 'string',
			},
			['A', 'B', 'C'].map((name) => ({
				reference: `WATCH-${name}`,
				company: `EXEMPLE ${name}`,
				email: EMAIL,
			})),
		);
		workflow = await stage().open('watch-table', { values: { tableId: table.id } });
	});

	/** One run. @returns the subjects of the mails that it sent */
	async function watched(): Promise<readonly string[]> {
		const before = stage().mail.mails.length;
		await stage().run(workflow, 'Every half hour');
		const sent = stage().mail.mails.slice(before);
		return sent.filter(({ to }) => to.includes(EMAIL)).map(({ subject }) => subject);
	}

	const statuses = async () => (await table.rows()).map(({ status, reason }) => [status, reason]);

	it('writes the first status down and tells nobody', async () => {
		assert.deepEqual(await watched(), []);
		assert.deepEqual(
			(await statuses()).map(([status]) => status),
			['a-paraitre', 'a-paraitre', 'a-paraitre'],
		);
	});

	it('tells each change once, with the reason of a suspension', async () => {
		const { notices } = stage().world.sandbox;
		notices.publish(references[0] ?? '');
		notices.suspend(references[1] ?? '', 'Greffe à préciser');
		assert.deepEqual([...(await watched())].sort(), ['EXEMPLE A: parue', 'EXEMPLE B: suspendue']);
		const mail = await stage().mail.received(EMAIL, /EXEMPLE B: suspendue/);
		assert.match(mail.text, /^Notice WATCH-B for EXEMPLE B/);
		assert.match(mail.text, /^Status: suspendue \(before: a-paraitre\)$/m);
		assert.match(mail.text, /^Reason: Greffe à préciser \(before: none\)$/m);
		const [first, second, third] = await statuses();
		assert.equal(first?.[0], 'parue');
		assert.deepEqual(second, ['suspendue', 'Greffe à préciser']);
		assert.equal(third?.[0], 'a-paraitre');
		assert.deepEqual(await watched(), [], 'nothing has changed since');
	});

	it('tells another reason once, with the one before, and forgets it with the suspension', async () => {
		const { notices } = stage().world.sandbox;
		notices.suspend(references[1] ?? '', 'Capital social manquant');
		assert.deepEqual(await watched(), ['EXEMPLE B: suspendue']);
		const text = stage().mail.mails.at(-1)?.text ?? '';
		assert.match(text, /^Reason: Capital social manquant \(before: Greffe à préciser\)$/m);
		assert.deepEqual((await statuses())[1], ['suspendue', 'Capital social manquant']);
		assert.deepEqual(await watched(), [], 'the table remembers the reason');

		notices.publish(references[1] ?? '');
		assert.deepEqual(await watched(), ['EXEMPLE B: parue']);
		assert.deepEqual((await statuses())[1], ['parue', null]);
	});

	it('tells at the next run what could not be told', async () => {
		const { mail, world } = stage();
		world.sandbox.notices.suspend(references[2] ?? '', 'Signature manquante');
		mail.refusing = true;
		try {
			assert.deepEqual(await watched(), []);
		} finally {
			mail.refusing = false;
		}
		assert.deepEqual((await statuses())[2], ['a-paraitre', null], 'the row waits for the mail');
		assert.deepEqual(await watched(), ['EXEMPLE C: suspendue']);
		assert.deepEqual((await statuses())[2], ['suspendue', 'Signature manquante']);
	});

	it('remembers nothing that nobody was told when the e-mail node has no credential', async () => {
		const values = { tableId: table.id };
		const broken = await stage().open('watch-table', {
			values,
			withoutCredential: 'Tell the person in charge',
		});
		stage().world.sandbox.notices.suspend(references[2] ?? '', 'Greffe manquant');
		await stage().run(broken, 'Every half hour');
		assert.deepEqual((await statuses())[2], ['suspendue', 'Signature manquante']);
		assert.deepEqual(await watched(), ['EXEMPLE C: suspendue']);
		assert.deepEqual((await statuses())[2], ['suspendue', 'Greffe manquant']);
	});

	it('tells that a notice is no longer found', async () => {
		stage().world.sandbox.notices.cancel(references[2] ?? '');
		assert.deepEqual(await watched(), ['EXEMPLE C: introuvable']);
		assert.deepEqual(await watched(), []);
	});
}
