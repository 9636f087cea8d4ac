/** What the node adds to an answer stands beside the service's own fields, and what a refusal says of a status. */
import { runNode } from './engine.mts';
import { BILLED } from './notices.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();

const run = async (parameters: object) =>
	await runNode({
		credential: sandbox.credential,
		parameters: { reference: 'AL-1', ...parameters } as never,
	});
const reference = 'AL-1';
const file = { type: 'attestation', numero: 'A-1', url: 'https://files.example/a' };
const invoice = { type: 'facture', numero: 'F-1', montant_ht: 100, montant_ttc: 120 };
const tarif = {};
const listed = { annonces: [{ reference, statut: 'a-paraitre' }] };

/** What the service answers by route, the fields of its own that the node adds as well, and those of the node. */
const cases: Array<[string, Record<string, object>, object, object, object]> = [
	[
		'notice.getStatus',
		{ status: { reference, statut: 'parue', demande: 'X', est_parue: 'later' } },
		{ demande: 'X', est_parue: 'later' },
		{},
		{},
	],
	[
		'notice.getStatusChanges',
		{ status: { reference, statut: 'parue', motif: '', evenement: 'X', demande: reference } },
		{ evenement: 'X', motif: '' },
		{ ancien_statut: null },
		{},
	],
	[
		'notice.quote',
		{ quote: { texte: '<p>Un avis.</p>', tarif, resume: 'X', texte_visible: 'Y', total_ttc: 1 } },
		{ resume: 'X', texte_visible: 'Y', total_ttc: 1 },
		{},
		BILLED,
	],
	[
		'notice.order',
		{ order: { reference, existant: 'X', environnement: 'Y', date_parution: '2027-01-08' } },
		{ existant: 'X', environnement: 'Y' },
		{ recupere: false },
		{ ...BILLED, fileReference: 'OWN' },
	],
	[
		'notice.replace',
		{
			statuses: listed,
			quote: { tarif },
			cancel: { reference },
			order: { reference, demande: 'X' },
		},
		{ demande: 'X' },
		{ ancienne_reference: reference },
		{ ...BILLED, fileReference: 'OWN', orderNumberMode: 'none' },
	],
	[
		'notice.cancel',
		{ statuses: listed, cancel: { reference, annulee: 'X', documents: 7, avertissements: 'Y' } },
		{ annulee: 'X', avertissements: 'Y' },
		{ recupere: false },
		{},
	],
	[
		'document.getMany',
		{ documents: { reference, documents: [file], demande: 'X', nom_fichier: 'Y' } },
		{ demande: 'X', nom_fichier: 'Y' },
		{},
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
		'publication.getDates',
		{
			dates: {
				publications: [
					{ id: 12, dates: [{ date_parution: '2027-01-08', date_parution_iso: 'X' }] },
				],
			},
		},
		{ date_parution_iso: 'X' },
		{},
		{},
	],
	[
		'contact.createOrGet',
		{ contacts: { contacts: [] }, createContact: { id: 1, email: 'a@b.example', existant: 'X' } },
		{ existant: 'X' },
		{ recupere: false },
		{ email: 'a@b.example' },
	],
];

test.each(cases)(
	'%s keeps what the service says itself under a name of the node',
	async (name, answers, own, ours, more) => {
		for (const [path, answer] of Object.entries(answers)) {
			const body = JSON.stringify({ resultat: 'succes', ...answer });
			sandbox.fault({ kind: 'wrongShape', match: { path }, body });
		}
		const [resource, operation] = name.split('.');
		const { json, error } = await run({ resource, operation, ...more });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ ...own, ...ours });
	},
);

test('a status that is refused because the notice is suspended is that status', async () => {
	for (const operation of ['getStatus', 'getStatusChanges']) {
		sandbox.fault({ kind: 'codes', codes: ['err_annonce_suspendue'], times: 3 });
		const { json, error } = await run({ resource: 'notice', operation });
		expect(error).toBeUndefined();
		// The service tells no reference: what was asked for is what the notice can be replaced by.
		expect(json[0]).toMatchObject({ reference, demande: reference, statut: 'suspendue' });
		sandbox.reset();
	}
	sandbox.fault({ kind: 'codes', codes: ['err_annonce_suspendue'], times: 3 });
	const { json } = await run({ resource: 'notice', operation: 'getStatus' });
	expect(json[0]).toMatchObject({
		est_parue: false,
		avertissements: [expect.stringContaining('does not tell the reason')],
	});
});
