import { words } from '../types.mts';

export const styleTypes = words('paragraphe filet entete caractere');
type StyleType = (typeof styleTypes)[number];

function sheet(type: StyleType, rang: number, classe: string, libelle: string, css: string) {
	return { libelle, classe, definition_css: `.${classe}{${css}}`, rang, type };
}

/**
 * Style sheets (specification, FeuilleStyle): the classes that a notice or a header may carry. When a paragraph carries
 * several valid classes, the one with the smallest rank wins.
 */
export const styleSheets = [
	sheet('paragraphe', 1, 'fs-titre', 'Titre', 'font-weight:bold;text-align:center;font-size:1.2em'),
	sheet('paragraphe', 2, 'fs-sous_titre', 'Sous-titre', 'text-align:center;font-style:italic'),
	sheet('paragraphe', 3, 'fs-texte', 'Texte', 'text-align:justify'),
	sheet('paragraphe', 4, 'fs-texte_centre', 'Texte centré', 'text-align:center'),
	sheet('paragraphe', 5, 'fs-signature', 'Signature', 'text-align:right;font-style:italic'),
	sheet('filet', 1, 'fs-filet', 'Filet', 'border-top:1px solid #000'),
	sheet('filet', 2, 'fs-filet_double', 'Filet double', 'border-top:3px double #000'),
	sheet(
		'entete',
		1,
		'fs-prescripteur_nom',
		'Nom du prescripteur',
		'font-weight:bold;text-align:center',
	),
	sheet('entete', 2, 'fs-prescripteur_adresse', 'Adresse du prescripteur', 'text-align:center'),
	sheet('caractere', 1, 'fs-petites_capitales', 'Petites capitales', 'font-variant:small-caps'),
	sheet('caractere', 2, 'fs-italique', 'Italique', 'font-style:italic'),
];

export const styleByClass = new Map(styleSheets.map((style) => [style.classe, style]));
