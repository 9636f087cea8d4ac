import type { Bench } from '../bench.mts';
import { at } from '../client.mts';
import type { SwitchProbes } from './switch.mts';

function dates({ json, codes }: Awaited<ReturnType<Bench['quote']>>): unknown {
	return codes.length > 0 ? codes : json.date_parution;
}

/** Switches of quotes, orders, texts and lists. */
export const requestSwitches: SwitchProbes = {
	orderMissedDate: {
		before: '2026-11-26',
		change: { orderMissedDate: 'refuse' },
		after: ['err_bouclage_depasse'],
		run: async (bench) => dates(await bench.order({ date_parution: '2026-11-19' })),
	},
	unavailableDate: {
		before: ['err_date_indisponible'],
		change: { unavailableDate: 'move' },
		after: '2026-12-03',
		run: async (bench) => dates(await bench.order({ date_parution: '2026-11-27' })),
	},
	exceptionalClosings: {
		before: '2026-11-26',
		change: {
			exceptionalClosings: [
				{ publication: 12, date_parution: '2026-11-26', date_bouclage: '2026-11-23 09:00:00' },
			],
		},
		after: '2026-12-03',
		run: async (bench) => dates(await bench.quote()),
	},
	charsetError: {
		before: ['err_texte_incorrect', 'ğ'],
		change: { charsetError: 'err_chaine_incorrect' },
		after: ['err_chaine_incorrect', 'ğ'],
		run: async (bench) => (await bench.quote({ texte: '<p>ğ</p>' })).codes,
	},
	charsetDetail: {
		before: [['err_texte_incorrect', 'ğ'], undefined],
		change: { charsetDetail: 'field' },
		after: [['err_texte_incorrect'], { caractere: 'ğ', unicode: 'U+011F' }],
		run: async (bench) => {
			const { codes, json } = await bench.quote({ texte: '<p>ğ</p>' });
			return [codes, json.details];
		},
	},
	charsetCheck: {
		before: ['err_texte_incorrect', '\u202F'],
		change: { charsetCheck: 'raw' },
		after: '<p class="fs-texte">10\u202F000</p>',
		run: (bench) => bench.composed('<p>10&#8239;000</p>'),
	},
	forbiddenInline: {
		before: '<p class="fs-texte">A</p>',
		change: { forbiddenInline: 'kept' },
		after: '<p class="fs-texte">A B</p>',
		run: (bench) => bench.composed('<p>A <em>B</em></p>'),
	},
	nestedParagraphs: {
		before: '<p class="fs-texte">A</p><p class="fs-texte">B</p>',
		change: { nestedParagraphs: 'dropped' },
		after: '<p class="fs-texte">A</p>',
		run: (bench) => bench.composed('<p>A</p><div><p>B</p></div>'),
	},
	numberTypes: {
		before: 176.4,
		change: { numberTypes: 'string' },
		after: '176.40',
		run: async (bench) => at((await bench.quote()).json, 'tarif', 'totaux', 'montant_ttc'),
	},
	quoteVersion: {
		before: [true, true],
		change: { quoteVersion: '1.27' },
		after: [false, false],
		run: async (bench) => {
			const { json } = await bench.quote();
			return ['date_bouclage' in json, 'texte' in json];
		},
	},
	forfaitsRoute: {
		before: 200,
		change: { forfaitsRoute: 'missing' },
		after: 404,
		run: async ({ client }) => (await client.get('/forfaits')).status,
	},
	errorReporting: {
		before: ['err_dossier_absent', 'err_publication_absent'],
		change: { errorReporting: 'first' },
		after: ['err_dossier_absent'],
		run: async (bench) => (await bench.order({ dossier: '', publication: undefined })).codes,
	},
	unlistedFields: {
		before: ['err_largeur_incorrect'],
		change: { unlistedFields: 'body' },
		after: ['err_body_incorrect'],
		run: async (bench) => (await bench.order({ largeur: 'x' })).codes,
	},
	unknownFields: {
		before: [],
		change: { unknownFields: 'refused' },
		after: ['err_body_incorrect'],
		run: async (bench) => (await bench.order({ surprise: 1 })).codes,
	},
	nullFields: {
		before: [],
		change: { nullFields: 'incorrect' },
		after: ['err_contact_incorrect'],
		run: async (bench) => (await bench.order({ contact: null })).codes,
	},
	surplusForfait: {
		before: [],
		change: { surplusForfait: 'refused' },
		after: ['err_forfait_incorrect'],
		run: async (bench) => (await bench.quote({ categorie: 'DISSOL' })).codes,
	},
	surplusBilling: {
		before: [],
		change: { surplusBilling: 'refused' },
		after: ['err_facturation_incorrect'],
		run: async (bench) => (await bench.order({ facturation: {} })).codes,
	},
	emptyList: {
		before: [],
		change: { emptyList: 'null' },
		after: null,
		run: async ({ client }) => (await client.get('/publications?departement=48')).json.publications,
	},
	largeur: {
		before: 147,
		change: { largeur: 'priced' },
		after: 294,
		run: async (bench) =>
			at((await bench.order({ largeur: 2 })).json, 'tarif', 'totaux', 'montant_ht'),
	},
	notOffered: {
		before: [],
		change: { notOffered: 'refused' },
		after: ['err_justificatifs_papiers_incorrect'],
		run: async (bench) => (await bench.quote({ publication: 13, justificatifs_papiers: 1 })).codes,
	},
	reservedCategory: {
		before: ['err_categorie_incorrect'],
		change: { reservedCategory: 'err_categorie_inconnu' },
		after: ['err_categorie_inconnu'],
		run: async (bench) => (await bench.quote({ categorie: 'SUC_DES' })).codes,
	},
	foreignPublication: {
		before: ['err_publication_introuvable'],
		change: { foreignPublication: 'err_publication_non_habilite' },
		after: ['err_publication_non_habilite'],
		run: async (bench) => (await bench.quote({ publication: 900, departement: '33' })).codes,
	},
	publicationIds: {
		before: [true, []],
		change: { publicationIds: 'perTitle' },
		after: [false, []],
		run: async (bench) => {
			const { json } = await bench.client.get('/publications');
			const list = Array.isArray(json.publications) ? json.publications : [];
			const ids = list.map((entry) => at(entry, 'id'));
			return [new Set(ids).size === ids.length, (await bench.quote({ publication: 71 })).codes];
		},
	},
	contactFields: {
		before: [],
		change: { contactFields: 'required' },
		after: ['err_nom_absent', 'err_prenom_absent', 'err_email_absent'],
		run: async ({ client }) => (await client.post('/contact', {})).codes,
	},
	contactByEmail: {
		before: 'FORMALITÉS',
		change: { contactByEmail: 'updated' },
		after: 'GREFFE',
		run: async ({ client }) => {
			const body = { email: 'formalites@cabinet-demo.example', nom: 'GREFFE' };
			return (await client.post('/contact', body)).json.nom;
		},
	},
	emailCase: {
		before: true,
		change: { emailCase: 'distinguished' },
		after: false,
		run: async ({ client }) => {
			const id = async (email: string) => (await client.post('/contact', { email })).json.id;
			return (await id('a@cabinet-demo.example')) === (await id('A@cabinet-demo.example'));
		},
	},
	emptyContact: {
		before: ['', ''],
		change: { emptyContact: 'null' },
		after: [null, null],
		run: async ({ client }) => {
			const { json } = await client.post('/contact', {});
			const contacts = (await client.get('/contacts')).json;
			return [json.nom, at(contacts, 'contacts', 4, 'email')];
		},
	},
	composedText: {
		before: '<p class="fs-texte">Fin<br/>é</p>',
		change: { composedText: 'styled' },
		after: '<p class=fs-texte style="text-align:justify">Fin<br/>é</p>',
		run: (bench) => bench.composed('<p>Fin<br>é</p>'),
	},
	filetStyles: {
		before: [2, '<hr class="fs-filet"/>'],
		change: { filetStyles: false },
		after: [0, '<p class="fs-texte">A</p>'],
		run: async (bench) => {
			const { json } = await bench.client.get('/feuilles-styles?type=filet');
			const styles = json.feuilles_styles;
			const text = await bench.composed('<p class="fs-filet">A</p>');
			return [Array.isArray(styles) ? styles.length : styles, text];
		},
	},
	zeroPaperProofs: {
		before: undefined,
		change: { zeroPaperProofs: 'default' },
		after: 1,
		run: async (bench) => {
			const change = { publication: 21, departement: '69', justificatifs_papiers: 0 };
			return at((await bench.quote(change)).json, 'tarif', 'justificatif_papier', 'quantite');
		},
	},
	digitalProofDefault: {
		before: undefined,
		change: { digitalProofDefault: true },
		after: 1,
		run: async (bench) =>
			at((await bench.quote()).json, 'tarif', 'justificatif_numerique', 'quantite'),
	},
};
