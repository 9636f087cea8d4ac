/** Answers that lack something, say something else, or say more: nothing is made up, lost or taken for a result. */
import { shortPausesForTests } from './time.mts';
import { byId } from './engine.mts';
import { BILLED, numbered } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
shortPausesForTests();

/** Runs an operation while the service answers this, by route. */
async function run(name: string, answers: Record<string, object>, more: object = {}, times = 1) {
	for (const [path, answer] of Object.entries(answers)) sandbox.answer(path, answer, times);
	return await sandbox.run(name, { reference: 'AL-1', ...more });
}
const reference = 'AL-1';
const file = { type: 'attestation', numero: 'A-1', url: 'https://files.example/a' };
const invoice = { type: 'facture', numero: 'F-1', montant_ht: 100, montant_ttc: 120 };
const line = { reference, totaux: { montant_ht: 100, montant_tva: 20, montant_ttc: 120 } };
const department = byId('75');
const ORDER = { ...BILLED, fileReference: 'OWN' };
const email = 'a@b.example';

describe('a success that lacks what was requested', () => {
	test.each([
		['notice.quote', 'quote', { texte: '<p>A</p>', tarif: null }, BILLED, 'tarif'],
		['notice.order', 'quote', {}, { ...ORDER, options: { ifTextChanges: 'warn' } }, 'tarif'],
		['account.get', 'client', { ok: true }, {}, 'numero_compte'],
		['notice.order', 'client', {}, { ...ORDER, billingMode: 'accountDefault' }, 'numero_compte'],
	])('the node makes no result of %s: %s gives %j', async (name, path, answer, more, missing) => {
		const { told, json } = await run(name, { [path]: answer }, more, 10);
		expect(told).toContain(`The answer lacks "${missing}"`);
		expect(json).toEqual([]);
		expect(sandbox.journal.orders()).toEqual([]);
	});

	test.each([
		['requested again with an e-mail', { email }, 3],
		['unknown at once without', { lastName: 'Pont' }, 1],
	])('a success without an ID leaves a contact %s', async (_what, parameters, posts) => {
		const answers = { createContact: { nom: 'X' } };
		const { told, json } = await run('contact.createOrGet', answers, parameters, 10);
		expect(told).toContain('It is not known whether the contact');
		expect(json).toEqual([]);
		expect(sandbox.calls().filter((call) => call.startsWith('POST'))).toHaveLength(posts);
	});

	test('an account with any field of its own is a result', async () => {
		const { json } = await run('account.get', { client: { raison_sociale: 'Cabinet' } });
		expect(json).toEqual([{ raison_sociale: 'Cabinet' }]);
	});
});

test('an invoice without lines comes out whole where an item is a line', async () => {
	const factures = { factures: { ...{ reference }, factures: [invoice] } };
	const { json } = await run('invoice.getMany', factures, { splitBy: 'line' });
	expect(json).toEqual([expect.objectContaining({ numero: 'F-1', montant_ttc: 120 })]);
});

describe('a status route that repeats an order number without a status', () => {
	const custom = { ...ORDER, ...numbered('N-77') };

	test('such an answer delays no order for good: it is placed once', async () => {
		const { json, told } = await run('notice.order', { status: { reference: 'N-77' } }, custom, 9);
		expect([told, json[0]?.existant]).toEqual(['', false]);
		expect(sandbox.standing('OWN')).toHaveLength(1);
	});

	test('such an answer delays no replacement for good, but keeps the notice where the answer names another one', async () => {
		const old = await sandbox.order('OWN');
		const more = { ...custom, reference: old };
		const other = await run('notice.replace', { status: { reference: 'AL-9' } }, more);
		expect(other.told).toContain('The answer lacks "reference N-77"');
		expect(sandbox.standing('OWN')).toHaveLength(1);
		const { told, json } = await run('notice.replace', { status: { reference: 'N-77' } }, more, 9);
		expect([told, json[0]?.ancienne_reference]).toEqual(['', old]);
		expect(sandbox.standing('OWN')).toHaveLength(1);
	});
});

const inInvoice = (lignes: unknown) => ({ reference, factures: [{ ...invoice, lignes }] });
const inPublication = (dates: unknown) => ({ publications: [{ id: 12, dates }] });
const day = { date_parution: 'bientôt' };
const dated = { id: 12, libelle_publication: 'La Gazette de la Seine', ...day };
test.each<[string, string, object, object, ((list: unknown) => object)?]>([
	['documents', 'document.getMany', file, { type: 'attestation', numero: 'A-1' }],
	['factures', 'invoice.getMany', invoice, { numero: 'F-1', montant_tva: 20 }],
	['lignes', 'invoice.getMany', line, { numero: 'F-1', ligne_ttc: 120 }, inInvoice],
	['dates', 'publication.getDates', day, dated, inPublication],
])('the list "%s" of %s comes out, is empty, or is reported as unreadable', async (...row) => {
	// With both its names the notice is known, whatever its list is.
	const known = { reference, numero_commande: 'N-1' };
	const [field, name, entry, shown, around = (list) => ({ ...known, [field]: list })] = row;
	const more = { department, splitBy: field === 'lignes' ? 'line' : 'invoice' };
	const runWith = async (list: unknown) => await run(name, { '': around(list) }, more);
	expect((await runWith([entry])).json).toEqual([expect.objectContaining(shown)]);
	for (const none of [null, {}, [], undefined]) {
		const { json, told } = await runWith(none);
		expect(told).toBe('');
		// An invoice without lines is an invoice all the same.
		expect(json).toHaveLength(field === 'lignes' ? 1 : 0);
	}
	for (const list of ['kaputt', ['kaputt'], { '1': 'kaputt' }]) {
		const { told, advice } = await runWith(list);
		expect(`${told} ${advice}`).toContain(field);
	}
});

test.each(['invoice', 'line', 'notice'])(
	'lines that do not add up to their invoice are reported, by %s, also simplified in ten fields',
	async (splitBy) => {
		const surcharged = { ...invoice, montant_ht: 110, montant_ttc: 132, lignes: [line] };
		const unnamed = { ...invoice, numero: 'F-2', type: 'avoir', montant_ttc: -1 };
		const dates = { date_facture: '2026-11-02', date_echeance: '2026-12-02' };
		const factures = [{ ...surcharged, ...dates }, unnamed];
		const invoices = { reference, numero_commande: 'N-1', factures };
		const { json, told } = await run('invoice.getMany', { invoices }, { splitBy });
		const sentence = expect.stringMatching(/F-1 add up to 120.00 € .* 132.00 €/) as unknown;
		expect([told, json[0]?.avertissements]).toEqual(['', [sentence]]);
		expect(Object.keys(json[0] ?? {}).length).toBeLessThanOrEqual(10);
	},
);

test.each(['notice.cancel', 'notice.replace'])(
	'documents that cannot be read are reported, and %s is done all the same',
	async (name) => {
		const old = await sandbox.order('OWN');
		const cancel = { reference: old, documents: 'kaputt' };
		const { json } = await run(name, { cancel }, { ...ORDER, text: 'Anew.', reference: old });
		const field = name === 'notice.cancel' ? 'documents' : 'documents_annulation';
		const avertissements = [expect.stringContaining('could not be read') as unknown];
		expect(json[0]).toMatchObject({ [field]: [], avertissements });
	},
);

test('a replaced notice keeps its order number, also where that is a number', async () => {
	const annonces = [{ reference, numero_commande: 4711, statut: 'a-paraitre' }];
	const { json } = await run(
		'notice.replace',
		{ statuses: { annonces }, cancel: { reference } },
		ORDER,
	);
	expect(json[0]).toMatchObject({ ancienne_reference: reference, ancien_numero_commande: 4711 });
});

describe('fields that the service leaves out or writes in another way', () => {
	test('documents are named after the reference, or after the name that was requested', async () => {
		const documents = [file];
		const answers = { documents: { reference: 17, documents } };
		const { json } = await run('document.getMany', answers, { reference: '17' });
		expect(json).toMatchObject([{ demande: '17', nom_fichier: 'attestation_17_A-1.pdf' }]);
		const numbers = ['N-1', 'N-2'];
		sandbox.answer('', { annonces: numbers.map((one) => ({ numero_commande: one, documents })) });
		const ofNumbers = await sandbox.runFor('document.getMany', numbers);
		expect(ofNumbers.json.map(({ nom_fichier: name }) => name)).toEqual([
			...['attestation_N-1_A-1.pdf', 'attestation_N-2_A-1.pdf'],
		]);
	});

	test.each(['invoice', 'line', '={{ "" }}'])(
		'invoices without amounts still come out, with no amount made up: by %s',
		async (splitBy) => {
			const invoices = { reference, factures: [{ numero: 'F-1' }, { numero: 'F-2' }] };
			const { json, told } = await run('invoice.getMany', { invoices }, { splitBy });
			expect(told).toBe('');
			expect(json.map(({ numero }) => numero)).toEqual(['F-1', 'F-2']);
			for (const field of ['montant_tva', 'total_ttc']) expect(json[0]).not.toHaveProperty(field);
		},
	);

	test('a row without a status belongs to no notice, and words of the service are passed on unchanged', async () => {
		const said = { reference: 'a', numero_commande: '', statut: ' parue ', motif: '' };
		const annonces = [said, { reference: 'B' }, { reference: 'C', statut: 'parue' }];
		const settings = { onError: 'continueErrorOutput' } as const;
		sandbox.answer('', { annonces });
		const previous = { previousStatus: 'a-paraitre' };
		const asked = ['A', 'B', 'C'];
		const ran = await sandbox.runFor('notice.getStatusChanges', asked, previous, settings);
		expect(ran.json).toEqual([
			expect.objectContaining({ ...said, demande: 'A', ancien_statut: 'a-paraitre' }),
			expect.objectContaining({ evenement: 'notFound', demande: 'B', introuvable: true }),
			expect.objectContaining({ evenement: 'published', reference: 'C', motif: null }),
		]);
		expect(ran.json[2]).not.toHaveProperty('numero_commande');
	});
});

test.each(['""', 'null', '$json.missing', '0', '21', '"many"'])(
	'the dates, with %s as their number, are as many as the field shows at first, or are refused',
	async (given) => {
		const more = { department, publication: byId(12), quantity: `={{ ${given} }}` };
		const { json, told } = await run('publication.getDates', {}, more);
		if (['""', 'null'].includes(given)) expect(json).toHaveLength(5);
		else expect(told).toMatch(/'Number of Dates' (cannot be "(0|21|many)"|returns no value)\.$/);
	},
);
