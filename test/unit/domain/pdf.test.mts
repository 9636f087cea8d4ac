/** Documents as files: their names, their links, and what came instead of a PDF. */
import {
	binaryFieldName,
	describeContent,
	fileNamePart,
	inBinaryFields,
	isPdf,
	pdfFileName,
	readPdfLink,
} from '../../../nodes/LegalNotice/domain/pdf.ts';

test.each([
	[{ type: 'attestation', reference: 'AL-1', numero: 'A-7' }, 'attestation_AL-1_A-7.pdf'],
	[{ type: 'justificatif', reference: 'AL-1' }, 'justificatif_AL-1.pdf'],
	[
		{ type: 'facture', reference: 'AL-1', numero: 'F-2', date: '2026-11-21' },
		'facture_F-2_2026-11-21.pdf',
	],
	[{ type: 'avoir', reference: 'AL-1', numero: 'F-2' }, 'avoir_F-2.pdf'],
	[{ type: 'avoir', reference: 'AL-1', date: '2026-11-21' }, 'avoir_AL-1_2026-11-21.pdf'],
	[{ type: 'x', rank: 1 }, 'x.pdf'],
	[{ type: 'x', rank: 2 }, 'x_2.pdf'],
	[{ type: '' }, 'document.pdf'],
])('%j is stored as %s', (subject, name) => {
	expect(pdfFileName(subject)).toBe(name);
});

test.each([
	[{ type: 'facture', numero: 'F-2', reference: 'AL-1' }, 'facture_F-2'],
	[{ type: 'justificatif' }, 'justificatif'],
	[{ type: 'justificatif', rank: 1 }, 'justificatif'],
	[{ type: 'justificatif', rank: 3 }, 'justificatif_3'],
	[{ type: '…' }, 'document'],
])('%j is the field %s', (subject, name) => {
	expect(binaryFieldName(subject)).toBe(name);
});

test('files of one item never share a field, whatever their numbers come down to', () => {
	const type = 'facture';
	const subjects = ['F/1', 'F-1', undefined, undefined, '2', 'F-1'].map((numero) => ({
		type,
		numero,
	}));
	expect(inBinaryFields(subjects).map(({ field }) => field)).toEqual([
		'facture_F-1',
		'facture_F-1_2',
		'facture',
		'facture_2',
		'facture_2_2',
		'facture_F-1_3',
	]);
});

test.each([
	['Été à Nîmes', 'Ete-a-Nimes'],
	['../../etc', 'etc'],
	['D-1#bis/2026', 'D-1-bis-2026'],
	['a\u0000b\nc', 'a-b-c'],
	['fin. ', 'fin'],
	['a...b', 'a.b'],
	['-.a.-', 'a'],
	['a/b\\c:d', 'a-b-c-d'],
	['x'.repeat(90), 'x'.repeat(80)],
])('%j becomes %s', (text, part) => {
	expect(fileNamePart(text)).toBe(part);
});

describe('the link of a document', () => {
	const origin = 'http://127.0.0.1:5690';
	const from = new URL('https://files.example/a');

	test.each([
		'https://files.example/a.pdf?key=1',
		'https://files.example:8443/a.pdf',
		' https://1.files-2.example/x ',
		`${origin}/a.pdf`,
	])('is followed over https to a public name, or to the origin of the Base URL: %s', (link) => {
		expect(readPdfLink(link, origin)).toMatchObject({ ok: true });
		expect(readPdfLink(link, origin, from)).toMatchObject({ ok: true });
	});

	test.each([
		'https://localhost/x',
		'https://localhost./x',
		'https://files.localhost/x',
		'https://intranet/x',
		'https://files.example./x',
		'https://127.0.0.1/x',
		'https://2130706433/x',
		'https://0x7f.1/x',
		'https://0.0.0.0/x',
		'https://10.0.0.1/x',
		'https://172.16.0.1/x',
		'https://192.168.0.1/x',
		'https://169.254.169.254/latest/meta-data',
		'https://[::1]/x',
		'https://[::ffff:127.0.0.1]/x',
		'https://[fd00::1]/x',
	])('is refused inside a network, given and redirected to: %s', (link) => {
		const { host } = new URL(link);
		const why = `an address inside a network (${host}), not a public host name`;
		expect(readPdfLink(link, origin)).toEqual({ ok: false, reason: `is ${why}` });
		expect(readPdfLink(link, origin, from)).toEqual({ ok: false, reason: `redirects to ${why}` });
	});

	test.each<[unknown, URL | undefined, string]>([
		['', undefined, 'is empty'],
		[undefined, undefined, 'is empty'],
		['', from, 'redirects without saying where to'],
		['/a.pdf', undefined, 'is no complete address'],
		['https://', from, 'redirects to no complete address'],
		['ftp://a.example', undefined, 'is an address that is not encrypted (ftp://a.example)'],
		['file:///etc/passwd', from, 'redirects to an address that is not encrypted (file://)'],
		['http://a.example/x', undefined, 'is an address that is not encrypted (http://a.example)'],
		[
			'http://127.0.0.1:5678/x',
			from,
			'redirects to an address that is not encrypted (http://127.0.0.1:5678)',
		],
	])('%j from %s %s', (link, before, reason) => {
		expect(readPdfLink(link, origin, before)).toEqual({ ok: false, reason });
	});

	test('is read from the address that redirected, and never shows its key', () => {
		expect(readPdfLink('/b', origin, from)).toMatchObject({ ok: true });
		const refused = readPdfLink('http://files.example/a.pdf?key=demo-secret', origin);
		expect(JSON.stringify(refused)).not.toContain('demo-secret');
	});
});

test.each(['<', '<p ', '<h1', '<title>', '{', '\uFEFF', ' ', '%PDF'])(
	'what came instead of a PDF is named at once, also where 200 kB of %j come',
	(piece) => {
		const body = Buffer.from(piece.repeat(200_000 / piece.length));
		const startedAt = performance.now();
		describeContent(body, 'text/html');
		isPdf(body);
		expect(performance.now() - startedAt).toBeLessThan(1_000);
	},
);
