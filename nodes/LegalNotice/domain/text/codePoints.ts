const HIGH_SURROGATE = /[\ud800-\udbff]/;
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** `U+202F`; several code points are separated by a space. */
export function codePointLabel(characters: string): string {
	return Array.from(characters, (character) => {
		const value = character.codePointAt(0) ?? 0;
		return `U+${value.toString(16).toUpperCase().padStart(4, '0')}`;
	}).join(' ');
}

/** Length in code points; a lone surrogate counts as one. */
export function codePointCount(text: string): number {
	if (!HIGH_SURROGATE.test(text)) return text.length;
	return text.length - (text.match(PAIR)?.length ?? 0);
}

/** The text with every lone surrogate replaced by U+FFFD, so that it can be stored and sent. */
export function wellFormed(text: string): string {
	return text.replace(LONE_SURROGATE, '\ufffd');
}

/** White space as HTML collapses it: a no-break space is a character like others. */
export function collapseSpaces(text: string): string {
	return text.replace(/[ \t\n\f\r]+/g, ' ');
}
