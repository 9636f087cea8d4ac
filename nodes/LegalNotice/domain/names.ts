/**
 * Reads the names of people, companies and files. What is printed on an invoice or filed at a court has no word in it that an
 * expression, a spreadsheet or a template left where a name was meant: `SARL undefined`, `#REF!`, `{{denomination}}`.
 */
import { quoted, readLine, readRequired, valueProblem, type InputProblem } from './parameters';
import { unfilledFieldIn } from './text/unfinished';

/** Names are looked at so far: a cell that holds a whole text costs no time. */
const MOST_LOOKED_AT = 320;

/** In exactly this case: `NULL STUDIO`, `Undefined Agency` and `M. Null` are names, and `null@example.com` is an address. */
const LEFT_WORD = /(?<![\p{L}\p{N}@])(?:undefined|null|NaN)(?![\p{L}\p{N}@])/u;
const LEFT_PHRASE = /\[object \w{1,20}\]|(?<!\p{L})Invalid [Dd]ate(?:Time)?(?!\p{L})/u;
/** What programs write into a cell that has no value; a longer name may contain these words. */
const LEFT_CELL = /^(?:nan|none|None|NaT|<NA>|\\N|\((?:null|vide|blank|empty)\))$/;
const SHEET_ERROR =
	/#(?:REF|VALUE|VALEUR|DIV\/0|NULL|NUL|NUM|NOMBRE|ERROR|ERREUR|SPILL|CALC|CHAMP|FIELD)!|#(?:NAME|NOM)\?|#N\/[AD]|#{4,}/;
/** An expression that was typed where the field takes plain text. */
const UNRUN = /^=(?!["=])|\$(?:json|node|input)\b/;

/** One line that somebody wrote, '' for none. @throws InputProblem for a name with a leftover in it */
export function readName(label: string, value: unknown, inside?: string): string {
	return finished(label, readLine(label, value, inside), inside);
}

/** The same for a name that is needed. @throws InputProblem */
export function readRequiredName(label: string, value: unknown, advice: string): string {
	return finished(label, readRequired(label, value, advice));
}

/** @throws InputProblem when something in the name shows that it is not finished */
export function finished(label: string, name: string, inside?: string): string {
	const problem = leftoverIn(label, name.slice(0, MOST_LOOKED_AT), inside);
	if (problem) throw problem;
	return name;
}

function leftoverIn(label: string, name: string, inside?: string): InputProblem | undefined {
	const word = LEFT_CELL.exec(name) ?? LEFT_WORD.exec(name) ?? LEFT_PHRASE.exec(name);
	if (word) {
		const what = `is ${quoted(name)}: an expression or an export left "${word[0]}" there because it found nothing.`;
		const advice =
			'Check the field names in the expression, or fill in the cell. If the name really is so, write that word in capitals.';
		return valueProblem(label, inside, what, advice);
	}
	const error = SHEET_ERROR.exec(name);
	if (error) {
		const what = `is ${quoted(name)}: "${error[0]}" is an error of a spreadsheet.`;
		return valueProblem(label, inside, what, 'Correct the formula of the cell.');
	}
	if (UNRUN.test(name)) {
		const what = `is ${quoted(name)}, an expression that was not evaluated.`;
		const advice = 'Switch the field from Fixed to Expression, and write it between {{ and }}.';
		return valueProblem(label, inside, what, advice);
	}
	const field = unfilledFieldIn(name);
	// Files have two underscores in their names; four are a blank that nobody filled in.
	if (field === undefined || /^_{2,3}$/.test(field)) return undefined;
	const where = field === name ? '' : `: ${quoted(field)} is`;
	const what = `is ${quoted(name)}${where || ','} a field of a template or a blank that nobody filled in.`;
	return valueProblem(label, inside, what, 'Fill it in where the text comes from.');
}
