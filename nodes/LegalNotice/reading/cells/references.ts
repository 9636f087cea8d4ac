/**
 * Reads the names of notices: the service's references and order numbers, one in a field or a list of them. A name that is read
 * in another way than it was given to the service finds no notice, and nobody notices, so all of them are read here.
 */
import { finished } from './names';
import {
	InputProblem,
	isGiven,
	quoted,
	readLine,
	readText,
	trimmedText,
	valueProblem,
	visibleText,
} from './parameters';
import type { UnknownRecord } from '../records';

export const REFERENCE_LABEL = 'Reference or Order Number';
/** The specification names no length for references; its order numbers have 50 characters at most. */
const MAX_REFERENCE = 200;

/** The service's own name of a notice in an answer. 0 is none: it is what databases make of an empty one. */
export function referenceIn({ reference }: UnknownRecord): string | undefined {
	const name = trimmedText(reference);
	return name === '' || name === '0' ? undefined : name;
}

/** Whether a reference reaches the service in a path exactly as written: `D-1#bis` in a path would address `D-1`. */
export function isPathSafe(reference: string): boolean {
	return /^[A-Za-z0-9_~-][A-Za-z0-9_.~-]*$/.test(reference);
}

/** The service's reference of a notice, or its order number. @throws InputProblem also for several of them */
export function readReference(value: unknown): string {
	const advice =
		'Give the reference that the service returned, or the order number given when ordering.';
	return readOneReference(REFERENCE_LABEL, value, advice);
}

/**
 * The name of one notice, in ordering and in looking up alike.
 *
 * @param advice what to give where the field is empty
 * @throws InputProblem
 */
export function readOneReference(label: string, value: unknown, advice: string): string {
	const given = visibleText(readText(label, value));
	if (holdsSeveral(given)) {
		throw new InputProblem(
			label,
			`'${label}' holds several references: ${quoted(given)}.`,
			'Give one per item; Split Out makes an item of each entry of a list.',
		);
	}
	const name = withoutLabel(withoutQuotes(given));
	// 0 and a dash stand for none in many tables.
	if (/^(?:0|[\p{P}\p{Sm} ]*)$/u.test(name)) {
		const what =
			withoutQuotes(given) === '' ? 'is empty' : `is ${quoted(given)}, which stands for none`;
		throw new InputProblem(label, `'${label}' ${what}.`, advice);
	}
	return checked(label, name);
}

/**
 * References and order numbers, each once, in the order given: lines, commas, semicolons, tabs, blanks, pipes, bullets and
 * quotation marks, a JSON array, or what an expression returns. Empty where nothing is given.
 *
 * @throws InputProblem for an entry that cannot be the name of a notice: it would be watched for nothing
 */
export function readReferences(label: string, value: unknown): string[] {
	const list = Array.isArray(value) ? entriesOf(label, value) : namesIn(label, value);
	const names = list
		.map((entry) => withoutLabel(withoutQuotes(visibleText(entry))))
		.filter((name) => !isDecoration(name));
	return [...new Set(names.map((name) => checkedEntry(label, name)))];
}

/** An entry of an array is one name as it is written, unless it can only be several: "DOSSIER 4, suite" is one. */
function entriesOf(label: string, entries: readonly unknown[]): string[] {
	return entries.filter(isGiven).flatMap((entry) => {
		const text = readText(label, entry);
		return holdsSeveral(text) ? splitList(text) : [text];
	});
}

function namesIn(label: string, value: unknown): string[] {
	const text = visibleText(readText(label, value));
	if (text.startsWith('[')) return arrayIn(label, text);
	// Databases write a list between braces, people between brackets.
	if (/^[({][^(){}",]*,[^(){}"]*[)}]$/.test(text)) return splitList(text.slice(1, -1));
	return splitList(text);
}

/** The entries of a JSON array, or of a list that other languages write between brackets. */
function arrayIn(label: string, text: string): string[] {
	const entries = parsed(text);
	if (Array.isArray(entries)) return entriesOf(label, entries);
	if (!text.endsWith(']') || text.includes('"')) {
		const advice =
			'It starts like a JSON array: check quotes and commas, or give one reference per line.';
		throw valueProblem(label, undefined, `cannot be ${quoted(text)}.`, advice);
	}
	// `[NOM]` alone is a field of a template, `[26L000001, 26L000002]` a list.
	const list = /\d/.test(text) ? text : finished(label, text);
	return splitList(list.replace(/[[\]]/g, ','));
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Line breaks are also written as two characters, or as tags. */
const BREAK = /\\[rnt]|&#(?:10|13|x[ad]);|<\/?(?:br|li|p|div|span|td|tr|ul|ol)\b[^<>]{0,80}>/gi;
const SEPARATORS = /[,;|"«»“”„，；、\t\n\v\f\r\x85\u2028\u2029]/;
/** Words between the last two names of a list. */
const AND = /^(?:et|and|ou|or|puis|[&+/])$/i;
const RANGE = /^(\S+) (?:à|au|to|jusqu['’]à|-|–|—|->|→|\.\.\.?|…) (\S+)$/i;

function splitList(text: string): string[] {
	return text
		.replace(BREAK, '\n')
		.split(SEPARATORS)
		.map((part) => withoutBullet(visibleText(part)))
		.filter((part) => part !== '')
		.flatMap(atBlanks);
}

/** Names that only blanks part, where each can be one: "DOSSIER 17" and "2026 0012" are one name, "AL-1 AL-2" and "24017 24018" two. */
function atBlanks(part: string): string[] {
	if (!part.includes(' ')) return [part];
	const names = part
		.split(/ +/)
		.map(withoutQuotes)
		.filter((word) => !AND.test(word));
	const areNames = names.every(canStandAlone) || names.every((name) => /^\d{5,}$/.test(name));
	return areNames ? names : [part];
}

/** A name with a letter and a figure, or with six figures: less may be a part of a name. */
function canStandAlone(part: string): boolean {
	return /^(?=\S*\d)(?=\S*\p{Alpha})\S{3,}$|^(?=\S*\d)\S{6,}$/u.test(part);
}

/** Whether a field for one name holds more than one, each of which could be meant. */
function holdsSeveral(given: string): boolean {
	const text = given.slice(0, 10 * MAX_REFERENCE).replace(BREAK, '\n');
	const parts = text
		.split(SEPARATORS)
		.map((part) => withoutQuotes(withoutBullet(visibleText(part))))
		.filter((part) => !isDecoration(part));
	if (parts.length > 1) return parts.every((part) => atBlanks(part).every(canStandAlone));
	const words = atBlanks(parts[0] ?? '');
	// "CLIENT12 AFF34" is the order number of some people; names of one shape are a list.
	return words.length > 1 && new Set(words.map((word) => word.replace(/\d+/g, '9'))).size === 1;
}

/**
 * Signs with which people mark the lines of a list, before and behind. What could as well be a part of a name is one of them only
 * where the rest has a figure: `12. DUPONT` and `DUPONT S.A.` are names.
 */
function withoutBullet(part: string): string {
	const name = part.replace(
		/^(?:[•·▪▫◦‣►▶●○■□→–—\uf0a7\uf0b7\p{So}] *|[-*+>] +)|(?: ?[→\p{So}]|:)$/gu,
		'',
	);
	const rest = name.replace(/^(?:[§Øo]|\(?\d{1,3}[.)]|[a-z][.)]) +/u, '').replace(/\.$/, '');
	return /\d/.test(rest) ? rest : name;
}

/** Also the apostrophe with which spreadsheets keep a figure a text, and a separator behind the last name. */
function withoutQuotes(part: string): string {
	return (
		part
			.replace(/^["'«»“”„‘’`• ]+|(?<!["'«»“”„‘’` ,;|])["'«»“”„‘’` ,;|]+$/g, '')
			// Columns of numbers with an empty cell come out of programs as decimals.
			.replace(/^(\d+)\.0+$/, '$1')
	);
}

/** `Réf. : 26L000123`, and without a colon where the rest can be a name alone. */
function withoutLabel(part: string): string {
	const [, colon, name = ''] =
		/^(?:(?:r[ée]f(?:[ée]rence)?s?|num[ée]ros?)(?=[ .:])|n°)\.? ?(:?) ?(.+)$/i.exec(part) ?? [];
	return colon === ':' || (colon === '' && canStandAlone(name)) ? name : part;
}

/** A bullet, a number of a line or a rule of a table, alone. */
function isDecoration(part: string): boolean {
	return /^(?:[^\p{Alpha}\p{N}?]*|[oØ]|\d{1,3}[.)])$/u.test(part);
}

function checked(label: string, written: string): string {
	const name = readLine(label, written);
	if (name.length > MAX_REFERENCE) {
		const advice = `No reference has more than ${MAX_REFERENCE} characters.`;
		throw valueProblem(label, undefined, `cannot be ${quoted(name)}.`, advice);
	}
	if (/^(?:\d[.,])?\d+E\+\d+$/i.test(name)) {
		const what = `is ${quoted(name)}, a number of which a spreadsheet has dropped figures.`;
		throw valueProblem(label, undefined, what, 'Format the column as text, and enter it again.');
	}
	return finished(label, name);
}

/** Heads and statuses of a table that was copied together with its references. */
const OF_A_TABLE =
	/^(?:r[ée]f(?:[ée]rence)?s?|numero_commande|num[ée]ro de commande|order number|reference or order number|statut|status|a-paraitre|parue|suspendue|introuvable)$/i;

/** A status that was copied with a reference: `26L000123 (parue)`. */
const BESIDE_STATUS = /[ (:](?:a-paraitre|parue|suspendue|introuvable)\)?$/i;

function checkedEntry(label: string, name: string): string {
	checked(label, name);
	const [, ...ends] = RANGE.exec(name) ?? [];
	if (ends.length > 0 && ends.every(canStandAlone)) {
		const what = `holds a range: ${quoted(name)}.`;
		throw valueProblem(label, undefined, what, 'List every reference, one per line.');
	}
	if (
		OF_A_TABLE.test(name) ||
		BESIDE_STATUS.test(name) ||
		/:\/\/|[{}<>?]|\S@[^\s@]+\.\S/.test(name)
	) {
		const what = `holds ${quoted(name)}, which is no reference.`;
		throw valueProblem(
			label,
			undefined,
			what,
			'Give references or order numbers alone, one per line.',
		);
	}
	return name;
}
