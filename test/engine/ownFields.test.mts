/** What the node adds to an answer stands beside the service's own fields, and what a refusal says of a status. */
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { byId, runNode } from './engine.mts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterEach(() => {
	sandbox.reset();
});
afterAll(async () => {
	await sandbox.close();
});

const run = async (parameters: object) =>
	await runNode({
		credential: { ...sandbox, baseUrl: sandbox.url },
		parameters: { reference: 'AL-1', ...parameters } as never,
	});
const quoted = {
	department: byId('75'),
	publication: byId(12),
	category: byId('CONSTI'),
	forfait: byId('SARL'),
	text: 'Un avis.',
	billingMode: 'prescripteur',
};
const document = { type: 'attestation', numero: 'A-1', url: 'https://files.example/a' };

test.each([
	['notice', 'getStatus', { statut: 'parue', demande: 'X', est_parue: 'later' }, {}],
	['notice', 'quote', { texte: '<p>Un avis.</p>', resume: 'X', texte_visible: 'Y' }, quoted],
	['document', 'getMany', { demande: 'X', nom_fichier: 'Y' }, {}],
])('%s %s keeps what the service says itself', async (resource, operation, own, more) => {
	const answer = { resultat: 'succes', reference: 'AL-1', date_parution: '2027-01-08', ...own };
	const body = JSON.stringify(
		resource === 'document' ? { ...answer, documents: [document] } : answer,
	);
	sandbox.fault({ kind: 'wrongShape', body });
	const { json, error } = await run({ resource, operation, ...more });
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject(own);
});

test('a status that is refused because the notice is suspended is that status', async () => {
	for (const operation of ['getStatus', 'getStatusChanges']) {
		sandbox.fault({ kind: 'codes', codes: ['err_annonce_suspendue'], times: 3 });
		const { json, error } = await run({ resource: 'notice', operation });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ demande: 'AL-1', statut: 'suspendue' });
		sandbox.reset();
	}
	sandbox.fault({ kind: 'codes', codes: ['err_annonce_suspendue'], times: 3 });
	const { json } = await run({ resource: 'notice', operation: 'getStatus' });
	expect(json[0]).toMatchObject({
		est_parue: false,
		avertissements: [expect.stringContaining('does not tell the reason')],
	});
});
