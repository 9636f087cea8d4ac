import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { Bench, monday, withBench } from './bench.mts';
import { at, isRecord, sarlOrder } from './client.mts';

function list(value: unknown): Array<Record<string, unknown>> {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

describe('the life of a notice', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await Bench.start();
	});
	afterEach(() => bench.stop());

	async function status(reference: string): Promise<unknown[]> {
		const { json, codes } = await bench.client.get(`/annonce/${reference}/statut`);
		return codes.length > 0 ? codes : [json.statut, json.motif];
	}

	it('goes from to-be-published through suspension to publication and cancellation', async () => {
		const reference = await bench.ordered({ numero_commande: 'CMD-1' });
		const { notices } = bench.sandbox;
		expect(await status(reference)).toEqual(['a-paraitre', undefined]);
		notices.suspend('CMD-1', 'Pièce manquante');
		expect(await status('CMD-1')).toEqual(['suspendue', 'Pièce manquante']);
		notices.backToBePublished(reference);
		expect(await status(reference)).toEqual(['a-paraitre', undefined]);
		notices.publish(reference);
		expect(await status(reference)).toEqual(['parue', undefined]);
		notices.setStatus(reference, 'en-relecture');
		expect(await status(reference)).toEqual(['en-relecture', undefined]);
		notices.cancel(reference);
		expect(await status(reference)).toEqual(['err_annonce_introuvable']);
		expect((await bench.client.delete(`/annonce/${reference}`)).codes).toEqual([
			'err_annonce_introuvable',
		]);
		expect(() => notices.publish(reference)).toThrow(`The notice "${reference}" is cancelled.`);
	});

	it('offers real PDFs of every type behind the links', async () => {
		const reference = await bench.ordered({ justificatif_numerique: true });
		const { notices } = bench.sandbox;
		notices.publish(reference);
		notices.invoice(reference);
		notices.credit(reference);
		const { json } = await bench.client.get(`/annonce/${reference}/documents`);
		const documents = list(json.documents);
		expect(documents.map(({ type }) => type)).toEqual([
			'attestation',
			'justificatif',
			'facture',
			'avoir',
		]);
		expect(documents.map((document) => 'numero' in document)).toEqual([true, false, true, true]);
		for (const { url } of documents) {
			const answer = await request(String(url));
			const bytes = Buffer.from(await answer.body.arrayBuffer()).toString('latin1');
			expect(answer.headers['content-type']).toBe('application/pdf');
			expect(bytes).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/);
		}
	});

	it('credits a cancelled notice only for its own line of a shared invoice', async () => {
		const keys = bench.sandbox.createKey({ discountPercent: 10 });
		const order = async (dossier: string): Promise<string> => {
			const { json } = await bench.client.post('/commande', { ...sarlOrder, dossier }, { keys });
			return String(json.reference);
		};
		const [first, second] = [await order('D-1'), await order('D-2')];
		bench.sandbox.notices.invoice([first, second]);
		const { json } = await bench.client.delete(`/annonce/${first}`, { keys });
		expect(list(json.documents).map(({ type }) => type)).toEqual(['facture', 'avoir']);
		bench.sandbox.settings({ cancelledDocuments: 'served' });
		const invoices = await bench.client.get(`/annonce/${first}/factures`, { keys });
		const [bill, credit] = list(invoices.json.factures);
		expect([bill?.montant_ht, bill?.montant_ttc]).toEqual([264.6, 317.52]);
		expect([credit?.montant_ht, credit?.montant_ttc]).toEqual([-132.3, -158.76]);
		expect(at(credit, 'lignes', 0, 'reference')).toBe(first);
		expect(at(credit, 'lignes', 0, 'remises', 0, 'montant_ht')).toBe(14.7);
		expect([bill?.date_facture, bill?.date_echeance]).toEqual(['2026-11-23', '2026-12-23']);
	});

	it('refuses to invoice twice or to credit what is not invoiced', async () => {
		const reference = await bench.ordered();
		expect(() => bench.sandbox.notices.credit(reference)).toThrow('is not invoiced');
		bench.sandbox.notices.invoice(reference);
		expect(() => bench.sandbox.notices.invoice(reference)).toThrow('is already invoiced');
	});

	it('prices by the character where no forfait is flat', async () => {
		const texte = '<p>Avis &amp; suite</p><p>Fin</p>';
		const { json } = await bench.quote({ categorie: 'AUTRE', forfait: undefined, texte });
		expect(at(json, 'tarif', 'annonce')).toEqual({
			quantite: 15,
			prix_unitaire: 0.237,
			montant_ht: 3.56,
			taux_tva: 20,
		});
	});

	it('keeps notices, invoices and keys in a file', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
		const options = { databaseFile: join(folder, 'data.sqlite'), now: () => monday };
		try {
			const keys = await withBench(options, async (first) => {
				await first.order({ numero_commande: 'CMD-1' });
				first.sandbox.notices.invoice('CMD-1');
				return first.sandbox.createKey();
			});
			await withBench(options, async (second) => {
				expect((await second.client.get('/annonce/CMD-1/factures')).codes).toEqual([]);
				expect((await second.client.get('/client', { keys })).codes).toEqual([]);
				expect((await second.order({ numero_commande: 'CMD-1' })).codes).toEqual([
					'err_annonce_commandee',
				]);
				second.sandbox.reset();
				expect((await second.order({ numero_commande: 'CMD-1' })).codes).toEqual([]);
			});
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('gives a large account hundreds of publications with logos', async () => {
		const keys = bench.sandbox.createKey({ publications: 500 });
		const { json } = await bench.client.get('/publications', { keys });
		const publications = list(json.publications);
		expect(publications.length).toBe(500);
		const logo = Buffer.from(String(at(publications[499], 'logo_web', 'data')), 'base64');
		expect(logo.subarray(1, 4).toString()).toBe('PNG');
		const one = publications[100];
		const body = { ...sarlOrder, publication: one?.id, departement: one?.departement };
		expect((await bench.client.post('/devis', body, { keys })).codes).toEqual([]);
	});
});
