/**
 * Makes the order number from the content of a notice, or reads the user's own. It is the idempotency key of an order: two
 * requests with one number are one order.
 */
import { createHash } from 'node:crypto';

import { InputProblem } from '../reading/cells/parameters';
import { readOneReference } from '../reading/cells/references';

/** Longest order number that the service takes (specification, Limits). */
const MAX_LENGTH = 50;
/** So much of each code is shown: those that nobody lists yet may be long, and both have to fit beside the hash. */
const LONGEST_CODE = 14;
const HASH_LENGTH = 20;
const LABEL = 'Order Number';
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What makes a notice the same notice. Date, billing and proofs are left out on purpose. */
export interface OrderIdentity {
	/** It counts only where the texts do not: whoever corrects it and runs again must find the notice. */
	readonly fileReference: string;
	readonly department: string;
	readonly publication: number;
	readonly category: string;
	readonly forfait: string | undefined;
	/** It is the text as given, before repairs and before HTML is built; undefined in a tool execution. */
	readonly text: string | undefined;
	/** Layout, text as given, and digest of the logo's bytes. */
	readonly header: readonly string[];
	/** The notice that is replaced, by the name that the item gives it: that stays the same when the notice is gone. */
	readonly replaces?: string;
}

/** Derived from the content: the same notice always has the same number, so the service refuses to register it twice. */
export function automaticOrderNumber(notice: OrderIdentity): string {
	const { department, publication, category, forfait = '' } = notice;
	// A model words its texts anew at each call: there the file reference tells one notice from another.
	const content =
		notice.text === undefined
			? ['file', notice.fileReference]
			: ['text', notice.text, ...notice.header];
	const parts = [department, String(publication), category, forfait, ...content];
	if (notice.replaces !== undefined) parts.push('replaces', notice.replaces);
	const digest = createHash('sha256')
		.update(JSON.stringify(parts.map(collapsed)), 'utf8')
		.digest();
	const hash = base32(digest).slice(0, HASH_LENGTH);
	return [safeCode(category), safeCode(department), hash].filter(Boolean).join('-');
}

export function readOrderNumber(value: unknown): string {
	const advice = "Give your own number, or set 'Order Number Mode' to Automatic.";
	const text = readOneReference(LABEL, value, advice);
	const length = [...text].length;
	if (length > MAX_LENGTH) {
		throw new InputProblem(
			LABEL,
			`'${LABEL}' has ${length} characters, and the service takes at most ${MAX_LENGTH}.`,
			'Shorten it, keeping it unique for each notice.',
		);
	}
	return text;
}

function collapsed(text: string): string {
	return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

function safeCode(code: string): string {
	return code
		.replace(/[^A-Za-z0-9_-]+/g, '')
		.slice(0, LONGEST_CODE)
		.replace(/^[-_]+|(?<![-_])[-_]+$/g, '');
}

/** Crockford's base 32, which keeps numbers apart also for a service that ignores case. */
export function base32(bytes: Uint8Array): string {
	let [text, bits, count] = ['', 0, 0];
	for (const byte of bytes) {
		bits = ((bits << 8) | byte) & 0xfff;
		for (count += 8; count >= 5; count -= 5) text += ALPHABET.charAt((bits >> (count - 5)) & 31);
	}
	return text;
}
