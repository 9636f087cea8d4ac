/**
 * Texts once each, named by their position in base 36, as far as there is room: a service that sends a new text at
 * every poll must not make the state grow with it.
 */
export class Words {
	readonly list: string[] = [];
	private readonly positions = new Map<string, string>();

	/** @returns undefined when there is no room: what `room` has left, in bytes of JSON, is less than the text */
	add(text: string, room: { bytes: number }): string | undefined {
		const known = this.positions.get(text);
		if (known !== undefined) return known;
		const bytes = Buffer.byteLength(JSON.stringify(text)) + 1;
		if (bytes > room.bytes) return undefined;
		room.bytes -= bytes;
		const position = this.list.length.toString(36);
		this.list.push(text);
		this.positions.set(text, position);
		return position;
	}
}

/** @param index position in base 36 */
export function wordAt(words: readonly unknown[], index: string | undefined): string | undefined {
	const word = words[numberOf(index) ?? -1];
	return typeof word === 'string' ? word : undefined;
}

/** A whole number in base 36. */
export function numberOf(text: unknown): number | undefined {
	if (typeof text !== 'string') return undefined;
	const number = parseInt(text, 36);
	return Number.isSafeInteger(number) ? number : undefined;
}
