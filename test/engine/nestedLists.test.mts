/** Lists inside a notice or a publication: full, empty, or what cannot be read. */
import { byId, runNode } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

async function run(parameters: object, answer: object) {
	sandbox.fault({ kind: 'wrongShape', body: JSON.stringify({ resultat: 'succes', ...answer }) });
	return await runNode({
		credential: sandbox.credential,
		parameters: { reference: 'AL-1', ...parameters } as never,
	});
}

const attestation = { type: 'attestation', numero: 'A-1', url: 'https://files.example/a' };
const invoice = { type: 'facture', numero: 'F-1', montant_ht: 100, montant_ttc: 120 };
const line = { reference: 'AL-1', totaux: { montant_ht: 100, montant_tva: 20, montant_ttc: 120 } };
const date = { date_parution: '2027-01-08', date_bouclage: '2027-01-05 10:00:00' };

const lists: Array<[string, string, object, (list: unknown) => object, object, object]> = [
	[
		'documents',
		'documents',
		{ resource: 'document', operation: 'getMany' },
		(documents) => ({ reference: 'AL-1', documents }),
		attestation,
		{ type: 'attestation', numero: 'A-1' },
	],
	[
		'invoices',
		'factures',
		{ resource: 'invoice', operation: 'getMany', splitBy: 'invoice' },
		(factures) => ({ reference: 'AL-1', factures }),
		invoice,
		{ numero: 'F-1', montant_tva: 20 },
	],
	[
		'lines of an invoice',
		'lignes',
		{ resource: 'invoice', operation: 'getMany', splitBy: 'line' },
		(lignes) => ({ reference: 'AL-1', factures: [{ ...invoice, lignes }] }),
		line,
		{ numero: 'F-1', ligne_ttc: 120 },
	],
	[
		'dates of a publication',
		'dates',
		{ resource: 'publication', operation: 'getDates', department: byId('75') },
		(dates) => ({ publications: [{ id: 12, dates }] }),
		date,
		{ id: 12, date_parution: '2027-01-08' },
	],
];

describe.each(lists)('the %s', (_name, field, parameters, answerWith, entry, shown) => {
	test('come out', async () => {
		const { json, error } = await run(parameters, answerWith([entry]));
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(json[0]).toMatchObject(shown);
	});

	test.each([['kaputt'], [7], [['kaputt']], [{ '1': 'kaputt' }], [{ message: 'kaputt' }]])(
		'are told as unreadable when there is %j in their place',
		async (list) => {
			const { error } = await run(parameters, answerWith(list));
			expect(`${error?.message} ${error?.description}`).toContain(field);
		},
	);

	test.each([[null], [{}], [[]], [undefined]])('are none when there is %j', async (list) => {
		const { json, error } = await run(parameters, answerWith(list));
		expect(error).toBeUndefined();
		// An invoice without lines is an invoice all the same.
		expect(json).toHaveLength(field === 'lignes' ? 1 : 0);
	});
});

describe('the documents of a cancellation', () => {
	const cancel = async (documents: unknown) => {
		const answers = {
			statuts: { annonces: [{ reference: 'AL-1', statut: 'a-paraitre' }] },
			'annonce/AL-1': { reference: 'AL-1', documents },
		};
		for (const [path, answer] of Object.entries(answers)) {
			const body = JSON.stringify({ resultat: 'succes', ...answer });
			sandbox.fault({ kind: 'wrongShape', match: { path }, body });
		}
		return await runNode({
			credential: sandbox.credential,
			parameters: { resource: 'notice', operation: 'cancel', reference: 'AL-1' },
		});
	};

	test('that cannot be read are told, and the notice is cancelled all the same', async () => {
		const { json, error } = await cancel('kaputt');
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			annulee: true,
			documents: [],
			avertissements: [expect.stringContaining('could not be read')],
		});
	});
});
