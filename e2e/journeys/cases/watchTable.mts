import assert from 'node:assert/strict';
import type { StoredWorkflow } from '../../lib/client.mts';
import { before, it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';
import { createTable, type Table } from '../tables.mts';

const EXAMPLE = 'watch-table';
const START = 'Every half hour';

export function watchTable(): void {
	const EMAIL = 'suivi@cabinet-demo.example';
	const NAMES = ['A', 'B', 'C'];
	let table: Table;
	let workflow: StoredWorkflow;
	let references: string[] = [];

	before(async () => {
		references = await stage.orders(NAMES.map((name) => `WATCH-${name}`));
		const rowOf = (name: string) => ({
			reference: `WATCH-${name}`,
			company: `EXEMPLE ${name}`,
			email: EMAIL,
		});
		table = await createTable(EXAMPLE, NAMES.map(rowOf));
		workflow = await stage.open(EXAMPLE, { values: { table: table.name } });
	});

	/** One run. @returns the subjects of the mails that it sent */
	async function watched(): Promise<readonly string[]> {
		const before = stage.mailsTo(EMAIL).length;
		await stage.run(workflow, START);
		const sent = stage.mailsTo(EMAIL).slice(before);
		return sent.map(({ subject }) => subject).sort();
	}
	const statuses = async () => (await table.rows()).map(({ status, reason }) => [status, reason]);

	it('writes the first status down and tells nobody', async () => {
		assert.deepEqual(await watched(), []);
		assert.deepEqual(await table.marked('status', 'status'), Array(3).fill('a-paraitre'));
	});

	it('tells each change once, with the reason of a suspension, and another reason with the one before', async () => {
		const { notices } = stage.sandbox;
		const [first = '', second = '', third = ''] = references;
		notices.publish(first);
		notices.suspend(second, 'Greffe à préciser');
		const told = ['EXEMPLE A : annonce parue', 'EXEMPLE B : annonce suspendue'];
		assert.deepEqual(await watched(), told);
		const mail = await stage.mail.received(EMAIL, /EXEMPLE B : annonce suspendue/);
		assert.match(mail.text, /^Annonce WATCH-B pour EXEMPLE B/);
		assert.match(mail.text, /^Statut : suspendue \(avant : à paraître\)$/m);
		assert.match(mail.text, /^Motif : Greffe à préciser \(avant : aucun\)$/m);
		assert.deepEqual(await watched(), [], 'nothing has changed since');

		notices.suspend(second, 'Capital social manquant');
		assert.deepEqual(await watched(), ['EXEMPLE B : annonce suspendue']);
		const text = stage.mailsTo(EMAIL).at(-1)?.text ?? '';
		assert.match(text, /^Motif : Capital social manquant \(avant : Greffe à préciser\)$/m);
		assert.deepEqual(await watched(), [], 'the table remembers the reason');

		notices.publish(second);
		assert.deepEqual(await watched(), ['EXEMPLE B : annonce parue']);
		notices.cancel(third);
		assert.deepEqual(await watched(), ['EXEMPLE C : annonce introuvable']);
		assert.deepEqual(await watched(), []);
		assert.deepEqual((await statuses()).slice(0, 2), Array(2).fill(['parue', null]));
	});

	survives({
		example: EXAMPLE,
		trigger: START,
		nodes: {
			'What has changed': () => ({ service: {} }),
			'Tell the person in charge': () => ({ mail: /^b@/ }),
		},
		async prepare() {
			const pieces = await stage.orders(3);
			const rows = pieces.map((reference, index) => ({
				reference,
				company: reference,
				email: `${'abc'[index]}@cabinet-demo.example`,
				status: 'a-paraitre',
			}));
			const tried = await createTable(EXAMPLE, rows);
			pieces.forEach((reference) => stage.sandbox.notices.publish(reference));
			return {
				own: { values: { table: tried.name } },
				pieces,
				done: () =>
					stage.mail.mails.flatMap(({ subject }) => pieces.filter((one) => subject.includes(one))),
				async remembered() {
					const told = (await tried.rows()).filter(({ status }) => status === 'parue');
					return told.map(({ reference }) => String(reference));
				},
			};
		},
	});
}
