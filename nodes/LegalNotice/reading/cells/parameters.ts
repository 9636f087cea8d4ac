/**
 * Reads what users give for the fields of the node. Expressions and tables hand over values of any kind: each reader
 * either understands one or refuses it in a sentence, because a default in its place would order something else.
 */
import { cents, euros, isRecord, type UnknownRecord } from '../records';

/**
 * Labels of parameters that have the term of the trade, as the panel and every message show them. A preview is for approval
 * before an order, a proof of publication (justificatif) is a copy of the newspaper: they never share a word.
 */
export const FORFAIT_LABEL = 'Flat Rate (Forfait)';
export const PREVIEW_LABEL = 'Include Preview (Bon à Tirer)';
export const TITLE_LABEL = 'First Paragraph as Title';
export const DIGITAL_PROOF_LABEL = 'Digital Proof of Publication (Justificatif)';
export const EMAIL_PROOF_LABEL = 'Email Proof of Publication (Justificatif)';
export const PAPER_PROOFS_LABEL = 'Paper Proofs of Publication (Justificatifs)';

/** A value that cannot be sent. `parameter` is the label of its field in the editor. */
export class InputProblem extends Error {
	constructor(
		readonly parameter: string,
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'InputProblem';
	}
}

/** The usual sentence about a value that is not understood. */
export function cannotBe(
	label: string,
	value: unknown,
	advice: string,
	inside?: string,
): InputProblem {
	return valueProblem(label, inside, `cannot be ${quoted(written(value))}.`, advice);
}

/** Up to 40 characters in quotation marks: no message repeats a whole text. */
export function quoted(text: string): string {
	// Cut by characters: half of one could not be shown.
	return `"${Array.from(text.slice(0, 80)).slice(0, 40).join('')}"`;
}

/** A sentence about a value, which begins with the label of its field. @param inside label of its collection */
export function valueProblem(
	label: string,
	inside: string | undefined,
	what: string,
	advice: string,
): InputProblem {
	if (inside === undefined) return new InputProblem(label, `'${label}' ${what}`, advice);
	return new InputProblem(inside, `'${label}' of '${inside}' ${what}`, advice);
}

function written(value: unknown): string {
	if (typeof value === 'object') return JSON.stringify(value);
	return String(value);
}

/** A passage of so many signs at most; of what is longer the last word that fits is a whole one. */
export function cutAtWord(passage: string, longest: number): string {
	if (passage.length <= longest) return passage;
	// Of a word that goes on behind the end nothing is left, but where it is most of the passage.
	const whole = /^([^]*\S)\s/.exec(passage.slice(0, longest))?.[1] ?? '';
	return `${whole.length * 2 > longest ? whole : passage.slice(0, longest - 1)}…`;
}

/** The first of several passages, for a sentence: 200 characters of a text at most. */
export function quotePassages(passages: readonly string[]): string {
	const most = 5;
	const named = passages.slice(0, most).map((words) => `"${cutAtWord(words, 40)}"`);
	const more = passages.length > most ? ` and ${passages.length - most} more` : '';
	return `${named.join(', ')}${more}`;
}

/**
 * Text of a parameter, as it was given; tables hand over numbers. An object taken for an empty text would make a notice
 * another notice without a word.
 *
 * @param inside label of the collection that the parameter lies in
 * @throws InputProblem
 */
export function readText(label: string, value: unknown, inside?: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	if (typeof value !== 'number' || !Number.isFinite(value)) {
		refuseList(label, value, inside);
		const advice = 'Point the expression at the field that holds the text.';
		throw valueProblem(label, inside, `is ${kindOf(value)}, not a text.`, advice);
	}
	// Rounded, it could be the name of another notice.
	if (Number.isSafeInteger(value) || !Number.isInteger(value)) return String(value);
	const what = `is ${value}, a number so long that its last digits are lost.`;
	throw valueProblem(label, inside, what, 'Give it as text, in JSON between quotation marks.');
}

/** @throws InputProblem for a list, which tables return for a field that looks one record up */
export function refuseList(label: string, value: unknown, inside?: string): void {
	if (!Array.isArray(value)) return;
	const advice =
		'Take one entry of it, such as {{ $json.field[0] }}: lookup fields are lists also where they find one record.';
	throw valueProblem(label, inside, 'is a list, not one value.', advice);
}

/**
 * The text of a cell as a person sees it. Copies out of Word, Outlook, contacts and web pages bring signs that nobody sees, and
 * blanks and hyphens that only look like others; spreadsheets write `="00123"` to keep their zeros.
 */
export function visibleText(text: string): string {
	const seen = text
		.normalize('NFC')
		.replace(/[\u2010\u2011\u2212\ufe63\uff0d]/g, '-')
		.replace(/\p{Cf}/gu, '')
		.replace(/\p{Zs}/gu, ' ')
		.trim();
	const [, kept] = /^="([^"]*)"$/.exec(seen) ?? [];
	return kept === undefined ? seen : kept.trim();
}

/** One line without spaces around it. @throws InputProblem also for half of a character, which JSON cannot carry */
export function readLine(label: string, value: unknown, inside?: string): string {
	const text = visibleText(readText(label, value, inside));
	if (!/[\p{Cc}\u2028\u2029\ud800-\udfff]/u.test(text)) return text;
	const what = 'contains a line break, tab or other control character, or half of a character.';
	throw valueProblem(label, inside, what, 'Give one line of text.');
}

/** One line that must not be empty. @throws InputProblem */
export function readRequired(label: string, value: unknown, advice: string): string {
	const text = readLine(label, value);
	if (text === '') throw new InputProblem(label, `'${label}' is empty.`, advice);
	return text;
}

export function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (value instanceof Date) return 'a date';
	if (typeof value === 'number') return String(value);
	if (typeof value === 'object') return 'an object';
	return `a ${typeof value}`;
}

/** Text of a field that may come as text or number; '' for anything else. */
export function trimmedText(value: unknown): string {
	if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
	return '';
}

export function nonEmptyText(value: unknown): string | undefined {
	return trimmedText(value) || undefined;
}

/** Whether a value was given at all: a cell with nothing but spaces is empty. */
export function isGiven(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '';
	return value !== undefined && value !== null;
}

/**
 * A choice from a fixed list, in any case; undefined when nothing is given.
 *
 * @throws InputProblem for anything else: taken for the default, a guard would be passed over in silence
 */
export function readChoice<Choice extends string>(
	label: string,
	value: unknown,
	choices: readonly Choice[],
): Choice | undefined {
	const given = readLine(label, value);
	const known = choices.find((choice) => choice.toLowerCase() === given.toLowerCase());
	if (known !== undefined || given === '') return known;
	const advice = `Choose it from the list, or give one of ${choices.join(', ')}.`;
	throw cannotBe(label, given, advice);
}

/** Choices from a fixed list; an expression may also give a single one, or several as cells and JSON write lists. @throws InputProblem */
export function readChoices<Choice extends string>(
	label: string,
	value: unknown,
	choices: readonly Choice[],
): Choice[] {
	const list: unknown[] = Array.isArray(value) ? value : [value];
	const given = list.flatMap((one) => readText(label, one).split(/[,;|[\]"\n]/));
	return given.flatMap((one) => readChoice(label, one, choices) ?? []);
}

/** The types of the specification (Document). An empty list stands for every document. */
export function readDocumentTypes(value: unknown): string[] {
	return readChoices('Document Types', value, ['attestation', 'avoir', 'facture', 'justificatif']);
}

/** As spreadsheets, databases, forms and people write yes and no; -1 is yes in Access. */
const YES = 'true vrai oui yes y o 1 -1 x on ok ✓ ✔ ✅ ☑ ☒'.split(' ');
const NO = 'false faux non no n 0 off ✗ ✘ ❌ ☐'.split(' ');

/** A yes or no, also as text; undefined when nothing is given. @throws InputProblem */
export function readFlag(label: string, value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const given = readLine(label, value);
	// Some check marks bring a sign that makes them a picture.
	const word = given.toLowerCase().replace(/\ufe0f|\.0$/g, '');
	if (word === '') return undefined;
	if (YES.includes(word)) return true;
	if (NO.includes(word)) return false;
	throw cannotBe(label, given, 'Give true or false, Oui or Non, 1 or 0, or x for yes.');
}

/** A collection of fields. A text taken for an empty one would let an order out without its guards. @throws InputProblem */
export function readCollection(label: string, value: unknown): UnknownRecord {
	if (isRecord(value) && !(value instanceof Date)) return value;
	if (!isGiven(value) || (Array.isArray(value) && value.length === 0)) return {};
	throw new InputProblem(
		label,
		`'${label}' is ${kindOf(value)}, not an object with its fields.`,
		`Add the fields of '${label}' one by one: n8n takes no expression for all of them.`,
	);
}

export function readCount(label: string, value: unknown): number {
	const fits = (number: number) => Number.isSafeInteger(number) && number >= 0;
	return readNumber(label, value, fits, 'Give a whole number, 0 or more.');
}

/** A number above 0; undefined when nothing is given. */
export function readWidth(label: string, value: unknown): number | undefined {
	if (!isGiven(value)) return undefined;
	const fits = (number: number) => number > 0;
	return readNumber(label, value, fits, 'Give a number above 0, such as 2 or 1.5.');
}

/** An amount in euros above 0, also as French users write it: `1 250,50 €`. */
export function readAmount(label: string, value: unknown): number {
	refuseList(label, value);
	const plain =
		typeof value === 'string'
			? visibleText(value).replace(/^(?:€|EUR)|(?:€|EUR|euros?)(?: TTC)?$/i, '')
			: value;
	const amount = cents(plain);
	if (amount !== undefined && amount > 0) return euros(amount);
	throw cannotBe(label, value, 'Give an amount in euros including tax, such as 250 or 1250.50.');
}

export const MIN_SECONDS = 5;
export const MAX_SECONDS = 300;

/** Seconds, as milliseconds; undefined when nothing is given. */
export function readTimeout(label: string, value: unknown): number | undefined {
	if (!isGiven(value)) return undefined;
	const fits = (seconds: number) => seconds >= MIN_SECONDS && seconds <= MAX_SECONDS;
	const advice = `Give a number of seconds, ${MIN_SECONDS} to ${MAX_SECONDS}, or remove the option.`;
	return Math.round(readNumber(label, value, fits, advice) * 1000);
}

export function readNumber(
	label: string,
	value: unknown,
	fits: (number: number) => boolean,
	advice: string,
): number {
	refuseList(label, value);
	const number = toNumber(value);
	if (number !== undefined && fits(number)) return number;
	throw cannotBe(label, value, advice);
}

/** A number, or a text with decimal point or comma; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return value;
	if (typeof value !== 'string') return undefined;
	const text = visibleText(value).replace(',', '.');
	if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
	return Number(text);
}
