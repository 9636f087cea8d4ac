/** What an invoice comes to, where it is the same one, and what is said of figures that do not agree. */
import {
	addUp,
	billedReferences,
	gatherInvoices,
	invoiceAmounts,
	isCreditNote,
	lineAmounts,
	mergeRates,
	namesOf,
	shareOf,
} from '../../../nodes/LegalNotice/domain/invoices.ts';

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
		expect(invoiceAmounts(found?.invoice ?? {}).gap).toBe(0);
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
			gap: 0,
		});
	});

	test('a sum that floating point gets wrong is no difference', () => {
		const { gap } = lineAmounts({
			annonce: item(0.1, 0),
			frais_port: item(0.2, 0),
			totaux: totals(0.3, 0, 0.3),
		});
		expect(gap).toBe(0);
	});

	test.each([
		['with their sign', -19.3],
		['as what is taken off', 19.3],
	])('discounts stated %s reduce the base', (_how, discount) => {
		const { rates, discounts, gap } = lineAmounts({
			annonce: item(193, 20),
			remises: [item(discount, 20)],
			totaux: totals(173.7, 34.74, 208.44),
			tva: [{ taux: 20, montant: 34.74 }],
		});
		expect(discounts).toBe(1_930);
		expect(rates.get(20)?.base).toBe(17_370);
		expect(gap).toBe(0);
	});

	test('a discount given as one object counts too', () => {
		const { discounts } = lineAmounts({ annonce: item(100, 20), remises: item(-10, 20) });
		expect(discounts).toBe(1_000);
	});

	test('a discounted credit note stays negative', () => {
		const { sums, rates, discounts, gap } = lineAmounts({
			annonce: item(-193, 20),
			remises: [item(19.3, 20)],
			totaux: totals(-173.7, -34.74, -208.44),
			tva: [{ taux: 20, montant: -34.74 }],
		});
		expect(sums).toEqual({ ht: -17_370, tva: -3_474, ttc: -20_844 });
		expect(rates.get(20)).toEqual({ base: -17_370, tva: -3_474 });
		expect([discounts, gap]).toEqual([1_930, 0]);
	});

	test('what does not add up is the largest difference in cents, with its sign', () => {
		const { gap } = invoiceAmounts({ ...invoice('F-1', 'A'), montant_ttc: 234.12 });
		expect(gap).toBe(-2);
		const broken = { ...line('A'), annonce: item(194, 20) };
		expect(invoiceAmounts({ ...invoice('F-1', 'A'), lignes: [broken] }).gap).toBe(100);
	});

	test('nothing is compared, and nothing claimed, when an invoice has no lines', () => {
		const { gap, sums } = invoiceAmounts({ montant_ht: 100, montant_ttc: 120 });
		expect(gap).toBeUndefined();
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

const part = (amount: unknown, rate: unknown = 20) => ({ montant_ht: amount, taux_tva: rate });
const sumsOf = (ht?: number, tva?: number, ttc?: number) => ({
	montant_ht: ht,
	montant_tva: tva,
	montant_ttc: ttc,
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
	expect(namesOf({ reference: true })).toEqual([]);
});

describe('a line', () => {
	test('is the sum of its parts, whatever they are called; totals and discounts are none', () => {
		const line = {
			reference: 'A',
			annonce: part(100),
			frais: part('1,50'),
			option: { libelle: 'x' },
			remises: { montant_ht: 10, taux_tva: 20 },
			totaux: sumsOf(91.5, 18.3, 109.8),
			tva: [{ taux: 20, montant: 18.3 }],
		};
		expect(lineAmounts(line)).toEqual({
			sums: { ht: 9_150, tva: 1_830, ttc: 10_980 },
			rates: new Map([[20, { base: 9_150, tva: 1_830 }]]),
			discounts: 1_000,
			gap: 0,
		});
	});

	test('that states nothing comes to nothing known', () => {
		expect(lineAmounts({ reference: 'A' })).toEqual({
			sums: { ht: undefined, tva: undefined, ttc: undefined },
			rates: new Map(),
			discounts: 0,
			gap: undefined,
		});
	});

	test.each([
		[sumsOf(101, 20, 121), -100],
		[sumsOf(100, 21, 121), -100],
		[sumsOf(100, 20, 118), 200],
		[sumsOf(101, 21, 125), -300],
		[sumsOf(100), 0],
	])('tells how far its parts are from %j: %p cents', (totaux, gap) => {
		const line = { annonce: part(100), totaux, tva: [{ taux: 20, montant: 20 }] };
		expect(lineAmounts(line).gap).toBe(gap);
	});

	test('tells by its total whether a discount is a surcharge', () => {
		const sums = (ht: number) =>
			lineAmounts({
				annonce: part(100),
				remises: [part(10)],
				totaux: sumsOf(ht),
				tva: [{ taux: 20, montant: ht / 5 }],
			});
		expect(sums(110).rates.get(20)?.base).toBe(11_000);
		expect(sums(90).rates.get(20)?.base).toBe(9_000);
	});
});

test('a sum with an unknown part is unknown', () => {
	const known = { sums: { ht: 1, tva: 2, ttc: 3 } };
	const open = { sums: { ht: 1, tva: undefined, ttc: 3 } };
	expect(addUp([known, open])).toEqual({ ht: 2, tva: undefined, ttc: 6 });
	expect(addUp([])).toEqual({ ht: 0, tva: 0, ttc: 0 });
});

describe('VAT by rate', () => {
	test('leaves out what has no rate or no amount', () => {
		const items = [part(100, '5,5'), part(50, 'x'), part('x', 20), part(10, '5.5')];
		const tva = [{ taux: '5,5', montant: 5.78 }, { taux: 'x', montant: 1 }, { taux: 20 }];
		const line = { ...items, remises: [part(5, 5.5)], totaux: sumsOf(175), tva };
		expect(lineAmounts(line).rates).toEqual(new Map([[5.5, { base: 10_500, tva: 578 }]]));
	});

	test('is taken as stated, summed where a rate stands twice, without a base where no item has it', () => {
		const stated = [
			{ taux: 20, montant: 1 },
			{ taux: '20.0', montant: '2' },
			{ taux: 2.1, montant: 0.5 },
			{ taux: 'x', montant: 1 },
			{ taux: 10, montant: 'x' },
		];
		expect(lineAmounts({ annonce: part(15), tva: stated }).rates).toEqual(
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
		expect(mergeRates([{ rates: one }, { rates: other }])).toEqual(
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
		totaux: sumsOf(ht - 1, (ht - 1) / 5, (ht - 1) * 1.2),
		tva: [{ taux: 20, montant: (ht - 1) / 5 }],
	});

	test('keeps its own totals where its lines say otherwise, and says so', () => {
		const { sums, gap } = invoiceAmounts({
			montant_ht: 90,
			montant_ttc: 110,
			lignes: [line('A', 101)],
		});
		expect(sums).toEqual({ ht: 9_000, tva: 2_000, ttc: 11_000 });
		expect(gap).toBe(1_000);
	});

	test('without totals tells the gap of its lines', () => {
		const wrong = { reference: ' A ', annonce: part(100), totaux: sumsOf(101) };
		expect(invoiceAmounts({ lignes: [wrong] }).gap).toBe(-100);
	});

	test('whose lines state too little is compared as far as it goes', () => {
		const { gap, sums } = invoiceAmounts({ montant_ht: 100, montant_ttc: 120, lignes: [{}] });
		expect(gap).toBeUndefined();
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
	const found = (name: string, notice: object) => ({ asked: name, notice: { ...notice } });

	test('are listed once for a notice that lists them twice', () => {
		const invoice = { type: 'facture', numero: 'F-1' };
		const [one] = gatherInvoices([found('A', { factures: [invoice, invoice] })]);
		expect(one?.notices).toHaveLength(1);
	});

	test('get the lines that only later answers show, those that are there already once', () => {
		const invoice = (...references: string[]) => ({
			numero: 'F-1',
			lignes: references.map((reference) => ({ reference })),
		});
		const [one] = gatherInvoices([
			found('A', { factures: [invoice('A', 'B')] }),
			found('B', { factures: [invoice('B', 'C')] }),
		]);
		expect(one?.invoice).toEqual(invoice('A', 'B', 'C'));
		const same = invoice('A');
		const [unchanged] = gatherInvoices([
			found('A', { factures: [same] }),
			found('A2', { factures: [invoice('A')] }),
		]);
		expect(unchanged?.invoice).toBe(same);
	});

	test('without number are the same only in the same place of the same notice', () => {
		const invoice = { type: 'facture' };
		const one = found('D-1', { reference: 'AL-1', factures: [invoice] });
		const again = found('AL-1', { reference: 'AL-1', factures: [invoice] });
		const other = found('AL-2', { reference: '', factures: [invoice] });
		const third = found('AL-3', { factures: [invoice] });
		expect(gatherInvoices([one, again, other, third])).toHaveLength(3);
	});
});
