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
	expect(await poll(['kaputt'])).toEqual([]);
	expect(watch.logged.join()).toContain('lacks "factures"');
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
