import { InputProblem } from './inputProblem';

/**
 * Text of a parameter, as it was given. A number is one: tables and expressions hand them over. An object or a list is
 * not: taken for an empty text, it would make a notice another notice without a word.
 *
 * @param label of the parameter
 * @param inside label of the collection that it lies in
 * @throws InputProblem
 */
export function readText(label: string, value: unknown, inside?: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) {
		return String(value);
	}
	throw new InputProblem(
		inside ?? label,
		`${named(label, inside)} is ${kindOf(value)}, not a text.`,
		'Let the expression lead to the field that holds the text itself.',
	);
}

/**
 * One line without spaces around it, for codes, numbers and names.
 *
 * @throws InputProblem also for control characters, and for half of a character, which JSON cannot carry
 */
export function readLine(label: string, value: unknown, inside?: string): string {
	const text = readText(label, value, inside).trim();
	const odd = /\p{Cc}/u.test(text)
		? 'a line break, tab or other control character'
		: /\p{Surrogate}/u.test(text)
			? 'half of a character (a lone surrogate)'
			: undefined;
	if (odd === undefined) return text;
	throw new InputProblem(
		inside ?? label,
		`${named(label, inside)} contains ${odd}.`,
		'Give one line of text.',
	);
}

/** Text of a field: numbers may come as text or number. '' for anything else. */
export function trimmedText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The same where nothing and an empty text mean that there is none. */
export function nonEmptyText(value: unknown): string | undefined {
	return trimmedText(value) || undefined;
}

/** Whether a value was given at all: a cell with nothing but spaces is empty. */
export function isGiven(value: unknown): boolean {
	return !(
		value === undefined ||
		value === null ||
		(typeof value === 'string' && value.trim() === '')
	);
}

function named(label: string, inside: string | undefined): string {
	return `'${label}'${inside === undefined ? '' : ` of '${inside}'`}`;
}

export function kindOf(value: unknown): string {
	if (typeof value === 'number') return String(value);
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
