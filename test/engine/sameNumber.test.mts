/** Two newspapers may give their invoices one number: each invoice comes, with the file of its own. */
import { pairs, runFor } from './documentsServices.mts';
import type { Credential } from './engine.mts';
import { pdf, startLinkHost, type LinkHost } from './filesLinks.mts';
import { sandboxForTests } from './sandbox.mts';

const sandbox = sandboxForTests();
let host: LinkHost;
let service: { credential: Credential };
beforeAll(async () => {
	host = await startLinkHost(sandbox.url);
	service = { credential: { ...sandbox.credential, baseUrl: host.url } };
});
afterAll(async () => {
	await host.close();
});

/** A PDF that says which one it is. */
const link = (path: string) =>
	host.on(`/${path}.pdf`, (response) =>
		response.end(Buffer.concat([pdf(), Buffer.from(`of ${path}`)])),
	);
const says = (data: string | undefined) =>
	/of [\w-]+/.exec(Buffer.from(data ?? '', 'base64').toString('latin1'))?.[0];

const invoice = (path: string, date: string, ttc: number) => ({
	type: 'facture',
	numero: 'F1',
	date_facture: date,
	montant_ht: 100,
	montant_ttc: ttc,
	url: link(path),
	lignes: [{ reference: path }],
});

function answer(annonces: object[]): void {
	const body = JSON.stringify({ resultat: 'succes', annonces });
	sandbox.fault({ kind: 'wrongShape', match: { path: '/annonces/' }, body });
}

test('two invoices of one number come both from Invoice: Get Many, each with its own file', async () => {
	answer([
		{ reference: 'P-1', factures: [invoice('P-1', '2026-11-02', 120)] },
		{ reference: 'P-2', factures: [invoice('P-2', '2026-11-05', 130)] },
	]);
	const more = { downloadFiles: true };
	const result = await runFor(service, 'invoice.getMany', ['P-1', 'P-2'], more);
	expect(result.error).toBeUndefined();
	expect(
		result.items.map(({ json, binary }) => [
			json.demande,
			json.montant_ttc,
			says(binary?.data?.data),
		]),
	).toEqual([
		['P-1', 120, 'of P-1'],
		['P-2', 130, 'of P-2'],
	]);
	expect(pairs(result)).toEqual([{ item: 0 }, { item: 1 }]);
});

test('two invoices of one number and one day that differ only in their links come both', async () => {
	answer([
		{ reference: 'P-1', factures: [invoice('P-1', '2026-11-02', 120)] },
		{ reference: 'P-2', factures: [invoice('P-2', '2026-11-02', 120)] },
	]);
	const { json } = await runFor(service, 'invoice.getMany', ['P-1', 'P-2']);
	expect(json.map(({ demande }) => demande)).toEqual(['P-1', 'P-2']);
});

test('one invoice of two notices whose link has another key in each answer comes once', async () => {
	const shared = invoice('P-1', '2026-11-02', 120);
	answer([
		{ reference: 'P-1', factures: [{ ...shared, url: `${shared.url}?key=1` }] },
		{ reference: 'P-2', factures: [{ ...shared, url: `${shared.url}?key=2` }] },
	]);
	const result = await runFor(service, 'invoice.getMany', ['P-1', 'P-2']);
	expect(result.json.map(({ references_demandees: all }) => all)).toEqual([['P-1', 'P-2']]);
	// It comes from both input items.
	expect(pairs(result)).toEqual([[{ item: 0 }, { item: 1 }]]);
});

test('Document: Download gives each notice the file of its own invoice', async () => {
	const documents = (path: string) => [{ type: 'facture', numero: 'F1', url: link(path) }];
	answer([
		{ reference: 'P-1', documents: documents('P-1') },
		{ reference: 'P-2', documents: documents('P-2') },
	]);
	const { items, error } = await runFor(service, 'document.download', ['P-1', 'P-2']);
	expect(error).toBeUndefined();
	expect(items.map(({ json, binary }) => [json.demande, says(binary?.data?.data)])).toEqual([
		['P-1', 'of P-1'],
		['P-2', 'of P-2'],
	]);
});
