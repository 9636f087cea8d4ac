/** Invoices and credit notes: one item by invoice, line or notice, with figures that accounting can use. */
import type { IDataObject } from 'n8n-workflow';

import { numbered } from './notices.mts';
import { serviceNames } from './readings.mts';
import { readingForTests, sandboxForTests } from './sandbox.mts';

const cents = (value: unknown): number => Math.round(Number(value) * 100);
/** Cents of all fields with such a name. */
const sumOf = (fields: unknown, names: RegExp): number =>
	Object.entries(fields as IDataObject).reduce(
		(sum, [name, value]) => sum + (names.test(name) ? cents(value) : 0),
		0,
	);
const settings = { attestationBeforePublication: false };
const proofs = { options: { paperProofs: 1 } };

describe.each(serviceNames)('invoices, with the %s', (name) => {
	const service = readingForTests(name, settings);
	const get = async (references: string[], more: object = {}, onError = {}) =>
		await service.runFor('invoice.getMany', references, more, onError);
	let billed: string;
	let unbilled: string;
	beforeAll(async () => {
		// The readings state discounts and amounts differently.
		const discounted = service.createKey({ discountPercent: 10 });
		service.credential = { ...service.credential, ...discounted };
		billed = await service.order('D-1', { ...numbered('N-1'), ...proofs });
		unbilled = await service.order('D-2', { ...numbered('N-2'), ...proofs });
		service.notices.invoice(billed);
	});

	test('an invoice comes with amounts less discounts, VAT by rate, ISO dates and nothing lost', async () => {
		const { json } = await get(['N-1', unbilled], { simplify: false });
		expect(json).toHaveLength(1);
		const [invoice = {}] = json;
		expect(invoice).toMatchObject({
			...{ reference: billed, demande: 'N-1', references_demandees: ['N-1'] },
			...{ type: 'facture', est_avoir: false },
		});
		expect(invoice.references_facturees).toContain(billed);
		for (const field of ['date_facture_iso', 'date_echeance_iso']) {
			expect(invoice[field]).toMatch(/^\d{4}-\d{2}-\d{2}T00:00:00\+0[12]:00$/);
		}
		expect(cents(invoice.montant_tva)).toBe(cents(invoice.montant_ttc) - cents(invoice.montant_ht));
		const byRate = invoice.tva_par_taux as IDataObject;
		expect(sumOf(byRate, /^tva_\d/)).toBe(cents(invoice.montant_tva));
		expect(sumOf(byRate, /^base_tva_\d/)).toBe(cents(invoice.montant_ht));
		expect(byRate.tva_20).toBeGreaterThan(0);
		expect(invoice.lignes).not.toHaveLength(0);
		// What the service writes as text stays text; sums of the node are numbers.
		const written = name === 'strict sandbox' ? 'string' : 'number';
		expect([typeof invoice.montant_ttc, typeof invoice.montant_tva]).toEqual([written, 'number']);
	});

	test.each(['invoice', 'line', 'notice'])(
		'an item by %s has at most ten fields when simplified, one for each amount, none renamed',
		async (splitBy) => {
			const [raw = {}] = (await get([billed], { simplify: false, splitBy })).json;
			const [simple = {}] = (await get([billed], { splitBy })).json;
			expect(Object.keys(simple).length).toBeLessThanOrEqual(10);
			// The link has a key of its own in every answer.
			expect(raw).toMatchObject({ ...simple, ...('url' in raw ? { url: raw.url } : {}) });
			expect(Object.keys(simple).filter((field) => field.includes('ttc'))).toHaveLength(1);
			expect((simple.tva_par_taux as IDataObject).tva_20).toBeGreaterThan(0);
		},
	);

	test.each([
		['invoice', 'numero date_facture montant_ttc reference montant_ht montant_tva'],
		['line', 'numero date_facture ligne_ttc reference ligne_libelle ligne_ht ligne_tva'],
		['notice', 'reference numeros_factures numeros_avoirs total_ttc total_ht total_tva'],
	])('the first columns by %s are %s', async (splitBy, columns) => {
		for (const simplify of [true, false]) {
			const [first = {}] = (await get([billed], { simplify, splitBy })).json;
			const names = columns.split(' ');
			expect(Object.keys(first).slice(0, names.length)).toEqual(names);
		}
	});

	test('a line says in French what it bills', async () => {
		const [line] = (await get([billed], { splitBy: 'line' })).json;
		expect(line?.ligne_libelle).toMatch(/^Annonce, justificatif papier(, [a-zé ]+)*, remise$/);
	});

	test('lines come one by one with the head of their invoice and amounts of their own', async () => {
		const { json, pairs } = await get([unbilled, billed], { splitBy: 'line', simplify: false });
		const own = json.filter(({ reference }) => reference === billed);
		expect(own).toEqual([
			expect.objectContaining({ type: 'facture', demande: billed, numero_commande: 'N-1' }),
		]);
		expect(own[0]?.ligne_ttc).toBe(Number((own[0]?.totaux as IDataObject).montant_ttc));
		expect(json).toHaveLength((own[0]?.references_facturees as unknown[]).length);
		expect(pairs).toEqual(json.map(() => ({ item: 1 })));
	});

	test('a notice that is not invoiced yet is listed by notice and says so', async () => {
		const { json } = await get([billed, unbilled, 'UNKNOWN-1'], { splitBy: 'notice' });
		expect(json).toEqual([
			expect.objectContaining({ reference: billed, facturee: true, numeros_avoirs: [] }),
			expect.objectContaining({ reference: unbilled, facturee: false, total_ttc: 0 }),
			{ demande: 'UNKNOWN-1', introuvable: true },
		]);
		expect(json[0]?.numeros_factures).toHaveLength(1);
		expect(json[0]?.total_ttc).toBeGreaterThan(0);
	});

	test('files come with the number and the date of the invoice in their name', async () => {
		const { items } = await get([billed], { downloadFiles: true });
		const { numero, date_facture: date } = items[0]?.json ?? {};
		expect(items[0]?.binary?.data?.fileName).toBe(`facture_${String(numero)}_${String(date)}.pdf`);
	});
});

describe('invoices of the sandbox', () => {
	const sandbox = sandboxForTests({ settings });
	const get = async (references: string[], more: object = {}) =>
		(await sandbox.runFor('invoice.getMany', references, more)).json;

	test('an invoice that bills several notices comes once, or by line, or shared out by notice', async () => {
		const [a, b, c] = [
			await sandbox.order('A'),
			await sandbox.order('B'),
			await sandbox.order('C'),
		];
		const numero = sandbox.notices.invoice([b, c]);
		const whole = await sandbox.runFor('invoice.getMany', [a, b, c]);
		expect(whole.json).toEqual([expect.objectContaining({ numero, references_demandees: [b, c] })]);
		expect(whole.pairs).toEqual([[{ item: 1 }, { item: 2 }]]);
		const lines = await sandbox.runFor('invoice.getMany', [a, b, c], { splitBy: 'line' });
		expect(lines.json.map(({ reference, demande }) => [reference, demande])).toEqual([
			[b, b],
			[c, c],
		]);
		expect(lines.pairs).toEqual([{ item: 1 }, { item: 2 }]);
		const [first, second] = await get([b, c], { splitBy: 'notice' });
		const [ofFirst, all] = [cents(first?.total_ttc), cents(whole.json[0]?.montant_ttc)];
		expect(ofFirst).toBeLessThan(all);
		// VAT is rounded by line here and for the whole there.
		expect(Math.abs(ofFirst + cents(second?.total_ttc) - all)).toBeLessThan(3);
	});

	test('a credit note keeps its negative amounts', async () => {
		const reference = await sandbox.order();
		sandbox.notices.invoice(reference);
		sandbox.notices.credit(reference);
		const [invoice, credit] = await get([reference], { simplify: false });
		expect(credit).toMatchObject({ type: 'avoir', est_avoir: true });
		for (const field of ['montant_ttc', 'montant_tva']) {
			expect(credit?.[field]).toBe(-Number(invoice?.[field]));
		}
		const vat = (fields = {}) => sumOf(Reflect.get(fields, 'tva_par_taux'), /^tva_20$/);
		expect(vat(credit)).toBe(-vat(invoice));
		const [notice] = await get([reference], { splitBy: 'notice' });
		expect(notice).toMatchObject({
			facturee: true,
			numeros_factures: [invoice?.numero],
			numeros_avoirs: [credit?.numero],
			total_ttc: 0,
			tva_par_taux: { tva_20: 0 },
		});
	});
});

describe('Only This File', () => {
	const sandbox = sandboxForTests();
	const files = async () => {
		const reference = await sandbox.order();
		sandbox.notices.invoice(reference);
		sandbox.notices.credit(reference);
		sandbox.notices.addDocument(reference, 'attestation');
		return reference;
	};
	const named = async (operation: string, reference: string, onlyThisFile: string, more = {}) => {
		const parameters = { options: { onlyThisFile }, ...more };
		return await sandbox.runFor(operation, [reference], parameters);
	};

	test('returns one invoice of several, with its own file, by its name in the trigger', async () => {
		const reference = await files();
		const all = await sandbox.runFor('invoice.getMany', [reference], { simplify: false });
		const credit = all.json.find(({ type }) => type === 'avoir');
		const name = `avoir_${String(credit?.numero)}_${String(credit?.date_facture)}.pdf`;
		expect(credit?.nom_fichier).toBe(name);
		const { items, json } = await named('invoice.getMany', reference, name, {
			downloadFiles: true,
		});
		expect(json).toMatchObject([{ type: 'avoir', numero: credit?.numero }]);
		expect(items[0]?.binary?.data?.fileName).toBe(name);
		const [notice] = (await named('invoice.getMany', reference, name, { splitBy: 'notice' })).json;
		expect(notice).toMatchObject({ numeros_factures: [], numeros_avoirs: [credit?.numero] });
		// The list of documents may have it without its date.
		const { json: documents } = await named('document.getMany', reference, name);
		expect(documents).toMatchObject([{ type: 'avoir', numero: credit?.numero }]);
	});

	test('finds each invoice by the name that its item has, also of equal ones and one without a type', async () => {
		const reference = await sandbox.order();
		const invoice = (ttc: number, more: object = {}) => ({
			...{ date_facture: '2026-11-20', montant_ttc: ttc, montant_ht: ttc, lignes: [], ...more },
		});
		const factures = [
			...[invoice(120), invoice(60)],
			...[invoice(12, { numero: 'F-1' }), invoice(13, { numero: 'F-1' })],
			invoice(-10, { numero: 'A-1' }),
		];
		const answer = () => sandbox.answer('invoices', { reference, factures });
		answer();
		const { json } = await sandbox.runFor('invoice.getMany', [reference], { simplify: false });
		const names = json.map(({ nom_fichier: name }) => String(name));
		expect(new Set(names).size).toBe(factures.length);
		expect(names.at(-1)).toBe('avoir_A-1_2026-11-20.pdf');
		for (const [at, { montant_ttc: ttc }] of factures.entries()) {
			answer();
			const { json: found } = await named('invoice.getMany', reference, names[at] ?? '');
			expect(found).toMatchObject([{ montant_ttc: ttc }]);
		}
		answer();
		const byNotice = { splitBy: 'notice', simplify: false };
		const [whole] = (await sandbox.runFor('invoice.getMany', [reference], byNotice)).json;
		expect(whole).toMatchObject({ numeros_factures: ['F-1', 'F-1'], numeros_avoirs: ['A-1'] });
	});

	test('downloads one document of several', async () => {
		const reference = await files();
		const { json: all } = await sandbox.runFor('document.getMany', [reference]);
		expect(all.length).toBeGreaterThan(2);
		const [{ nom_fichier: name, type } = {}] = all.filter((one) => one.type === 'attestation');
		const { json, items } = await named('document.download', reference, String(name));
		expect(json).toMatchObject([{ type, nom_fichier: name }]);
		expect(items[0]?.binary?.data?.fileName).toBe(name);
	});

	test('is by default the file that the item names: of an event its own, of an order all', async () => {
		const reference = await files();
		const untouched = async (operation: string, item: object) => {
			const parameters = { reference: '={{ $json.reference }}' };
			const items = [{ reference, ...item }];
			return (await sandbox.run(operation, parameters, { items })).json;
		};
		const all = await untouched('document.download', {});
		expect(all.length).toBeGreaterThan(2);
		for (const { nom_fichier, type } of all) {
			const own = await untouched('document.getMany', { nom_fichier });
			expect(own).toMatchObject([{ nom_fichier, type }]);
			// The list of invoices has no attestation: behind one, all invoices come.
			const invoices = await untouched('invoice.getMany', { nom_fichier });
			expect(invoices.map((one) => one.type)).toEqual(
				type === 'attestation' ? ['facture', 'avoir'] : [type],
			);
		}
		const removed = { reference: '={{ $json.reference }}', options: {} };
		const items = [{ reference, nom_fichier: all[0]?.nom_fichier ?? '' }];
		expect((await sandbox.run('document.getMany', removed, { items })).json).toHaveLength(
			all.length,
		);
	});

	test('a file of another type than the chosen ones is not downloaded, and prevents nothing', async () => {
		const reference = await files();
		const [invoice] = (await sandbox.runFor('document.getMany', [reference])).json.filter(
			({ type }) => type === 'facture',
		);
		const parameters = { documentTypes: ['attestation'] };
		const name = String(invoice?.nom_fichier);
		const { told, json } = await named('document.download', reference, name, parameters);
		expect([told, json]).toEqual(['', []]);
	});

	test.each(['document.download', 'document.getMany', 'invoice.getMany'])(
		'fails with the names that there are, where there is no such file: %s',
		async (operation) => {
			const reference = await files();
			const { told } = await named(operation, reference, 'autre.pdf');
			expect(told).toMatch(/has no file "autre\.pdf"\. The service lists (attestation|facture)_/);
		},
	);

	test('is empty for none, and takes the reference of an event by itself', async () => {
		const reference = await files();
		const items = [{ reference }];
		const parameters = { reference: '={{ $json.reference }}', options: { onlyThisFile: ' ' } };
		const { json } = await sandbox.run('invoice.getMany', parameters, { items });
		expect(json).toHaveLength(2);
	});
});
