import { createHash } from 'node:crypto';
import { Pool } from 'undici';

export const PREFIX = '/annonce-legale/api/externe';

type Keys = Record<'publicKey' | 'secretKey', string>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
	/** Exact body bytes; instead of `body`. */
	raw?: string | Buffer;
	/** Bytes to sign when they are not the ones sent. */
	signedBody?: string;
	timestamp?: number | string;
	headers?: Record<string, string | undefined>;
	keys?: Keys;
}

/** The three headers of a call. */
export function signed(
	{ publicKey, secretKey }: Keys,
	method: Method,
	path: string,
	body: string | Buffer,
	timestamp: string,
) {
	const signature = createHash('sha256')
		.update(`${secretKey}+${method}+${`${PREFIX}${path}`.split('?')[0]}+`)
		.update(body)
		.update(`+${timestamp}`)
		.digest('hex');
	return { application: publicKey, timestamp, signature };
}

/** A partner's server in a few lines of its own: signs what it sends, byte by byte. */
export class Client {
	readonly #pool: Pool;
	readonly #keys: Keys;

	constructor(url: string, keys: Keys, pool = new Pool(new URL(url).origin, { connections: 32 })) {
		this.#pool = pool;
		this.#keys = keys;
	}

	/** The same with other keys. */
	as(keys: Keys): Client {
		return new Client('', keys, this.#pool);
	}

	get = (path: string, options: CallOptions = {}) => this.call('GET', path, undefined, options);

	post = (path: string, body: unknown, options: CallOptions = {}) =>
		this.call('POST', path, body, options);

	call(method: Method, path: string, body: unknown, options: CallOptions) {
		const raw = options.raw ?? (body === undefined ? '' : JSON.stringify(body));
		const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1000));
		const keys = options.keys ?? this.#keys;
		const headers = signed(keys, method, path, options.signedBody ?? raw, timestamp);
		return this.plain(method, `${PREFIX}${path}`, raw, { ...headers, ...options.headers });
	}

	/** Any address of the sandbox, without a signature. */
	async plain(
		method: Method,
		path: string,
		raw: string | Buffer = '',
		headers: Record<string, string | undefined> = {},
	) {
		const json = raw.length > 0 ? { 'content-type': 'application/json' } : {};
		const given = Object.entries({ ...json, ...headers }).filter(
			([, value]) => value !== undefined,
		);
		const body = raw.length > 0 ? raw : null;
		const sent = { method, path, headers: Object.fromEntries(given), body };
		const answer = await this.#pool.request(sent);
		const { statusCode: status, headers: answered } = answer;
		const text = await answer.body.text();
		return { status, headers: answered, text, ...read(text) };
	}

	close(): Promise<void> {
		return this.#pool.destroy();
	}
}

/** The parsed body, empty when it is not JSON, and the codes of a refusal. */
function read(text: string) {
	let parsed: unknown = {};
	try {
		parsed = JSON.parse(text);
	} catch {
		// Not JSON: the text says it all.
	}
	const json = isRecord(parsed) ? parsed : {};
	return { json, codes: list(json.erreurs).map(String) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function list(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** A field of an object, deep: `at(json, 'tarif', 'totaux', 'montant_ttc')`. */
export function at(value: unknown, ...path: Array<string | number>): unknown {
	return path.reduce<unknown>((inner, key) => {
		if (Array.isArray(inner)) return inner[Number(key)] as unknown;
		return isRecord(inner) ? inner[key] : undefined;
	}, value);
}

/** A notice that the demo account may order. */
export const sarl = {
	publication: 12,
	departement: '75',
	categorie: 'CONSTI',
	forfait: 'SARL',
	texte: '<p>AVIS DE CONSTITUTION</p><p>L’ŒUVRE &amp; FILS, SARL au capital de 10 000 €.</p>',
};

export const sarlOrder = { ...sarl, dossier: 'D-1', mode_facturation: 'prescripteur' };
