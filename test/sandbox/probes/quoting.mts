import { at } from '../client.mts';
import { orderRefused, quoteRefused, type Probe } from './probe.mts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64');

function dateOf(change: Record<string, unknown>, expected: unknown, settings = {}): Probe {
	return {
		expected,
		options: { settings },
		run: async (bench) => {
			const { json, codes } = await bench.quote(change);
			return codes.length > 0 ? codes : [json.date_parution, json.date_bouclage];
		},
	};
}

/** Rules of a quote: publication, category, forfait, dates, header, proofs, price. */
export const quotingProbes: Record<string, Probe> = {
	'publication-required': quoteRefused(['err_publication_absent'], { publication: undefined }),
	'publication-format': quoteRefused(['err_publication_incorrect'], { publication: '12' }),
	'publication-known': quoteRefused(['err_publication_introuvable'], { publication: 4711 }),
	'publication-account': quoteRefused(['err_publication_introuvable'], {
		publication: 900,
		departement: '33',
	}),
	'publication-department': quoteRefused(['err_publication_non_habilite'], { departement: '69' }),
	'department-required': quoteRefused(['err_departement_absent'], { departement: undefined }),
	'department-format': quoteRefused(['err_departement_incorrect'], { departement: '20' }),
	'category-required': quoteRefused(['err_categorie_absent'], { categorie: undefined }),
	'category-format': quoteRefused(['err_categorie_incorrect'], { categorie: 7 }),
	'category-known': quoteRefused(['err_categorie_inconnu'], { categorie: 'NOPE' }),
	'category-reserved': quoteRefused(['err_categorie_incorrect'], { categorie: 'SUC_VAC' }),
	'forfait-required': quoteRefused(['err_forfait_absent'], { forfait: undefined }),
	'forfait-format': quoteRefused(['err_forfait_incorrect'], { forfait: 7 }),
	'forfait-known': quoteRefused(['err_forfait_inconnu'], { forfait: 'NOPE' }),
	'forfait-category': quoteRefused(['err_forfait_incorrect'], { forfait: 'MOD_CAP' }),
	'date-format': quoteRefused(['err_date_parution_incorrect'], { date_parution: '2026-02-30' }),
	'date-available': dateOf({ date_parution: '2026-11-27' }, ['err_date_indisponible']),
	'date-next': dateOf({}, ['2026-11-26', '2026-11-24 12:00:00']),
	'date-moved': dateOf({ date_parution: '2026-11-19' }, ['2026-11-26', '2026-11-24 12:00:00']),
	'date-missed-refused': orderRefused(
		['err_bouclage_depasse'],
		{ date_parution: '2026-11-19' },
		{ settings: { orderMissedDate: 'refuse' } },
	),
	// A daily for Monday: closing the day before would be Sunday, so it is Friday.
	'closing-moved-back': dateOf(
		{ publication: 21, departement: '69', date_parution: '2026-11-30' },
		['2026-11-30', '2026-11-27 11:00:00'],
	),
	'closing-exceptional': dateOf(
		{ date_parution: '2026-11-26' },
		['2026-11-26', '2026-11-23 18:00:00'],
		{
			exceptionalClosings: [
				{ publication: 12, date_parution: '2026-11-26', date_bouclage: '2026-11-23 18:00:00' },
			],
		},
	),
	'header-object': quoteRefused(['err_entete_incorrect'], { entete: 'x' }),
	'header-layout': quoteRefused(['err_disposition_incorrect'], { entete: { disposition: 'x' } }),
	'header-mime-type': quoteRefused(['err_mime_type_incorrect'], {
		entete: { mime_type: 'image/gif', data: png },
	}),
	'header-data-required': quoteRefused(['err_data_incorrect'], {
		entete: { mime_type: 'image/png' },
	}),
	'header-data': quoteRefused(['err_data_incorrect'], {
		entete: { mime_type: 'image/jpeg', data: png },
	}),
	'header-text': quoteRefused(['err_texte_incorrect', 'ł'], {
		entete: { texte: '<p>Siège à Lublin ł</p>' },
	}),
	'paper-proofs-format': quoteRefused(['err_justificatifs_papiers_incorrect'], {
		justificatifs_papiers: -1,
	}),
	'paper-proofs-default': {
		expected: [1, undefined],
		run: async (bench) => {
			const without = await bench.quote({ publication: 21, departement: '69' });
			const withDigital = await bench.quote();
			return [without, withDigital].map(({ json }) =>
				at(json, 'tarif', 'justificatif_papier', 'quantite'),
			);
		},
	},
	'digital-proof-format': quoteRefused(['err_justificatif_numerique_incorrect'], {
		justificatif_numerique: 'yes',
	}),
	'price-totals': {
		expected: { montant_ht: 153.76, montant_tva: 29.87, montant_ttc: 183.63 },
		run: async (bench) => {
			const { json } = await bench.quote({ justificatifs_papiers: 2 });
			return at(json, 'tarif', 'totaux');
		},
	},
	'quote-places-nothing': {
		expected: 0,
		run: async (bench) => {
			await bench.quote();
			return bench.sandbox.journal.orders().length;
		},
	},
};
