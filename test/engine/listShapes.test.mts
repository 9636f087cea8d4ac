/** Lists that Replace and the editor read inside an answer, in the shapes that a service may write them in. */
import { byId, callMethod, runNode } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

const date = { date_parution: '2027-01-08', date_bouclage: '2027-01-05 10:00:00' };

describe('the documents of a notice that is replaced', () => {
	const credit = { type: 'avoir', numero: 'V-1', url: 'https://files.example/v' };
	const runNotice = async (fileReference: string, more: object) =>
		await runNode({
			credential: sandbox.credential,
			parameters: { resource: 'notice', ...BILLED, fileReference, ...more } as never,
		});
	const replace = async (fileReference: string, documents: unknown) => {
		const old = (await runNotice(fileReference, { operation: 'order' })).json[0];
		const reference = String(old?.reference);
		const body = JSON.stringify({ resultat: 'succes', reference, documents });
		sandbox.fault({ kind: 'wrongShape', match: { path: 'cancel' }, body });
		return await runNotice(fileReference, { operation: 'replace', reference, text: 'Corrigé.' });
	};

	test.each([
		['by key', { '1': credit }],
		['as a single one', credit],
		['in a list', [credit]],
	])('come out when written %s', async (shape, documents) => {
		const { json, error } = await replace(`DOC ${shape}`, documents);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ documents_annulation: [credit] });
		expect(json[0]).not.toHaveProperty('avertissements');
	});

	test('that cannot be read are told, and the new notice is ordered all the same', async () => {
		const { json, error } = await replace('DOC none', 'kaputt');
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			existant: false,
			documents_annulation: [],
			avertissements: [expect.stringContaining('could not be read')],
		});
	});

	test('stand beside its order number, also when that is a number', async () => {
		const body = JSON.stringify({
			resultat: 'succes',
			annonces: [{ reference: 'AL-7', numero_commande: 4711, statut: 'a-paraitre' }],
		});
		sandbox.fault({ kind: 'wrongShape', match: { path: 'statuses' }, body });
		sandbox.fault({
			kind: 'wrongShape',
			match: { path: 'cancel' },
			body: JSON.stringify({ resultat: 'succes', reference: 'AL-7' }),
		});
		const { json, error } = await runNotice('DOC number', {
			operation: 'replace',
			reference: 'AL-7',
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ ancienne_reference: 'AL-7', ancien_numero_commande: 4711 });
	});
});

describe('the contacts of the account', () => {
	test.each([
		['a list', [{ id: 7 }]],
		['an object by key', { '7': { id: 7 } }],
	])('are known to Replace when written as %s', async (shape, contacts) => {
		const order = { resource: 'notice', operation: 'order', ...BILLED, fileReference: shape };
		const { credential } = sandbox;
		const old = await runNode({ credential, parameters: order as never });
		const reference = String(old.json[0]?.reference);
		const body = JSON.stringify({ resultat: 'succes', contacts });
		sandbox.fault({ kind: 'wrongShape', match: { path: 'contacts' }, body });
		const { error } = await runNode({
			credential,
			parameters: {
				...order,
				operation: 'replace',
				reference,
				text: 'Corrigé.',
				options: { contact: byId('7') },
			} as never,
		});
		expect(`${error?.message}`).not.toContain('which your account does not have');
	});
});

describe('the dates of a publication', () => {
	const [before, after] = [{ date_parution: '2096-01-05' }, { date_parution: '2096-01-08' }];

	test.each([
		['a list', [before, after]],
		['an object by key', { '1': before, '2': after }],
	])('are known to Replace when written as %s, and nothing is cancelled', async (shape, dates) => {
		const order = { resource: 'notice', operation: 'order', ...BILLED, fileReference: shape };
		const { credential } = sandbox;
		const { json } = await runNode({ credential, parameters: order as never });
		const publications = { '12': { id: 12, departement: '75', dates } };
		const body = JSON.stringify({ resultat: 'succes', publications });
		sandbox.fault({ kind: 'wrongShape', match: { path: 'dates' }, body });
		const kept = { resultat: 'succes', date_parution: '2096-01-07', tarif: {} };
		sandbox.fault({ kind: 'wrongShape', match: { path: 'quote' }, body: JSON.stringify(kept) });
		const { error } = await runNode({
			credential,
			parameters: {
				...order,
				operation: 'replace',
				reference: String(json[0]?.reference),
				publicationDate: byId('2096-01-07'),
				options: { ifDateMoves: 'fail' },
			} as never,
		});
		expect(error?.message).toContain('does not take notices for 2096-01-07');
		expect(error?.description).toContain('Next dates: 2096-01-08');
		expect(sandbox.journal.orders()).toEqual([expect.objectContaining({ cancelled: false })]);
	});
});

describe('the dates to choose from', () => {
	test.each([
		['a list', [date]],
		['an object by key', { '1': date }],
		['a single date', date],
	])('are shown when written as %s', async (_shape, dates) => {
		const publications = [{ id: 12, departement: '75', dates }];
		const body = JSON.stringify({ resultat: 'succes', publications });
		sandbox.fault({ kind: 'wrongShape', body });
		const found = await callMethod<unknown>(
			'listSearch',
			'searchPublicationDates',
			{ resource: 'notice', operation: 'quote', ...BILLED },
			sandbox.credential,
		);
		expect(JSON.stringify(found)).toContain('2027-01-08');
	});
});
