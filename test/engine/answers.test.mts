/** Answers that lack something, say something else, or say more: nothing is made up, lost or taken for a result. */
import { setTimings } from '../../nodes/LegalNotice/transport/timings.ts';
import { byId, runTool } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
beforeAll(() => setTimings({ beforeResendMs: 1 }));
afterAll(() => setTimings());

/** Runs an operation while the service answers this, by route. */
async function run(name: string, answers: Record<string, object>, more: object = {}, times = 1) {
	for (const [path, answer] of Object.entries(answers)) sandbox.answer(path, answer, times);
	return await sandbox.run(name, { reference: 'AL-1', ...more });
}
const reference = 'AL-1';
const file = { type: 'attestation', numero: 'A-1', url: 'https://files.example/a' };
const invoice = { type: 'facture', numero: 'F-1', montant_ht: 100, montant_ttc: 120 };
const line = { reference, totaux: { montant_ht: 100, montant_tva: 20, montant_ttc: 120 } };
const date = { date_parution: '2027-01-08', date_bouclage: '2027-01-05 10:00:00' };
const listed = { annonces: [{ reference, statut: 'a-paraitre' }] };
const ORDER = { ...BILLED, fileReference: 'OWN' };
const email = 'a@b.example';

describe('a success without what was asked for', () => {
	test.each([
		['notice.quote', 'quote', {}, BILLED, 'tarif'],
		['notice.quote', 'quote', { texte: '<p>A</p>', tarif: null }, BILLED, 'tarif'],
		['notice.order', 'quote', {}, { ...ORDER, options: { ifTextChanges: 'warn' } }, 'tarif'],
		['account.get', 'client', { ok: true }, {}, 'numero_compte'],
		['notice.order', 'client', {}, { ...ORDER, billingMode: 'accountDefault' }, 'numero_compte'],
	])('is no result of %s: %s gives %j', async (name, path, answer, more, missing) => {
		const { told, json } = await run(name, { [path]: answer }, more, 10);
		expect(told).toContain(`The answer lacks "${missing}"`);
		expect(json).toEqual([]);
		expect(sandbox.journal.orders()).toEqual([]);
	});

	test.each([
		['asked for again with an e-mail', { email }, 3],
		['unknown at once without', { lastName: 'Pont' }, 1],
	])('leaves a contact without id %s', async (_what, parameters, posts) => {
		const answers = { createContact: { nom: 'X' } };
		const { told, json } = await run('contact.createOrGet', answers, parameters, 10);
		expect(told).toContain('It is not known whether the contact');
		expect(json).toEqual([]);
		expect(sandbox.calls().filter((call) => call.startsWith('POST'))).toHaveLength(posts);
	});

	test('is not meant by an account with any field of its own', async () => {
		const { json } = await run('account.get', { client: { raison_sociale: 'Cabinet' } });
		expect(json).toEqual([{ raison_sociale: 'Cabinet' }]);
	});
});

/** Operation, what the service answers by route, the fields of its own that the node adds as well, and those of the node. */
test.each<[string, Record<string, object>, object, object, object]>([
	[
		'notice.getStatusChanges',
		{ status: { reference, statut: 'parue', motif: '', evenement: 'X', demande: reference } },
		{ evenement: 'X', motif: '' },
		{ ancien_statut: null },
		{},
	],
	[
		'notice.quote',
		{
			quote: { texte: '<p>Un avis.</p>', tarif: {}, resume: 'X', texte_visible: 'Y', total_ttc: 1 },
		},
		{ resume: 'X', texte_visible: 'Y', total_ttc: 1 },
		{},
		BILLED,
	],
	[
		'notice.order',
		{ order: { reference, existant: 'X', environnement: 'Y', date_parution: '2027-01-08' } },
		{ existant: 'X', environnement: 'Y' },
		{ recupere: false },
		ORDER,
	],
	[
		'notice.replace',
		{
			statuses: listed,
			quote: { tarif: {} },
			cancel: { reference },
			order: { reference, demande: 'X' },
		},
		{ demande: 'X' },
		{ ancienne_reference: reference },
		{ ...ORDER, orderNumberMode: 'none' },
	],
	[
		'notice.cancel',
		{ statuses: listed, cancel: { reference, annulee: 'X', avertissements: 'Y' } },
		{ annulee: 'X', avertissements: 'Y' },
		{ recupere: false },
		{},
	],
	[
		'invoice.getMany',
		{ invoices: { reference, factures: [{ ...invoice, est_avoir: '?', montant_tva: 21 }] } },
		{ est_avoir: '?', montant_tva: 21 },
		{},
		{ simplify: false },
	],
	[
		'contact.createOrGet',
		{ contacts: { contacts: [] }, createContact: { id: 1, email, existant: 'X' } },
		{ existant: 'X' },
		{ recupere: false },
		{ email },
	],
])('%s keeps what the service says itself under a name of the node', async (...row) => {
	const [name, answers, own, ours, more] = row;
	const { json, told } = await run(name, answers, more);
	expect(told).toBe('');
	expect(json[0]).toMatchObject({ ...own, ...ours });
});

test('a status that is refused because the notice is suspended is that status', async () => {
	for (const operation of ['getStatusChanges', 'getStatus']) {
		sandbox.refuse('', 'err_annonce_suspendue', { times: 3 });
		const { json } = await run(`notice.${operation}`, {});
		// The service tells no reference: what was asked for is what the notice can be replaced by.
		expect(json[0]).toMatchObject({ reference, demande: reference, statut: 'suspendue' });
		if (operation === 'getStatusChanges') continue;
		const note = expect.stringContaining('does not tell the reason') as unknown;
		expect(json[0]).toMatchObject({ est_parue: false, avertissements: [note] });
	}
});

describe.each<[string, string, (list: unknown) => object, object, object, object]>([
	[
		'documents',
		'document.getMany',
		(documents) => ({ reference, documents }),
		file,
		{},
		{ type: 'attestation', numero: 'A-1' },
	],
	[
		'factures',
		'invoice.getMany',
		(factures) => ({ reference, factures }),
		invoice,
		{},
		{ numero: 'F-1', montant_tva: 20 },
	],
	[
		'lignes',
		'invoice.getMany',
		(lignes) => ({ reference, factures: [{ ...invoice, lignes }] }),
		line,
		{ splitBy: 'line' },
		{ numero: 'F-1', ligne_ttc: 120 },
	],
	[
		'dates',
		'publication.getDates',
		(dates) => ({ publications: [{ id: 12, dates }] }),
		date,
		{ department: byId('75') },
		{ id: 12, date_parution: '2027-01-08' },
	],
])('the list "%s" of %s', (field, name, answerWith, entry, more, shown) => {
	const runWith = async (list: unknown) => await run(name, { '': answerWith(list) }, more);

	test('comes out, and is empty where there is nothing', async () => {
		expect((await runWith([entry])).json).toEqual([expect.objectContaining(shown)]);
		for (const none of [null, {}, [], undefined]) {
			const { json, told } = await runWith(none);
			expect(told).toBe('');
			// An invoice without lines is an invoice all the same.
			expect(json).toHaveLength(field === 'lignes' ? 1 : 0);
		}
	});

	test.each([['kaputt'], [['kaputt']], [{ '1': 'kaputt' }]])(
		'is told as unreadable when it is %j',
		async (list) => {
			const { told, advice } = await runWith(list);
			expect(`${told} ${advice}`).toContain(field);
		},
	);
});

describe('the documents of a cancelled notice', () => {
	test.each(['notice.cancel', 'notice.replace'])(
		'that cannot be read are told, and %s is done all the same',
		async (name) => {
			const old = await sandbox.order('OWN');
			const cancel = { reference: old, documents: 'kaputt' };
			const { json } = await run(name, { cancel }, { ...ORDER, text: 'Anew.', reference: old });
			const field = name === 'notice.cancel' ? 'documents' : 'documents_annulation';
			expect(json[0]).toMatchObject({
				[field]: [],
				avertissements: [expect.stringContaining('could not be read')],
			});
		},
	);

	test('stand beside its order number, also when that is a number', async () => {
		const numbered = { annonces: [{ reference, numero_commande: 4711, statut: 'a-paraitre' }] };
		const { json } = await run(
			'notice.replace',
			{ statuses: numbered, cancel: { reference } },
			ORDER,
		);
		expect(json[0]).toMatchObject({ ancienne_reference: reference, ancien_numero_commande: 4711 });
	});
});

describe('fields that the service leaves out', () => {
	test.each([
		[{ reference: 17 }, 'attestation_17_A-1.pdf'],
		[{ reference: 'AL-7' }, 'attestation_AL-7_A-1.pdf'],
	])('documents of %j are named after it', async (said, name) => {
		const { json } = await run('document.getMany', { documents: { ...said, documents: [file] } });
		expect(json).toEqual([expect.objectContaining({ demande: 'AL-1', nom_fichier: name })]);
	});

	test('documents of order numbers alone are named after what was asked', async () => {
		const numbers = ['N-1', 'N-2'];
		const annonces = numbers.map((number) => ({ numero_commande: number, documents: [file] }));
		sandbox.answer('', { annonces });
		const { json } = await sandbox.runFor('document.getMany', numbers);
		const names = json.map(({ nom_fichier: name }) => name);
		expect(names).toEqual(['attestation_N-1_A-1.pdf', 'attestation_N-2_A-1.pdf']);
	});

	test.each(['invoice', 'line', '={{ "" }}'])(
		'invoices without amounts come all the same, none made up: by %s',
		async (splitBy) => {
			const invoices = { reference, factures: [{ numero: 'F-1' }, { numero: 'F-2' }] };
			const { json, told } = await run('invoice.getMany', { invoices }, { splitBy });
			expect(told).toBe('');
			expect(json.map(({ numero }) => numero)).toEqual(['F-1', 'F-2']);
			for (const field of ['montant_tva', 'total_ttc']) expect(json[0]).not.toHaveProperty(field);
		},
	);

	test('an invoice without a type has a file that is named as an invoice', async () => {
		const factures = [{ numero: 'F-1', url: `${sandbox.origin}/nothing.pdf` }];
		const answers = { invoices: { reference, factures } };
		const { told } = await run('invoice.getMany', answers, { downloadFiles: true });
		expect(told).toContain('facture F-1');
	});

	test('dates written in another way come as they are, without a moment', async () => {
		const dates = {
			dates: [{ date_parution: 'bientôt' }, { date_parution: '2027-01-08' }],
			id: 12,
		};
		const answers = { dates: { publications: [dates] } };
		const { json } = await run('publication.getDates', answers, { department: byId('75') });
		const named = { id: 12, libelle_publication: 'La Gazette de la Seine' };
		const iso = '2027-01-08T00:00:00+01:00';
		expect(json).toEqual([
			{ ...named, date_parution: 'bientôt' },
			{ ...named, date_parution: '2027-01-08', date_parution_iso: iso },
		]);
	});

	test.each([
		['""', 5],
		['$json.missing', 5],
		['0', undefined],
		['21', undefined],
		['"many"', undefined],
	])(
		'with %s as their number, dates are as many as the field shows at first, or refused',
		async (...row) => {
			const [given, count] = row;
			const more = { department: byId('75'), publication: byId(12), quantity: `={{ ${given} }}` };
			const { json, told } = await run('publication.getDates', {}, more);
			if (count !== undefined) expect(json).toHaveLength(count);
			else
				expect(told).toBe(
					`'Number of Dates' cannot be ${given.includes('"') ? given : `"${given}"`}.`,
				);
		},
	);

	test('a row without a status costs only itself, and words of the service stay as they are', async () => {
		const said = { reference: 'a', numero_commande: '', statut: ' parue ', motif: '' };
		const annonces = [said, { reference: 'B' }, { reference: 'C', statut: 'parue' }];
		const settings = { onError: 'continueErrorOutput' } as const;
		sandbox.answer('', { annonces });
		const previous = { previousStatus: 'a-paraitre' };
		const asked = ['A', 'B', 'C'];
		const ran = await sandbox.runFor('notice.getStatusChanges', asked, previous, settings);
		expect(ran.json).toEqual([
			expect.objectContaining({ ...said, demande: 'A', ancien_statut: 'a-paraitre' }),
			expect.objectContaining({ evenement: 'published', reference: 'C', motif: null }),
		]);
		expect(ran.json[1]).not.toHaveProperty('numero_commande');
		expect(JSON.stringify(ran.errorItems)).toContain('statut');
	});

	test('an unknown invoice is told to the model of a tool', async () => {
		const parameters = {
			...{ resource: 'invoice', operation: 'getMany', options: { ifNotFound: 'fail' } },
			reference: "={{ $fromAI('reference', 'of the notice', 'string') }}",
		};
		const [told] = await runTool(parameters, sandbox.credential, [{ reference: 'NO-1' }]);
		expect(told).toContain('knows no notice under');
	});
});
