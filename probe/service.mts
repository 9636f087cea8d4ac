/** Signed calls to the service, as the package signs them; every call is kept with its answer for the report. */
import { request } from 'undici';
import { INTERFACE_PATH } from '../nodes/LegalNotice/domain/baseUrl.ts';
import { readKeys, signature } from '../nodes/LegalNotice/transport/signing.ts';

/** As a person enters them. */
export interface GivenKeys {
	readonly baseUrl: string;
	readonly publicKey: string;
	readonly secretKey: string;
}

type Json = Readonly<Record<string, unknown>>;

export interface Exchange {
	readonly method: string;
	/** Behind the path of the interface; `link` for a download. */
	readonly path: string;
	readonly sent?: unknown;
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Buffer;
	/** The parsed body; undefined when it is no JSON object. */
	readonly json: Json | undefined;
	/** Of a refusal: the codes, or `http413` for an answer that is not the service's. Empty for a success. */
	readonly codes: readonly string[];
}

export interface Call {
	readonly method?: 'GET' | 'POST' | 'DELETE';
	/** Without the path of the interface, as on the wire, without a query. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly body?: object;
	/** Signed in place of the path on the wire. */
	readonly signedPath?: string;
}

/** Ends the run in a sentence. */
export class Unusable extends Error {}

const ANSWER_MS = 30_000;
/** Half of the quota of a minute; a whole run makes fewer calls. */
const MOST_CALLS = 150;

export class Service {
	readonly exchanges: Exchange[] = [];
	readonly signal: AbortSignal;
	readonly #keys: ReturnType<typeof readKeys>;
	#aheadMs = 0;

	/** @throws UserError when the keys cannot be used */
	constructor(keys: GivenKeys, signal: AbortSignal) {
		this.#keys = readKeys({ environment: 'test', ...keys });
		this.signal = signal;
	}

	/**
	 * Sends one call, again with the service's own time where the timestamp was refused.
	 *
	 * @param signal what stops it
	 * @throws Error when no answer comes
	 */
	async call(call: Call, signal = this.signal): Promise<Exchange> {
		const exchange = await this.#send(call, signal);
		if (!exchange.codes.includes('err_timestamp_controle')) return exchange;
		// The service's own time is in the header of the refusal; without one the refusal stays.
		const date = Date.parse(String(exchange.headers.date));
		if (Number.isNaN(date)) return exchange;
		this.#aheadMs = date - Date.now();
		return await this.#send(call, signal);
	}

	async get(path: string, query: Record<string, string> = {}): Promise<Exchange> {
		return await this.call({ path, query });
	}

	async post(path: string, body: object): Promise<Exchange> {
		return await this.call({ method: 'POST', path, body });
	}

	/** A document's link. @param withKeys sends the signed headers, which only the service's own host may see */
	async download(url: string, withKeys = false): Promise<Exchange> {
		const { origin, pathname } = new URL(url);
		const isOwn = origin === this.#keys.origin;
		const headers = withKeys && isOwn ? this.#signed('GET', pathname, '') : {};
		return await this.#fetch({ method: 'GET', path: 'link', url, headers, text: '' }, this.signal);
	}

	async #send(call: Call, signal: AbortSignal): Promise<Exchange> {
		if (this.exchanges.length >= MOST_CALLS) throw new Error('The probe made too many calls.');
		const { method = 'GET', path, query = {}, body, signedPath = path } = call;
		const text = body === undefined ? '' : JSON.stringify(body);
		const search = new URLSearchParams(query).toString();
		const url = `${this.#keys.baseUrl}${INTERFACE_PATH}${path}${search && `?${search}`}`;
		const headers = {
			...this.#signed(method, INTERFACE_PATH + signedPath, text),
			...(text !== '' && { 'Content-Type': 'application/json' }),
		};
		const exchange = await this.#fetch({ method, path, url, headers, text, sent: body }, signal);
		if (!exchange.codes.includes('err_requetes_max')) return exchange;
		throw new Unusable('The quota of this key is used up. Wait a minute and run the probe again.');
	}

	#signed(method: string, path: string, text: string): Record<string, string> {
		const { publicKey, secretKey } = this.#keys;
		const timestamp = Math.floor((Date.now() + this.#aheadMs) / 1000);
		const hash = signature(secretKey, { method, path, body: Buffer.from(text), timestamp });
		return { Application: publicKey, Timestamp: String(timestamp), Signature: hash };
	}

	async #fetch(
		sending: Pick<Exchange, 'method' | 'path' | 'sent'> & {
			readonly url: string;
			readonly headers: Record<string, string>;
			readonly text: string;
		},
		stop: AbortSignal,
	): Promise<Exchange> {
		const { method, path, sent, url, text } = sending;
		const answer = await request(url, {
			method: method as 'GET' | 'POST' | 'DELETE',
			headers: sending.headers,
			body: text === '' ? null : text,
			signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS)]),
		});
		const body = Buffer.from(await answer.body.arrayBuffer());
		const json = parsed(body);
		const { statusCode: status, headers } = answer;
		const codes = codesOf(json, status);
		const exchange = { method, path, sent, status, headers, body, json, codes };
		this.exchanges.push(exchange);
		return exchange;
	}
}

function parsed(bytes: Buffer): Json | undefined {
	try {
		const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
		return typeof value === 'object' && value !== null ? (value as Json) : undefined;
	} catch {
		return undefined;
	}
}

function codesOf(json: Json | undefined, status: number): string[] {
	if (json?.resultat === 'succes') return [];
	const codes = Array.isArray(json?.erreurs) ? json.erreurs.map(String) : [];
	return codes.length > 0 ? codes : [`http${status}`];
}

/** The list under this name in an answer. @throws Error for a refusal */
export function listOf({ json, codes }: Exchange, field: string): Json[] {
	if (codes.length > 0) throw new Error(`The service answered ${codes.join(', ')}`);
	const list = json?.[field];
	return Array.isArray(list) ? (list as Json[]) : [];
}
