/** What an invoice comes to, where it is the same one, and what is said of figures that do not agree. */
import {
	addUp,
	gatherInvoices,
	invoiceFields,
	isCreditNote,
	linesOf,
	namesOf,
	shareOf,
	simpleInvoice,
} from '../../../nodes/LegalNotice/notices/invoices.ts';

const lineAmounts = (fields: object) => {
	const [read] = linesOf({ lignes: [fields] });
	if (!read) throw new Error('no line');
	return read.amounts;
};
const part = (amount: unknown, rate: unknown = 20) => ({ montant_ht: amount, taux_tva: rate });
const rates = (...stated: Array<[unknown, unknown]>) =>
	stated.map(([taux, montant]) => ({ taux, montant }));
const totals = (montant_ht: unknown, montant_tva: unknown, montant_ttc: unknown) => {
	return { montant_ht, montant_tva, montant_ttc };
};

/** 193 at 20 %, a paper proof of 2.45 at 2.1 %. */
const line = (reference: string) => ({
	reference,
	annonce: part(193),
	justificatif_papier: part(2.45, 2.1),
	remises: [],
	totaux: totals(195.45, 38.65, 234.1),
	tva: rates([20, 38.6], [2.1, 0.05]),
});
const invoice = (numero: string, ...references: string[]) => ({
	type: 'facture',
	numero,
	date_facture: '2026-12-04',
	montant_ht: 195.45 * references.length,
	montant_ttc: 234.1 * references.length,
	lignes: references.map(line),
});
const requested = (reference: string, ...factures: unknown[]) => ({
	requested: reference,
	notice: { reference, factures },
});

describe('the lines of a credit note', () => {
	const credit = (...lignes: object[]) => ({
		type: 'avoir',
		montant_ht: -193,
		montant_ttc: -231.6,
		lignes,
	});
	const plain = { annonce: part(193), tva: rates([20, 38.6]) };
	const signed = { annonce: part(-193), tva: rates([20, -38.6]) };
	const summed = { ...plain, totaux: totals(193, 38.6, 231.6) };

	test.each([
		['keep their sign where they state no totals', credit(signed)],
		['get its sign where they lack it', credit(plain)],
		['get its sign where they lack it and state totals', credit(summed)],
		['get its sign where it states no amount with VAT', { ...credit(summed), montant_ttc: null }],
	])('lines of a credit note %s', (_how, note) => {
		expect(linesOf(note).map(({ amounts }) => amounts.rates)).toEqual([
			{ tva_20: -3860, base_tva_20: -19_300 },
		]);
	});
});

describe('an invoice found under several notices', () => {
	test('an invoice under several notices comes once, with every notice that lists it, in the order of the request', () => {
		const shared = invoice('F-1', 'A', 'B');
		const other = invoice('F-2', 'B');
		const found = gatherInvoices([requested('A', shared, shared), requested('B', shared, other)]);
		expect(found.map(({ invoice: { numero } }) => numero)).toEqual(['F-1', 'F-2']);
		expect(found[0]?.notices.map((notice) => notice.requested)).toEqual(['A', 'B']);
	});

	test('an invoice under several notices shows the lines that only later answers show, and earlier ones once', () => {
		const shown = (...references: string[]) => ({
			...invoice('F-1', 'A', 'B', 'C'),
			lignes: references.map(line),
		});
		const [found] = gatherInvoices([
			requested('A', shown('A', 'B')),
			requested('B', shown('B', 'C')),
		]);
		expect(found?.invoice).toEqual(shown('A', 'B', 'C'));
		const same = shown('A');
		expect(gatherInvoices([requested('A', same), requested('B', shown('A'))])[0]?.invoice).toBe(
			same,
		);
	});

	test('an invoice under several notices shows all lines of a notice that only a later answer shows', () => {
		const shown = (...references: string[]) => ({
			...invoice('F-1', 'A', 'B', 'B'),
			lignes: references.map(line),
		});
		const [found] = gatherInvoices([requested('A', shown('A')), requested('B', shown('B', 'B'))]);
		expect(found?.invoice).toEqual(shown('A', 'B', 'B'));
	});

	const one = { ...invoice('42', 'A'), url: 'https://files.example/a.pdf' };
	test.each([
		[1, 'number that is no text', { numero: 42 }],
		[1, 'link, which may be new in every answer', { url: 'https://files.example/b.pdf' }],
		[1, 'way to write its amounts', { montant_ht: '195,45', montant_ttc: '234.10' }],
		[2, 'type', { type: 'avoir' }],
		[2, 'date', { date_facture: '2026-12-05' }],
		[2, 'amount excluding tax', { montant_ht: 195.46 }],
		[2, 'amount including tax', { montant_ttc: '234.11' }],
		[2, 'amounts, which are none', { montant_ht: null, montant_ttc: '?' }],
	])('the invoices count as %i with another %s', (count, _what, other) => {
		expect(
			gatherInvoices([requested('A', one), requested('B', { ...one, ...other })]),
		).toHaveLength(count);
	});

	test('an invoice without a number is the same only in the same place of the same notice', () => {
		const unnumbered = { type: 'facture', numero: null };
		const again = { ...requested('AL-1', unnumbered), requested: 'D-1' };
		const found = [requested('AL-1', unnumbered), again, requested('AL-2', unnumbered, unnumbered)];
		const of = (reference: unknown, name: string) => ({
			requested: name,
			notice: { reference, factures: [unnumbered] },
		});
		const unnamed = [of('', 'AL-3'), of('', 'AL-4'), of(0, 'AL-5'), of(0, 'AL-6')];
		expect(gatherInvoices([...found, ...unnamed])).toHaveLength(7);
	});
});

test('an invoice has its own totals, and the VAT of its lines by rate with what it applies to', () => {
	expect(invoiceFields(invoice('F-1', 'A', 'B'))).toEqual({
		est_avoir: false,
		date_facture_iso: '2026-12-04T00:00:00+01:00',
		montant_tva: 77.3,
		tva_par_taux: { tva_20: 77.2, base_tva_20: 386, tva_2_1: 0.1, base_tva_2_1: 4.9 },
		references_facturees: ['A', 'B'],
	});
	const lignes = ['A', ' B ', 'A', undefined, 7].map((reference) => ({ reference }));
	expect(invoiceFields({ lignes }).references_facturees).toEqual(['A', 'B', '7']);
});

test('a simplified invoice has few fields, and those of the service as they came', () => {
	const { lignes, ...own } = { ...invoice('F-1', 'A'), date_echeance: null, montant_tva: '?' };
	const simple = simpleInvoice({ ...own, lignes, url: 'https://files.example/1', reference: 'A' });
	expect(simple).toEqual({
		...own,
		montant_tva: 38.65,
		tva_par_taux: expect.anything() as unknown,
	});
});

describe('a line', () => {
	test.each([
		['with their sign', 193, [part(-19.3)], 173.7],
		['as what is taken off', 193, [part(19.3)], 173.7],
		['as one object', 100, part('10,00'), 90],
		['with the sign of a credit note', -193, [part(19.3)], -173.7],
		['off a credit note', -193, [part(-19.3)], -173.7],
	])('a line has its base reduced by discounts stated %s', (_how, items, remises, base) => {
		const tva = rates([20, base / 5]);
		const read = lineAmounts({ annonce: part(items), remises, totaux: totals(base, 0, 0), tva });
		expect([read.ht, read.rates.base_tva_20]).toEqual([base * 100, base * 100]);
	});

	test('a line is the sum of its parts, under any names, as numbers or text, without totals', () => {
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
		const nothing = { ht: NaN, tva: NaN, ttc: NaN, rates: {} };
		expect(lineAmounts({ reference: 'A' })).toEqual(nothing);
	});

	test('a line takes VAT as stated, summed where a rate comes twice, without what is no rate or amount', () => {
		const tva = rates([20, 1], ['20.0', '2'], ['5,5', 0.5], ['x', 1], [10, 'x']);
		expect(lineAmounts({ annonce: part(15), frais: part('x', 5.5), tva }).rates).toEqual({
			tva_20: 300,
			base_tva_20: 1_500,
			tva_5_5: 50,
			base_tva_5_5: 0,
		});
	});
});

describe('lines and the whole', () => {
	const credit = (sign: number) => ({
		...{ type: 'avoir', numero: 'A-1', montant_ht: -195.45, montant_ttc: -234.1 },
		lignes: [
			{
				...{
					reference: 'A',
					annonce: part(sign * 193),
					justificatif_papier: part(sign * 2.45, 2.1),
				},
				totaux: totals(sign * 195.45, sign * 38.65, sign * 234.1),
				tva: rates([20, sign * 38.6], [2.1, sign * 0.05]),
			},
		],
	});

	test.each([-1, 1])('lines of a credit note are negative in sign %d', (sign) => {
		const note = credit(sign);
		const [line] = linesOf(note).map(({ amounts }) => amounts);
		expect(line).toMatchObject({ ht: -19_545, tva: -3_865, ttc: -23_410 });
		expect(line?.rates).toMatchObject({ tva_20: -3_860, base_tva_20: -19_300 });
		expect(addUp([shareOf(note, ['A']), shareOf(invoice('F-1', 'A'), ['A'])]).ttc).toBe(0);
		expect(invoiceFields(note)).not.toHaveProperty('avertissements');
	});

	test('lines that a credit note states with its sign keep it, also where one of them charges', () => {
		const { lignes, ...note } = credit(-1);
		const charged = { reference: 'B', totaux: totals(10, 2, 12) };
		const read = linesOf({ ...note, lignes: [...lignes, charged] });
		const lines = read.map(({ amounts }) => amounts);
		expect(lines.map(({ ttc }) => ttc)).toEqual([-23_410, 1_200]);
	});

	test.each<[string, object, RegExp]>([
		['a surcharge', { montant_ht: 200.45, montant_ttc: 240.1 }, /234.10 € including .* 240.10 €/],
		[
			'no total with tax',
			{ montant_ht: 200.45, montant_ttc: '' },
			/195.45 € excluding .* 200.45 €/,
		],
		['lines of others', { montant_ht: 390.9, montant_ttc: 468.2 }, /facture F-1 .* other notices/],
	])('lines that do not add up are reported: %s', (_what, more, words) => {
		const { avertissements } = invoiceFields({ ...invoice('F-1', 'A'), ...more });
		expect(avertissements).toEqual([expect.stringMatching(words)]);
	});

	test('lines that do not state what they add up to are reported', () => {
		const { lignes, ...whole } = invoice('F-1', 'A');
		const { avertissements } = invoiceFields({ ...whole, lignes: [...lignes, { reference: 'B' }] });
		expect(avertissements).toEqual([
			expect.stringMatching(/F-1 add up to an unknown amount .* 234.10 €/),
		]);
	});

	test.each<[string, object]>([
		['for roundings', { montant_ttc: 234.12 }],
		['for what is not stated', { montant_ht: 'n/a', montant_ttc: null }],
		['for what neither states', { montant_ht: null, montant_ttc: null, lignes: [{}] }],
		['for an invoice without lines', { montant_ttc: 1, lignes: [] }],
	])('lines are not reported %s', (_what, more) => {
		const fields = invoiceFields({ ...invoice('F-1', 'A'), ...more });
		expect(fields).not.toHaveProperty('avertissements');
	});
});

test('an amount that an invoice does not state stays unknown, and so does a sum with it', () => {
	const own = shareOf({ montant_ht: 100, montant_ttc: 120, lignes: [line('A')] }, []);
	expect([own.ht, own.tva, own.ttc]).toEqual([10_000, 2_000, 12_000]);
	const open = shareOf({ montant_ht: 'n/a', montant_ttc: 1 }, []);
	expect([open.ht, open.tva, open.ttc]).toEqual([NaN, NaN, 100]);
	expect(addUp([own, open])).toMatchObject({ ht: NaN, ttc: 12_100 });
	expect(addUp([])).toMatchObject({ ht: 0, tva: 0, ttc: 0 });
});

test('a notice has the share that the lines of its names state, else the whole invoice', () => {
	const share = { ht: 39_090, tva: 7_730, ttc: 46_820, byLines: true };
	expect(shareOf(invoice('F-1', 'A', 'B', 'D-2'), ['B', 'D-2'])).toMatchObject(share);
	const whole = { ht: 10_000, ttc: 12_000, byLines: false };
	expect(shareOf({ montant_ht: 100, montant_ttc: 120 }, ['A'])).toMatchObject(whole);
	expect(namesOf({ reference: 'AL-1', numero_commande: 'D-1' })).toEqual(['AL-1', 'D-1']);
	expect(namesOf({ reference: 7, numero_commande: '' })).toEqual(['7']);
	expect(namesOf({ reference: 0, numero_commande: 0 })).toEqual(['0']);
});

test.each([
	[{ type: 'avoir', montant_ttc: 1 }, true],
	[{ type: 'facture', montant_ttc: -1 }, false],
	[{ type: 7, montant_ttc: '-0.01' }, true],
	[{ montant_ttc: 0 }, false],
	[{ montant_ttc: '?' }, false],
	[{ type: '', montant_ttc: -120 }, true],
	[{ montant_ht: -100 }, true],
	[{ montant_ttc: 120, montant_ht: -100 }, false],
])('%j is a credit note by its type, else by an amount below 0: %p', (fields, credit) => {
	expect(isCreditNote(fields)).toBe(credit);
});
