import { isRecord, recordList, type UnknownRecord } from '../domain/records';
import { ServiceFailure } from './failures';

/** A successful answer: the envelope's fields as the service sent them. */
export type Answer = Readonly<Record<string, unknown>>;

/** Characters of a foreign text. */
const LOOKED_AT = 2_000;
const SHOWN = 200;
/** Fields of a refusal that are no detail of it: its codes, and the names of its notice. */
const NO_DETAILS = new Set(['resultat', 'erreurs', 'reference', 'numero_commande']);
const CODE = /^err_[a-z0-9_]{1,100}$/i;

/** Only `resultat` = `succes` is a success (specification, Response envelope), whatever the HTTP status. */
export function readAnswer(status: number, body: unknown): Answer | ServiceFailure {
	const text = (Buffer.isBuffer(body) ? body.toString('utf8') : '').replace(/^\uFEFF/, '');
	const parsed = parsedObject(text);
	if (parsed?.resultat === 'succes') return parsed;
	if (parsed?.resultat === 'erreur') return refusalIn(parsed, status);
	const facts = { status, excerpt: excerptOf(text) };
	if (status === 429) return new ServiceFailure('quota', facts);
	if (status >= 300 && status < 400) return new ServiceFailure('redirect', facts);
	if (status >= 400 && status < 500 && status !== 408) return new ServiceFailure('blocked', facts);
	return new ServiceFailure('notTheService', facts);
}

/**
 * The codes of `erreurs`, and whatever stands beside them: the specification leaves open where a refusal names an
 * offending character.
 */
export function refusalIn(envelope: Answer, status = 200): ServiceFailure {
	const texts = textsOf(envelope.erreurs);
	const codes = [...new Set(texts.flatMap((text) => text.match(/\berr_[a-z0-9_]{1,100}/gi) ?? []))];
	const beside = Object.entries(envelope).flatMap(([name, value]) =>
		NO_DETAILS.has(name) ? [] : textsOf(value),
	);
	const details = [...texts.filter((text) => !CODE.test(text)), ...beside];
	const isQuota = codes.includes('err_requetes_max') || (status === 429 && codes.length === 0);
	return new ServiceFailure(isQuota ? 'quota' : 'refusal', {
		status,
		codes,
		details: details.map((detail) => detail.slice(0, SHOWN)).slice(0, 20),
	});
}

function textsOf(value: unknown, depth = 0): string[] {
	if (typeof value === 'number') return [String(value)];
	if (typeof value === 'string') return value === '' ? [] : [value.slice(0, LOOKED_AT)];
	if (typeof value !== 'object' || value === null || depth > 3) return [];
	return Object.values(value).flatMap((inside) => textsOf(inside, depth + 1));
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
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function excerptOf(text: string): string {
	const visible = text
		.slice(0, LOOKED_AT)
		.replace(/<(style|script)\b[^>]*>[^<]*/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return visible.length > SHOWN ? `${visible.slice(0, SHOWN)}…` : visible;
}
