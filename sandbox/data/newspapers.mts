/** Fictional newspapers. A title may be authorized in several departments, each of them a publication. */
export interface Newspaper {
	/** One identifier per department, in the order of `departments`. */
	ids: readonly number[];
	departments: readonly string[];
	libelle: string;
	periodicite: string;
	type: 'papier' | 'web';
	entete: boolean;
	justificatif_papier: boolean;
	justificatif_numerique: boolean;
	/** Days of publication, 1 Monday to 7 Sunday. */
	weekdays: readonly number[];
	/** How many calendar days before publication the newspaper normally closes, and when (Paris). */
	closesDaysBefore: number;
	closesAt: string;
}

function paper(id: number, code: string, libelle: string, more?: Partial<Newspaper>): Newspaper {
	return {
		ids: [id],
		departments: [code],
		libelle,
		periodicite: 'Hebdomadaire',
		type: 'papier',
		entete: true,
		justificatif_papier: true,
		justificatif_numerique: true,
		weekdays: [4],
		closesDaysBefore: 2,
		closesAt: '12:00:00',
		...more,
	};
}

const web: Partial<Newspaper> = {
	type: 'web',
	periodicite: 'En continu',
	entete: false,
	justificatif_papier: false,
	weekdays: [1, 2, 3, 4, 5, 6, 7],
	closesDaysBefore: 1,
	closesAt: '16:00:00',
};

export const newspapers: readonly Newspaper[] = [
	paper(12, '75', 'La Gazette de la Seine'),
	paper(13, '75', 'Paris Annonces en ligne', web),
	paper(21, '69', 'Le Quotidien des Traboules', {
		periodicite: 'Quotidien',
		justificatif_numerique: false,
		weekdays: [1, 2, 3, 4, 5, 6],
		closesDaysBefore: 1,
		closesAt: '11:00:00',
	}),
	paper(22, '69', 'Presqu’île Web', { ...web, entete: true }),
	paper(31, '13', 'Les Affiches du Vieux-Port', { entete: false, weekdays: [2, 5] }),
	paper(41, '2A', 'L’Écho du Maquis', { justificatif_numerique: false, weekdays: [5] }),
	paper(42, '2B', 'Le Courrier du Cap', { weekdays: [3], entete: false }),
	paper(51, '01', 'La Bresse judiciaire', { weekdays: [3], closesAt: '17:30:00' }),
	paper(61, '971', 'Karukera Annonces', { closesDaysBefore: 3, periodicite: 'Hebdomadaire' }),
	{
		...paper(71, '75', 'Formalités Nationales', { ...web, weekdays: [1, 2, 3, 4, 5] }),
		ids: [71, 72, 73, 74],
		departments: ['75', '69', '13', '33'],
	},
];

/** Known to the service, configured on no account: what `quote and order refuse any other` needs. */
export const strangers: readonly Newspaper[] = [paper(900, '33', 'Le Journal d’ailleurs')];
