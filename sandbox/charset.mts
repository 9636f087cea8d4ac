/** The 27 characters of Windows-1252 that lie outside Latin-1 (bytes 80 to 9F, five of them unused). */
const outsideLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

function isAllowed(character: string): boolean {
	const code = character.codePointAt(0) ?? 0;
	if (code >= 0x20 && code <= 0x7e) return true;
	if (code >= 0xa0 && code <= 0xff) return true;
	// Line breaks and tabs are layout of the HTML source, not text.
	if (code === 0x09 || code === 0x0a || code === 0x0d) return true;
	return outsideLatin1.has(character);
}

/** The first character outside Windows-1252 (text rule 3), or null. */
export function firstForbidden(text: string): string | null {
	for (const character of text) if (!isAllowed(character)) return character;
	return null;
}
