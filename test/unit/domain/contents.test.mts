/** What files and headers are, as the bytes and the answer of a link say. */
import { createHash } from 'node:crypto';

import {
	buildHeader,
	headerIdentity,
	type HeaderInput,
	isLogoText,
	readLogo,
	type Logo,
} from '../../../nodes/LegalNotice/domain/header.ts';
import { cents, euros, euroText } from '../../../nodes/LegalNotice/domain/records.ts';
import {
	forbidsRepeating,
	LeftOpen,
	OperationStop,
	UnknownOutcome,
} from '../../../nodes/LegalNotice/domain/operationStop.ts';
import { describeContent, isPdf } from '../../../nodes/LegalNotice/domain/pdf.ts';

const ENDLESS = 'x'.repeat(100);

test.each([
	['', 'text/html', 'nothing'],
	['\uFEFF \n', '', 'nothing'],
	['<!DOCTYPE html><body>Fermé', '', 'a web page ("Fermé")'],
	['<html>Fermé', '', 'a web page ("Fermé")'],
	['<head>Fermé', '', 'a web page ("Fermé")'],
	['<body>Fermé', '', 'a web page ("Fermé")'],
	['<h1 class="a">Fermé</h1><title>7</title>', '', 'a web page ("Fermé")'],
	['<p>Fermé</p>', '', 'a web page ("Fermé")'],
	['<title lang="fr">Fermé</title> plus', 'Text/HTML', 'a web page ("Fermé")'],
	['<h1></h1><title></title>', 'text/html', 'a web page'],
	['<picture>', '', 'text'],
	['{"a":1}', 'text/plain', 'text ("{"a":1}")'],
	['[1]', '', 'text ("[1]")'],
	['7', 'application/json', 'text ("7")'],
	['<?xml ?><Error>Expired</Error>', '', 'text ("Expired")'],
	['Expired', 'application/xml', 'text ("Expired")'],
	['Lien\t expiré\u0001!', 'text/plain', 'text ("Lien expiré !")'],
	['x', 'context/plain', 'a file that is no PDF'],
	['PK', 'application/pdf', 'a file that is no PDF'],
	['PK', '', 'a file that is no PDF'],
	['x'.repeat(80), 'text/plain', `text ("${'x'.repeat(80)}")`],
	[ENDLESS, 'text/plain', `text ("${'x'.repeat(80)}…")`],
])('%j of type %j is %s', (start, type, description) => {
	expect(describeContent(Buffer.from(start), type)).toBe(description);
});

test('a PDF has its mark within the first kilobyte', () => {
	expect(isPdf(Buffer.from(`${' '.repeat(1_019)}%PDF-`))).toBe(true);
	expect(isPdf(Buffer.from(`${' '.repeat(1_020)}%PDF-`))).toBe(false);
	expect(isPdf(Buffer.from('PDF-'))).toBe(false);
});

test.each([
	'<html><body>%PDF-1.7</body></html>',
	'{"error":"no %PDF-1.7"}',
	'["%PDF-1.7"]',
	'\uFEFF \r\n\t<p>%PDF-1.7</p>',
])('a page or an answer that quotes the mark is none: %j', (start) => {
	expect(isPdf(Buffer.from(start))).toBe(false);
	expect(isPdf(Buffer.from(`x${start}`))).toBe(true);
});

describe('a logo', () => {
	const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d]);
	const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
	const pdf = Buffer.from('%PDF-1.4');

	test.each([
		[png, 'image/png'],
		[jpeg, 'image/jpeg'],
		[pdf, 'application/pdf'],
	])('is known by its bytes, also as base64 in text: %p', (bytes, mimeType) => {
		const logo = { mimeType, bytes };
		expect(readLogo(bytes)).toEqual(logo);
		expect(readLogo(bytes.toString('base64'))).toEqual(logo);
		expect(readLogo(bytes.toString('base64url'))).toEqual(logo);
		expect(readLogo(` data:image/gif;base64,${bytes.toString('base64')}\n`)).toEqual(logo);
	});

	test.each<[Buffer | string, string]>([
		[Buffer.from('GIF89a'), ''],
		[Buffer.alloc(0), ': the file is empty'],
		['', ': the file is empty'],
		['R0lGODlh', ''],
		['<svg>', ': the file is empty'],
		[Buffer.from([0x89, 0x50, 0x4e]), ''],
		[Buffer.from([0xff, 0xd8]), ''],
	])('is refused as anything else: %p', (given, more) => {
		expect(() => readLogo(given)).toThrow(
			expect.objectContaining({
				parameter: 'Logo Input Data Field Name',
				message: `'Logo Input Data Field Name' does not lead to a JPEG, PNG or PDF file${more}.`,
				advice:
					'Convert the logo to JPEG, PNG or PDF; GIF, SVG, WebP and office formats are not taken.',
			}) as Error,
		);
	});

	test('is told from the name of a field', () => {
		expect(isLogoText(`data:image/png;base64,`)).toBe(true);
		expect(isLogoText('DATA:;BASE64,x')).toBe(true);
		expect(isLogoText('my data:image/png;base64,')).toBe(false);
		expect(isLogoText('data:image/png,abc')).toBe(false);
		expect(isLogoText('A'.repeat(64))).toBe(true);
		expect(isLogoText('A'.repeat(63))).toBe(false);
		expect(isLogoText(`${'A'.repeat(64)}.`)).toBe(false);
		expect(isLogoText(`.${'A'.repeat(64)}`)).toBe(false);
		expect(isLogoText(`${'Ab0+/=-_ \n'.repeat(7)}`)).toBe(true);
	});
});

describe('a header', () => {
	const logo: Logo = { mimeType: 'image/png', bytes: Buffer.from('logo') };
	const input = (layout: string, more: Partial<HeaderInput> = {}): HeaderInput => ({
		layout,
		text: 'Cabinet',
		logo: undefined,
		...more,
	});
	const [textOnly, logoOnly] = ['carton_texte_sans_image', 'carton_image_sans_texte'];
	const [right, below] = ['carton_image_texte_droite', 'carton_image_texte_bas'];
	const image = { mime_type: 'image/png', data: Buffer.from('logo').toString('base64') };

	test.each([
		['', '<p>C</p>', undefined, { disposition: textOnly, texte: '<p>C</p>' }],
		['', '', logo, { disposition: logoOnly, ...image }],
		[right, '<p>C</p>', logo, { disposition: right, texte: '<p>C</p>', ...image }],
		[below, '<p>C</p>', logo, { disposition: below, texte: '<p>C</p>', ...image }],
		['carton_neuf', '<p>C</p>', undefined, { disposition: 'carton_neuf', texte: '<p>C</p>' }],
		['carton_neuf', '', logo, { disposition: 'carton_neuf', ...image }],
	])('of layout %j is sent with what it shows', (layout, html, given, header) => {
		expect(buildHeader(input(layout, { logo: given }), html)).toEqual(header);
	});

	test.each`
		layout      | html          | given        | message                                                            | advice
		${''}       | ${''}         | ${undefined} | ${"'Header' is empty."}                                            | ${"Add a 'Text' or a logo to it, or remove it."}
		${''}       | ${'<p>C</p>'} | ${logo}      | ${"'Header' has a logo and a text, but no 'Layout'."}              | ${"Add 'Layout' to say where the logo stands."}
		${right}    | ${'<p>C</p>'} | ${undefined} | ${"The 'Layout' of the 'Header' shows a logo, but there is none."} | ${"Add 'Logo Input Data Field Name', or choose Text Only."}
		${textOnly} | ${'<p>C</p>'} | ${logo}      | ${"The 'Layout' of the 'Header' shows no logo, but one is given."} | ${'Choose another one.'}
		${below}    | ${''}         | ${logo}      | ${"The 'Layout' of the 'Header' shows a text, but there is none."} | ${"Add a 'Text', or choose Logo Only."}
		${logoOnly} | ${'<p>C</p>'} | ${logo}      | ${"The 'Layout' of the 'Header' shows no text, but one is given."} | ${'Choose another one.'}
	`(
		'of layout $layout with text $html is refused: $given',
		({
			layout,
			html,
			given,
			message,
			advice,
		}: Record<'layout' | 'html' | 'message' | 'advice', string> & { given: Logo | undefined }) => {
			expect(() => buildHeader(input(layout, { logo: given }), html)).toThrow(
				expect.objectContaining({ parameter: 'Header', message, advice }) as Error,
			);
		},
	);

	test('makes a notice another notice by layout, text and logo', () => {
		expect(headerIdentity(undefined)).toEqual([]);
		expect(headerIdentity(input(textOnly))).toEqual([textOnly, 'Cabinet', '']);
		const digest = createHash('sha256').update('logo').digest('hex');
		expect(headerIdentity(input(right, { logo }))).toEqual([right, 'Cabinet', digest]);
	});
});

test.each<[unknown, number | undefined]>([
	[12.345, 1_235],
	[-12.345, -1_235],
	[1.005, 101],
	['1 250,50', 125_050],
	['1\u202f250.5', 125_050],
	['1\u00a0000', 100_000],
	['', undefined],
	[' ', undefined],
	['a', undefined],
	[null, undefined],
	[Infinity, undefined],
	[0, 0],
])('%p is %p cents', (given, amount) => {
	expect(cents(given)).toBe(amount);
});
test('cents are shown with two decimals', () => {
	expect(euros(1_250)).toBe(12.5);
	expect(euroText(123_450)).toBe('1234.50 €');
});

test('an unknown outcome that nothing settles is found below any stop', () => {
	const unknown = (repeatable: boolean) => new UnknownOutcome('m', 'a', undefined, 'o', repeatable);
	expect(forbidsRepeating(unknown(false))).toBe(true);
	expect(
		forbidsRepeating(new OperationStop('m', 'a', new LeftOpen('m', 'a', unknown(false), 'o'))),
	).toBe(true);
	expect(forbidsRepeating(new OperationStop('m', 'a', unknown(true)))).toBe(false);
	expect(forbidsRepeating(new OperationStop('m', 'a'))).toBe(false);
	expect(forbidsRepeating(new Error('m', { cause: unknown(false) }))).toBe(false);
	expect(forbidsRepeating(undefined)).toBe(false);
	expect(new OperationStop('m', 'a')).toMatchObject({ name: 'OperationStop', told: false });
});
