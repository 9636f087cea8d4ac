import { createHash } from 'node:crypto';

/**
 * Short names for the state: base64url of the beginning of SHA-256. Two of 10,000 references share 64 bits once in
 * some 10^11 lists.
 */
export function digest64(text: string): string {
	return digestOf(text, 8);
}

/** For things told apart only within one notice. Always 8 characters. */
export function digest48(text: string): string {
	return digestOf(text, 6);
}

/** Identifier of an event, 22 characters. */
export function digest128(parts: readonly unknown[]): string {
	return digestOf(JSON.stringify(parts), 16);
}

function digestOf(text: string, bytes: number): string {
	return createHash('sha256').update(text).digest().subarray(0, bytes).toString('base64url');
}
