/**
 * The codes that say where and as what a notice is published: departments, publications, categories and forfaits, as people and
 * tables give them. What the service lists today is not all it may take.
 */
import { FORFAIT_LABEL } from './labels';
import { cannotBe, InputProblem, nonEmptyText, readLine, readRequired } from './parameters';

/** The code of a line that was copied from a list: `Paris (75)`. */
function codeIn(text: string): string {
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
		.toUpperCase()
		.replace(/\.0$/, '')
		.replace(/^\d$/, '0$&')
		.replace(/^0(?=\d\d$)/, '');
	if (/^(?!0?00|20$|2[C-Z]$|9[6-9]$)[0-9A-Z]{2,3}$/.test(code)) return code;
	const advice =
		'Give the code of the department, not a postcode: two digits such as 75 or 01, 2A or 2B for Corsica, three digits such as 971 overseas.';
	throw cannotBe('Department', text, advice);
}

/**
 * Forfaits of the two categories that need one (specification, Forfait codes). The lists are live: a code that is not
 * here goes to the service as it is.
 */
export const FORFAITS_BY_CATEGORY: ReadonlyMap<string, readonly string[]> = new Map([
	['CONSTI', ['EURL', 'SA', 'SARL', 'SAS', 'SASU', 'SC', 'SCI', 'SNC', 'CONSTI_AUTRE']],
	[
		'MODIF',
		[
			'MOD_AUTRE',
			'MOD_TRS_SIE',
			'MOD_DIR',
			'MOD_CAC_NOM',
			'MOD_CAC_CES',
			'MOD_DUREE',
			'MOD_DATE_CLOT',
			'MOD_DATE_DEB',
			'MOD_REC_ACTIF',
			'MOD_CAP',
			'MOD_OBJET',
			'MOD_ACT',
			'MOD_JUD_NOM',
			'MOD_DENOM',
			'MOD_FORME',
			'MOD_ASSO',
			'MOD_CESSION',
			'MOD_RES_BAIL',
			'MOD_NON_DISSOL',
		],
	],
]);

/** Only authorised partners may use these (specification, Category codes). */
export const RESERVED_CATEGORIES: readonly string[] = ['SUC_VAC', 'SUC_DES'];

export const CATEGORIES_WITHOUT_FORFAIT: readonly string[] = [
	'ADDITI',
	'AUTRE',
	'CHG_PAT',
	'CHG_REG',
	'CLOTUR',
	'CONVOC',
	'DISSOL',
	'FONDS',
	'FUSION',
	'LOC_GER',
	'PRS_ACT',
	'RECTIF',
	'TUP',
	...RESERVED_CATEGORIES,
];

export function readCategory(value: unknown): string {
	const text = codeIn(readRequired('Category', value, 'Choose it from the list.'));
	const upper = text.toUpperCase();
	const isListed = FORFAITS_BY_CATEGORY.has(upper) || CATEGORIES_WITHOUT_FORFAIT.includes(upper);
	if (isListed) return upper;
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

export function readPublication(value: unknown): number {
	const text = readRequired('Publication', value, 'Choose it from the list.');
	const isWhole = /^\d+(\.0+)?$/.test(text);
	const number = Number(text);
	if (isWhole && Number.isSafeInteger(number) && number > 0) return number;
	const advice = 'Choose it from the list, or give its ID, a whole number.';
	throw cannotBe('Publication', text, advice);
}
