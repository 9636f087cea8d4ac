/** Lists that Replace reads inside an answer. */
import { byId, runNode } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

describe('the documents of a notice that is replaced', () => {
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

describe('the dates of a publication', () => {
	const [before, after] = [{ date_parution: '2096-01-05' }, { date_parution: '2096-01-08' }];

	test('are known to Replace, and nothing is cancelled', async () => {
		const dates = [before, after];
		const order = { resource: 'notice', operation: 'order', ...BILLED, fileReference: 'DATES' };
		const { credential } = sandbox;
		const { json } = await runNode({ credential, parameters: order as never });
		const publications = [{ id: 12, departement: '75', dates }];
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
