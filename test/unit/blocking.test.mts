/**
 * Nothing that the service may answer holds n8n up: its one thread serves everybody. The time counted is that of this
 * thread alone, so that a busy machine does not count, and the bound is wide: what is not in proportion to the answer
 * takes a hundred times as long.
 */
import { buildOutput } from '../../nodes/LegalNotice/actions/invoice/output.ts';
import { publicationLabel } from '../../nodes/LegalNotice/domain/codes.ts';
import {
	gatherInvoices,
	invoiceFields,
	lineAmounts,
} from '../../nodes/LegalNotice/notices/invoices.ts';
import { describeContent, inBinaryFields } from '../../nodes/LegalNotice/notices/pdf.ts';
import { compareComposed } from '../../nodes/LegalNotice/domain/text/compare.ts';
import { askForNotices } from '../../nodes/LegalNotice/notices/ask.ts';
import { readAnswer, refusalIn } from '../../nodes/LegalNotice/transport/envelope.ts';
import { explain, fullText } from '../../nodes/LegalNotice/errors/words.ts';
import { FileRefusal, filesOf } from '../../nodes/LegalNotice/notices/files.ts';
import { concealer } from '../../nodes/LegalNotice/transport/signing.ts';

const MB = 1_048_576;
const SIZE = 3 * MB;
const HALF = SIZE / 2;
/** A quiet machine takes less than 50. */
const MOST_MS_PER_MB = 500;

/** As many as an answer of this size holds. */
function filled<Entry>(make: (at: number) => Entry, bytes = SIZE): Entry[] {
	const length = Math.floor(bytes / (JSON.stringify(make(12_345)).length + 1));
	return Array.from({ length }, (_, at) => make(at));
}
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

const conceal = concealer({ publicKey: 'demo-public+key', secretKey: 'demo-secret' } as never);
const answered = (value: unknown) => {
	const body = Buffer.from(JSON.stringify(value));
	return () => readAnswer(200, body, conceal);
};
const page = (piece: string) => {
	const body = Buffer.from(piece.repeat(SIZE / piece.length));
	return () => readAnswer(502, body, conceal);
};
const refused = (fields: object) => () =>
	explain(refusalIn({ resultat: 'erreur', ...fields }, 200, conceal));

const item = { montant_ht: 1, taux_tva: 20 };
const invoice = (at: number) => {
	const dated = { type: 'facture', numero: `F-${at}`, date_facture: '2026-01-01' };
	return { ...dated, montant_ht: 1, montant_ttc: 1, url: 'https://files.example/a' };
};
const invoiced = (factures: unknown, at = 1) => ({
	itemIndex: 0,
	asked: `AL-${at}`,
	notice: { reference: `AL-${at}`, factures },
});
const split = (splitBy: string, factures: unknown) => () =>
	buildOutput([
		{ ...invoiced(factures), settings: { splitBy, downloadFiles: true, simplify: false } },
	] as never);
const lines = filled((at) => ({
	reference: `AL-${at}`,
	annonce: item,
	tva: [{ taux: at, montant: 1 }],
}));
const rates = {
	annonce: item,
	remises: filled((at) => ({ montant_ht: 1, taux_tva: at }), HALF),
	tva: filled((at) => ({ taux: at, montant: 1 }), HALF),
};
const batch = async (annonces: readonly object[]) => {
	const call = async () => await Promise.resolve({ resultat: 'succes', annonces });
	const client = { environment: 'test' as const, call };
	return await askForNotices(
		client,
		'statut',
		Array.from({ length: 100 }, (_, at) => `AL-${at}`),
	);
};
const words = (word: string) => `<p>${`${word} `.repeat(SIZE / (word.length + 1))}</p>`;

test.each<[string, () => unknown]>([
	[
		'a list of notices',
		answered({ resultat: 'succes', a: filled((at) => ({ reference: `AL-${at}` })) }),
	],
	['a list of numbers', answered({ resultat: 'succes', a: filled((at) => at) })],
	['a list of lists', answered({ resultat: 'succes', a: filled(() => nested(2)) })],
	['deep lists', answered({ resultat: 'succes', a: filled(() => nested(60)) })],
	[
		'names',
		answered({ resultat: 'succes', ...Object.fromEntries(filled((at) => [`k${at}`, {}])) }),
	],
	...[' ', '<', '<p ', '<script ', 'abcdef0123456789', '1234567890', 'demo-public', '&amp;'].map(
		(piece): [string, () => unknown] => [`a page of ${piece}`, page(piece)],
	),
	['codes', refused({ erreurs: filled((at) => `err_champ_${at}_incorrect`) })],
	['a text of codes', refused({ erreurs: 'err_'.repeat(SIZE / 4) })],
	['a long code', refused({ erreurs: [`err_${'a'.repeat(SIZE)}`] })],
	['phrases as codes', refused({ erreurs: filled((at) => `phrase ${at}`) })],
	['a long detail', refused({ erreurs: ['err_a'], plus: 'x'.repeat(SIZE) })],
	['many details', refused({ erreurs: ['err_a'], plus: filled((at) => ({ a: [[at]] })) })],
	[
		'a batch',
		async () => await batch(filled((at) => ({ reference: `AL-${at}`, statut: 'parue' }))),
	],
	[
		'a batch of refusals',
		async () => await batch(filled((at) => ({ reference: `AL-${at}`, erreurs: ['x'] }))),
	],
	[
		'documents of one name',
		() =>
			inBinaryFields(
				filesOf(
					filled(() => ({ type: 'justificatif' })),
					'AL-1',
				),
			),
	],
	[
		'invoices of one number',
		() => inBinaryFields(filled(() => ({ type: 'facture', numero: 'F-1' }))),
	],
	['rates and discounts', () => lineAmounts(rates)],
	['lines of an invoice', () => invoiceFields({ ...invoice(1), lignes: lines })],
	['different invoices', () => gatherInvoices([invoiced(filled(invoice))])],
	[
		'one invoice again and again',
		() =>
			gatherInvoices([invoiced([{ ...invoice(1), lignes: lines }, ...filled(() => invoice(1))])]),
	],
	[
		'one invoice of many notices',
		() =>
			gatherInvoices(
				filled((at) => invoiced([{ ...invoice(1), lignes: [{ reference: `AL-${at}` }] }], at)),
			),
	],
	['invoices, one item each', split('invoice', filled(invoice))],
	['invoices of a notice', split('notice', filled(invoice))],
	['lines, one item each', split('line', [{ ...invoice(1), lignes: lines }])],
	['lines of a notice', split('notice', [{ ...invoice(1), lignes: lines }])],
	['a long label', () => publicationLabel({ id: 1, libelle: 'x'.repeat(SIZE) }, true)],
	['what is no PDF', () => describeContent(Buffer.from('<'.repeat(SIZE)), 'text/html')],
	['a long reason', () => fullText(new FileRefusal('x'.repeat(SIZE), ''))],
	['a composed text', () => compareComposed('<p>a b</p>', words('c'))],
	['a composed text that repeats', () => compareComposed(words('a').slice(0, 100_000), words('a'))],
	['composed paragraphs', () => compareComposed('<p>a</p>', '<p>c d</p>'.repeat(SIZE / 10))],
	['composed <', () => compareComposed('<p>a</p>', '<'.repeat(SIZE))],
	['composed &', () => compareComposed('<p>a</p>', '&'.repeat(SIZE))],
])('three megabytes of %s do not hold n8n up', async (_what, work) => {
	let best = Infinity;
	for (let tries = 0; tries < 3 && best > MOST_MS_PER_MB * 3; tries++) {
		const before = process.threadCpuUsage();
		await work();
		const { user, system } = process.threadCpuUsage(before);
		best = Math.min(best, (user + system) / 1_000);
	}
	expect(best).toBeLessThan(MOST_MS_PER_MB * 3);
});

test('the largest answer allowed is read', () => {
	const reference = 'x'.repeat(32 * MB - 100);
	const answer = answered({ resultat: 'succes', reference })();
	expect(answer).toMatchObject({ reference });
});
