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
		/** Runs it twice: subjects and texts of its mails, of which the second run sends none. */
		async function tells(...expected: readonly RegExp[]): Promise<void> {
			const before = stage.mail.mails.length;
			for (const run of ['changed', 'the same']) {
				await stage.run(workflow, START);
				const sent = stage.mail.mails.slice(before);
				assert.equal(sent.length, expected.length, run);
				for (const [index, said] of expected.entries()) {
					assert.match(`${sent[index]?.subject}\n${sent[index]?.text}`, said);
				}
			}
		}

		await tells();
		assert.deepEqual(await table.marked('status', 'status'), Array(3).fill('a-paraitre'));

		notices.publish(first);
		notices.suspend(second, 'Greffe à préciser');
		await tells(
			/^EXEMPLE WATCH-A : annonce parue/,
			/^EXEMPLE WATCH-B : annonce suspendue.*\(avant : à paraître\).*à préciser \(avant : aucun\)/s,
		);
		notices.suspend(second, 'Capital social manquant');
		await tells(/WATCH-B.*Motif : Capital social manquant \(avant : Greffe à préciser\)/s);
		notices.publish(second);
		await tells(/^EXEMPLE WATCH-B : annonce parue/);
		notices.cancel(third);
		await tells(/^EXEMPLE WATCH-C : annonce introuvable/);
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
				remembered: async () => await table.marked('status', 'reference', 'parue'),
			};
		},
	});
}
