/** Files that several items of one execution belong to, or that have neither number nor link. */
import { runFor } from './documentsServices.mts';
import { runNode, type Credential } from './engine.mts';
import { pdf, startLinkHost, type LinkHost } from './filesLinks.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
let host: LinkHost;
let service: { credential: Credential };
let good: string;
let asked = 0;
beforeAll(async () => {
	host = await startLinkHost(sandbox.url);
	service = { credential: { ...sandbox.credential, baseUrl: host.url } };
	good = host.on('/good', (response) => {
		asked++;
		response.end(pdf());
	});
});
afterAll(async () => {
	await host.close();
});

test('the file of an invoice comes once, with the first of its lines', async () => {
	const lignes = [{ reference: 'AL-1' }, { reference: 'AL-2' }, { reference: 'AL-9' }];
	const factures = [{ type: 'facture', numero: 'F-1', url: good, lignes }];
	const annonces = [
		{ reference: 'AL-1', factures },
		{ reference: 'AL-2', factures },
	];
	const body = JSON.stringify({ resultat: 'succes', annonces });
	sandbox.fault({ kind: 'wrongShape', match: { path: '/annonces/' }, body });
	asked = 0;
	const more = { splitBy: 'line', downloadFiles: true, simplify: false };
	const { items, error } = await runFor(service, 'invoice.getMany', ['AL-1', 'AL-2'], more);
	expect(error).toBeUndefined();
	const shown = items.map(({ json, binary }) => [json.numero_ligne, Object.keys(binary ?? {})]);
	expect(shown.sort()).toEqual([
		[1, ['data']],
		[2, []],
		[3, []],
	]);
	expect(asked).toBe(1);
});

test('cancellations that bring the same credit note bring its file with each of them', async () => {
	const documents = [
		{ type: 'avoir', numero: 'V-1', url: good },
		{ type: 'justificatif', url: null },
	];
	for (const reference of ['AL-1', 'AL-2']) {
		const answers = {
			statuses: { annonces: [{ reference, statut: 'a-paraitre' }] },
			cancel: { reference, documents },
		};
		for (const [path, answer] of Object.entries(answers)) {
			const body = JSON.stringify({ resultat: 'succes', ...answer });
			sandbox.fault({ kind: 'wrongShape', match: { path }, body });
		}
	}
	asked = 0;
	const { items, error } = await runNode({
		credential: service.credential,
		items: [{ ref: 'AL-1' }, { ref: 'AL-2' }],
		parameters: {
			resource: 'notice',
			operation: 'cancel',
			reference: '={{ $json.ref }}',
			downloadFiles: true,
		},
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json, binary }) => [json.reference, Object.keys(binary ?? {})])).toEqual([
		['AL-1', ['avoir_V-1']],
		['AL-2', ['avoir_V-1']],
	]);
	for (const { json } of items) {
		expect(json.fichiers_manquants).toEqual([
			{ type: 'justificatif', raison: expect.stringContaining('justificatif') as unknown },
		]);
	}
	expect(asked).toBe(1);
});
