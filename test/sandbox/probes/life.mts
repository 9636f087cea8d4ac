import type { Bench } from '../bench.mts';
import { at } from '../client.mts';
import type { Probe } from './probe.mts';

function typesOf(documents: unknown): unknown {
	return Array.isArray(documents) ? documents.map((document) => at(document, 'type')) : documents;
}

async function statuses(bench: Bench, references: unknown): Promise<unknown> {
	const { json, codes } = await bench.client.post('/annonces/statuts', { references });
	return codes.length > 0 ? codes : json.annonces;
}

/** Rules of ordered notices: status, documents, invoices, cancellation. */
export const lifeProbes: Record<string, Probe> = {
	'cancel-invoiced': {
		expected: ['facture', 'avoir'],
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.invoice([reference]);
			return typesOf((await bench.client.delete(`/annonce/${reference}`)).json.documents);
		},
	},
	'cancel-documents': {
		expected: ['succes', false],
		run: async (bench) => {
			const { json } = await bench.client.delete(`/annonce/${await bench.ordered()}`);
			return [json.resultat, 'documents' in json];
		},
	},
	'cancelled-hidden': {
		expected: [],
		run: async (bench) => {
			const reference = await bench.ordered();
			await bench.client.delete(`/annonce/${reference}`);
			return statuses(bench, [reference]);
		},
	},
	'notice-known': {
		expected: ['err_annonce_introuvable'],
		options: { settings: { unknownReferences: 'refuse' } },
		run: (bench) => statuses(bench, ['nobody-knows']),
	},
	'notice-suspended': {
		expected: ['err_annonce_suspendue'],
		options: { settings: { suspendedNotice: 'notCancellable' } },
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.suspend(reference);
			return (await bench.client.delete(`/annonce/${reference}`)).codes;
		},
	},
	'suspension-reason': {
		expected: ['suspendue', 'Texte illisible'],
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.suspend(reference, 'Texte illisible');
			const { json } = await bench.client.get(`/annonce/${reference}/statut`);
			return [json.statut, json.motif];
		},
	},
	'reference-required': {
		expected: [['err_reference_absent'], ['err_reference_absent']],
		run: async (bench) => [await statuses(bench, undefined), await statuses(bench, [])],
	},
	'reference-format': {
		expected: [['err_reference_incorrect'], ['err_reference_incorrect']],
		run: async (bench) => [await statuses(bench, 'text'), await statuses(bench, [7])],
	},
	'credit-negative': {
		expected: [176.4, -176.4],
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.invoice(reference);
			bench.sandbox.notices.credit(reference);
			const { json } = await bench.client.get(`/annonce/${reference}/factures`);
			return [0, 1].map((index) => at(json, 'factures', index, 'montant_ttc'));
		},
	},
	'invoice-shared': {
		expected: [true, 2, 352.8],
		run: async (bench) => {
			const references = [await bench.ordered(), await bench.ordered({ dossier: 'D-2' })];
			bench.sandbox.notices.invoice(references);
			const { json } = await bench.client.post('/annonces/factures', { references });
			const [first, second] = [0, 1].map((index) => at(json, 'annonces', index, 'factures', 0));
			const lines = at(first, 'lignes');
			return [
				at(first, 'numero') === at(second, 'numero'),
				Array.isArray(lines) ? lines.length : 0,
				at(first, 'montant_ttc'),
			];
		},
	},
	'proof-without-number': {
		expected: ['justificatif', undefined],
		options: { settings: { attestationBeforePublication: false } },
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.addDocument(reference, 'justificatif');
			const { json } = await bench.client.get(`/annonce/${reference}/documents`);
			return ['type', 'numero'].map((name) => at(json, 'documents', 0, name));
		},
	},
};
