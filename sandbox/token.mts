import { randomBytes } from 'node:crypto';

/** The part of a document's link that cannot be guessed. */
export function newToken(): string {
	return randomBytes(12).toString('hex');
}
