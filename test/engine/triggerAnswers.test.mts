/** Odd answers to the trigger: each costs what it is about, and nothing that can be read stays away. */
import type { IDataObject } from 'n8n-workflow';
import { stageForTests } from './triggerStage.mts';

const stage = stageForTests();

it('an invoice with a placeholder date is an event like any other, and ends no poll', async () => {
	const { watch, references, first, second } = await stage.watching(2, { events: ['newInvoice'] });
	const invoices = ['0001-01-01', '1900-01-01', '0000-00-00', '2026-02-30', '9999-12-31', null].map(
		(date, at) => ({ type: 'facture', numero: `F${at}`, date_facture: date, date_echeance: date }),
	);
	const annonces = references.map((reference) => ({ reference, factures: invoices }));
	stage.answer('/factures', { annonces });
	const reported = await watch.poll();
	expect(reported.map(({ facture }) => facture)).toEqual(invoices);
	for (const { references_demandees: billed } of reported) expect(billed).toEqual([first, second]);
	stage.answer('/factures', { annonces });
	expect(await watch.poll()).toEqual([]);
});

it('a notice whose own route returns only its name is reported as not found', async () => {
	const { watch, first } = await stage.watching(1, { events: ['notFound'] });
	stage.answer('/statuts', { annonces: [{ reference: 'AUTRE', statut: 'parue' }] }, 9);
	stage.answer(`/${first}/statut`, { reference: first, numero_commande: '' }, 9);
	expect([await watch.poll(), await watch.poll()]).toEqual([[], []]);
	expect(await watch.poll()).toMatchObject([{ evenement: 'notFound', demande: first }]);
});

it('an odd entry of a list costs no other one', async () => {
	const { watch, first } = await stage.watching(1, { events: ['newInvoice'] });
	const poll = async (factures: unknown) => {
		stage.answer('/factures', { annonces: [{ reference: first, factures }] });
		return (await watch.poll()).map(({ numero }) => numero);
	};
	const odd = { type: 7, numero: { toString: 1 }, lignes: 'x', montant_ht: { valueOf: 1 } };
	expect(await poll([null, 'kaputt', { numero: 'F1' }, [], odd])).toEqual(['F1', odd.numero]);
	await expect(poll(['kaputt'])).rejects.toThrow('lacks "factures"');
	expect(await poll([{ numero: 'F1' }, odd, { numero: 'F2' }])).toEqual(['F2']);
});

describe('links that are new in every answer', () => {
	let answers = 0;
	const fresh = () => `https://files.example/${++answers}`;
	const proof = { type: 'justificatif' };
	const attestation = { type: 'attestation', numero: 'A1' };

	it('changing links report documents once, a second and third proof too', async () => {
		const { watch, first } = await stage.watching(1, { events: ['newDocument'] });
		const poll = async (...documents: object[]) => {
			const shown = documents.map((document) => ({ ...document, url: fresh() }));
			stage.answer('/documents', { annonces: [{ reference: first, documents: shown }] });
			const types = (await watch.poll()).map(({ document }) => (document as IDataObject).type);
			return types.join();
		};
		expect(await poll(proof, proof, attestation)).toBe('justificatif,justificatif,attestation');
		expect(await poll(proof, attestation, proof)).toBe('');
		expect(await poll(attestation, proof, proof, proof)).toBe('justificatif');
		expect(await poll(attestation, proof, proof, proof)).toBe('');
	});
});

describe('a publication that is held for its attestation', () => {
	const held = async (events: string[]) => {
		const options = { waitForDocument: 5 };
		const { watch, first } = await stage.watching(1, { events, options, keeping: 'cursors' });
		await watch.poll();
		stage.publish([first]);
		expect(await watch.poll()).toEqual([]);
		return { watch, first };
	};
	const short = (items: readonly IDataObject[]) =>
		items.map(({ evenement, ancien_statut: before, statut, document_manquant: lacks }) => {
			return [evenement, before, statut, lacks ?? false].join(' ');
		});

	it('the publication is reported before its suspension', async () => {
		const { watch, first } = await held(['published', 'suspended']);
		stage.notices.setStatus(first, 'suspendue', 'Logo');
		const reported = await watch.poll();
		expect(short(reported)).toEqual([
			'published a-paraitre suspendue true',
			'suspended parue suspendue false',
		]);
		expect(await watch.poll()).toEqual([]);
		stage.publish([first]);
		stage.notices.addDocument(first, 'attestation');
		expect(short(await watch.poll())).toEqual(['published suspendue parue false']);
	});

	it.each(['suspendue', 'a-paraitre'])(
		'the publication is reported with its status of that moment: %s',
		async (status) => {
			const { watch, first } = await held(['published']);
			stage.notices.setStatus(first, status);
			expect(short(await watch.poll())).toEqual([`published a-paraitre ${status} true`]);
			expect(await watch.poll()).toEqual([]);
		},
	);

	it('the publication is reported before its notice is reported as not found', async () => {
		const { watch, first } = await held(['published', 'notFound']);
		const none = { annonces: [] };
		stage.answer('/statuts', none, 3);
		expect(await watch.poll()).toEqual([]);
		expect(await watch.poll()).toEqual([]);
		expect(short(await watch.poll())).toEqual([
			'published a-paraitre introuvable true',
			'notFound parue introuvable false',
		]);
		expect(first).not.toBe('');
	});
});
