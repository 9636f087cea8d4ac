/** Documents, invoices and dates of publications where the service leaves out what it usually says. */
import { runFor } from './documentsServices.mts';
import { byId, runNode, runTool, type Result } from './engine.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

async function run(parameters: object, answer?: object): Promise<Result> {
	if (answer) {
		sandbox.fault({ kind: 'wrongShape', body: JSON.stringify({ resultat: 'succes', ...answer }) });
	}
	return await runNode({
		credential: sandbox.credential,
		parameters: { reference: 'AL-1', ...parameters } as never,
	});
}

describe('documents', () => {
	const list = { resource: 'document', operation: 'getMany' };
	const documents = [{ type: 'attestation', numero: 'A-1', url: 'https://files.example/a' }];

	test.each([
		['its reference as a number', { reference: 17 }, 'attestation_17_A-1.pdf'],
		['its reference', { reference: 'AL-7' }, 'attestation_AL-7_A-1.pdf'],
	])('are named after the notice when the service gives %s', async (_what, said, name) => {
		const { json, error } = await run(list, { ...said, documents });
		expect(error).toBeUndefined();
		expect(json).toEqual([expect.objectContaining({ demande: 'AL-1', nom_fichier: name })]);
	});

	test('are named after what was asked when the service gives order numbers alone', async () => {
		const annonces = ['N-1', 'N-2'].map((number) => ({ numero_commande: number, documents }));
		const body = JSON.stringify({ resultat: 'succes', annonces });
		sandbox.fault({ kind: 'wrongShape', body });
		const { json, error } = await runFor(sandbox, 'document.getMany', ['N-1', 'N-2']);
		expect(error).toBeUndefined();
		expect(json.map(({ nom_fichier }) => nom_fichier)).toEqual([
			'attestation_N-1_A-1.pdf',
			'attestation_N-2_A-1.pdf',
		]);
	});
});

describe('invoices', () => {
	const list = { resource: 'invoice', operation: 'getMany' };

	test.each(['invoice', 'line'])(
		'without amounts come all the same, with none made up: by %s',
		async (splitBy) => {
			const answer = {
				reference: 'AL-1',
				factures: [{ numero: 'F-1', date_facture: '2026-11-18' }],
			};
			const { json, error } = await run({ ...list, splitBy }, answer);
			expect(error).toBeUndefined();
			expect(json).toEqual([expect.objectContaining({ numero: 'F-1', demande: 'AL-1' })]);
			expect(json[0]).not.toHaveProperty('montant_tva');
			expect(json[0]).not.toHaveProperty('total_ttc');
		},
	);

	test('come one by one when an expression leaves the choice how to split them empty', async () => {
		const answer = { reference: 'AL-1', factures: [{ numero: 'F-1' }, { numero: 'F-2' }] };
		const { json, error } = await run({ ...list, splitBy: '={{ "" }}' }, answer);
		expect(error).toBeUndefined();
		expect(json.map(({ numero }) => numero)).toEqual(['F-1', 'F-2']);
	});

	test('that a tool is refused are told to the model', async () => {
		const reference = "={{ $fromAI('reference', 'of the notice', 'string') }}";
		const options = { ifNotFound: 'fail' };
		const parameters = { ...list, simplify: true, reference, options };
		const [told] = await runTool(parameters as never, sandbox.credential, [{ reference: 'NO-1' }]);
		expect(told).toContain('knows no notice under');
	});

	test('without a type have a file that is named as an invoice', async () => {
		const url = `${sandbox.origin}/nothing.pdf`;
		const answer = { reference: 'AL-1', factures: [{ numero: 'F-1', url }] };
		const { error } = await run({ ...list, downloadFiles: true }, answer);
		expect(error?.message).toContain('facture F-1');
	});
});

describe('the dates of publications', () => {
	const dates = { resource: 'publication', operation: 'getDates', department: byId('75') };

	test('that the service writes in another way come as it writes them, without a moment', async () => {
		const named = { libelle_publication: 'La Gazette de la Seine' };
		const listed = [{ date_parution: 'bientôt' }, { date_parution: '2027-01-08' }];
		const { json } = await run(dates, { publications: [{ id: 12, dates: listed }] });
		expect(json).toEqual([
			{ id: 12, ...named, date_parution: 'bientôt' },
			{
				id: 12,
				...named,
				date_parution: '2027-01-08',
				date_parution_iso: '2027-01-08T00:00:00+01:00',
			},
		]);
	});

	test.each(['""', 'null', '$json.missing'])(
		'are as many as the field shows at first when its expression finds nothing (%s)',
		async (nothing) => {
			const more = { publication: byId(12), quantity: `={{ ${nothing} }}` };
			const { json, error } = await run({ ...dates, ...more });
			expect(error).toBeUndefined();
			expect(json).toHaveLength(5);
		},
	);

	test.each([[0], [21], [1.5], ['many']])(
		'are refused when %j of them are wanted',
		async (quantity) => {
			const { error } = await run({ ...dates, quantity: `={{ ${JSON.stringify(quantity)} }}` });
			expect(error?.message).toBe(`'Number of Dates' cannot be "${quantity}".`);
		},
	);
});
