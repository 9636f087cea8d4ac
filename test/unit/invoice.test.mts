import { isCreditNote } from '../../nodes/LegalNotice/domain/invoice.ts';
import { gatherInvoices } from '../../nodes/LegalNotice/domain/invoiceGathering.ts';
import { invoiceAmounts, shareOf } from '../../nodes/LegalNotice/domain/invoiceTotals.ts';
import { lineAmounts } from '../../nodes/LegalNotice/domain/invoiceAmounts.ts';

const item = (amount: number | string, rate: number | string) => ({
	quantite: 1,
	prix_unitaire: amount,
	montant_ht: amount,
	taux_tva: rate,
});
const totals = (ht: number | string, tva: number | string, ttc: number | string) => ({
	montant_ht: ht,
	montant_tva: tva,
	montant_ttc: ttc,
});

/** 193 at 20 %, a paper proof of 2.45 at 2.1 %. */
const line = (reference: string) => ({
	reference,
	annonce: item(193, 20),
	justificatif_papier: item(2.45, 2.1),
	remises: [],
	totaux: totals(195.45, 38.65, 234.1),
	tva: [
		{ taux: 20, montant: 38.6 },
		{ taux: 2.1, montant: 0.05 },
	],
});
const invoice = (numero: string, ...references: string[]) => ({
	type: 'facture',
	numero,
	date_facture: '2026-12-04',
	montant_ht: 195.45 * references.length,
	montant_ttc: 234.1 * references.length,
	lignes: references.map(line),
});
const asked = (reference: string, ...factures: unknown[]) => ({
	asked: reference,
	notice: { reference, factures },
});

describe('an invoice found under several notices', () => {
	test('comes once, with every notice that lists it, in the order asked', () => {
		const shared = invoice('F-1', 'A', 'B');
		const found = gatherInvoices([asked('A', shared), asked('B', shared, invoice('F-2', 'B'))]);
		expect(found.map(({ invoice: { numero } }) => numero)).toEqual(['F-1', 'F-2']);
		expect(found[0]?.notices.map((notice) => notice.asked)).toEqual(['A', 'B']);
	});

	test('stays apart from a credit note of the same number', () => {
		const credit = { ...invoice('1', 'A'), type: 'avoir' };
		expect(gatherInvoices([asked('A', invoice('1', 'A'), credit)])).toHaveLength(2);
	});

	test('shows all lines when each answer showed only those of its own notice', () => {
		const [found] = gatherInvoices([
			asked('A', { ...invoice('F-1', 'A', 'B'), lignes: [line('A')] }),
			asked('B', { ...invoice('F-1', 'A', 'B'), lignes: [line('B')] }),
		]);
		expect(found?.invoice.lignes).toEqual([line('A'), line('B')]);
		expect(invoiceAmounts(found?.invoice ?? {}).gaps).toEqual([]);
	});

	test('is the same whether its number comes as text or as a number', () => {
		const found = gatherInvoices([
			asked('A', invoice('42', 'A')),
			asked('B', { ...invoice('42', 'A'), numero: 42 }),
		]);
		expect(found).toHaveLength(1);
	});

	test.each([
		['date', { date_facture: '2026-12-05' }],
		['amount excluding tax', { montant_ht: 195.46 }],
		['amount including tax', { montant_ttc: '234.11' }],
		['link', { url: 'https://files.example/b.pdf' }],
	])(
		'is not one of the same number with another %s: newspapers may share numbers',
		(_what, other) => {
			const one = { ...invoice('F-1', 'A'), url: 'https://files.example/a.pdf' };
			expect(gatherInvoices([asked('A', one), asked('B', { ...one, ...other })])).toHaveLength(2);
		},
	);

	test('is the same with amounts as text and with another key in its link', () => {
		const url = 'https://files.example/a.pdf?key=';
		const one = { ...invoice('F-1', 'A'), url: `${url}1` };
		const other = { ...one, url: `${url}2`, montant_ht: '195,45', montant_ttc: '234.10' };
		expect(gatherInvoices([asked('A', one), asked('B', other)])).toHaveLength(1);
	});

	test('without a number is kept, not taken for another one', () => {
		const unnumbered = { ...invoice('', 'A'), numero: null };
		expect(
			gatherInvoices([asked('A', unnumbered, unnumbered), asked('B', unnumbered)]),
		).toHaveLength(3);
	});
});

describe('amounts', () => {
	test('VAT is split by rate with its base, in cents', () => {
		const { rates, sums } = invoiceAmounts(invoice('F-1', 'A', 'B'));
		expect([...rates]).toEqual([
			[20, { base: 38_600, tva: 7_720 }],
			[2.1, { base: 490, tva: 10 }],
		]);
		expect(sums).toEqual({ ht: 39_090, tva: 7_730, ttc: 46_820 });
	});

	test('text is read like numbers', () => {
		const text = {
			reference: 'A',
			annonce: item('193.00', '20.00'),
			totaux: totals('193.00', '38.60', '231.60'),
			tva: [{ taux: '20.00', montant: '38.60' }],
		};
		expect(lineAmounts(text)).toEqual({
			sums: { ht: 19_300, tva: 3_860, ttc: 23_160 },
			rates: new Map([[20, { base: 19_300, tva: 3_860 }]]),
			discounts: 0,
			gaps: [],
		});
	});

	test('a sum that floating point gets wrong is no difference', () => {
		const { gaps } = lineAmounts({
			annonce: item(0.1, 0),
			frais_port: item(0.2, 0),
			totaux: totals(0.3, 0, 0.3),
		});
		expect(gaps).toEqual([]);
	});

	test.each([
		['with their sign', -19.3],
		['as what is taken off', 19.3],
	])('discounts stated %s reduce the base', (_how, discount) => {
		const { rates, discounts, gaps } = lineAmounts({
			annonce: item(193, 20),
			remises: [item(discount, 20)],
			totaux: totals(173.7, 34.74, 208.44),
			tva: [{ taux: 20, montant: 34.74 }],
		});
		expect(discounts).toBe(1_930);
		expect(rates.get(20)?.base).toBe(17_370);
		expect(gaps).toEqual([]);
	});

	test('a discount given as one object counts too', () => {
		const { discounts } = lineAmounts({ annonce: item(100, 20), remises: item(-10, 20) });
		expect(discounts).toBe(1_000);
	});

	test('a discounted credit note stays negative', () => {
		const { sums, rates, discounts, gaps } = lineAmounts({
			annonce: item(-193, 20),
			remises: [item(19.3, 20)],
			totaux: totals(-173.7, -34.74, -208.44),
			tva: [{ taux: 20, montant: -34.74 }],
		});
		expect(sums).toEqual({ ht: -17_370, tva: -3_474, ttc: -20_844 });
		expect(rates.get(20)).toEqual({ base: -17_370, tva: -3_474 });
		expect([discounts, gaps]).toEqual([1_930, []]);
	});

	test('VAT that a line does not state is computed from its items', () => {
		const { rates, sums } = lineAmounts({ annonce: item(193, 20), frais_port: item(1.86, 20) });
		expect(rates.get(20)).toEqual({ base: 19_486, tva: 3_897 });
		expect(sums).toEqual({ ht: 19_486, tva: 3_897, ttc: 23_383 });
	});

	test('what does not add up is told in cents, with the figure stated and the figure computed', () => {
		const wrong = { ...invoice('F-1', 'A'), montant_ttc: 234.12 };
		expect(invoiceAmounts(wrong).gaps).toEqual([
			{ controle: 'lignes_tva', annonce: 38.67, calcule: 38.65, centimes: -2 },
			{ controle: 'lignes_ttc', annonce: 234.12, calcule: 234.1, centimes: -2 },
		]);
	});

	test('a line whose own parts do not add up is named', () => {
		const broken = { ...line('A'), annonce: item(194, 20) };
		const { gaps } = invoiceAmounts({ ...invoice('F-1', 'A'), lignes: [broken] });
		expect(gaps).toEqual([
			{ controle: 'elements_ht', annonce: 195.45, calcule: 196.45, centimes: 100, reference: 'A' },
		]);
	});

	test('nothing is compared, and nothing claimed, when an invoice has no lines', () => {
		const { gaps, sums } = invoiceAmounts({ montant_ht: 100, montant_ttc: 120 });
		expect(gaps).toBeUndefined();
		expect(sums).toEqual({ ht: 10_000, tva: 2_000, ttc: 12_000 });
	});

	test('an amount that is missing stays missing', () => {
		expect(invoiceAmounts({ montant_ht: 'n/a' }).sums).toEqual({
			ht: undefined,
			tva: undefined,
			ttc: undefined,
		});
	});

	test('the share of a notice is its lines, not the whole invoice', () => {
		expect(shareOf(invoice('F-1', 'A', 'B'), ['B', 'D-2'])).toMatchObject({
			sums: { ht: 19_545, tva: 3_865, ttc: 23_410 },
			byLines: true,
		});
	});

	test('an invoice whose lines name no notice counts as a whole, and says so', () => {
		expect(shareOf({ montant_ht: 100, montant_ttc: 120 }, ['A'])).toMatchObject({
			sums: { ht: 10_000, tva: 2_000, ttc: 12_000 },
			byLines: false,
		});
	});
});

test('a credit note is known by its type, or by its amount where the type is missing', () => {
	expect(isCreditNote({ type: 'avoir', montant_ttc: -1 })).toBe(true);
	expect(isCreditNote({ type: 'facture', montant_ttc: -1 })).toBe(false);
	expect(isCreditNote({ montant_ttc: '-1.00' })).toBe(true);
});
