import { words } from '../types.mts';

const full = words(
	'fs-titre fs-sous_titre fs-texte fs-texte_centre fs-signature fs-filet fs-filet_double',
);
const short = words('fs-titre fs-texte fs-filet');

function category(code: string, libelle: string, classes_html: readonly string[] = full) {
	return { code, libelle, classes_html, classe_html_defaut: 'fs-texte' };
}

/** Categories of notices (specification, "Category codes") and the classes that each may use. */
export const categories = [
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
	category('SUC_VAC', 'Succession vacante', short),
	category('SUC_DES', 'Succession en déshérence', short),
	// The specification warns that the live list may hold codes outside the enumeration, this one by name.
	category('VNT_ENC', 'Vente aux enchères'),
];

/** Reserved to authorized partners. */
export const reservedCategories: readonly string[] = ['SUC_VAC', 'SUC_DES'];
