import assert from 'node:assert/strict';
import { it } from '../../lib/testing.mts';
import { survives } from '../failures.mts';
import { stage } from '../stage.mts';
import { createTable } from '../tables.mts';

const EXAMPLE = 'published-to-client-mail';
const START = 'Every hour';
const OFFICE = 'formalites@cabinet-demo.example';
const LONG_AGO = '2026-01-05T09:00:00.000+01:00';

export function publishedToClientMail(): void {
	/** Three notices of which one is not published, and clients that have never been written to. */
	async function clients(cells: (index: number) => object = () => ({})) {
		const references = await stage.orders(3);
		const rows = references.map((reference, index) => ({
			reference,
			company: `EXEMPLE ${reference}`,
			client_email: `${'abc'[index]}@exemple-demo.example`,
			...cells(index),
		}));
		const table = await createTable(EXAMPLE, rows);
		references.slice(0, 2).forEach((reference) => stage.sandbox.notices.publish(reference));
		return { references, table, own: { values: { table: table.name } } };
	}
	const mailsOf = (reference: string) =>
		stage.mail.mails.filter(({ subject }) => subject.includes(reference));
	/** As if the newspaper had not made the PDF yet. */
	function withoutAttestation(references: readonly string[], times: number): void {
		const annonces = references.map((reference) => ({ reference, documents: [] }));
		const body = JSON.stringify({ resultat: 'succes', annonces });
		stage.sandbox.fault({ kind: 'wrongShape', body, match: { path: 'documentsBatch' }, times });
	}

	it('mails the attestation to the client of each notice that is published, once', async () => {
		const { references, table, own } = await clients();
		const [first = '', second, unpublished = ''] = references;
		const workflow = await stage.open(EXAMPLE, own);
		await stage.run(workflow, START);
		await stage.run(workflow, START);
		const [mail, ...more] = mailsOf(first);
		assert.deepEqual(more, []);
		assert.deepEqual(mail?.to, ['a@exemple-demo.example']);
		assert.match(mail.text, /est parue/);
		const [file, ...others] = mail.attachments;
		assert.deepEqual(others, []);
		assert.equal(file?.contentType, 'application/pdf');
		assert.match(file.filename, /attestation.*\.pdf$/);
		assert.equal(file.content.subarray(0, 5).toString(), '%PDF-');
		assert.deepEqual(mailsOf(unpublished), []);
		assert.deepEqual(await table.marked('sent_on', 'reference'), [first, second]);
	});

	it('tells the office once when the attestation does not come, and sends it when it does', async () => {
		const { references, own } = await clients((index) =>
			index === 0 ? { published_on: LONG_AGO } : {},
		);
		const [late = '', fresh = ''] = references;
		const workflow = await stage.open(EXAMPLE, own);
		withoutAttestation([late, fresh], 2);
		for (const run of [1, 2, 3]) {
			await stage.run(workflow, START);
			if (run < 3) assert.deepEqual(mailsOf(fresh), []);
		}
		assert.deepEqual(
			mailsOf(late).map(({ to, subject }) => [to.join(), subject.split(' : ')[0]]),
			[
				[OFFICE, 'Pas encore d’attestation'],
				['a@exemple-demo.example', 'Votre annonce légale est parue'],
			],
		);
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
				const cells = () => (late ? { published_on: LONG_AGO } : {});
				const { references, table, own } = await clients(cells);
				const pieces = references.slice(0, 2);
				if (late) withoutAttestation(pieces, 2);
				return {
					own,
					pieces,
					done: () =>
						pieces.flatMap((piece) =>
							mailsOf(piece).flatMap(({ to: [to] }) => ((to === OFFICE) === late ? [piece] : [])),
						),
					remembered: async () =>
						await table.marked(late ? 'office_told_on' : 'sent_on', 'reference'),
				};
			},
		});
	}
}
