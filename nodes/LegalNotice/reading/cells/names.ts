/**
 * Reads the names of people, companies and files. What is printed on an invoice or filed at a court has nothing in it that no finished
 * text has (`../text/grammar.ts`): `SARL undefined`, `#REF!`, `{{denomination}}`. A cell as a whole may stand for nothing as well.
 */
import { InputProblem, quoted, readLine, readText, valueProblem } from './parameters';
import { decodeEntities } from '../text/entities';
import { oddInName, TO_COMPLETE } from '../text/grammar';
import { wordAt } from '../text/places';

/** Names are looked at so far: a cell that holds a whole text costs no time. */
const MOST_LOOKED_AT = 320;

/** What programs write into a cell that has no value; a longer name may contain these words. */
const NO_VALUE = /^(?:nan|none|None|true|false|\((?:vide|blank|empty)\))$/;
const NO_WORD = /^(?:[\p{P}\p{Sm}\p{Sc} ]+|n\/a)$/iu;
const IS_TO_COMPLETE = new RegExp(`^${TO_COMPLETE}$`, 'i');
/** Fields of Airtable that link records hold these in the place of names. */
const RECORD_ID = /^rec(?=\w*\d)(?=\w*[A-Z])[A-Za-z\d]{14}$/;
/** An expression that was typed where the field takes plain text. */
const UNRUN = /^=(?!["=])|\$(?:json|node|input)\b/;

/** One line that somebody wrote, '' for none. @throws InputProblem for a name with a leftover in it */
export function readName(label: string, value: unknown, inside?: string): string {
	return asName(label, readText(label, value, inside), inside);
}

/** The same for a name that is needed. @throws InputProblem */
export function readRequiredName(label: string, value: unknown, advice: string): string {
	const name = readName(label, value);
	if (name === '') throw new InputProblem(label, `'${label}' is empty.`, advice);
	return name;
}

/** A text as the name that a person sees in it: CRMs write `&amp;` for an ampersand. @throws InputProblem */
export function asName(label: string, text: string, inside?: string): string {
	const line = readLine(label, decodeEntities(text), inside);
	// Most names of a notice are optional, and in an empty one there is nothing to find.
	return line === '' ? line : finished(label, line, inside);
}

/** @throws InputProblem when something in the name shows that it is not finished */
export function finished(label: string, name: string, inside?: string): string {
	const looked = name.slice(0, MOST_LOOKED_AT);
	const [what, advice] = cellLeft(looked) ?? leftoverIn(looked) ?? [];
	if (what === undefined || advice === undefined) return name;
	throw valueProblem(label, inside, `${what}.`, advice);
}

type Leftover = readonly [what: string, advice: string];

/** What a whole cell says. */
function cellLeft(name: string): Leftover | undefined {
	const is = `is ${quoted(name)}`;
	if (NO_VALUE.test(name)) return nothingFound(name, name);
	if (/^#{4,}$/.test(name)) return errorOfSheet(name, name);
	if (NO_WORD.test(name)) {
		return [`${is}, which stands for nothing`, 'Fill in the cell, or leave it empty.'];
	}
	if (IS_TO_COMPLETE.test(name)) return notFilledIn(name, name);
	if (RECORD_ID.test(name)) {
		return [`${is}, the ID of a record`, 'Use a lookup field of Airtable that shows the name.'];
	}
	if (!UNRUN.test(name)) return undefined;
	return [
		`${is}, an expression that was not evaluated`,
		'Switch the field from Fixed to Expression, and write it between {{ and }}.',
	];
}

function leftoverIn(name: string): Leftover | undefined {
	const odd = oddInName(name);
	if (!odd) return undefined;
	const { sort, found } = odd;
	if (sort === 'wrongEncoding') {
		const word = quoted(wordAt(name, odd));
		return [
			`was read with the wrong encoding: ${word}`,
			'Export it as UTF-8, and read it as UTF-8.',
		];
	}
	if (sort === 'data') {
		const advice = 'Point the expression at the field that holds the name.';
		return [`is ${quoted(name)}, data of a program`, advice];
	}
	if (sort !== 'leftBehind' && sort !== 'programValue') return notFilledIn(name, found);
	return /^(?:#|Err:)/.test(found) ? errorOfSheet(name, found) : nothingFound(name, found);
}

function errorOfSheet(name: string, found: string): Leftover {
	const what = `is ${quoted(name)}: "${found}" is an error of a spreadsheet`;
	return [what, 'Correct the formula of the cell.'];
}

function nothingFound(name: string, word: string): Leftover {
	return [
		`is ${quoted(name)}: an expression or an export left "${word}" there because it found nothing`,
		'Check the field names in the expression, or fill in the cell. If the name really is so, write that word in capitals.',
	];
}

function notFilledIn(name: string, found: string): Leftover {
	const where = found === name ? ',' : `: ${quoted(found)} is`;
	return [
		`is ${quoted(name)}${where} a field of a template or a blank that nobody filled in`,
		'Fill it in where the text comes from. If the name really is so, write it without these signs.',
	];
}
