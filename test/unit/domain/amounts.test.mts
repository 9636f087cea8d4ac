/** What an invoice comes to, and what is said of figures that do not agree. */
import { trimmedText } from '../../../nodes/LegalNotice/domain/textValue.ts';
import {
	billedReferences,
	isCreditNote,
	namesOf,
} from '../../../nodes/LegalNotice/domain/invoice.ts';
import {
	compared,
	complete,
	lineAmounts,
	total,
} from '../../../nodes/LegalNotice/domain/invoiceAmounts.ts';
import { listOfFields } from '../../../nodes/LegalNotice/domain/invoiceFields.ts';
import { gatherInvoices } from '../../../nodes/LegalNotice/domain/invoiceGathering.ts';
import { mergeRates, ratesOf } from '../../../nodes/LegalNotice/domain/invoiceRates.ts';
import { invoiceAmounts, shareOf } from '../../../nodes/LegalNotice/domain/invoiceTotals.ts';

const part = (amount: unknown, rate: unknown = 20) => ({ montant_ht: amount, taux_tva: rate });
const totals = (ht?: number, tva?: number, ttc?: number) => ({
	montant_ht: ht,
	montant_tva: tva,
	montant_ttc: ttc,
});
const gap = (controle: string, annonce: number, calcule: number, centimes: number) => ({
	controle,
	annonce,
	calcule,
	centimes,
});

test('a credit note without type is known by an amount below 0', () => {
	expect(isCreditNote({ montant_ttc: 0 })).toBe(false);
	expect(isCreditNote({ montant_ttc: 12 })).toBe(false);
	expect(isCreditNote({ montant_ttc: '?' })).toBe(false);
	expect(isCreditNote({ type: 7, montant_ttc: -0.01 })).toBe(true);
});

test('references of lines are billed once each, empty ones not at all', () => {
	const lignes = [
		{ reference: 'A' },
		{ reference: ' B ' },
		{ reference: 'A' },
		{},
		{ reference: 7 },
	];
	expect(billedReferences({ lignes })).toEqual(['A', 'B', '7']);
	expect(billedReferences({})).toEqual([]);
});

test('a notice is named by reference and order number, as far as it has them', () => {
	expect(namesOf({ reference: 'AL-1', numero_commande: 'D-1' })).toEqual(['AL-1', 'D-1']);
	expect(namesOf({ reference: 7, numero_commande: '' })).toEqual(['7']);
	expect(namesOf(null)).toEqual([]);
	expect(namesOf('AL-1')).toEqual([]);
	expect(trimmedText(true)).toBe('');
});

test('lists are read also when there is one element, none, or something else among them', () => {
	expect(listOfFields({ a: 1 })).toEqual([{ a: 1 }]);
	expect(listOfFields([{ a: 1 }, null, 'x', [2], { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
	expect(listOfFields(null)).toEqual([]);
	expect(listOfFields('x')).toEqual([]);
});

describe('a line', () => {
	test('is the sum of its parts, whatever they are called; totals and discounts are none', () => {
		const line = {
			reference: 'A',
			annonce: part(100),
			frais: part('1,50'),
			option: { libelle: 'x' },
			remises: { montant_ht: 10, taux_tva: 20 },
			totaux: totals(91.5),
		};
		expect(lineAmounts(line)).toEqual({
			sums: { ht: 9_150, tva: 1_830, ttc: 10_980 },
			rates: new Map([[20, { base: 9_150, tva: 1_830 }]]),
			discounts: 1_000,
			gaps: [],
		});
	});

	test('that states nothing comes to nothing known', () => {
		expect(lineAmounts({ reference: 'A' })).toEqual({
			sums: { ht: undefined, tva: undefined, ttc: undefined },
			rates: new Map(),
			discounts: 0,
			gaps: undefined,
		});
	});

	test('names each pair of figures that differ, with the gap in cents', () => {
		const line = {
			annonce: part(100),
			totaux: totals(101, 21, 123),
			tva: [{ taux: 20, montant: 20 }],
		};
		expect(lineAmounts(line).gaps).toEqual([
			gap('elements_ht', 101, 100, -100),
			gap('tva_par_taux', 21, 20, -100),
			gap('ht_plus_tva', 123, 122, -100),
		]);
	});

	test('whose total leaves open how its discount is written takes it off', () => {
		const discounts = (items: number, discount: number) =>
			lineAmounts({ annonce: part(items), remises: [part(discount)] }).sums.ht;
		expect(discounts(100, 10)).toBe(9_000);
		expect(discounts(100, -10)).toBe(9_000);
		expect(discounts(-100, 10)).toBe(-9_000);
		expect(discounts(-100, -10)).toBe(-9_000);
	});

	test('tells by its total whether a discount is a surcharge', () => {
		const sums = (ht: number) =>
			lineAmounts({ annonce: part(100), remises: [part(10)], totaux: totals(ht) });
		expect(sums(110).rates.get(20)?.base).toBe(11_000);
		expect(sums(90).rates.get(20)?.base).toBe(9_000);
		const reversed = lineAmounts({
			annonce: part(100),
			remises: [part(-10)],
			totaux: totals(110),
		});
		expect(reversed.rates.get(20)?.base).toBe(11_000);
	});
});

test('two of three amounts tell the third, one tells nothing', () => {
	expect(complete({ ht: 100, tva: 20, ttc: undefined })).toEqual({ ht: 100, tva: 20, ttc: 120 });
	expect(complete({ ht: 100, tva: undefined, ttc: 120 })).toEqual({ ht: 100, tva: 20, ttc: 120 });
	expect(complete({ ht: undefined, tva: 20, ttc: 120 })).toEqual({ ht: 100, tva: 20, ttc: 120 });
	for (const only of ['ht', 'tva', 'ttc'] as const) {
		const none = { ht: undefined, tva: undefined, ttc: undefined };
		expect(complete({ ...none, [only]: 100 })).toEqual({ ...none, [only]: 100 });
	}
});

test('only figures that are both known are compared; without any, nothing is said', () => {
	expect(compared([])).toBeUndefined();
	expect(
		compared([
			['a', undefined, 1],
			['b', 1, undefined],
		]),
	).toBeUndefined();
	expect(
		compared([
			['a', undefined, 1],
			['b', 2, 2],
		]),
	).toEqual([]);
	expect(compared([['c', 150, 100]])).toEqual([gap('c', 1.5, 1, -50)]);
});

test('a sum with an unknown part is unknown', () => {
	expect(total([1, 2, 3])).toBe(6);
	expect(total([1, undefined, 3])).toBeUndefined();
	expect(total([])).toBe(0);
});

describe('VAT by rate', () => {
	test('leaves out what has no rate or no amount', () => {
		const items = [part(100, '5,5'), part(50, 'x'), part('x', 20), part(10, '5.5')];
		expect(ratesOf(items, [part(5, 5.5)], -1, [])).toEqual(
			new Map([[5.5, { base: 10_500, tva: 578 }]]),
		);
	});

	test('is taken as stated, summed where a rate stands twice, without a base where no item has it', () => {
		const stated = [
			{ taux: 20, montant: 1 },
			{ taux: '20.0', montant: '2' },
			{ taux: 2.1, montant: 0.5 },
			{ taux: 'x', montant: 1 },
			{ taux: 10, montant: 'x' },
		];
		expect(ratesOf([part(15)], [], 1, stated)).toEqual(
			new Map([
				[20, { base: 1_500, tva: 300 }],
				[2.1, { base: 0, tva: 50 }],
			]),
		);
	});

	test('of several lines is added up', () => {
		const one = new Map([[20, { base: 100, tva: 20 }]]);
		const other = new Map([
			[20, { base: 50, tva: 10 }],
			[10, { base: 10, tva: 1 }],
		]);
		expect(mergeRates([one, other])).toEqual(
			new Map([
				[20, { base: 150, tva: 30 }],
				[10, { base: 10, tva: 1 }],
			]),
		);
	});
});

describe('an invoice', () => {
	const line = (reference: string, ht: number) => ({
		reference,
		annonce: part(ht),
		remises: [part(1)],
		totaux: totals(ht - 1, (ht - 1) / 5, (ht - 1) * 1.2),
	});

	test('without totals of its own comes to what its lines come to', () => {
		const { sums, discounts, gaps } = invoiceAmounts({ lignes: [line('A', 101), line('B', 51)] });
		expect(sums).toEqual({ ht: 15_000, tva: 3_000, ttc: 18_000 });
		expect(discounts).toBe(200);
		expect(gaps).toBeUndefined();
	});

	test('keeps its own totals where its lines say otherwise, and says so', () => {
		const { sums, gaps } = invoiceAmounts({
			montant_ht: 90,
			montant_ttc: 110,
			lignes: [line('A', 101)],
		});
		expect(sums).toEqual({ ht: 9_000, tva: 2_000, ttc: 11_000 });
		expect(gaps).toEqual([gap('lignes_ht', 90, 100, 1_000), gap('lignes_ttc', 110, 120, 1_000)]);
	});

	test('without totals tells the gaps of its lines, each with its notice', () => {
		const wrong = { reference: ' A ', annonce: part(100), totaux: totals(101) };
		expect(invoiceAmounts({ lignes: [wrong] }).gaps).toEqual([
			{ ...gap('elements_ht', 101, 100, -100), reference: 'A' },
		]);
	});

	test('whose lines state too little is compared as far as it goes', () => {
		const { gaps, sums } = invoiceAmounts({ montant_ht: 100, montant_ttc: 120, lignes: [{}] });
		expect(gaps).toBeUndefined();
		expect(sums).toEqual({ ht: 10_000, tva: 2_000, ttc: 12_000 });
	});

	test('has a share for each notice that its lines name, by any of its names', () => {
		const invoice = { lignes: [line('A', 101), line('B', 51), line('D-2', 11)] };
		expect(shareOf(invoice, ['B', 'D-2'])).toEqual({
			sums: { ht: 6_000, tva: 1_200, ttc: 7_200 },
			rates: new Map([[20, { base: 6_000, tva: 1_200 }]]),
			byLines: true,
		});
		expect(shareOf(invoice, ['X']).byLines).toBe(false);
	});
});

describe('invoices of several notices', () => {
	const asked = (name: string, notice: object) => ({ asked: name, notice: { ...notice } });

	test('are listed once for a notice that lists them twice', () => {
		const invoice = { type: 'facture', numero: 'F-1' };
		const [found] = gatherInvoices([asked('A', { factures: [invoice, invoice] })]);
		expect(found?.notices).toHaveLength(1);
	});

	test('get the lines that only later answers show, those that are there already once', () => {
		const invoice = (...references: string[]) => ({
			numero: 'F-1',
			lignes: references.map((reference) => ({ reference })),
		});
		const [found] = gatherInvoices([
			asked('A', { factures: [invoice('A', 'B')] }),
			asked('B', { factures: [invoice('B', 'C')] }),
		]);
		expect(found?.invoice).toEqual(invoice('A', 'B', 'C'));
		const same = invoice('A');
		const [unchanged] = gatherInvoices([
			asked('A', { factures: [same] }),
			asked('A2', { factures: [invoice('A')] }),
		]);
		expect(unchanged?.invoice).toBe(same);
	});

	test('without number are the same only in the same place of the same notice', () => {
		const invoice = { type: 'facture' };
		const one = asked('D-1', { reference: 'AL-1', factures: [invoice] });
		const again = asked('AL-1', { reference: 'AL-1', factures: [invoice] });
		const other = asked('AL-2', { reference: '', factures: [invoice] });
		const third = asked('AL-3', { factures: [invoice] });
		expect(gatherInvoices([one, again, other, third])).toHaveLength(3);
	});
});
