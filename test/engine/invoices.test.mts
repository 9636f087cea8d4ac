import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import {
	ofSandbox,
	pairs,
	runFor,
	serviceNames,
	startBilling,
	type BillingService,
} from './documentsServices.mts';

const number = (value: unknown): number => Number(value);
const cents = (value: unknown): number => Math.round(number(value) * 100);
/** Cents of all fields with such a name. */
const sumOf = (json: Record<string, unknown>, names: RegExp): number =>
	Object.entries(json).reduce(
		(sum, [name, value]) => sum + (names.test(name) ? cents(value) : 0),
		0,
	);

describe.each(serviceNames)('invoices, against the %s', (name) => {
	let service: BillingService;
	let billed: string;
	let unbilled: string;

	beforeAll(async () => {
		service = await startBilling(name);
		billed = await service.order('D-1', 'N-1');
		unbilled = await service.order('D-2', 'N-2');
		service.invoice(billed);
	});
	afterAll(async () => {
		await service.close();
	});

	test('an invoice comes with amounts as numbers, VAT by rate, ISO dates and nothing lost', async () => {
		const result = await runFor(service, 'invoice.getMany', ['N-1', unbilled], { simplify: false });
		expect(result.error).toBeUndefined();
		expect(result.json).toHaveLength(1);
		const [invoice = {}] = result.json;
		expect(invoice).toMatchObject({
			reference: billed,
			demande: 'N-1',
			references_demandees: ['N-1'],
			type: 'facture',
			est_avoir: false,
		});
		expect(invoice.references_facturees).toContain(billed);
		expect(invoice.date_facture_iso).toMatch(/^\d{4}-\d{2}-\d{2}T00:00:00\+0[12]:00$/);
		expect(invoice.date_echeance_iso).toMatch(/^\d{4}-\d{2}-\d{2}T00:00:00\+0[12]:00$/);
		expect(cents(invoice.montant_tva)).toBe(cents(invoice.montant_ttc) - cents(invoice.montant_ht));
		const byRate = invoice.tva_par_taux as Record<string, unknown>;
		expect(sumOf(byRate, /^tva_\d/)).toBe(cents(invoice.montant_tva));
		expect(sumOf(byRate, /^base_tva_\d/)).toBe(cents(invoice.montant_ht));
		expect(byRate.tva_20).toBeGreaterThan(0);
		expect(invoice.lignes).not.toHaveLength(0);
	});

	test('an invoice found by reference and by order number is one invoice', async () => {
		const result = await runFor(service, 'invoice.getMany', ['N-1', billed]);
		expect(result.json).toHaveLength(1);
		expect(result.json[0]?.references_demandees).toEqual(['N-1', billed]);
		expect(pairs(result)).toEqual([[{ item: 0 }, { item: 1 }]]);
	});

	test.each(['invoice', 'line', 'notice'])(
		'simplified, an item by %s has at most ten fields, one for each amount, none renamed',
		async (splitBy) => {
			const [[raw = {}], [simple = {}]] = (await Promise.all(
				[false, true].map(async (simplify) => {
					const settings = { simplify, splitBy };
					return (await runFor(service, 'invoice.getMany', [billed], settings)).json;
				}),
			)) as [Array<Record<string, unknown>>, Array<Record<string, unknown>>];
			const fields = Object.keys(simple);
			expect(fields.length).toBeLessThanOrEqual(10);
			// The link has a key of its own in every answer.
			const stable = fields.filter((field) => field !== 'url');
			expect(stable.map((field) => simple[field])).toEqual(stable.map((field) => raw[field]));
			expect(fields.filter((field) => /ttc/.test(field))).toHaveLength(1);
			expect((simple.tva_par_taux as Record<string, unknown>).tva_20).toBeGreaterThan(0);
		},
	);

	test('lines come one by one with the head of their invoice and amounts of their own', async () => {
		const result = await runFor(service, 'invoice.getMany', [unbilled, billed], {
			splitBy: 'line',
			simplify: false,
		});
		const own = result.json.filter(({ reference }) => reference === billed);
		expect(own).toHaveLength(1);
		const [line = {}] = own;
		expect(line).toMatchObject({ type: 'facture', demande: billed, numero_commande: 'N-1' });
		expect(line.ligne_ttc).toBe(number((line.totaux as Record<string, unknown>).montant_ttc));
		const billing = line.references_facturees as unknown[];
		expect(result.json).toHaveLength(billing.length);
		expect(pairs(result).every((pair) => (pair as { item: number }).item === 1)).toBe(true);
	});

	test('by notice, one that is not invoiced yet is listed and says so', async () => {
		const result = await runFor(service, 'invoice.getMany', [billed, unbilled, 'UNKNOWN-1'], {
			splitBy: 'notice',
		});
		const [first, second, unknown] = result.json;
		expect(first).toMatchObject({ reference: billed, facturee: true, numeros_avoirs: [] });
		expect(first?.numeros_factures).toHaveLength(1);
		expect(first?.total_ttc).toBeGreaterThan(0);
		expect(second).toMatchObject({ reference: unbilled, facturee: false, total_ttc: 0 });
		expect(unknown).toEqual({ demande: 'UNKNOWN-1', introuvable: true });
	});

	test('files come with the number and the date of the invoice in their name', async () => {
		const result = await runFor(service, 'invoice.getMany', [billed], { downloadFiles: true });
		const [invoice = {}] = result.json;
		expect(result.items[0]?.binary?.data?.fileName).toBe(
			`facture_${String(invoice.numero)}_${String(invoice.date_facture)}.pdf`,
		);
		const byNotice = await runFor(service, 'invoice.getMany', [billed], {
			splitBy: 'notice',
			downloadFiles: true,
		});
		expect(Object.keys(byNotice.items[0]?.binary ?? {})).toEqual([
			`facture_${String(invoice.numero)}`,
		]);
		expect(service.downloads().every(({ keys }) => !keys)).toBe(true);
	});

	test('a choice that does not exist fails its own item only', async () => {
		const result = await runFor(
			service,
			'invoice.getMany',
			[unbilled, billed],
			{ splitBy: '={{ $itemIndex === 0 ? "month" : "invoice" }}' },
			{ onError: 'continueRegularOutput' },
		);
		expect(result.json[0]?.error).toMatch(/'Split By' cannot be "month"/);
		expect(result.json[1]).toMatchObject({ type: 'facture', references_demandees: [billed] });
	});
});

describe('invoices of the sandbox', () => {
	let sandbox: Sandbox;
	let service: BillingService;

	beforeAll(async () => {
		sandbox = await startSandbox();
		service = ofSandbox(sandbox);
	});
	afterEach(() => sandbox.settings({ numberTypes: 'number', cancelledDocuments: 'gone' }));
	afterAll(async () => {
		await service.close();
	});

	const orders = async (...dossiers: string[]) =>
		await Promise.all(dossiers.map(async (dossier) => await service.order(dossier)));

	test('one that bills several notices comes once, with the first of them', async () => {
		const [a = '', b = '', c = ''] = await orders('S-1', 'S-2', 'S-3');
		const shared = sandbox.notices.invoice([b, c]);
		const result = await runFor(service, 'invoice.getMany', [a, b, c]);
		expect(result.json).toHaveLength(1);
		expect(result.json[0]).toMatchObject({
			numero: shared,
			references_demandees: [b, c],
		});
		expect(pairs(result)).toEqual([[{ item: 1 }, { item: 2 }]]);

		const lines = await runFor(service, 'invoice.getMany', [a, b, c], { splitBy: 'line' });
		expect(lines.json.map(({ reference, demande }) => [reference, demande])).toEqual([
			[b, b],
			[c, c],
		]);
		expect(pairs(lines)).toEqual([{ item: 1 }, { item: 2 }]);

		const [first, second] = (
			await runFor(service, 'invoice.getMany', [b, c], { splitBy: 'notice' })
		).json;
		const whole = cents(result.json[0]?.montant_ttc);
		expect(cents(first?.total_ttc)).toBeLessThan(whole);
		// VAT is rounded by line here and for the whole there.
		expect(Math.abs(cents(first?.total_ttc) + cents(second?.total_ttc) - whole)).toBeLessThan(3);
	});

	test('a credit note stays negative', async () => {
		const [reference = ''] = await orders('C-1');
		sandbox.notices.invoice(reference);
		sandbox.notices.credit(reference);
		const { json } = await runFor(service, 'invoice.getMany', [reference], { simplify: false });
		const [invoice, credit] = json;
		expect(credit).toMatchObject({ type: 'avoir', est_avoir: true });
		expect(credit?.montant_ttc).toBe(-number(invoice?.montant_ttc));
		expect(credit?.montant_tva).toBe(-number(invoice?.montant_tva));
		const vat = ({ tva_par_taux: byRate }: Record<string, unknown> = {}) =>
			number((byRate as Record<string, unknown>).tva_20);
		expect(vat(credit)).toBe(-vat(invoice));
		const notice = await runFor(service, 'invoice.getMany', [reference], { splitBy: 'notice' });
		expect(notice.json[0]).toMatchObject({
			facturee: true,
			numeros_factures: [invoice?.numero],
			numeros_avoirs: [credit?.numero],
			total_ttc: 0,
			tva_par_taux: { tva_20: 0 },
		});
	});

	test('amounts as text give the same figures, and stay text where the service wrote them', async () => {
		const [reference = ''] = await orders('T-1');
		sandbox.notices.invoice(reference);
		const [asNumbers = {}] = (await runFor(service, 'invoice.getMany', [reference])).json;
		sandbox.settings({ numberTypes: 'string' });
		const [asText = {}] = (await runFor(service, 'invoice.getMany', [reference])).json;
		expect(typeof asText.montant_ttc).toBe('string');
		expect(Object.keys(asText)).toEqual(Object.keys(asNumbers));
		for (const [field, value] of Object.entries(asNumbers)) {
			if (typeof value === 'number') expect([field, number(asText[field])]).toEqual([field, value]);
		}
		expect(typeof asText.montant_tva).toBe('number');
		expect(asText.tva_par_taux).toEqual(asNumbers.tva_par_taux);
	});

	test.each(['negative', 'positive'] as const)(
		'discounts stated %s reduce the base of the VAT',
		async (sign) => {
			const discounted = {
				...service,
				credential: { baseUrl: sandbox.url, ...sandbox.createKey({ discountPercent: 10 }) },
			};
			sandbox.settings({ discountSign: sign });
			const { json, error } = await runFor(discounted, 'notice.order', ['-'], {
				department: { __rl: true, mode: 'id', value: '75' },
				publication: { __rl: true, mode: 'id', value: 12 },
				category: { __rl: true, mode: 'id', value: 'CONSTI' },
				forfait: { __rl: true, mode: 'id', value: 'SARL' },
				text: 'AVIS DE CONSTITUTION',
				billingMode: 'prescripteur',
				fileReference: `R-${sign}`,
			});
			expect(error).toBeUndefined();
			const reference = String(json[0]?.reference);
			sandbox.notices.invoice(reference);
			const raw = { simplify: false };
			const [invoice] = (await runFor(discounted, 'invoice.getMany', [reference], raw)).json;
			const byRate = invoice?.tva_par_taux as Record<string, unknown>;
			expect(cents(byRate.base_tva_20)).toBe(cents(invoice?.montant_ht));
			sandbox.settings({ discountSign: 'negative' });
		},
	);

	test('a thousand notices are asked for in ten calls', async () => {
		const [reference = ''] = await orders('M-1');
		sandbox.notices.invoice(reference);
		const before = service.calls().length;
		const asked = Array.from({ length: 999 }, (_, index) => `UNKNOWN-${index}`);
		const result = await runFor(service, 'invoice.getMany', [...asked, reference]);
		expect(result.json).toHaveLength(1000);
		expect(service.calls().length - before).toBe(10);
	});
});
