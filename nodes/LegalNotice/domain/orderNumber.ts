/**
 * Makes the order number from the content of a notice, or reads the user's own. It is the idempotency key of an order: two
 * requests with one number are one order.
 */
import { createHash } from 'node:crypto';

import { InputProblem } from '../reading/cells/parameters';
import { readOneReference } from '../reading/cells/references';

/** Longest order number that the service takes (specification, Limits). */
const MAX_LENGTH = 50;
const PREFIX_LENGTH = 24;
const HASH_LENGTH = 20;
const LABEL = 'Order Number';
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What makes a notice the same notice. Date, billing and proofs are left out on purpose. */
export interface OrderIdentity {
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
	const parts = [
		notice.fileReference,
		notice.department,
		String(notice.publication),
		notice.category,
		notice.forfait ?? '',
		notice.text ?? '',
		...notice.header,
	];
	if (notice.replaces !== undefined) parts.push('replaces', notice.replaces);
	const digest = createHash('sha256')
		.update(JSON.stringify(parts.map(collapsed)), 'utf8')
		.digest();
	const prefix = safePrefix(notice.fileReference);
	const hash = base32(digest).slice(0, HASH_LENGTH);
	if (prefix === '') return hash;
	return `${prefix}-${hash}`;
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

function safePrefix(fileReference: string): string {
	return collapsed(fileReference)
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^A-Za-z0-9_.-]+/g, '-')
		.slice(0, PREFIX_LENGTH)
		.replace(/^[-._]+|[-._]+$/g, '');
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
