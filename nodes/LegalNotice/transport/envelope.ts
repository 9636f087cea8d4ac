/**
 * Reads answers: their bytes within the bounds that n8n's one thread needs and n8n itself does not hold, then the envelope
 * (specification, Response envelope).
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord, recordList, type UnknownRecord } from '../reading/records';
import { ServiceFailure } from '../errors/failures';

/** The fields of a successful answer, envelope included, as the service sent them. */
export type Answer = Readonly<Record<string, unknown>>;

/** Takes what was sent with the call out of a foreign text, so that it may be shown. */
type Conceal = (text: string) => string;

/** No unpacked answer is larger: the logos of all newspapers are the most that the interface gives at once. */
const MAX_ANSWER_BYTES = 32 * 1_048_576;
/** The specification's deepest value, an amount in a line of an invoice of a batch, lies nine deep; n8n cannot read an execution again that is nested a thousand times. */
const DEEPEST = 20;
/** So many characters of a foreign text are searched, and so many of those are shown. */
const LOOKED_AT = 2_000;
const SHOWN = 200;
/** A refusal may say more than its codes, but not a book. */
const SHOWN_DETAILS = 20;
/** These fields of a refusal are no detail of it: its codes, and the names of its notice. */
const NO_DETAILS = new Set(['resultat', 'erreurs', 'reference', 'numero_commande']);
const CODE = /^err_[a-z0-9_]{1,100}$/i;

/** What n8n's request helper gives as a stream; the module that defines it is closed to community nodes. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

export function isStream(body: unknown): body is ByteStream {
	if (!isRecord(body)) return false;
	return [body.iterator, body.compose, body.destroy].every((one) => typeof one === 'function');
}

/** A connection may be lost at a moment when nobody listens for errors, and that would end n8n. */
export function outliveErrors(stream: ByteStream): void {
	stream.on('error', () => {});
}

/**
 * Reads a body that n8n has unpacked, and stops at the bound: a kilobyte of Brotli may become a gigabyte. It listens to the
 * stream itself: a loop over it took as long as all that is read of the answer.
 *
 * @returns undefined when there are more bytes
 * @throws whatever the connection fails with
 */
export async function readBytes(body: unknown): Promise<Buffer | undefined> {
	if (Buffer.isBuffer(body)) return body;
	if (!isStream(body)) return Buffer.alloc(0);
	outliveErrors(body);
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	return await new Promise((resolve, reject) => {
		body.on('data', (value: unknown) => {
			const piece = value instanceof Uint8Array ? value : Buffer.from(String(value));
			bytes += piece.length;
			pieces.push(piece);
			if (bytes <= MAX_ANSWER_BYTES) return;
			resolve(undefined);
			body.destroy();
		});
		body.on('end', () => resolve(Buffer.concat(pieces)));
		body.on('error', reject);
		const onClose = () => {
			if (!body.readableEnded) reject(new Error('The answer was cut off.'));
		};
		body.on('close', onClose);
		// It may have been cut off before anybody read it: then there is no other event.
		if (body.destroyed) onClose();
	});
}

/** Only `resultat` = `succes` is a success (specification, Response envelope), whatever the HTTP status. */
export function readAnswer(
	status: number,
	body: Buffer | undefined,
	conceal: Conceal = String,
): Answer | ServiceFailure {
	if (!body) return new ServiceFailure('notTheService', { status, maxBytes: MAX_ANSWER_BYTES });
	const parsed = parsedObject(body);
	if (parsed?.resultat === 'succes') return parsed;
	if (parsed?.resultat === 'erreur') return refusalIn(parsed, status, conceal);
	const facts = { status, excerpt: excerptOf(body, conceal) };
	// Where the envelope is missing, the HTTP status says what answered: the service itself always sends 200.
	if (status === 429) return new ServiceFailure('quota', facts);
	if (status >= 300 && status < 400) return new ServiceFailure('redirect', facts);
	const isBlocked = status >= 400 && status < 500 && status !== 408;
	return new ServiceFailure(isBlocked ? 'blocked' : 'notTheService', facts);
}

/**
 * Reads the codes of `erreurs` and all other texts: the specification leaves open where a refusal names an offending
 * character.
 */
export function refusalIn(
	envelope: Answer,
	status = 200,
	conceal: Conceal = String,
): ServiceFailure {
	const texts = [...textsOf(envelope.erreurs)].map(conceal);
	const codes = [...new Set(texts.flatMap((text) => text.match(/\berr_[a-z0-9_]{1,100}/gi) ?? []))];
	const details = texts.filter((text) => !CODE.test(text)).slice(0, SHOWN_DETAILS);
	const others = Object.entries(envelope).filter(([name]) => !NO_DETAILS.has(name));
	for (const detail of textsOf(Object.fromEntries(others), -1)) {
		if (details.length === SHOWN_DETAILS) break;
		details.push(detail);
	}
	const shown = details.map((detail) => conceal(detail).slice(0, SHOWN)).filter(Boolean);
	const facts = { status, codes, details: shown };
	// Any other code than that of the quota tells of something that waiting does not fix.
	const isOnlyQuota = codes.every((code) => code === 'err_requetes_max');
	const isForQuota = codes.length === 0 ? status === 429 : isOnlyQuota;
	return new ServiceFailure(isForQuota ? 'quota' : 'refusal', facts);
}

function* textsOf(value: unknown, depth = 0): Generator<string> {
	if (typeof value === 'number') yield String(value);
	if (typeof value === 'string' && value !== '') yield value.slice(0, LOOKED_AT);
	if (typeof value !== 'object' || value === null || depth > 3) return;
	for (const inside of Object.values(value)) yield* textsOf(inside, depth + 1);
}

/**
 * The records of a list in a successful answer. A service that has none may leave the list out, or send `null`.
 *
 * @throws ServiceFailure when there is something else in its place
 */
export function recordsOf(answer: Answer, field: string): Array<Record<string, unknown>> {
	const list = answer[field];
	if (Array.isArray(list)) return list.filter(isRecord);
	if (list === null || list === '' || (list === undefined && Object.keys(answer).length <= 1))
		return [];
	throw new ServiceFailure('notTheService', { missing: field });
}

/** @throws ServiceFailure also where one entry of the list is no record; the answer is of a call that only reads */
export function nestedRecords(value: unknown, field: string): readonly UnknownRecord[] {
	const list = recordList(value);
	if (!list) throw new ServiceFailure('notTheService', { missing: field, readOnly: true });
	return list;
}

function parsedObject(body: Buffer): Answer | undefined {
	try {
		if (isDeeperThan(DEEPEST, body)) return undefined;
		const value: unknown = JSON.parse(utf8Text(body));
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

const [QUOTE, ESCAPE, OPENING, CLOSING] = Buffer.from('"\\{}');
/** The bit that tells `[` from `{`, and `]` from `}`. */
const BRACE = 0x20;

/** Counts the brackets of the text: to walk through the values took almost three times as long as to parse them. */
function isDeeperThan(levels: number, json: Buffer): boolean {
	let depth = 0;
	let isText = false;
	for (let at = 0; at < json.length; at++) {
		const byte = json[at] ?? 0;
		if (byte === QUOTE) isText = !isText;
		else if (isText) at += byte === ESCAPE ? 1 : 0;
		else if ((byte | BRACE) === CLOSING) depth--;
		else if ((byte | BRACE) === OPENING && ++depth > levels) return true;
	}
	return false;
}

function utf8Text(body: Buffer): string {
	return body.toString('utf8').replace(/^\uFEFF/, '');
}

/** Concealed before it is cut: half of a key is a part of a key. */
function excerptOf(body: Buffer, conceal: Conceal): string {
	const visible = conceal(utf8Text(body).slice(0, 2 * LOOKED_AT))
		.slice(0, LOOKED_AT)
		.replace(/<(style|script)\b[^>]*>[^<]*/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	if (visible.length <= SHOWN) return visible;
	return `${visible.slice(0, SHOWN)}…`;
}
