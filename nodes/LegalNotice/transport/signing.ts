/** Signs each request, and knows what is secret about it: the keys of a credential, and the clock of its service. */
import { createHash } from 'node:crypto';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { INTERFACE_PATH, readBaseUrl } from '../domain/baseUrl';
import { stateOf } from './keyState';

/** The request options of n8n's helper, or the older ones that the HTTP Request node passes (`uri`, `form`). */
export type SignableOptions = Omit<IHttpRequestOptions, 'body' | 'url'> &
	Partial<Record<'url' | 'uri', string>> &
	Partial<Record<'body' | 'form' | 'formData' | 'followRedirect' | 'followAllRedirects', unknown>>;

/** The keys of a credential, read once by a client and handed on to the signing of each of its calls. */
export class Keys implements ICredentialDataDecryptedObject {
	[field: string]: string;

	readonly environment: 'test' | 'production';
	/** The address that the paths of the interface follow. */
	readonly baseUrl: string;
	readonly origin: string;
	readonly publicKey: string;
	readonly secretKey: string;
	/** It names the pair of keys and their service in memory. */
	readonly digest: string;

	/** @throws UserError */
	constructor(credential: ICredentialDataDecryptedObject) {
		const { environment } = credential;
		if (environment !== 'test' && environment !== 'production') {
			throw new UserError("Choose the 'Environment' of the credential: Test or Production.");
		}
		const base = readBaseUrl(credential.baseUrl);
		if (!base.ok) throw new UserError(base.reason);
		this.environment = environment;
		({ url: this.baseUrl, origin: this.origin } = base);
		this.publicKey = requiredKey(credential.publicKey, 'Public Key');
		this.secretKey = requiredKey(credential.secretKey, 'Secret Key');
		const pair = JSON.stringify([this.baseUrl, this.publicKey, this.secretKey]);
		this.digest = createHash('sha256').update(pair).digest('base64');
	}
}

/** @throws UserError */
export function readKeys(credential: ICredentialDataDecryptedObject): Keys {
	return credential instanceof Keys ? credential : new Keys(credential);
}

function requiredKey(value: unknown, label: string): string {
	if (typeof value === 'string' && value.trim() !== '') return value.trim();
	throw new UserError(`The '${label}' of the credential is empty. Enter the key you received.`);
}

/** A clock that is a day or more ahead is nobody's. */
const BELIEVED_MS = 86_400_000;
/** A timestamp may be five seconds old (specification, Authentication). */
const HALF_OF_WINDOW_MS = 2_500;

/** What calls with these keys are signed with now. */
export function clockOffset({ digest }: Keys): number {
	return stateOf(digest).clockOffsetMs;
}

/**
 * Learns the service's clock from an answer that refused a timestamp.
 *
 * @param signedWith the offset that the refused call was signed with
 * @param date the Date header of the answer
 * @param tookMs milliseconds from the sending of the call to its answer
 * @returns whether the same call, signed anew, carries another time
 */
export function correctClock(
	keys: Keys,
	signedWith: number,
	date: unknown,
	tookMs: number,
): boolean {
	// Another call has learnt of it while this one was under way.
	if (clockOffset(keys) !== signedWith) return true;
	if (typeof date !== 'string') return false;
	// The header has whole seconds, and was written at some moment between sending and answer: halves are the best guess.
	// More than half of the five seconds would be wrong for a service that was slow to answer, rather than far away.
	const writtenAt = Date.now() - Math.min(tookMs / 2, HALF_OF_WINDOW_MS);
	const offset = Date.parse(date) + 500 - writtenAt;
	if (!(Math.abs(offset) < BELIEVED_MS)) return false;
	stateOf(keys.digest).clockOffsetMs = offset;
	return true;
}

/**
 * SHA-256, lower-case hexadecimal, of secret, method, path, body and timestamp joined with `+` (specification,
 * Authentication). The body is hashed as the bytes that are sent.
 */
export function signature(secretKey: string, signed: Signed): string {
	const { method, path, body = '', timestamp } = signed;
	return createHash('sha256')
		.update(`${secretKey}+${method}+${path}+`, 'utf8')
		.update(body)
		.update(`+${timestamp}`, 'utf8')
		.digest('hex');
}

interface Signed {
	readonly method: string;
	/** It begins with `/annonce-legale/api/externe`, is as on the wire, and has no query. */
	readonly path: string;
	readonly body: Buffer | undefined;
	/** Unix seconds, the value of the Timestamp header. */
	readonly timestamp: number;
}

const CONCEALED = '•••';
const SIGNATURE = /[0-9a-f]{64}/gi;

/** Takes keys and signatures out of a foreign text: what is quoted of an answer is stored with the execution. */
export function withoutKeys({ publicKey, secretKey }: Keys, text: string): string {
	return text
		.replaceAll(secretKey, CONCEALED)
		.replaceAll(publicKey, CONCEALED)
		.replace(SIGNATURE, CONCEALED);
}

/** Signing writes these; another Host could lead the call to another server. */
const OWN_HEADERS = new Set(['application', 'timestamp', 'signature', 'host']);

/**
 * Returns a signed copy of the options, with the very bytes as a Buffer (n8n's HTTP client trims and re-quotes strings),
 * without redirects. The given options stay as they are, because n8n shows and stores them. May be applied to its own
 * result: n8n does so after an HTTP 401.
 *
 * @throws UserError when the request cannot be signed
 */
export function signRequest(
	credential: ICredentialDataDecryptedObject,
	options: SignableOptions,
): SignableOptions {
	const keys = readKeys(credential);
	const { method: given = 'GET' } = options;
	const method = given.toUpperCase();
	const { url, path } = targetOf(options, keys.origin);
	const body = bytesOf(method, options);
	const timestamp = Math.floor((Date.now() + clockOffset(keys)) / 1000);
	const Signature = signature(keys.secretKey, { method, path, body, timestamp });
	const signed: SignableOptions = {
		...options,
		headers: {
			...headersBesides(options, body),
			Application: keys.publicKey,
			Timestamp: String(timestamp),
			Signature,
		},
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
		...wholeCallBound(options),
	};
	for (const name of ['baseURL', 'form', 'url', 'uri', 'body'] as const) delete signed[name];
	if (options.uri === undefined) signed.url = url;
	else signed.uri = url;
	if (body) signed.body = body;
	return signed;
}

/** Those that were given, without the empty ones, and the type of a body that has none. */
function headersBesides({ headers = {} }: SignableOptions, body: Buffer | undefined): IDataObject {
	const given = Object.entries(headers).filter(
		([name, value]) => !OWN_HEADERS.has(name.toLowerCase()) && (value ?? '') !== '',
	);
	const others: IDataObject = Object.fromEntries(given);
	const isTyped = given.some(([name]) => /^content-type$/i.test(name));
	if (body && !isTyped) others['Content-Type'] = 'application/json';
	return others;
}

/** n8n's time-out is one of idleness, and n8n replaces a signal that is passed to its request helper. */
function wholeCallBound({ timeout, abortSignal }: SignableOptions): Partial<SignableOptions> {
	if (!timeout || timeout < 0) return {};
	const bound = AbortSignal.timeout(Math.ceil(timeout));
	// Node 20 collects a bound that only `any` knows, and the call then waits for ever; one that is listened to stays.
	bound.addEventListener('abort', () => undefined, { once: true });
	if (!(abortSignal instanceof AbortSignal)) return { abortSignal: bound };
	return { abortSignal: AbortSignal.any([abortSignal, bound]) };
}

/** n8n gives these for no body. */
const NOTHING = ['{}', 'null'];

/** @returns undefined for no body. @throws UserError where the bytes that will be sent are not known beforehand */
function bytesOf(method: string, options: SignableOptions): Buffer | undefined {
	if (method === 'GET' || method === 'HEAD') return undefined;
	const { body = {} } = options;
	if (isForm(options) || isStreamOrForm(body)) {
		throw new UserError('A form, a file or a stream cannot be signed. Send the body as JSON.');
	}
	if (typeof body === 'string' || body instanceof Uint8Array) {
		if (body.length === 0) return undefined;
		return Buffer.from(body);
	}
	const json = JSON.stringify(body);
	if (NOTHING.includes(json)) return undefined;
	return Buffer.from(json);
}

function isForm({ form, formData, headers = {} }: SignableOptions): boolean {
	const hasFields = [form, formData].some((fields) => fields !== undefined && fields !== null);
	if (hasFields) return true;
	return Object.entries(headers).some(
		([name, type]) => /^content-type$/i.test(name) && /form-/i.test(String(type).slice(0, 100)),
	);
}

/** Node.js has classes for forms and for streams, and neither is plain data. */
function isStreamOrForm(body: unknown): boolean {
	if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return false;
	if (typeof Reflect.get(body, 'pipe') === 'function') return true;
	return !['[object Object]', '[object Array]'].includes(Object.prototype.toString.call(body));
}

/** @returns the address to call, and the part of its path that is signed. @throws UserError */
function targetOf(options: SignableOptions, origin: string): { url: string; path: string } {
	const written = writtenAddress(options);
	const url = URL.canParse(written) ? new URL(written) : undefined;
	if (!url) {
		throw new UserError(
			`The URL "${givenAddress(options).slice(0, 200)}" is not a complete address with https:// and a host.`,
		);
	}
	if (url.origin !== origin) {
		throw new UserError(
			`The URL leads to ${url.origin}, but this credential belongs to ${origin}. Use the host of the credential's 'Base URL'; the keys are never sent elsewhere.`,
		);
	}
	const [writtenPath = ''] = written.split('?', 1);
	// An address takes \ for / and leaves out tabs and line breaks.
	if (written.includes('#') || /[\\\t\r\n]|\/(\.|%2e){1,2}(\/|$)/i.test(writtenPath)) {
		throw new UserError(
			'The URL contains #, a backslash, a tab, a line break or a path part made of dots. The call could reach another notice. Write # as %23, or use the Legal Notice node.',
		);
	}
	// A base URL pasted with the path of the interface is joined with a path that has it too: the last one counts.
	const at = url.pathname.lastIndexOf(`${INTERFACE_PATH}/`);
	if (at < 0) {
		throw new UserError(
			`The path "${url.pathname.slice(0, 200)}" is not part of the interface. It starts with ${INTERFACE_PATH}/.`,
		);
	}
	const path = url.pathname.slice(at);
	const before = url.pathname.slice(0, url.pathname.indexOf(INTERFACE_PATH)).replace(/\/$/, '');
	return { url: `${url.origin}${before}${path}${url.search}`, path };
}

/** Joins base URL and address as n8n's request helper does. */
function writtenAddress(options: SignableOptions): string {
	const given = givenAddress(options);
	if (/^[a-z][a-z0-9+.-]*:/i.test(given)) return given;
	const { baseURL = '' } = options;
	const base = baseURL.trim().replace(/(?<!\/)\/+$/, '');
	if (given === '') return base;
	return `${base}/${given.replace(/^\/+/, '')}`;
}

function givenAddress({ uri, url = '' }: SignableOptions): string {
	return (uri ?? url).trim();
}
