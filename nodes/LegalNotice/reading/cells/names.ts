/**
 * Reads the names of people, companies and files. What is printed on an invoice or filed at a court has no word in it that an
 * expression, a spreadsheet or a template left where a name was meant: `SARL undefined`, `#REF!`, `{{denomination}}`.
 */
import { InputProblem, quoted, readLine, readText, valueProblem } from './parameters';
import { findWrongEncoding } from '../text/encodings';
import { decodeEntities } from '../text/entities';
import { wordAt } from '../text/places';
import { unfilledFieldIn } from '../text/unfinished';

/** Names are looked at so far: a cell that holds a whole text costs no time. */
const MOST_LOOKED_AT = 320;

/** In exactly this case: `NULL STUDIO`, `Undefined Agency` and `M. Null` are names, and `null@example.com` is an address. */
const LEFT_WORD = /(?<![\p{Alpha}\d@])(?:undefined|null|NaN)(?![\p{Alpha}\d@])/u;
const LEFT_PHRASE = /\[object \w{1,20}\]|(?<!\p{Alpha})Invalid [Dd]ate(?:Time)?(?!\p{Alpha})/u;
/** What programs write into a cell that has no value; a longer name may contain these words. */
const LEFT_CELL = /^(?:nan|none|None|NaT|<NA>|\\N|true|false|\((?:null|vide|blank|empty)\))$/;
const TO_COMPLETE = /^[àa] (?:compl[ée]ter|pr[ée]ciser|remplir|renseigner|d[ée]finir)$/i;
/** Fields of Airtable that link records hold these in the place of names. */
const RECORD_ID = /^rec(?=\w*\d)(?=\w*[A-Z])[A-Za-z\d]{14}$/;
const SHEET_ERROR =
	/#(?:REF|VALUE|VALEUR|DIV\/0|NULL|NUL|NUM|NOMBRE|ERROR|ERREUR|SPILL|CALC|CHAMP|FIELD)!|#(?:NAME|NOM)\?|#N\/[AD]|#{4,}/;
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
	if (line === '') return line;
	const name = finished(label, line, inside);
	const looked = name.slice(0, MOST_LOOKED_AT);
	const [place] = findWrongEncoding(looked);
	if (!place) return name;
	const what = `was read with the wrong encoding: ${quoted(wordAt(looked, place))}.`;
	throw valueProblem(label, inside, what, 'Export it as UTF-8, and read it as UTF-8.');
}

/** @throws InputProblem when something in the name shows that it is not finished */
export function finished(label: string, name: string, inside?: string): string {
	const problem = leftoverIn(label, name.slice(0, MOST_LOOKED_AT), inside);
	if (problem) throw problem;
	return name;
}

function leftoverIn(label: string, name: string, inside?: string): InputProblem | undefined {
	const [what, advice] = wordLeft(name) ?? cellLeft(name) ?? fieldLeft(name) ?? [];
	if (what === undefined || advice === undefined) return undefined;
	return valueProblem(label, inside, `is ${quoted(name)}${what}.`, advice);
}

type Leftover = readonly [what: string, advice: string];

function wordLeft(name: string): Leftover | undefined {
	const [word] = LEFT_CELL.exec(name) ?? LEFT_WORD.exec(name) ?? LEFT_PHRASE.exec(name) ?? [];
	if (word === undefined) return undefined;
	return [
		`: an expression or an export left "${word}" there because it found nothing`,
		'Check the field names in the expression, or fill in the cell. If the name really is so, write that word in capitals.',
	];
}

function cellLeft(name: string): Leftover | undefined {
	const [error] = SHEET_ERROR.exec(name) ?? [];
	if (error !== undefined) {
		return [`: "${error}" is an error of a spreadsheet`, 'Correct the formula of the cell.'];
	}
	if (/^(?:[\p{P}\p{Sm}\p{Sc} ]+|n\/a)$/iu.test(name)) {
		return [', which stands for nothing', 'Fill in the cell, or leave it empty.'];
	}
	if (/^(?:[[{] ?"|\[ ?\{)/.test(name)) {
		return [', data of a program', 'Point the expression at the field that holds the name.'];
	}
	if (RECORD_ID.test(name)) {
		return [', the ID of a record', 'Use a lookup field of Airtable that shows the name.'];
	}
	if (!UNRUN.test(name)) return undefined;
	return [
		', an expression that was not evaluated',
		'Switch the field from Fixed to Expression, and write it between {{ and }}.',
	];
}

function fieldLeft(name: string): Leftover | undefined {
	const field = TO_COMPLETE.test(name) ? name : unfilledFieldIn(name);
	// Files have two underscores in their names; four are a blank that nobody filled in.
	if (field === undefined || /^_{2,3}$/.test(field)) return undefined;
	const where = field === name ? ',' : `: ${quoted(field)} is`;
	return [
		`${where} a field of a template or a blank that nobody filled in`,
		'Fill it in where the text comes from. If the name really is so, write it without these signs.',
	];
}
