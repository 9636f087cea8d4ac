import type { Bench } from '../bench.mts';
import { at, sarlOrder } from '../client.mts';
import type { SwitchProbes } from './switch.mts';

async function statusOf(bench: Bench, reference: string): Promise<Record<string, unknown>> {
	return (await bench.client.get(`/annonce/${encodeURIComponent(reference)}/statut`)).json;
}

/** References of a batch answer in its order, or the codes or the status of its refusal. */
async function batch(bench: Bench, references: string[]): Promise<unknown> {
	const { json, codes, status } = await bench.client.post('/annonces/statuts', { references });
	if (status !== 200) return status;
	if (codes.length > 0) return codes;
	const list = json.annonces;
	return Array.isArray(list) ? list.map((entry) => at(entry, 'numero_commande')) : list;
}

async function threeNotices(bench: Bench): Promise<string[]> {
	for (const numero_commande of ['A', 'B', 'C']) await bench.order({ numero_commande });
	return ['A', 'B', 'C'];
}

async function documents(bench: Bench, reference: string): Promise<unknown> {
	const { json, codes } = await bench.client.get(`/annonce/${reference}/documents`);
	if (codes.length > 0) return codes;
	return Array.isArray(json.documents) ? json.documents.length : typeof json.documents;
}

/** Switches of ordered notices: batches, references, status, documents. */
export const noticeSwitches: SwitchProbes = {
	unknownReferences: {
		before: ['A', 'B', 'C'],
		change: { unknownReferences: 'refuse' },
		after: ['err_annonce_introuvable'],
		run: async (bench) => batch(bench, ['nobody', ...(await threeNotices(bench))]),
	},
	unknownReferenceCode: {
		options: { settings: { unknownReferences: 'refuse' } },
		before: [['err_annonce_introuvable'], ['err_annonce_introuvable']],
		change: { unknownReferenceCode: 'err_reference_incorrect' },
		after: [['err_reference_incorrect'], ['err_reference_incorrect']],
		run: async (bench) => [
			await batch(bench, ['nobody']),
			(await bench.client.get('/annonce/nobody/statut')).codes,
		],
	},
	batchMaximum: {
		before: ['A', 'B', 'C'],
		change: { batchMaximum: 2 },
		after: ['err_body_incorrect'],
		run: async (bench) => batch(bench, await threeNotices(bench)),
	},
	batchTooLarge: {
		options: { settings: { batchMaximum: 2 } },
		before: ['err_body_incorrect'],
		change: { batchTooLarge: 'http413' },
		after: 413,
		run: async (bench) => batch(bench, await threeNotices(bench)),
	},
	batchOrder: {
		before: ['A', 'B', 'C'],
		change: { batchOrder: 'shuffled' },
		after: ['C', 'B', 'A'],
		run: async (bench) => batch(bench, await threeNotices(bench)),
	},
	duplicates: {
		before: ['A', 'B', 'C'],
		change: { duplicates: 'kept' },
		after: ['A', 'B', 'C', 'A'],
		run: async (bench) => batch(bench, [...(await threeNotices(bench)), 'A']),
	},
	lookupFirst: {
		before: 'first',
		change: { lookupFirst: 'number' },
		after: 'second',
		run: async (bench) => {
			const reference = await bench.ordered({ numero_commande: 'first' });
			const other = await bench.ordered({ numero_commande: reference });
			const found = await statusOf(bench, reference);
			return found.reference === other ? 'second' : 'first';
		},
	},
	referenceStyle: {
		before: [true, 'a-paraitre'],
		change: { referenceStyle: 'encoded' },
		after: [false, 'a-paraitre'],
		run: async (bench) => {
			const reference = await bench.ordered();
			const { statut } = await statusOf(bench, reference);
			return [encodeURIComponent(reference) === reference, statut];
		},
	},
	initialStatus: {
		before: 'a-paraitre',
		change: { initialStatus: 'en-attente' },
		after: 'en-attente',
		run: async (bench) => (await statusOf(bench, await bench.ordered())).statut,
	},
	suspendedNotice: {
		before: 'succes',
		change: { suspendedNotice: 'refused' },
		after: 'erreur',
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.suspend(reference);
			return (await statusOf(bench, reference)).resultat;
		},
	},
	cancelledNumberReusable: {
		before: ['err_annonce_commandee'],
		change: { cancelledNumberReusable: true },
		after: [],
		run: async (bench) => {
			await bench.order({ numero_commande: 'A' });
			await bench.client.delete('/annonce/A');
			return (await bench.order({ numero_commande: 'A' })).codes;
		},
	},
	orderNumberUnit: {
		before: [],
		change: { orderNumberUnit: 'bytes' },
		after: ['err_numero_commande_incorrect'],
		run: async (bench) => (await bench.order({ numero_commande: 'é'.repeat(50) })).codes,
	},
	cancelledDocuments: {
		before: ['err_annonce_introuvable'],
		change: { cancelledDocuments: 'served' },
		after: 3,
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.invoice(reference);
			await bench.client.delete(`/annonce/${reference}`);
			return documents(bench, reference);
		},
	},
	attestationBeforePublication: {
		before: [1, 1],
		change: { attestationBeforePublication: false },
		after: [0, 1],
		run: async (bench) => {
			const reference = await bench.ordered();
			const early = await documents(bench, reference);
			bench.sandbox.notices.publish(reference);
			return [early, await documents(bench, reference)];
		},
	},
	attestationAtPublication: {
		options: { settings: { attestationBeforePublication: false } },
		before: 1,
		change: { attestationAtPublication: false },
		after: 0,
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.publish(reference);
			return documents(bench, reference);
		},
	},
	discountSign: {
		before: [-14.7, 132.3],
		change: { discountSign: 'positive' },
		after: [14.7, 132.3],
		run: async ({ client, sandbox }) => {
			const keys = sandbox.createKey({ discountPercent: 10 });
			const reference = String(
				(await client.post('/commande', sarlOrder, { keys })).json.reference,
			);
			sandbox.notices.invoice(reference);
			const { json } = await client.get(`/annonce/${reference}/factures`, { keys });
			const line = at(json, 'factures', 0, 'lignes', 0);
			return [at(line, 'remises', 0, 'montant_ht'), at(line, 'totaux', 'montant_ht')];
		},
	},
	emptyMotif: {
		before: undefined,
		change: { emptyMotif: 'null' },
		after: null,
		run: async (bench) => (await statusOf(bench, await bench.ordered())).motif,
	},
	emptyDocuments: {
		options: { settings: { attestationBeforePublication: false } },
		before: 0,
		change: { emptyDocuments: 'absent' },
		after: 'undefined',
		run: async (bench) => documents(bench, await bench.ordered()),
	},
	absentNumber: {
		before: undefined,
		change: { absentNumber: 'null' },
		after: null,
		run: async (bench) => (await bench.order()).json.numero_commande,
	},
	orderNumberCase: {
		before: ['err_annonce_introuvable'],
		change: { orderNumberCase: 'ignored' },
		after: 1,
		run: async (bench) => {
			await bench.order({ numero_commande: 'Abc' });
			return documents(bench, 'aBC');
		},
	},
	cancelledTwice: {
		before: [['facture', 'avoir'], undefined],
		change: { cancelledTwice: 'repeated' },
		after: [
			['facture', 'avoir'],
			['facture', 'avoir'],
		],
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.invoice(reference);
			const cancel = async () => {
				const { documents } = (await bench.client.delete(`/annonce/${reference}`)).json;
				return Array.isArray(documents) ? documents.map((one) => at(one, 'type')) : undefined;
			};
			return [await cancel(), await cancel()];
		},
	},
	creditSign: {
		before: [1, -147, -147],
		change: { creditSign: 'quantity' },
		after: [-1, 147, -147],
		run: async (bench) => {
			const reference = await bench.ordered();
			bench.sandbox.notices.invoice(reference);
			bench.sandbox.notices.credit(reference);
			const { json } = await bench.client.get(`/annonce/${reference}/factures`);
			const line = at(json, 'factures', 1, 'lignes', 0, 'annonce');
			return ['quantite', 'prix_unitaire', 'montant_ht'].map((name) => at(line, name));
		},
	},
	linkTokens: {
		before: true,
		change: { linkTokens: 'fresh' },
		after: false,
		run: async (bench) => {
			const path = `/annonce/${await bench.ordered()}/documents`;
			const url = async () => at((await bench.client.get(path)).json, 'documents', 0, 'url');
			expect((await fetch(String(await url()))).status).toBe(200);
			return (await url()) === (await url());
		},
	},
};
