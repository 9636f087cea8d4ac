/** What becomes of a text, in the words that a person reads. */
import { whatToCorrect } from '../../../../nodes/LegalNotice/reading/text/refusals.ts';
import {
	prepareText,
	type TextFormat,
} from '../../../../nodes/LegalNotice/reading/text/prepare.ts';
import {
	lossesIn,
	repairsIn,
	unsupportedIn,
	warningsOf,
	type FindingKind,
} from '../../../../nodes/LegalNotice/reading/text/findings.ts';
import { refusalOf, type TextRules } from '../../../../nodes/LegalNotice/reading/text/refusals.ts';

export const ORDER: TextRules = {
	isOrder: true,
	ifTextChanges: undefined,
	ifTextLooksUnfinished: undefined,
};
export const QUOTE: TextRules = { ...ORDER, isOrder: false };

/** A prepared text with what was found in it, by kind. */
export function prepared(text: string, format: TextFormat = 'plainText') {
	const result = prepareText({ format, text });
	const { findings } = result;
	const of = (wanted: FindingKind) => findings.find(({ kind }) => kind === wanted);
	return {
		...result,
		losses: lossesIn(findings),
		repairs: repairsIn(findings),
		unsupported: unsupportedIn(findings),
		unsupportedCount: of('unsupported')?.count ?? 0,
		hidden: (of('hidden')?.places ?? []).map(({ found }) => found),
		notes: warningsOf(findings),
	};
}

export function told(text: string, format: TextFormat = 'plainText', rules: TextRules = ORDER) {
	const result = prepared(text, format);
	const refusal = refusalOf('Text', result, rules);
	return {
		...result,
		refusal: refusal ? `${refusal.message} ${refusal.advice}` : '',
		french: whatToCorrect(result).map((line) => line.replaceAll('\u00a0', ' ')),
	};
}

/** A plain text in HTML that shows the same. */
export const asHtml = (text: string): string =>
	`<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`;

export const bothWays = (text: string): ReadonlyArray<readonly [string, TextFormat]> => [
	[text, 'plainText'],
	[asHtml(text), 'html'],
];
