import fc from 'fast-check';

import { runs } from '../../property/runs.mts';
import {
	automaticOrderNumber,
	readOrderNumber,
	type OrderIdentity,
} from '../../../nodes/LegalNotice/domain/orderNumber.ts';

const notice: OrderIdentity = {
	fileReference: '2026-0147',
	department: '75',
	publication: 12,
	category: 'CONSTI',
	forfait: 'SARL',
	text: 'AVIS DE CONSTITUTION',
	header: [],
};

/**
 * The number is the key that keeps a notice from being ordered twice, also between versions of this package: these
 * values may never change.
 */
const golden: Array<[string, Partial<OrderIdentity>]> = [
	['2026-0147-4G5YYVY98PYXC10ZQQCA', {}],
	['D-1-BH2ENNW9KTKH0HDK7R8K', { fileReference: 'D-1' }],
	[
		'Dossier-tres-long-avec-d-56TYNC9V27KE25A8E4VC',
		{ fileReference: 'Dossier très long, avec des accents et des espaces' },
	],
	['5JXFV3K329PSX7D6C05F', { fileReference: '漢字' }],
	['GYQK0CH0ZTEB5Z25J5ZW', { fileReference: '' }],
	['2026-0147-9JAR5QGE2E1PB0M0FD9P', { department: '2A' }],
	['2026-0147-YT0C6AAYZSETSTDGJ3E6', { department: '971' }],
	['2026-0147-KC2VD9VGZTJQRFWRPM0R', { publication: 900001 }],
	['2026-0147-F8C8AF00WWEAWG9VEQXM', { category: 'DISSOL', forfait: undefined }],
	['2026-0147-P8FQ1TSS4J955EKSRQS3', { category: 'VNT_ENC', forfait: undefined }],
	['2026-0147-G55HNZ2PK0YEAB355ANQ', { category: 'MODIF', forfait: 'MOD_CAP' }],
	['2026-0147-C1MKH8VZ92G6C08NBYPV', { text: undefined }],
	['2026-0147-C1MKH8VZ92G6C08NBYPV', { text: '' }],
	['2026-0147-W12MWTN15HJ7PRYMCZR5', { text: 'L’ŒUVRE & FILS\n\nCapital : 10 000 €' }],
	['2026-0147-QQAYC91W8NV9184VSJCQ', { text: '<p class="fs-titre">Avis</p>' }],
	['2026-0147-0JXCP1YNM78CEBXCCV1M', { text: 'Société' }],
	['2026-0147-4G5YYVY98PYXC10ZQQCA', { text: '   AVIS   DE\tCONSTITUTION ' }],
	['2026-0147-73961RNH1948CVD8ZAH2', { header: ['carton_texte_sans_image', 'CABINET DUPONT', ''] }],
	['2026-0147-R3DN20FJ78HTXY82KPAJ', { header: ['carton_image_texte_bas', '', 'ab12'] }],
	['2026-0147-FT22THH7YMCPH9108X7P', { replaces: '26L000001' }],
];

describe('the automatic order number', () => {
	test.each(golden)('%s stays the number of its notice', (number, change) => {
		expect(automaticOrderNumber({ ...notice, ...change })).toBe(number);
	});

	test.each<[string, Partial<OrderIdentity>]>([
		['spacing', { text: '  AVIS\r\n DE\u00a0CONSTITUTION ' }],
		['a narrow space for a plain one', { text: 'AVIS DE\u202fCONSTITUTION' }],
	])('is the same after a change of %s', (_name, change) => {
		expect(automaticOrderNumber({ ...notice, ...change })).toBe(automaticOrderNumber(notice));
	});

	test('is the same for composed and decomposed accents', () => {
		const composed = automaticOrderNumber({ ...notice, text: 'Société' });
		expect(automaticOrderNumber({ ...notice, text: 'Socie\u0301te\u0301' })).toBe(composed);
	});

	test.each<[string, Partial<OrderIdentity>]>([
		['file', { fileReference: '2026-0148' }],
		['department', { department: '69' }],
		['publication', { publication: 13 }],
		['category', { category: 'DISSOL', forfait: undefined }],
		['forfait', { forfait: 'SAS' }],
		['text', { text: 'AVIS DE CONSTITUTION.' }],
		['header', { header: ['carton_texte_sans_image', 'CABINET', ''] }],
		['replaced notice', { replaces: '26L000001' }],
	])('is another one for another %s', (_name, change) => {
		expect(automaticOrderNumber({ ...notice, ...change })).not.toBe(automaticOrderNumber(notice));
	});

	test('text cannot move from one field to the next unnoticed', () => {
		const one = automaticOrderNumber({ ...notice, category: 'A', forfait: 'BC' });
		expect(automaticOrderNumber({ ...notice, category: 'AB', forfait: 'C' })).not.toBe(one);
	});

	test('always fits the service and stands in a path as written, whatever the file is called', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (fileReference) => {
				const number = automaticOrderNumber({ ...notice, fileReference });
				expect(number).toMatch(/^[A-Za-z0-9_.-]{20,45}$/);
				expect(number).not.toMatch(/^[.-]/);
				expect(readOrderNumber(number)).toBe(number);
			}),
			runs(100),
		);
	});

	test('begins with the file, so that a person recognises it', () => {
		expect(automaticOrderNumber({ ...notice, fileReference: 'Été 2026/147' })).toMatch(
			/^Ete-2026-147-/,
		);
	});
});

describe('a custom order number', () => {
	test('is trimmed and may have 50 characters, however many bytes they take', () => {
		expect(readOrderNumber(` ${'é'.repeat(50)} `)).toBe('é'.repeat(50));
		expect(readOrderNumber('😀'.repeat(50))).toBe('😀'.repeat(50));
		expect(readOrderNumber(123)).toBe('123');
	});
	test.each([
		['', /is empty/],
		['a'.repeat(51), /has 51 characters/],
		['a\nb', /line break/],
		['a\u0085b', /control character/],
	])('%p is refused', (given, sentence) => {
		expect(() => readOrderNumber(given)).toThrow(sentence);
	});
});
