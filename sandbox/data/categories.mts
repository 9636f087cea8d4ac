/** Categories of notices (specification, "Category codes") and the classes that each may use. */
export interface Category {
	code: string;
	libelle: string;
	classes_html: readonly string[];
	classe_html_defaut: string;
}

const full =
	'fs-titre fs-sous_titre fs-texte fs-texte_centre fs-signature fs-filet fs-filet_double'.split(
		' ',
	);
const short = ['fs-titre', 'fs-texte', 'fs-filet'];

function category(code: string, libelle: string, classes = full): Category {
	return { code, libelle, classes_html: classes, classe_html_defaut: 'fs-texte' };
}

export const categories: readonly Category[] = [
	category('ADDITI', 'Additif', short),
	category('AUTRE', 'Autre annonce'),
	category('CHG_PAT', 'Changement de nom patronymique', short),
	category('CHG_REG', 'Changement de régime matrimonial', short),
	category('CLOTUR', 'Clôture de liquidation'),
	category('CONSTI', 'Constitution'),
	category('CONVOC', 'Convocation'),
	category('DISSOL', 'Dissolution de société'),
	category('FONDS', 'Vente de fonds de commerce'),
	category('FUSION', 'Fusion'),
	category('LOC_GER', 'Location-gérance'),
	category('MODIF', 'Modification'),
	category('PRS_ACT', 'Poursuite d’activité'),
	category('RECTIF', 'Rectificatif', short),
	category('TUP', 'Transmission universelle de patrimoine'),
	category('SUC_VAC', 'Succession vacante (réservé)', short),
	category('SUC_DES', 'Succession en déshérence (réservé)', short),
	// The specification warns that the live list may hold codes outside the enumeration, this one by name.
	category('VNT_ENC', 'Vente aux enchères'),
];

export const categoryByCode: ReadonlyMap<string, Category> = new Map(
	categories.map((entry) => [entry.code, entry]),
);

/** Reserved to authorized partners. */
export const reservedCategories: ReadonlySet<string> = new Set(['SUC_VAC', 'SUC_DES']);
