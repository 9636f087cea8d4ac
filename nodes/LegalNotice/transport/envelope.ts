import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord, recordList, type UnknownRecord } from '../domain/records';
import { ServiceFailure } from '../errors/failures';

/** A successful answer: the envelope's fields as the service sent them. */
export type Answer = Readonly<Record<string, unknown>>;

/** A foreign text as it may be shown: without what was sent with the call. */
export type Conceal = (text: string) => string;

/** Characters of a foreign text. */
const LOOKED_AT = 2_000;
const SHOWN = 200;
const SHOWN_DETAILS = 20;
/** The specification's deepest value, an amount in a line of an invoice of a batch, lies nine deep. */
const DEEPEST = 20;
/** Stands for what lies deeper: n8n cannot read an execution again that is nested a thousand times. */
const TOO_DEEP = '… (nested too deeply, left out)';
/** Fields of a refusal that are no detail of it: its codes, and the names of its notice. */
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

/** A lost connection may be told at a moment when nobody listens, and that would end n8n. */
export function outliveErrors(stream: ByteStream): void {
	stream.on('error', () => {});
}

/**
 * Reads a body that n8n has unpacked, and stops at the bound: n8n has none, and a kilobyte of Brotli may become a
 * gigabyte.
 *
 * @returns undefined when there are more bytes. @throws whatever the connection fails with
 */
export async function readAtMost(maxBytes: number, body: unknown): Promise<Buffer | undefined> {
	if (!isStream(body)) return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
	outliveErrors(body);
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const value of body as AsyncIterable<unknown>) {
		const piece = Buffer.from(value instanceof Uint8Array ? value : String(value));
		bytes += piece.length;
		if (bytes > maxBytes) return undefined;
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}

/** Only `resultat` = `succes` is a success (specification, Response envelope), whatever the HTTP status. */
export function readAnswer(
	status: number,
	body: Buffer,
	conceal: Conceal = String,
): Answer | ServiceFailure {
	const text = body.toString('utf8').replace(/^\uFEFF/, '');
	const parsed = parsedObject(text);
	if (parsed?.resultat === 'succes') return parsed;
	if (parsed?.resultat === 'erreur') return refusalIn(parsed, status, conceal);
	return new ServiceFailure(kindOf(status), { status, excerpt: excerptOf(text, conceal) });
}

/** What an answer without the envelope is. */
function kindOf(status: number): 'quota' | 'redirect' | 'blocked' | 'notTheService' {
	if (status === 429) return 'quota';
	if (status === 408) return 'notTheService';
	if (status >= 300 && status < 400) return 'redirect';
	if (status >= 400 && status < 500) return 'blocked';
	return 'notTheService';
}

/**
 * The codes of `erreurs`, and whatever stands beside them: the specification leaves open where a refusal names an
 * offending character.
 */
export function refusalIn(
	envelope: Answer,
	status = 200,
	conceal: Conceal = String,
): ServiceFailure {
	const texts = [...textsOf(envelope.erreurs)];
	const codes = [...new Set(texts.flatMap((text) => text.match(/\berr_[a-z0-9_]{1,100}/gi) ?? []))];
	const details = texts.filter((text) => !CODE.test(text)).slice(0, SHOWN_DETAILS);
	for (const detail of textsBeside(envelope)) {
		if (details.length === SHOWN_DETAILS) break;
		details.push(detail);
	}
	return new ServiceFailure(isForQuota(codes, status) ? 'quota' : 'refusal', {
		status,
		codes,
		details: details.map((detail) => conceal(detail).slice(0, SHOWN)),
	});
}

/** Another code beside that of the quota tells of something else, which waiting does not mend. */
function isForQuota(codes: readonly string[], status: number): boolean {
	if (codes.length === 0) return status === 429;
	return codes.every((code) => code === 'err_requetes_max');
}

function* textsBeside(envelope: Answer): Generator<string> {
	for (const [name, value] of Object.entries(envelope)) {
		if (!NO_DETAILS.has(name)) yield* textsOf(value);
	}
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
	if (list === null || (list === undefined && Object.keys(answer).length <= 1)) return [];
	throw new ServiceFailure('notTheService', { missing: field });
}

/** The same for a list inside an answer that only reads. */
export function nestedRecords(value: unknown, field: string): readonly UnknownRecord[] {
	const list = recordList(value);
	if (!list) throw new ServiceFailure('notTheService', { missing: field, readOnly: true });
	return list;
}

function parsedObject(text: string): Answer | undefined {
	try {
		const value: unknown = JSON.parse(text);
		if (!isRecord(value)) return undefined;
		cutDeep(value);
		return value;
	} catch {
		return undefined;
	}
}

/** In place: what is not too deep stays as it is. */
function cutDeep(value: object, depth = 0): void {
	// Names of the entries of a list would be texts, of which a large answer has millions.
	const names = Array.isArray(value) ? value.keys() : Object.keys(value);
	for (const name of names) {
		const inside: unknown = Reflect.get(value, name);
		if (typeof inside !== 'object' || inside === null) continue;
		if (depth === DEEPEST) Reflect.set(value, name, TOO_DEEP);
		else cutDeep(inside, depth + 1);
	}
}

/** Concealed before it is cut: half of a key is a part of a key. */
function excerptOf(text: string, conceal: Conceal): string {
	const visible = conceal(text.slice(0, 2 * LOOKED_AT))
		.slice(0, LOOKED_AT)
		.replace(/<(style|script)\b[^>]*>[^<]*/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return visible.length > SHOWN ? `${visible.slice(0, SHOWN)}…` : visible;
}
