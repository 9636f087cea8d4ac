/** Decides whether a prepared text goes out, and says why not: Check Text, Quote and Order ask here and nowhere else. */
import { InputProblem, quotePassages } from '../cells/parameters';
import type { Unsupported } from './charset';
import type { Finding } from './findings';
import type { Loss } from './html';
import { sentenceOnAdded, type PreparedText } from './prepare';

export interface TextRules {
	/** An order is refused most: what is printed cannot be taken back. */
	readonly isOrder: boolean;
	/** Undefined for the usual: words that would be lost are refused, what was added is told. */
	readonly ifTextChanges: 'warn' | 'fail' | undefined;
	readonly ifTextLooksUnfinished: 'warn' | 'fail' | undefined;
}

export const USUAL_ORDER: TextRules = {
	isOrder: true,
	ifTextChanges: undefined,
	ifTextLooksUnfinished: undefined,
};

const MOST_NAMED = 5;

/** @returns the first reason why the text does not go out, undefined when there is none */
export function refusalOf(
	label: 'Text' | 'Header',
	prepared: PreparedText,
	rules: TextRules,
): InputProblem | undefined {
	const { losses, unsupportedCount, added } = prepared;
	const stops = stopsIn(prepared, rules);
	const encoding = stops.find(({ kind }) => kind === 'wrongEncoding');
	if (encoding) return stopped(label, encoding);
	if (unsupportedCount > 0) return unprintable(label, prepared);
	if (losses.length > 0 && rules.ifTextChanges !== 'warn') return lost(label, losses);
	const [stop] = stops;
	if (stop) return stopped(label, stop);
	if (added.length > 0 && rules.ifTextChanges === 'fail') return changed(label, prepared);
	// A header may be a logo alone.
	if (label === 'Header' || !isEmpty(prepared)) return undefined;
	return new InputProblem(
		label,
		`'${label}' is empty.`,
		'Write the text of the notice, or check the expression that gives it.',
	);
}

/** What keeps the text from going out, in the order in which it is told. */
export function stopsIn({ findings }: PreparedText, rules: TextRules): Finding[] {
	return findings.filter(({ fix, option, stopsQuote }) => {
		if (fix === undefined || !(rules.isOrder || stopsQuote)) return false;
		return (
			(option === 'If Text Changes' ? rules.ifTextChanges : rules.ifTextLooksUnfinished) !== 'warn'
		);
	});
}

export function isEmpty({ visibleText }: PreparedText): boolean {
	return visibleText.trim() === '';
}

function unprintable(
	label: string,
	{ unsupported, unsupportedCount: count }: PreparedText,
): InputProblem {
	const list = unsupported.slice(0, MOST_NAMED).map(inEnglish);
	if (count > list.length) list.push(`and ${count - list.length} more`);
	const what = count === 1 ? 'a character' : `${count} characters`;
	return new InputProblem(
		label,
		`'${label}' contains ${what} that the service cannot print: ${list.join('; ')}.`,
		`Replace ${count === 1 ? 'it' : 'them'}: only characters of Windows-1252 (Western European letters) are printed.`,
	);
}

function inEnglish({ character, codePoint, position, context, ...more }: Unsupported): string {
	const parts = [`"${character}" (${codePoint}) at position ${position} in "${context}"`];
	// Without its signs: where n8n shows the message it would become the character again.
	if (more.entity) parts.push(`from the entity "${more.entity.replace(/[&;]/g, '')}"`);
	if (more.suggestion) parts.push(`could be written "${more.suggestion}"`);
	return parts.join(', ');
}

function lost(label: string, losses: readonly Loss[]): InputProblem {
	const list = quotePassages(losses.map(({ words }) => words));
	const advice = new Set(losses.slice(0, MOST_NAMED).map((loss) => loss.advice));
	return new InputProblem(
		label,
		`'${label}' contains words that would not be printed: ${list}.`,
		[...advice].join(' '),
	);
}

function stopped(label: string, { sentence, fix, option }: Finding): InputProblem {
	return new InputProblem(
		label,
		sentence.replace('The text', `'${label}'`),
		`${fix}, or, if the text is right, set the option '${option}' to Warn.`,
	);
}

function changed(label: string, { added }: PreparedText): InputProblem {
	return new InputProblem(
		label,
		`'${label}' would be printed with signs that it does not have. ${sentenceOnAdded(added)}`,
		"Write them into the text, or set the option 'If Text Changes' to Automatic or Warn.",
	);
}
