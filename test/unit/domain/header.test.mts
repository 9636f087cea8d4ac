import {
	buildHeader,
	isLogoText,
	readLogo,
	type Logo,
} from '../../../nodes/LegalNotice/domain/header.ts';

describe('a logo', () => {
	test.each([
		[Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d]), 'image/png'],
		[Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
		[Buffer.from('%PDF-1.4'), 'application/pdf'],
	])('a logo is recognised by its bytes, also as base64 in text: %p', (bytes, mimeType) => {
		const base64 = bytes.toString('base64');
		const texts = [base64, bytes.toString('base64url'), ` data:image/gif;base64,${base64}\n`];
		for (const given of [bytes, ...texts]) expect(readLogo(given)).toEqual({ mimeType, bytes });
	});

	test.each<[Buffer | string, string]>([
		[Buffer.from('GIF89a'), ''],
		[Buffer.from([0x89, 0x50, 0x4e]), ''],
		[Buffer.from([0xff, 0xd8]), ''],
		[Buffer.alloc(0), ': the file is empty'],
		['<svg>', ': the file is empty'],
	])('a logo is refused as anything else: %p', (given, more) => {
		const parameter = 'Logo Input Data Field Name';
		const message = `'${parameter}' does not lead to a JPEG, PNG or PDF file${more}.`;
		const advice = expect.stringMatching(/^Convert the logo to JPEG, PNG or PDF; GIF/) as string;
		const problem = { parameter, message, advice };
		expect(() => readLogo(given)).toThrow(expect.objectContaining(problem) as Error);
	});

	const many = 'A'.repeat(64);
	test.each<[boolean, string]>([
		[true, 'DATA:;BASE64,x'],
		[true, many],
		[true, 'Ab0+/=-_ \n'.repeat(7)],
		[false, 'my data:image/png;base64,'],
		[false, 'data:image/png,abc'],
		[false, many.slice(1)],
		[false, `${many}.`],
		[false, `.${many}`],
	])('a text counts as a logo (%p) rather than the name of a field: %j', (isLogo, text) => {
		expect(isLogoText(text)).toBe(isLogo);
	});
});

describe('a header', () => {
	const logo: Logo = { mimeType: 'image/png', bytes: Buffer.from('logo') };
	const image = { mime_type: 'image/png', data: Buffer.from('logo').toString('base64') };
	const [textOnly, logoOnly] = ['carton_texte_sans_image', 'carton_image_sans_texte'];
	const [right, below] = ['carton_image_texte_droite', 'carton_image_texte_bas'];
	const input = (layout: string, given?: Logo) => ({ layout, text: 'Cabinet', logo: given });

	test.each([
		['', '<p>C</p>', undefined, { disposition: textOnly, texte: '<p>C</p>' }],
		['', '', logo, { disposition: logoOnly, ...image }],
		[right, '<p>C</p>', logo, { disposition: right, texte: '<p>C</p>', ...image }],
		['carton_neuf', '<p>C</p>', undefined, { disposition: 'carton_neuf', texte: '<p>C</p>' }],
	])('a header of layout %j is sent with what it shows', (layout, html, given, header) => {
		expect(buildHeader(input(layout, given), html)).toEqual(header);
	});

	test.each`
		layout      | html          | given        | text
		${''}       | ${''}         | ${undefined} | ${"'Header' is empty. Add a 'Text' or a logo to it, or remove it."}
		${textOnly} | ${'<p>C</p>'} | ${logo}      | ${"The 'Layout' of the 'Header' shows no logo, but one is given. Choose another one."}
		${below}    | ${''}         | ${logo}      | ${"The 'Layout' of the 'Header' shows a text, but there is none. Add a 'Text', or choose Logo Only."}
		${logoOnly} | ${'<p>C</p>'} | ${logo}      | ${"The 'Layout' of the 'Header' shows no text, but one is given. Choose another one."}
	`('layout $layout with text $html is refused: $text', ({ layout, html, given, text }) => {
		const [message = '', advice = ''] = (text as string).split(/(?<=\.) (?=A|Ch)/);
		const problem = { parameter: 'Header', message, advice };
		expect(() => buildHeader(input(layout as string, given as Logo), html as string)).toThrow(
			expect.objectContaining(problem) as Error,
		);
	});
});
