const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Private code points that stand for lone surrogates while a text is worked on. */
const STAND_IN_OFFSET = 0x100000;
const STAND_IN = /[\u{10d800}-\u{10dfff}]/gu;

/** `U+202F`; several code points are separated by a space. */
export function codePointLabel(characters: string): string {
	return Array.from(characters, (character) => {
		const value = character.codePointAt(0) ?? 0;
		return `U+${value.toString(16).toUpperCase().padStart(4, '0')}`;
	}).join(' ');
}

/** Length in code points; a lone surrogate counts as one. */
export function codePointCount(text: string): number {
	return text.length - (text.match(PAIR)?.length ?? 0);
}

/**
 * Replaces every lone surrogate by a private code point of its own: two halves that stand around something
 * removed must not become one character.
 */
export function shieldSurrogates(text: string): string {
	return text.replace(LONE_SURROGATE, (half) =>
		String.fromCodePoint(STAND_IN_OFFSET + half.charCodeAt(0)),
	);
}

/** The lone surrogate that a code point stands for, or the code point itself. */
export function unshielded(character: string): string {
	const value = (character.codePointAt(0) ?? 0) - STAND_IN_OFFSET;
	return value >= 0xd800 && value <= 0xdfff ? String.fromCharCode(value) : character;
}

/** The text with U+FFFD for every lone surrogate, so that it can be stored and sent. */
export function wellFormed(text: string): string {
	return text.replace(STAND_IN, '\ufffd');
}

/** White space as HTML collapses it: a no-break space is a character like others. */
export function collapseSpaces(text: string): string {
	return text.replace(/[ \t\n\f\r]+/g, ' ');
}
