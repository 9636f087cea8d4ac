import {
	binaryFieldName,
	inBinaryFields,
	fileNamePart,
	pdfFileName,
} from '../../../nodes/LegalNotice/domain/fileName.ts';
import { readPdfLink } from '../../../nodes/LegalNotice/domain/pdfLink.ts';

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
	['œuvre Œuvre æ Æ', 'oeuvre-OEuvre-ae-AE'],
	['../../etc', 'etc'],
	['a...b', 'a.b'],
	['-.a.-', 'a'],
	['a/b\\c:d', 'a-b-c-d'],
	['x'.repeat(90), 'x'.repeat(80)],
])('%j becomes %s', (text, part) => {
	expect(fileNamePart(text)).toBe(part);
});

const from = new URL('https://files.example/a');
test.each<[unknown, URL | undefined, string]>([
	['', undefined, 'is empty'],
	['', from, 'redirects without saying where to'],
	['https://', undefined, 'is no complete address'],
	['https://', from, 'redirects to something that is no address'],
	['ftp://a.example', undefined, 'is an address of the kind "ftp:", not https'],
	['ftp://a.example', from, 'redirects to an address of the kind "ftp:", not https'],
	['http://a.example/x', undefined, 'is an address that is not encrypted (http://a.example)'],
	['http://a.example/x', from, 'redirects to an address that is not encrypted (http://a.example)'],
	['https://localhost/x', from, 'redirects to the n8n server itself'],
])('a link %j from %s %s', (link, before, reason) => {
	expect(readPdfLink(link, true, before)).toEqual({ ok: false, reason });
});
test('spaces around a link do not matter', () => {
	const link = readPdfLink(' https://a.example/x ', false);
	expect(link.ok ? link.url.href : link.reason).toBe('https://a.example/x');
	const local = readPdfLink('http://localhost:5/x', true, new URL('http://127.0.0.1:5/a'));
	expect(local.ok).toBe(true);
});
