import { wellFormed } from './codePoints';
import type { Hint, TextFormat } from './types';

interface Sign {
	kind: Hint['kind'];
	test: RegExp;
	sentence: (example: string, format: TextFormat) => string;
}

/** Signs that the text is not what its author meant, though every character of it would be printed. */
const SIGNS: readonly Sign[] = [
	{
		kind: 'htmlTags',
		test: /<\/?(?:p|br|div|span|strong|b|em|i|u|ul|ol|li|h[1-6]|table|tr|td|a|hr)(?:\s[^<>]{0,200})?\/?>/i,
		sentence: (example, format) =>
			format === 'plainText'
				? `The text contains HTML tags (${example}) but Text Format is Plain Text: they will be printed as they are.`
				: `The reader will see HTML tags (${example}): they are escaped in the text, perhaps twice.`,
	},
	{
		kind: 'entity',
		test: /&(?:[a-zA-Z]{2,10}|#\d{2,6}|#x[0-9a-fA-F]{2,6});/,
		sentence: (example) => `The reader will see the HTML entity ${example} as it is written.`,
	},
	{
		kind: 'markdown',
		test: /\*\*[^\s*][^*\n]{0,200}\*\*|__[^\s_][^_\n]{0,200}__|^#{1,6} \S|^```|\[[^\]\n]{1,100}\]\(https?:[^)\s]{1,200}\)/m,
		sentence: (example) =>
			`The text contains Markdown (${example}): the service prints its signs as they are.`,
	},
	{
		kind: 'unfilledField',
		test: /\{\{[^{}\n]{0,100}\}\}|\[object Object\]|\bundefined\b|\bNaN\b|\$json\b/,
		sentence: (example) => `The text contains what looks like an unfilled field (${example}).`,
	},
	{
		kind: 'badEncoding',
		test: /Ã[\u00a0-\u00bf€‚ƒ„…†‡ˆ‰‹Œ‘’“”•–—˜™›œ]|â€[\u0080-\u00ff™œ“”¦˜]|Â[\u00a0«»°]/,
		sentence: (example) =>
			`The text contains badly decoded accents (${example}): it was probably read with the wrong encoding.`,
	},
	{
		kind: 'lostLetter',
		test: /\ufffd/,
		sentence: () => 'A letter was lost before the text came here (U+FFFD): restore it.',
	},
	{
		kind: 'halfCharacter',
		// The stand-ins of `shieldSurrogates`.
		test: /[\u{10d800}-\u{10dfff}]/u,
		sentence: () =>
			'The text contains half of a character (a lone surrogate): it was probably cut in the middle of an emoji.',
	},
];

/** What looks wrong to a reader of a visible text, one finding of a kind. */
export function hintsAbout(visibleText: string, format: TextFormat): Hint[] {
	return SIGNS.flatMap(({ kind, test, sentence }) => {
		const found = test.exec(visibleText)?.[0];
		if (found === undefined) return [];
		const example = shortened(found);
		return [
			{ kind, example: wellFormed(example), sentence: wellFormed(sentence(example, format)) },
		];
	});
}

function shortened(example: string): string {
	const characters = Array.from(example);
	return characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : example;
}
