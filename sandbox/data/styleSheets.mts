/** Style sheets (specification, FeuilleStyle): the classes that a notice or a header may carry. */
export type StyleType = 'paragraphe' | 'filet' | 'entete' | 'caractere';

export interface StyleSheet {
	libelle: string;
	classe: string;
	definition_css: string;
	/** When a paragraph carries several valid classes, the smallest rank wins. */
	rang: number;
	type: StyleType;
}

function sheet(
	type: StyleType,
	rang: number,
	classe: string,
	libelle: string,
	css: string,
): StyleSheet {
	return { libelle, classe, definition_css: `.${classe}{${css}}`, rang, type };
}

export const styleSheets: readonly StyleSheet[] = [
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

export const styleTypes: readonly string[] = ['paragraphe', 'filet', 'entete', 'caractere'];

export const styleByClass: ReadonlyMap<string, StyleSheet> = new Map(
	styleSheets.map((style) => [style.classe, style]),
);

/** The class of a header paragraph without a valid one (specification, text rule 4). */
export const defaultHeaderClass = 'fs-prescripteur_adresse';
