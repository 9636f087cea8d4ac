import { ServiceFailure } from './failures';
import { isRecord } from '../domain/records';

/** A successful answer: the envelope's fields as the service sent them. */
export type Answer = Readonly<Record<string, unknown>>;

export interface RawAnswer {
	readonly status: number;
	readonly body: unknown;
}

const EXCERPT_LENGTH = 200;
/** `erreurs` is the specification's; a service may write a single one in the singular or as its code. */
const ERROR_FIELDS = ['erreurs', 'erreur', 'code', 'codes'];
const CODE = /^err_[a-z0-9_]+$/i;
/** The specification leaves open where a refusal names an offending character. */
const DETAIL_FIELDS = /d[eé]tail|caract|char|message|champ|position|motif|raison|libell|info/i;

/**
 * Reads the envelope (specification, Response envelope): only `resultat` = `succes` is a success.
 *
 * @throws ServiceFailure for every refusal and for every answer that is not the service's
 */
export function readAnswer({ status, body }: RawAnswer): Answer {
	const text = textOf(body);
	const parsed = parseObject(text);
	if (parsed?.resultat === 'succes') return parsed;
	if (parsed?.resultat === 'erreur') throw refusalIn(parsed, status);
	const facts = { status, excerpt: excerptOf(text) };
	if (status === 429) throw new ServiceFailure('quota', facts);
	if (status >= 300 && status < 400) throw new ServiceFailure('redirect', facts);
	if (status >= 400 && status < 500 && status !== 408) throw new ServiceFailure('blocked', facts);
	throw new ServiceFailure('notTheService', facts);
}

/**
 * What a refusal says: its codes, and whatever explains them.
 *
 * @param status HTTP status around it; an entry of a batch has none of its own
 */
export function refusalIn(envelope: Answer, status = 200): ServiceFailure {
	const given = ERROR_FIELDS.map((field) => envelope[field]);
	const texts = given.flatMap(textsOf);
	const named = [...given.flatMap(codeKeysOf), ...texts.flatMap(codesIn)];
	const details = texts.filter((text) => !CODE.test(text));
	for (const [key, value] of Object.entries(envelope)) {
		if (DETAIL_FIELDS.test(key)) details.push(...textsOf(value));
	}
	const isQuota = named.includes('err_requetes_max') || (status === 429 && named.length === 0);
	return new ServiceFailure(isQuota ? 'quota' : 'refusal', {
		status,
		codes: [...new Set(named)],
		details: details.map((detail) => detail.slice(0, EXCERPT_LENGTH)).slice(0, 20),
	});
}

function codesIn(text: string): string[] {
	return text.match(/\berr_[a-z0-9_]+/gi) ?? [];
}

/** Codes that are written as keys, with what there is to say of each as the value: `{ err_texte_absent: "…" }`. */
function codeKeysOf(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inside]: [string, unknown]) => [
		...(CODE.test(key) && inside !== false ? [key] : []),
		...codeKeysOf(inside),
	]);
}

/** Every text inside a value, for details whose structure the specification leaves open. */
function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return value === '' ? [] : [value];
	if (typeof value === 'number') return [String(value)];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsOf);
}

function textOf(body: unknown): string {
	if (Buffer.isBuffer(body)) return body.toString('utf8').replace(/^\uFEFF/, '');
	if (typeof body === 'string') return body.replace(/^\uFEFF/, '');
	if (body === undefined || body === null) return '';
	return JSON.stringify(body);
}

function parseObject(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/**
 * The records of a list in a successful answer. A service that has none to list may leave the list out, or send
 * `null` or `{}`; one that writes lists as objects sends them by key.
 *
 * @throws ServiceFailure when there is something else in its place: the answer is then not the service's
 */
export function recordsOf(answer: Answer, field: string): Array<Record<string, unknown>> {
	const list = answer[field];
	if (Array.isArray(list)) return list.filter(isRecord);
	if (list === null || (list === undefined && Object.keys(answer).length <= 1)) return [];
	if (isRecord(list) && Object.values(list).every(isRecord)) {
		return Object.values(list).filter(isRecord);
	}
	throw new ServiceFailure('notTheService', { missing: field });
}

/** The beginning of a foreign answer, markup removed, for a person to recognise what answered. */
function excerptOf(text: string): string {
	const visible = text
		.replace(/<(style|script)\b[^>]*>[^<]*/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return visible.length > EXCERPT_LENGTH ? `${visible.slice(0, EXCERPT_LENGTH)}…` : visible;
}
