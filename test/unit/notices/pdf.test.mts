/** Documents as files: their names, their links, and what came instead of a PDF. */
import { inBinaryFields, pdfFileName } from '../../../nodes/LegalNotice/notices/files.ts';
import { describeContent, isPdf, readPdfLink } from '../../../nodes/LegalNotice/notices/pdf.ts';

const bill = { type: 'facture', reference: 'AL-1', numero: 'F-2', date: '2026-11-21' };
test.each([
	[{ type: 'attestation', reference: 'AL-1', numero: 'A-7' }, 'attestation_AL-1_A-7'],
	[{ type: 'justificatif', reference: 'AL-1' }, 'justificatif_AL-1'],
	[bill, 'facture_F-2_2026-11-21'],
	[{ type: 'avoir', reference: 'AL-1', numero: 'F-2' }, 'avoir_F-2'],
	[{ type: 'avoir', reference: 'AL-1', date: '2026-11-21' }, 'avoir_AL-1_2026-11-21'],
	[{ type: 'x', rank: 2 }, 'x_2'],
	[{ type: '…' }, 'document'],
])('%j is stored as %s.pdf', (subject, name) => {
	expect(pdfFileName(subject)).toBe(`${name}.pdf`);
});

test('files of one item never share a field, whatever their numbers are shortened to', () => {
	const subject = { type: 'facture', numero: 'F-2', reference: 'AL-1', rank: 3 };
	expect(inBinaryFields([subject])[0]?.field).toBe('facture_F-2_3');
	const numbers = ['F/1', 'F-1', undefined, undefined, '2', 'F-1'];
	const subjects = numbers.map((numero) => ({ type: 'facture', numero }));
	expect(inBinaryFields(subjects).map(({ field }) => field)).toEqual([
		...['facture_F-1', 'facture_F-1_2', 'facture', 'facture_2', 'facture_2_2', 'facture_F-1_3'],
	]);
});

test.each([
	['Été à Nîmes', 'Ete-a-Nimes'],
	['../../etc', 'etc'],
	['a\u0000b\n/\\:c#1', 'a-b-c-1'],
	['a...b. ', 'a.b'],
	['x'.repeat(90), 'x'.repeat(80)],
])('%j becomes %s in the name of a file', (text, part) => {
	expect(pdfFileName({ type: 'avoir', reference: text })).toBe(`avoir_${part}.pdf`);
});

describe('the link of a document', () => {
	const origin = 'http://127.0.0.1:5690';
	const from = new URL('https://files.example/a');

	test('the link of a document is followed over https to a public name, or to the origin of the Base URL', () => {
		const port = 'https://files.example:8443/a.pdf?key=1';
		for (const link of [port, ' https://1.files-2.example/x ', `${origin}/a.pdf`]) {
			expect(readPdfLink(link, origin)).toMatchObject({ ok: true });
			expect(readPdfLink(link, origin, from)).toMatchObject({ ok: true });
		}
	});

	const inside =
		'localhost localhost. files.localhost intranet files.example. 127.0.0.1 2130706433 0x7f.1 169.254.169.254 [::1] [fd00::1] ' +
		'printer.local localhost.localdomain db.internal metadata.google.internal api.default.svc api.default.svc.cluster.local nas.lan box.home.arpa www.CORP';
	test('the link of a document is refused inside a network, when given and when redirected to', () => {
		for (const name of inside.split(' ')) {
			const link = `https://${name}/x`;
			const why = `an address inside a network (${new URL(link).host}), not a public host name`;
			expect(readPdfLink(link, origin)).toEqual({ ok: false, reason: `is ${why}` });
			expect(readPdfLink(link, origin, from)).toEqual({ ok: false, reason: `redirects to ${why}` });
		}
	});

	test.each<[unknown, URL | undefined, string]>([
		['', undefined, 'is empty'],
		[' ', from, 'redirects without saying where to'],
		['a.pdf', undefined, 'is no complete address'],
		['files.example/a.pdf', undefined, 'is no complete address'],
		['https://', from, 'redirects to no complete address'],
		['ftp://a.example', undefined, 'is an address that is not encrypted (ftp://a.example)'],
		['blob:http://127.0.0.1:5690/1', undefined, 'is an address that is not encrypted (blob://)'],
		[
			'blob:https://files.example/1',
			from,
			'redirects to an address that is not encrypted (blob://)',
		],
		['file:///etc/passwd', from, 'redirects to an address that is not encrypted (file://)'],
	])('the link %j from %s %s', (link, before, reason) => {
		expect(readPdfLink(link, origin, before)).toEqual({ ok: false, reason });
	});

	test('the link of a document that is only a path leads to the service', () => {
		const url = new URL('/files/a.pdf?key=1', origin);
		expect(readPdfLink(' /files/a.pdf?key=1', origin)).toEqual({ ok: true, url });
		const elsewhere = readPdfLink('//127.0.0.1/a.pdf', origin);
		expect(elsewhere.ok).toBe(false);
		const nowhere = { ok: false, reason: 'is no complete address' };
		expect(readPdfLink('/files/a.pdf', undefined)).toEqual(nowhere);
	});

	test('the link of a document is read relative to the address that redirected', () => {
		const url = new URL('https://files.example/b');
		expect(readPdfLink('/b', origin, from)).toEqual({ ok: true, url });
	});
});

const PAGE = 'a web page ("Fermé")';
test.each([
	['', 'text/html', 'nothing'],
	['\uFEFF \n', '', 'nothing'],
	...['<!DOCTYPE html>Fermé', '<html>Fermé', '<head>Fermé', '<body>Fermé', '<p>Fermé</p>'].map(
		(start) => [start, '', PAGE],
	),
	['<h1 class="a">Fermé</h1><title>7</title>', '', PAGE],
	['<title lang="fr">Fermé</title> plus', 'Text/HTML', PAGE],
	['<h1></h1><title></title>', 'text/html', 'a web page'],
	['<picture>', '', 'text'],
	['{"a":1}', 'text/plain', 'text ("{"a":1}")'],
	['7', 'application/json', 'text ("7")'],
	['<?xml ?><Error>Expired</Error>', '', 'text ("Expired")'],
	['Expired', 'application/xml', 'text ("Expired")'],
	['Lien\t expiré\u0001!', 'text/plain', 'text ("Lien expiré !")'],
	['x', 'context/plain', 'a file that is no PDF'],
	['PK', 'application/pdf', 'a file that is no PDF'],
	['x'.repeat(80), 'text/plain', `text ("${'x'.repeat(80)}")`],
	['x'.repeat(81), 'text/plain', `text ("${'x'.repeat(80)}…")`],
])('content %j of type %j is recognised as %s', (start = '', type = '', description = '') => {
	expect(describeContent(Buffer.from(start), type)).toBe(description);
});

test.each([
	[true, `${' '.repeat(1_019)}%PDF-`],
	[false, `${' '.repeat(1_020)}%PDF-`],
	[false, '<html><body>%PDF-1.7</body></html>'],
	[false, '\uFEFF \r\n\t["%PDF-1.7"]'],
	[true, 'x<html>%PDF-1.7'],
])('a PDF must have its mark unquoted in its first kilobyte: %p for %j', (is, start) => {
	expect(isPdf(Buffer.from(start))).toBe(is);
});
