import type { Hint, PreparedText, TextFormat } from '../../domain/text';
import { InputProblem, readChoice } from '../../domain/parameters';

const SHOWN = 5;

export function readTextFormat(value: unknown): TextFormat {
	return readChoice('Text Format', value, ['plainText', 'html']) ?? 'plainText';
}

/**
 * Refuses a text before it is sent: characters that the service cannot print, and words that its rules would drop.
 *
 * @param label parameter that holds the text
 * @param refuseLosses false where the person chose to go on and be told
 */
export function refuseUnprintable(
	label: string,
	{ unsupported, unsupportedCount, losses }: PreparedText,
	refuseLosses: boolean,
): void {
	if (unsupportedCount > 0) {
		const list = unsupported.map(
			({ character, codePoint, position, context, suggestion }) =>
				`"${character}" (${codePoint}) at position ${position} in "${context}"${suggestion ? `, could be written "${suggestion}"` : ''}`,
		);
		const more = unsupportedCount - unsupported.length;
		throw new InputProblem(
			label,
			`'${label}' contains ${unsupportedCount === 1 ? 'a character' : `${unsupportedCount} characters`} that the service cannot print: ${list.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
			'Only characters of Windows-1252 are printed. Replace them yourself: letters of names are never changed silently.',
		);
	}
	if (!refuseLosses || losses.length === 0) return;
	const list = losses.slice(0, SHOWN).map(({ words }) => `"${words.slice(0, 200)}"`);
	const more = losses.length - list.length;
	throw new InputProblem(
		label,
		`'${label}' contains words that would not be printed: ${list.join(', ')}${more > 0 ? ` and ${more} more passages` : ''}.`,
		[...new Set(losses.slice(0, SHOWN).map(({ advice }) => advice))].join(' '),
	);
}

/** Signs that are hardly ever meant. A printed notice cannot be taken back, so they stop an order. */
const FIXES: Partial<Record<Hint['kind'], string>> = {
	htmlTags: "set 'Text Format' to HTML",
	unfilledField: 'fill in the field, or correct the expression that should',
};

/**
 * Refuses a text that is not what its author meant, judging by its looks.
 *
 * @param label parameter that holds the text
 */
export function refuseMistaken(label: string, { hints }: PreparedText, format: TextFormat): void {
	for (const { kind, example } of hints) {
		const fix = FIXES[kind];
		// Tags that show in HTML were escaped, which nobody does by mistake alone.
		if (fix === undefined || (kind === 'htmlTags' && format === 'html')) continue;
		throw new InputProblem(
			label,
			kind === 'htmlTags'
				? `'${label}' contains HTML tags (${example}) that would be printed as they are, because 'Text Format' is Plain Text.`
				: `'${label}' contains what looks like an unfilled field (${example}), which would be printed as it is.`,
			`To correct it, ${fix}. If it is meant to be printed, set the option 'If Text Changes' to Warn.`,
		);
	}
}
