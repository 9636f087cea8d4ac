import { describeContent, isPdf } from '../../nodes/LegalNotice/domain/pdf.ts';
import { readPdfLink } from '../../nodes/LegalNotice/domain/pdfLink.ts';

describe('the link of a document', () => {
	test.each(['https://files.example/a.pdf?key=1', 'http://127.0.0.1:5/a', 'http://[::1]:5/a'])(
		'is followed over https, or to this machine when the service is on it: %s',
		(link) => {
			expect(readPdfLink(link, true).ok).toBe(true);
		},
	);

	test.each([
		['http://files.example/a.pdf?key=demo-secret', 'not encrypted (http://files.example)'],
		['ftp://files.example/a.pdf', '"ftp:", not https'],
		['file:///etc/passwd', '"file:", not https'],
		['data:application/pdf;base64,AAAA', '"data:", not https'],
		['/a.pdf', 'no complete address'],
		['', 'is empty'],
		[undefined, 'is empty'],
	])('is refused with the reason, never with its key: %s', (link, reason) => {
		const result = readPdfLink(link, true);
		expect(result.ok ? '' : result.reason).toContain(reason);
		expect(JSON.stringify(result)).not.toContain('demo-secret');
	});

	test('that leads from elsewhere to the n8n server itself is refused', () => {
		const from = new URL('https://files.example/a');
		expect(readPdfLink('http://127.0.0.1:5678/rest', true, from).ok).toBe(false);
		expect(readPdfLink('https://localhost/rest', true, from).ok).toBe(false);
		expect(readPdfLink('/b', true, from)).toMatchObject({ ok: true });
	});
});

test.each([
	'http://127.0.0.1:5678/rest',
	'http://localhost/rest',
	'https://localhost/rest',
	'https://[::1]:5/a',
])('a link of a service elsewhere is not followed to this machine: %s', (link) => {
	expect(readPdfLink(link, false)).toEqual({
		ok: false,
		reason: 'leads to the n8n server itself',
	});
	const here = new URL('http://127.0.0.1:5/a');
	expect(readPdfLink(link, false, here)).toMatchObject({ ok: false });
	expect(readPdfLink(link, true, here)).toMatchObject({ ok: true });
});

describe('what came instead of a PDF', () => {
	test.each([
		['', '', 'nothing'],
		[
			'<!doctype html><title>403</title><h1>Ce lien a expiré</h1>',
			'text/html',
			'a web page ("Ce lien a expiré")',
		],
		['<html><title>Connexion</title>', 'application/pdf', 'a web page ("Connexion")'],
		['{"resultat":"erreur"}', 'application/json', 'JSON ("{"resultat":"erreur"}")'],
		['<Error><Code>AccessDenied</Code></Error>', 'application/xml', 'XML ("AccessDenied")'],
		['gone', 'text/plain', 'text ("gone")'],
		['PK\u0003\u0004', 'application/zip', 'a file of type application/zip'],
		['\u0000\u0001', 'application/pdf', 'a file that is no PDF'],
	])('is named: %j', (body, type, words) => {
		expect(describeContent(Buffer.from(body), type)).toBe(words);
	});

	test('a PDF is known by its mark, also behind a little rubbish, but not far behind', () => {
		expect(isPdf(Buffer.from('%PDF-1.7'))).toBe(true);
		expect(isPdf(Buffer.from('\uFEFF\n%PDF-1.4'))).toBe(true);
		expect(isPdf(Buffer.from(`${' '.repeat(2000)}%PDF-1.4`))).toBe(false);
		expect(isPdf(Buffer.from('<html>'))).toBe(false);
	});
});
