import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import type { Stage } from '../stage.mts';
import { createTable, type Table } from '../tables.mts';

const EXAMPLE = 'watch-table';
const START = 'Every half hour';

export function watchTable(stage: () => Stage): void {
	const EMAIL = 'suivi@cabinet-demo.example';
	let table: Table;
	let workflow: StoredWorkflow;
	let references: string[] = [];

	before(async () => {
		references = await stage().orders(['A', 'B', 'C'].map((name) => `WATCH-${name}`));
		table = await createTable(
			stage().world.client,
			EXAMPLE,
			['A', 'B', 'C'].map((name) => ({
				reference: `WATCH-${name}`,
				company: `EXEMPLE ${name}`,
				email: EMAIL,
			})),
		);
		workflow = await stage().open(EXAMPLE, { values: { table: table.name } });
	});

	/** One run. @returns the subjects of the mails that it sent */
	async function watched(): Promise<readonly string[]> {
		const before = stage().mail.mails.length;
		await stage().run(workflow, START);
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
		assert.deepEqual([...(await watched())].sort(), [
			'EXEMPLE A : annonce parue',
			'EXEMPLE B : annonce suspendue',
		]);
		const mail = await stage().mail.received(EMAIL, /EXEMPLE B : annonce suspendue/);
		assert.match(mail.text, /^Annonce WATCH-B pour EXEMPLE B/);
		assert.match(mail.text, /^Statut : suspendue \(avant : a-paraitre\)$/m);
		assert.match(mail.text, /^Motif : Greffe à préciser \(avant : aucun\)$/m);
		const [first, second, third] = await statuses();
		assert.equal(first?.[0], 'parue');
		assert.deepEqual(second, ['suspendue', 'Greffe à préciser']);
		assert.equal(third?.[0], 'a-paraitre');
		assert.deepEqual(await watched(), [], 'nothing has changed since');
	});

	it('tells another reason once, with the one before, and forgets it with the suspension', async () => {
		const { notices } = stage().world.sandbox;
		notices.suspend(references[1] ?? '', 'Capital social manquant');
		assert.deepEqual(await watched(), ['EXEMPLE B : annonce suspendue']);
		const text = stage().mail.mails.at(-1)?.text ?? '';
		assert.match(text, /^Motif : Capital social manquant \(avant : Greffe à préciser\)$/m);
		assert.deepEqual((await statuses())[1], ['suspendue', 'Capital social manquant']);
		assert.deepEqual(await watched(), [], 'the table remembers the reason');

		notices.publish(references[1] ?? '');
		assert.deepEqual(await watched(), ['EXEMPLE B : annonce parue']);
		assert.deepEqual((await statuses())[1], ['parue', null]);
	});

	it('tells that a notice is no longer found', async () => {
		stage().world.sandbox.notices.cancel(references[2] ?? '');
		assert.deepEqual(await watched(), ['EXEMPLE C : annonce introuvable']);
		assert.deepEqual(await watched(), []);
	});

	survives(stage, {
		example: EXAMPLE,
		trigger: START,
		nodes: {
			'What has changed': () => ({ service: {} }),
			'Tell the person in charge': () => ({ mail: /^b@/ }),
		},
		async prepare() {
			const numbers = await stage().orders(3);
			const rows = numbers.map((reference, index) => ({
				reference,
				company: reference,
				email: `${'abc'[index]}@cabinet-demo.example`,
				status: 'a-paraitre',
			}));
			const watchedRows = await createTable(stage().world.client, EXAMPLE, rows);
			numbers.forEach((reference) => stage().world.sandbox.notices.publish(reference));
			return {
				own: { values: { table: watchedRows.name } },
				pieces: numbers,
				done: () =>
					stage().mail.mails.flatMap(({ subject }) =>
						numbers.filter((one) => subject.includes(one)),
					),
				async remembered() {
					const told = (await watchedRows.rows()).filter(({ status }) => status === 'parue');
					return told.map(({ reference }) => String(reference));
				},
			};
		},
	});
}
