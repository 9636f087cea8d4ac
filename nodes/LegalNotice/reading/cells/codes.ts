/**
 * The codes that say where and as what a notice is published: departments, publications, categories and forfaits, as people and
 * tables give them. What the service lists today is not all it may take.
 */
import {
	FORFAIT_LABEL,
	cannotBe,
	InputProblem,
	nonEmptyText,
	readLine,
	readRequired,
} from './parameters';

/** The code of a line that was copied from a list: `Paris (75)`. */
export function codeIn(text: string): string {
	const [, code = text] = /^[^()]+ \(([\w-]{1,40})\)$/.exec(text) ?? [];
	return code;
}

/** Whether a text may be a code that the service lists and the specification does not name. */
function isCode(text: string): boolean {
	return /^[\w-]{1,40}$/.test(text);
}

/**
 * A department code as tables hand it over: `1` becomes `01`, `75.0` becomes `75`, `2a` becomes `2A`. Only the shape is
 * checked, the list of departments is live.
 */
export function readDepartment(value: unknown): string {
	const text = readRequired('Department', value, 'Give its code, such as 75.');
	const code = codeIn(text)
		// "75 - Paris"
		.replace(/^(\w{2,3}) ?[-–] ?\p{Alpha}.*$/u, '$1')
		.toUpperCase()
		.replace(/\.0$/, '')
		.replace(/^\d$/, '0$&')
		.replace(/^0(?=\d\d$)/, '');
	// Names such as Ain, Lot and Var have no figure.
	if (/^(?!0?00|2[C-Z]$|[A-Z]+$)[0-9A-Z]{2,3}$/.test(code)) return code;
	const advice =
		'Give the code of the department, not a postcode: two digits such as 75 or 01, 2A or 2B for Corsica, three digits such as 971 overseas.';
	throw cannotBe('Department', text, advice);
}

/**
 * What people call the kinds of notices: the label of the service in French, for an instance without the list, and the
 * everyday words that lead to it.
 */
interface Name {
	readonly label: string;
	readonly words: string;
}

const named = (label: string, words = ''): Name => ({ label, words });
const namesOf = (names: Readonly<Record<string, Name>>) => new Map(Object.entries(names));

const CATEGORIES: ReadonlyMap<string, Name> = namesOf({
	ADDITI: named('Additif', 'ajout complément'),
	AUTRE: named('Autre annonce', 'legs testament héritier envoi possession divorce'),
	CHG_PAT: named('Changement de nom patronymique', 'nom famille personne'),
	CHG_REG: named('Changement de régime matrimonial', 'mariage époux notaire'),
	CLOTUR: named(
		'Clôture de liquidation',
		'liquidation radiation radier fermeture fermer fin société',
	),
	CONSTI: named(
		'Constitution',
		'création créer nouvelle société immatriculation statuts SARL EURL SAS SASU SCI SC SNC SA SELARL',
	),
	CONVOC: named('Convocation', 'assemblée générale AG AGO AGE actionnaires'),
	DISSOL: named(
		'Dissolution de société',
		'dissoudre liquidation liquidateur fermeture fermer fin anticipée',
	),
	FONDS: named('Vente de fonds de commerce', 'cession achat commerce'),
	FUSION: named('Fusion', 'absorption apport partiel actif scission'),
	LOC_GER: named('Location-gérance', 'gérance fonds commerce'),
	MODIF: named(
		'Modification',
		'changement changer statuts siège social transfert adresse déménagement gérant gérante gérance nouveau nouvelle président présidente dirigeant directeur nomination démission ' +
			'capital augmentation réduction objet nom dénomination forme durée prorogation associé cession parts activité mise sommeil commissaire comptes bail commercial',
	),
	PRS_ACT: named(
		'Poursuite d’activité',
		'non-dissolution continuation pertes capital capitaux propres moitié',
	),
	RECTIF: named('Rectificatif', 'erreur correction'),
	TUP: named('Transmission universelle de patrimoine', 'dissolution sans liquidation'),
	SUC_VAC: named('Succession vacante', 'héritage'),
	SUC_DES: named('Succession en déshérence', 'héritage'),
});

/**
 * Forfaits of the two categories that need one (specification, Forfait codes). The lists are live: a code that is not
 * here goes to the service as it is.
 */
const FORFAITS: ReadonlyMap<string, ReadonlyMap<string, Name>> = new Map([
	[
		'CONSTI',
		namesOf({
			EURL: named('EURL', 'société unipersonnelle SARL associé unique'),
			SA: named('SA', 'société anonyme'),
			SARL: named('SARL, SELARL', 'société responsabilité limitée'),
			SAS: named('SAS', 'société actions simplifiée SELAS'),
			SASU: named('SASU', 'société actions simplifiée unipersonnelle associé unique'),
			SC: named('EARL, SC, SCEA, SCP, SCPI', 'société civile'),
			SCI: named('SCI, SCCV', 'société civile immobilière construction'),
			SNC: named('SNC', 'société nom collectif'),
			CONSTI_AUTRE: named('Autre forme juridique'),
		}),
	],
	[
		'MODIF',
		namesOf({
			MOD_AUTRE: named('Modifications autres ou multiples', 'plusieurs statuts'),
			MOD_TRS_SIE: named('Transfert de siège social', 'changement changer adresse déménagement'),
			MOD_DIR: named(
				'Mouvement de dirigeants',
				'changement nouveau nouvelle gérant gérante gérance président présidente directeur administrateur nomination démission',
			),
			MOD_CAC_NOM: named('Nomination de commissaire aux comptes', 'CAC auditeur'),
			MOD_CAC_CES: named('Cessation de commissaire aux comptes', 'CAC auditeur fin mandat'),
			MOD_DUREE: named('Durée', 'prorogation société'),
			MOD_DATE_CLOT: named('Date de clôture de l’exercice', 'exercice social comptes'),
			MOD_DATE_DEB: named('Date de début d’activité', 'commencement'),
			MOD_REC_ACTIF: named('Reconstitution de l’actif net', 'capitaux propres pertes'),
			MOD_CAP: named('Capital social', 'augmentation réduction'),
			MOD_OBJET: named('Objet social', 'changement extension activité'),
			MOD_ACT: named('Mouvement d’activité', 'cessation reprise mise sommeil'),
			MOD_JUD_NOM: named('Nomination d’un administrateur judiciaire', 'tribunal'),
			MOD_DENOM: named('Dénomination', 'changement nom raison sociale'),
			MOD_FORME: named('Forme juridique', 'changement transformation SARL SAS SA'),
			MOD_ASSO: named('Mouvement d’associés', 'associé entrée retrait'),
			MOD_CESSION: named('Cession de parts', 'vente actions associé'),
			MOD_RES_BAIL: named('Résiliation de bail', 'local commercial loyer'),
			MOD_NON_DISSOL: named('Non-dissolution', 'dissolution pertes poursuite'),
		}),
	],
]);

export const FORFAITS_BY_CATEGORY: ReadonlyMap<string, readonly string[]> = new Map(
	Array.from(FORFAITS, ([category, names]) => [category, [...names.keys()]]),
);

export const CATEGORIES_WITHOUT_FORFAIT: readonly string[] = [...CATEGORIES.keys()].filter(
	(category) => !FORFAITS.has(category),
);

/** Only authorised partners may use these (specification, Category codes). */
export const RESERVED_CATEGORIES: readonly string[] = ['SUC_VAC', 'SUC_DES'];

/** The French label of a category of the specification, or of a forfait, and words that people look for it by; both empty for others. */
export function nameOf(kind: 'category' | 'forfait', code: string): Name {
	const forfaits = [...FORFAITS.values()].find((names) => names.has(code));
	return (kind === 'category' ? CATEGORIES : forfaits)?.get(code) ?? named('');
}

export function readCategory(value: unknown): string {
	const text = codeIn(readRequired('Category', value, 'Choose it from the list.'));
	const upper = text.toUpperCase();
	if (CATEGORIES.has(upper)) return upper;
	const [labelled] = [...CATEGORIES].find(([, { label }]) => label.toUpperCase() === upper) ?? [];
	if (labelled !== undefined) return labelled;
	if (isCode(text)) return text;
	throw cannotBe('Category', text, 'Choose it from the list, or give its code, such as CONSTI.');
}

/** A forfait is left out for the listed categories that take none, and passed on for a category not listed. */
export function readForfait(category: string, value: unknown): string | undefined {
	const text = codeIn(readLine(FORFAIT_LABEL, value));
	if (CATEGORIES_WITHOUT_FORFAIT.includes(category)) return undefined;
	const own = FORFAITS_BY_CATEGORY.get(category);
	if (!own) return nonEmptyText(text);
	if (text === '') {
		throw new InputProblem(
			FORFAIT_LABEL,
			`'${FORFAIT_LABEL}' is empty, but the category ${category} needs one.`,
			`Choose it from the list: ${own.join(', ')}.`,
		);
	}
	const upper = text.toUpperCase();
	if (own.includes(upper)) return upper;
	const isOfAnother = [...FORFAITS_BY_CATEGORY.values()].flat().includes(upper);
	if (isCode(text) && !isOfAnother) return text;
	throw cannotBe(FORFAIT_LABEL, text, `The category ${category} takes one of ${own.join(', ')}.`);
}

/** What is said of a forfait that a category does not take, which is not sent. */
export function leftOutForfait(
	category: string,
	given: string,
): { readonly english: string; readonly french: string } {
	const [own] = [...FORFAITS_BY_CATEGORY].find(([, codes]) => codes.includes(given)) ?? [];
	const whose = own === undefined ? '' : `, a forfait of ${own},`;
	return {
		english: `The category ${category} takes no flat rate (forfait): ${given}${whose} is left out. Check the 'Category'.`,
		french: `La catégorie ${category} n’a pas de forfait\u00a0: ${given} n’est pas pris en compte.`,
	};
}

export function readPublication(value: unknown): number {
	// A number in brackets may be a department: "La Gazette de la Seine (75)".
	const text = readRequired('Publication', value, 'Choose it from the list.');
	const isWhole = /^\d+(\.0+)?$/.test(text);
	const number = Number(text);
	if (isWhole && Number.isSafeInteger(number) && number > 0) return number;
	const advice = 'Choose it from the list, or give its ID, a whole number.';
	throw cannotBe('Publication', text, advice);
}
