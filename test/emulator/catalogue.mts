import type { Personality } from './personality.mts';
import { lenientRows, pixel, strictRows } from './publications.mts';
import type { Sheet } from './text.mts';

export interface Category {
	readonly code: string;
	readonly libelle: string;
	readonly classes_html: readonly string[];
	readonly classe_html_defaut: string;
}

const departments: Readonly<Record<string, string>> = {
	'01': 'Ain',
	'2A': 'Corse-du-Sud',
	'2B': 'Haute-Corse',
	'33': 'Gironde',
	'75': 'Paris',
	'92': 'Hauts-de-Seine',
	'93': 'Seine-Saint-Denis',
	'974': 'La Réunion',
};
const countries: Readonly<Record<string, string>> = {
	FRA: 'France',
	BEL: 'Belgique',
	CHE: 'Suisse',
	LUX: 'Luxembourg',
	DEU: 'Allemagne',
	CIV: 'Côte d’Ivoire',
};
const categoryLabels: Readonly<Record<string, string>> = {
	ADDITI: 'Additif',
	AUTRE: 'Autre annonce',
	CHG_PAT: 'Changement de nom patronymique',
	CHG_REG: 'Changement de régime matrimonial',
	CLOTUR: 'Clôture de liquidation',
	CONSTI: 'Constitution',
	CONVOC: 'Convocation',
	DISSOL: 'Dissolution',
	FONDS: 'Vente de fonds',
	FUSION: 'Fusion',
	LOC_GER: 'Location-gérance',
	MODIF: 'Modification',
	PRS_ACT: 'Poursuite d’activité',
	RECTIF: 'Rectificatif',
	TUP: 'Transmission universelle de patrimoine',
};
const packages: Readonly<Record<string, string>> = {
	CONSTI: 'EURL SA SARL SAS SASU SC SCI SNC CONSTI_AUTRE',
	MODIF:
		'MOD_AUTRE MOD_TRS_SIE MOD_DIR MOD_CAC_NOM MOD_CAC_CES MOD_DUREE MOD_DATE_CLOT MOD_DATE_DEB ' +
		'MOD_REC_ACTIF MOD_CAP MOD_OBJET MOD_ACT MOD_JUD_NOM MOD_DENOM MOD_FORME MOD_ASSO MOD_CESSION ' +
		'MOD_RES_BAIL MOD_NON_DISSOL',
};

const sheets: readonly Sheet[] = [
	{
		libelle: 'Texte',
		classe: 'fs-texte',
		definition_css: 'text-align:justify',
		rang: 10,
		type: 'paragraphe',
	},
	{
		libelle: 'Titre',
		classe: 'fs-titre',
		definition_css: 'text-align:center;font-weight:bold',
		rang: 1,
		type: 'paragraphe',
	},
	{
		libelle: 'Sous-titre',
		classe: 'fs-sous_titre',
		definition_css: 'text-align:center',
		rang: 2,
		type: 'paragraphe',
	},
	{
		libelle: 'Filet',
		classe: 'fs-filet',
		definition_css: 'border-top:1px solid',
		rang: 1,
		type: 'filet',
	},
	{
		libelle: 'Nom du prescripteur',
		classe: 'fs-prescripteur_nom',
		definition_css: 'font-weight:bold',
		rang: 1,
		type: 'entete',
	},
	{
		libelle: 'Adresse du prescripteur',
		classe: 'fs-prescripteur_adresse',
		definition_css: 'font-size:90%',
		rang: 2,
		type: 'entete',
	},
	{
		libelle: 'Souligné',
		classe: 'fs-souligne',
		definition_css: 'text-decoration:underline',
		rang: 1,
		type: 'caractere',
	},
];

function named(source: Readonly<Record<string, string>>): { code: string; libelle: string }[] {
	return Object.entries(source).map(([code, libelle]) => ({ code, libelle }));
}

/** The reference data and the account of one personality. */
export function catalogueOf(personality: Personality) {
	const strict = personality.name === 'strict';
	const categories: Category[] = named(categoryLabels).map((item) => ({
		...item,
		classes_html: ['fs-texte', 'fs-titre', 'fs-sous_titre'],
		classe_html_defaut: item.code === 'CONVOC' ? 'fs-sous_titre' : 'fs-texte',
	}));
	if (!strict) {
		categories.push({
			code: 'VNT_ENC',
			libelle: 'Vente aux enchères',
			classes_html: ['fs-texte'],
			classe_html_defaut: 'fs-texte',
		});
	}
	return {
		rows: strict ? strictRows : lenientRows,
		departements: named(departments).map((item) => ({
			...item,
			libelle_enrichi: `${item.libelle} (${item.code})`,
		})),
		pays: named(countries),
		categories,
		forfaits: Object.entries(packages).flatMap(([categorie_code, codes]) =>
			codes.split(' ').map((code) => ({ code, libelle: `Forfait ${code}`, categorie_code })),
		),
		sheets: sheets.filter((sheet) => personality.filetsExist || sheet.type !== 'filet'),
		client: {
			numero_compte: strict ? 'C000042' : '42',
			raison_sociale: 'Cabinet Exemple',
			nom_complement: 'Service formalités',
			adresse: '1 rue du Modèle',
			adresse_complement: '',
			code_postal: '75001',
			ville: 'Paris',
			email: 'cabinet@example.test',
			mode_facturation: strict ? 'aucun' : 'annonceur',
			entetes: [{ mime_type: 'image/png', data: pixel }],
		},
	} as const;
}

export type Catalogue = ReturnType<typeof catalogueOf>;
