import { sarlOrder } from '../client.mts';
import { orderRefused, type Probe } from './probe.mts';

const advertiser = {
	nom_raison_sociale: 'SOCIÉTÉ EXEMPLE',
	adresse: '1, rue de l’Exemple',
	code_postal: '75001',
	ville: 'PARIS',
	pays: 'FRA',
};

function billed(expected: string[], change: Record<string, unknown>): Probe {
	return orderRefused(expected, {
		mode_facturation: 'annonceur',
		facturation: { ...advertiser, ...change },
	});
}

/** Rules of an order beyond those of a quote. */
export const orderingProbes: Record<string, Probe> = {
	'file-reference-required': orderRefused(['err_dossier_absent'], { dossier: undefined }),
	'file-reference-format': orderRefused(['err_dossier_incorrect'], { dossier: 7 }),
	'billing-mode-required': orderRefused(['err_mode_facturation_absent'], {
		mode_facturation: undefined,
	}),
	'billing-mode-format': orderRefused(['err_mode_facturation_incorrect'], {
		mode_facturation: 'aucun',
	}),
	'billing-mode-allowed': {
		expected: ['err_mode_facturation_non_autorisee'],
		run: async ({ sandbox, client }) => {
			const keys = sandbox.createKey({ billingModes: ['annonceur'] });
			return (await client.post('/commande', sarlOrder, { keys })).codes;
		},
	},
	'advertiser-required': orderRefused(['err_facturation_absent'], {
		mode_facturation: 'annonceur',
	}),
	'advertiser-format': orderRefused(['err_facturation_incorrect'], {
		mode_facturation: 'annonceur',
		facturation: 'SOCIÉTÉ EXEMPLE',
	}),
	'advertiser-fields-required': billed(['err_adresse_absent', 'err_ville_absent'], {
		adresse: '',
		ville: undefined,
	}),
	'advertiser-fields-format': billed(['err_code_postal_incorrect', 'err_mobile_incorrect'], {
		code_postal: 75001,
		mobile: 'none',
	}),
	'advertiser-country': billed(['err_pays_incorrect'], { pays: 'FR' }),
	'advertiser-email': billed(['err_email_incorrect'], { email: 'nobody' }),
	'contact-known': orderRefused(['err_contact_incorrect'], { contact: 4711 }),
	'proof-mail-format': orderRefused(['err_envoi_justificatif_incorrect'], {
		envoi_justificatif: 'yes',
	}),
	'widths-format': orderRefused(['err_largeur_incorrect', 'err_largeur_texte_incorrect'], {
		largeur: '2',
		largeur_texte: 0,
	}),
	'order-number-format': orderRefused(['err_numero_commande_incorrect'], {
		numero_commande: 'x'.repeat(51),
	}),
	'order-number-unique': {
		expected: [[], ['err_annonce_commandee'], 1],
		run: async (bench) => {
			const first = await bench.order({ numero_commande: 'CMD-1' });
			const second = await bench.order({ numero_commande: 'CMD-1', dossier: 'D-2' });
			return [first.codes, second.codes, bench.sandbox.journal.orders().length];
		},
	},
	'order-number-lookup': {
		expected: 'a-paraitre',
		run: async (bench) => {
			await bench.order({ numero_commande: 'CMD-1' });
			return (await bench.client.get('/annonce/CMD-1/statut')).json.statut;
		},
	},
};
