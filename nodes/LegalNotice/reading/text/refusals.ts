/** Decides whether a prepared text goes out, and says why not: Check Text, Quote and Order ask here and nowhere else. */
import { InputProblem } from '../cells/parameters';
import { fixOf, inEnglish, inFrench, rowOf, type Finding } from './findings';
import type { PreparedText } from './prepare';

export interface TextRules {
	/** An order is refused most: what is printed cannot be taken back. */
	readonly isOrder: boolean;
	/** Undefined for the usual: words that would be lost are refused, what was added is reported. */
	readonly ifTextChanges: 'warn' | 'fail' | undefined;
	readonly ifTextLooksUnfinished: 'warn' | 'fail' | undefined;
}

export const USUAL_ORDER: TextRules = {
	isOrder: true,
	ifTextChanges: undefined,
	ifTextLooksUnfinished: undefined,
};

/** What keeps the text from going out, in the order in which it is said. */
export function reasonsIn(
	{ findings }: Pick<PreparedText, 'findings'>,
	rules: TextRules,
): Finding[] {
	const reasons = findings.filter((finding) => isReason(finding, rules));
	// Of a text that was read with the wrong encoding no single character is what it seems.
	const isMisread = reasons.some(({ kind }) => kind === 'wrongEncoding');
	return reasons.filter(({ kind }) => !isMisread || kind !== 'unsupported');
}

function isReason(finding: Finding, rules: TextRules): boolean {
	const { stops, option } = rowOf(finding);
	const chosen = option === 'If Text Changes' ? rules.ifTextChanges : rules.ifTextLooksUnfinished;
	if (option !== undefined && chosen === 'warn') return false;
	if (stops === 'strict') return chosen === 'fail';
	return stops === 'quote' || (stops === 'order' && rules.isOrder);
}

/** @returns every reason why the text does not go out, in one error; undefined when there is none */
export function refusalOf(
	label: 'Text' | 'Header',
	prepared: Pick<PreparedText, 'findings'>,
	rules: TextRules,
): InputProblem | undefined {
	// A header may be a logo alone, or a number.
	const isOfNotice = ({ kind }: Finding) => kind === 'empty' || kind === 'noNotice';
	const isWanted = (finding: Finding) => label === 'Text' || !isOfNotice(finding);
	const reasons = reasonsIn(prepared, rules).filter(isWanted);
	if (reasons.length === 0) return undefined;
	const sentences = reasons.map((reason, at) =>
		inEnglish(reason, at === 0 ? `'${label}'` : 'It also'),
	);
	const fixes = [...new Set(reasons.map(fixOf))];
	return new InputProblem(label, sentences.join(' '), [...fixes, ...waysOut(reasons)].join(' '));
}

function waysOut(reasons: readonly Finding[]): string[] {
	const options = new Set(
		reasons.flatMap((reason) => {
			const { option, stops } = rowOf(reason);
			return option === undefined || stops === 'strict' ? [] : [`'${option}'`];
		}),
	);
	if (options.size === 0) return [];
	return [`If the text is right, set the option ${[...options].join(' and ')} to Warn.`];
}

/** Everything for which an order is refused, in French: whoever wrote the text may never see n8n. Empty for a text that is ready. */
export function whatToCorrect(prepared: Pick<PreparedText, 'findings'>): string[] {
	return reasonsIn(prepared, USUAL_ORDER).flatMap(inFrench);
}
