/** What an invoice comes to, where it is the same one, and what is said of figures that do not agree. */
import {
	addUp,
	gatherInvoices,
	invoiceAmounts,
	invoiceFields,
	isCreditNote,
	lineAmounts,
	namesOf,
	shareOf,
	simpleInvoice,
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
		const { tva_20: vat } = invoiceAmounts(found?.invoice ?? {}).rates;
		expect(vat).toBe(7_720);
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

const part = (amount: unknown, rate: unknown = 20) => ({ montant_ht: amount, taux_tva: rate });
const rates = (...stated: Array<[unknown, unknown]>) =>
	stated.map(([taux, montant]) => ({ taux, montant }));

test('an invoice has its own totals, and the VAT of its lines by rate with what it applies to', () => {
	expect(invoiceFields(invoice('F-1', 'A', 'B'))).toEqual({
		est_avoir: false,
		date_facture_iso: '2026-12-04T00:00:00+01:00',
		montant_tva: 77.3,
		tva_par_taux: { tva_20: 77.2, base_tva_20: 386, tva_2_1: 0.1, base_tva_2_1: 4.9 },
		references_facturees: ['A', 'B'],
	});
});

test('simplified it has at most ten fields, those of the service as they came', () => {
	const { lignes, ...head } = { ...invoice('F-1', 'A'), date_echeance: null };
	expect(
		simpleInvoice({ ...head, lignes, url: 'https://files.example/1', reference: 'A' }),
	).toEqual({
		...head,
		montant_tva: 38.65,
		tva_par_taux: { tva_20: 38.6, base_tva_20: 193, tva_2_1: 0.05, base_tva_2_1: 2.45 },
	});
	expect(simpleInvoice({ numero: 'F-1' })).toEqual({ numero: 'F-1', tva_par_taux: {} });
	expect(simpleInvoice({ montant_tva: 'its own' }).montant_tva).toBe('its own');
});

describe('a line', () => {
	const withDiscount = (items: number, discount: unknown, ht: number) => ({
		annonce: part(items),
		remises: discount,
		totaux: totals(ht, ht / 5, ht * 1.2),
		tva: rates([20, ht / 5]),
	});

	test.each([
		['with their sign', withDiscount(193, [part(-19.3)], 173.7), 17_370],
		['as what is taken off', withDiscount(193, [part(19.3)], 173.7), 17_370],
		['as one object', withDiscount(100, part('10,00'), 90), 9_000],
		['with the sign of a credit note', withDiscount(-193, [part(19.3)], -173.7), -17_370],
		['off a credit note', withDiscount(-193, [part(-19.3)], -173.7), -17_370],
	])('discounts stated %s reduce the base', (_how, discounted, base) => {
		const { ht, rates: byRate } = lineAmounts(discounted);
		expect([ht, byRate.base_tva_20]).toEqual([base, base]);
	});

	test('is the sum of its parts, whatever they are called, numbers or text; totals are none', () => {
		const read = lineAmounts({
			reference: 'A',
			annonce: part('100.00', '20.00'),
			frais: part('1,50'),
			option: { libelle: 'x' },
			totaux: totals('101.50', '20.30', '121.80'),
			tva: rates(['20.00', '20.30']),
		});
		const byRate = { tva_20: 2_030, base_tva_20: 10_150 };
		expect(read).toEqual({ ht: 10_150, tva: 2_030, ttc: 12_180, rates: byRate });
	});

	test('that states nothing comes to nothing known', () => {
		const nothing = { ht: NaN, tva: NaN, ttc: NaN, rates: {} };
		expect(lineAmounts({ reference: 'A' })).toEqual(nothing);
	});

	test('takes VAT as stated, summed where a rate stands twice, without what is no rate or amount', () => {
		const tva = rates([20, 1], ['20.0', '2'], ['5,5', 0.5], ['x', 1], [10, 'x'], [10, undefined]);
		expect(lineAmounts({ annonce: part(15), frais: part('x', 5.5), tva }).rates).toEqual({
			tva_20: 300,
			base_tva_20: 1_500,
			tva_5_5: 50,
			base_tva_5_5: 0,
		});
	});
});

describe('an invoice', () => {
	const whole = { montant_ht: 100, montant_ttc: 120 };

	test('keeps its own totals; what it does not state stays unknown, and so does a sum with it', () => {
		const own = invoiceAmounts({ ...whole, lignes: [line('A')] });
		expect([own.ht, own.tva, own.ttc]).toEqual([10_000, 2_000, 12_000]);
		const open = invoiceAmounts({ montant_ht: 'n/a', montant_ttc: 1 });
		expect([open.ht, open.tva, open.ttc]).toEqual([NaN, NaN, 100]);
		expect(addUp([own, open])).toMatchObject({ ht: NaN, ttc: 12_100 });
		expect(addUp([])).toMatchObject({ ht: 0, tva: 0, ttc: 0 });
	});

	test('has a share for each notice that its lines name, else counts as a whole and says so', () => {
		const shared = invoice('F-1', 'A', 'B', 'D-2');
		const share = { ht: 39_090, tva: 7_730, ttc: 46_820, byLines: true };
		expect(shareOf(shared, ['B', 'D-2'])).toMatchObject(share);
		expect(shareOf(whole, ['A'])).toMatchObject({ ht: 10_000, ttc: 12_000, byLines: false });
	});
});

test.each([
	[{ type: 'avoir', montant_ttc: -1 }, true],
	[{ type: 'facture', montant_ttc: -1 }, false],
	[{ montant_ttc: '-1.00' }, true],
	[{ type: 7, montant_ttc: -0.01 }, true],
	[{ montant_ttc: 0 }, false],
	[{ montant_ttc: '?' }, false],
])('%j is a credit note by its type, else by an amount below 0: %p', (fields, credit) => {
	expect(isCreditNote(fields)).toBe(credit);
});

test('references of lines are billed once each, empty ones not at all', () => {
	const lignes = ['A', ' B ', 'A', undefined, 7].map((reference) => ({ reference }));
	expect(invoiceFields({ lignes }).references_facturees).toEqual(['A', 'B', '7']);
	expect(invoiceFields({}).references_facturees).toEqual([]);
});

test('a notice is named by reference and order number, as far as it has them', () => {
	expect(namesOf({ reference: 'AL-1', numero_commande: 'D-1' })).toEqual(['AL-1', 'D-1']);
	expect(namesOf({ reference: 7, numero_commande: '' })).toEqual(['7']);
	expect(namesOf({ reference: true })).toEqual([]);
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
