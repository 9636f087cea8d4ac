import { buildHeader, isLogoText, readLogo } from '../../../nodes/LegalNotice/domain/header.ts';

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

test('a layout of a later version of the service is sent with what it may show', () => {
	const input = { layout: 'carton_neuf', text: 'C', logo: undefined };
	const header = { disposition: 'carton_neuf', texte: '<p>C</p>' };
	expect(buildHeader(input, '<p>C</p>')).toEqual(header);
});
