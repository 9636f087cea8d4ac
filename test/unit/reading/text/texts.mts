/** What becomes of a text, in the words that a person reads. */
import { whatToCorrect } from '../../../../nodes/LegalNotice/reading/text/refusals.ts';
import {
	prepareText,
	type TextFormat,
} from '../../../../nodes/LegalNotice/reading/text/prepare.ts';
import { refusalOf, type TextRules } from '../../../../nodes/LegalNotice/reading/text/refusals.ts';

export const ORDER: TextRules = {
	isOrder: true,
	ifTextChanges: undefined,
	ifTextLooksUnfinished: undefined,
};
export const QUOTE: TextRules = { ...ORDER, isOrder: false };

export function told(text: string, format: TextFormat = 'plainText', rules: TextRules = ORDER) {
	const prepared = prepareText({ format, text });
	const refusal = refusalOf('Text', prepared, rules);
	return {
		...prepared,
		refusal: refusal ? `${refusal.message} ${refusal.advice}` : '',
		french: whatToCorrect(prepared).map((line) => line.replaceAll('\u00a0', ' ')),
	};
}

/** A plain text in HTML that shows the same. */
export const asHtml = (text: string): string =>
	`<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`;

export const bothWays = (text: string): ReadonlyArray<readonly [string, TextFormat]> => [
	[text, 'plainText'],
	[asHtml(text), 'html'],
];
