import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';
import { createTable } from '../tables.mts';

const EXAMPLE = 'watch-table';
const START = 'Every half hour';

export function watchTable(): void {
	/** A table that watches these notices, each for a person of its own. */
	const watching = async (references: readonly string[], status?: string) =>
		await createTable(
			EXAMPLE,
			references.map((reference, index) => ({
				reference,
				company: `EXEMPLE ${reference}`,
				email: `${'abc'[index]}@suivi-demo.example`,
				...(status && { status }),
			})),
		);

	it('writes the first status down, then tells each change once, with the reason and the one before', async () => {
		const { notices } = stage.sandbox;
		const numbers = ['WATCH-A', 'WATCH-B', 'WATCH-C'];
		const [first = '', second = '', third = ''] = await Promise.all(
			numbers.map(async (number) => await stage.numbered(number)),
		);
		const table = await watching(numbers);
		const workflow = await stage.open(EXAMPLE, { values: { table: table.name } });
		/** Runs it twice. @returns the mails that it sent, all in the first run */
		async function watched() {
			const { mails } = stage.mail;
			const before = mails.length;
			await stage.run(workflow, START);
			const sent = mails.slice(before);
			await stage.run(workflow, START);
			assert.equal(mails.length, before + sent.length, 'nothing has changed since');
			return sent.sort((one, other) => one.subject.localeCompare(other.subject));
		}
		const subjects = async () => (await watched()).map(({ subject }) => subject);

		assert.deepEqual(await subjects(), []);
		assert.deepEqual(await table.marked('status', 'status'), Array(3).fill('a-paraitre'));

		notices.publish(first);
		notices.suspend(second, 'Greffe à préciser');
		const [published, suspended, ...more] = await watched();
		assert.deepEqual(more, []);
		assert.equal(published?.subject, 'EXEMPLE WATCH-A : annonce parue');
		assert.equal(suspended?.subject, 'EXEMPLE WATCH-B : annonce suspendue');
		assert.deepEqual(suspended.to, ['b@suivi-demo.example']);
		assert.match(suspended.text, /^Annonce WATCH-B pour EXEMPLE WATCH-B/);
		assert.match(suspended.text, /^Statut : suspendue \(avant : à paraître\)$/m);
		assert.match(suspended.text, /^Motif : Greffe à préciser \(avant : aucun\)$/m);

		notices.suspend(second, 'Capital social manquant');
		const [again] = await watched();
		assert.match(
			again?.text ?? '',
			/^Motif : Capital social manquant \(avant : Greffe à préciser\)$/m,
		);

		notices.publish(second);
		assert.deepEqual(await subjects(), ['EXEMPLE WATCH-B : annonce parue']);
		notices.cancel(third);
		assert.deepEqual(await subjects(), ['EXEMPLE WATCH-C : annonce introuvable']);
		const [, row] = await table.rows();
		assert.deepEqual([row?.['status'], row?.['reason']], ['parue', null]);
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
			const table = await watching(pieces, 'a-paraitre');
			pieces.forEach((reference) => stage.sandbox.notices.publish(reference));
			return {
				own: { values: { table: table.name } },
				pieces,
				done: () =>
					stage.mail.mails.flatMap(({ subject }) => pieces.filter((one) => subject.includes(one))),
				async remembered() {
					const rows = (await table.rows()).filter(({ status }) => status === 'parue');
					return rows.map(({ reference }) => String(reference));
				},
			};
		},
	});
}
