import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';
import { createTable } from '../tables.mts';

const EXAMPLE = 'published-to-client-mail';
const START = 'Every hour';
const OFFICE = 'formalites@cabinet-demo.example';

export function publishedToClientMail(): void {
	/** Three notices of which the last is not published; the first ones were published long ago if they are late. */
	async function clients(late: number) {
		const pieces = await stage.orders(3);
		const rows = pieces.map((reference, index) => ({
			reference,
			company: `EXEMPLE ${reference}`,
			client_email: `${'abc'[index]}@exemple-demo.example`,
			...(index < late && { published_on: '2026-01-05T09:00:00.000+01:00' }),
		}));
		const table = await createTable(EXAMPLE, rows);
		const unpublished = pieces.pop() ?? '';
		pieces.forEach((reference) => stage.sandbox.notices.publish(reference));
		return { pieces, unpublished, table, own: { values: { table: table.name } } };
	}
	const mailsOf = (reference: string) =>
		stage.mail.mails.filter(({ subject }) => subject.includes(reference));
	/** As if the newspaper had not made the PDF yet, in two runs. */
	function withoutAttestation(references: readonly string[]): void {
		const annonces = references.map((reference) => ({ reference, documents: [] }));
		const body = JSON.stringify({ resultat: 'succes', annonces });
		const match = { path: 'documentsBatch' };
		stage.sandbox.fault({ kind: 'wrongShape', body, match, times: 2 });
	}

	it('mails the attestation to the client of each notice that is published, once, and tells the office if it is late', async () => {
		const { pieces, unpublished, table, own } = await clients(1);
		const [late = '', fresh = ''] = pieces;
		const workflow = await stage.open(EXAMPLE, own);
		withoutAttestation(pieces);
		for (const sent of [0, 0, 1, 1]) {
			await stage.run(workflow, START);
			assert.equal(mailsOf(fresh).length, sent);
		}
		assert.deepEqual(
			mailsOf(late).map(({ to, subject }) => [to.join(), subject.split(' : ')[0]]),
			[
				[OFFICE, 'Pas encore d’attestation'],
				['a@exemple-demo.example', 'Votre annonce légale est parue'],
			],
		);
		const [mail] = mailsOf(fresh);
		assert.deepEqual(mail?.to, ['b@exemple-demo.example']);
		assert.match(mail.text, /est parue/);
		const [file, ...others] = mail.attachments;
		assert.deepEqual(others, []);
		assert.equal(file?.contentType, 'application/pdf');
		assert.match(file.filename, /attestation.*\.pdf$/);
		assert.equal(file.content.subarray(0, 5).toString(), '%PDF-');
		assert.deepEqual(mailsOf(unpublished), []);
		assert.deepEqual(await table.marked('sent_on', 'reference'), pieces);
	});

	const pdf = { kind: 'html', match: { path: 'pdf' }, times: 5 } as const;
	for (const late of [false, true]) {
		survives({
			example: EXAMPLE,
			trigger: START,
			nodes: late
				? { 'Tell the office': () => ({ mail: /^formalites@/ }) }
				: {
						'Get the status': () => ({ service: { path: 'statuses' } }),
						'Download the attestation': () => ({ service: {}, one: pdf }),
						'Send it to the client': () => ({ mail: /^b@/ }),
					},
			async prepare() {
				const { pieces, table, own } = await clients(late ? 2 : 0);
				if (late) withoutAttestation(pieces);
				const done = () =>
					pieces.flatMap((piece) =>
						mailsOf(piece).flatMap(({ to }) => (to.includes(OFFICE) === late ? piece : [])),
					);
				const mark = late ? 'office_told_on' : 'sent_on';
				return { own, pieces, done, remembered: async () => await table.marked(mark, 'reference') };
			},
		});
	}
}
