/** What becomes of a notice after its order, and what is kept of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bench, withBench } from './bench.mts';
import { at, list } from './client.mts';

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

test('a notice passes from to be published through suspension to publication and cancellation', async () => {
	const { notices } = bench.sandbox;
	await bench.ordered({ numero_commande: 'A' });
	const acts: Array<[() => void, string]> = [
		[() => notices.suspend('A', 'Pièce manquante'), 'suspendue'],
		[() => notices.backToBePublished('A'), 'a-paraitre'],
		[() => notices.publish('A'), 'parue'],
		[() => notices.setStatus('A', 'en-relecture'), 'en-relecture'],
		[() => notices.cancel('A'), 'annonce_introuvable'],
	];
	for (const [act, status] of acts) {
		act();
		expect(await bench.get('/annonce/A/statut', 'statut')).toBe(status);
	}
	expect(() => notices.publish('A')).toThrow('The notice "A" is cancelled.');
});

test('the links lead to real PDFs of every type', async () => {
	const { notices } = bench.sandbox;
	await bench.ordered({ numero_commande: 'A', justificatif_numerique: true });
	expect(() => notices.credit('A')).toThrow('is not invoiced');
	notices.publish('A');
	notices.invoice('A');
	expect(() => notices.invoice('A')).toThrow('is already invoiced');
	notices.credit('A');
	const documents = list(await bench.get('/annonce/A/documents', 'documents'));
	const types = ['attestation', 'justificatif', 'facture', 'avoir'];
	expect(documents.map((one) => at(one, 'type'))).toEqual(types);
	for (const one of documents) {
		const { pathname } = new URL(String(at(one, 'url')));
		const { headers, text } = await bench.client.plain('GET', pathname);
		expect(headers['content-type']).toBe('application/pdf');
		expect(text).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/);
	}
});

test('a cancelled notice is credited for its own line of a shared invoice, discount included', async () => {
	const own = bench.as({ discountPercent: 10 });
	const first = await own.ordered();
	bench.sandbox.notices.invoice([first, await own.ordered({ dossier: 'D-2' })]);
	await own.cancel(first);
	bench.sandbox.settings({ cancelledDocuments: 'served' });
	const dates = { date_facture: '2026-11-23', date_echeance: '2026-12-23' };
	const remises = [expect.objectContaining({ montant_ht: 14.7 })];
	const line = expect.objectContaining({ reference: first, remises }) as unknown;
	expect(await own.get(`/annonce/${first}/factures`, 'factures')).toMatchObject([
		{ type: 'facture', montant_ht: 264.6, montant_ttc: 317.52, ...dates },
		{ type: 'avoir', montant_ht: -132.3, montant_ttc: -158.76, lignes: [line] },
	]);
});

test('notices, invoices and keys are kept in a file', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const options = { dataFile: join(folder, 'data.json') };
	const keys = await withBench(options, async (first) => {
		first.sandbox.notices.invoice(await first.ordered({ numero_commande: 'A' }));
		return first.sandbox.createKey();
	});
	await withBench(options, async (second) => {
		expect(await second.get('/annonce/A/factures', 'factures', 0, 'type')).toBe('facture');
		expect((await second.client.get('/client', { keys })).codes).toEqual([]);
		expect(await second.order({ numero_commande: 'A' })).toBe('annonce_commandee');
		second.sandbox.reset();
		expect(await second.order({ numero_commande: 'A' })).toBe('');
	});
	rmSync(folder, { recursive: true });
});
