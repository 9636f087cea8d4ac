/** The limit: undici with a pool of connections, signing the same bytes, checking nothing but `resultat`. */
import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import type { Keys } from './service.mts';

export const PREFIX = '/annonce-legale/api/externe';

export interface BareCall {
	readonly method: 'GET' | 'POST';
	/** Behind {@link PREFIX}. */
	readonly path: string;
	readonly body?: object;
}

export type Answer = Readonly<Record<string, unknown>>;

/** The headers of a call that is sent now. */
export function signedHeaders(
	{ publicKey, secretKey }: Keys,
	method: string,
	path: string,
	bytes: string,
): Record<string, string> {
	const timestamp = String(Math.floor(Date.now() / 1000));
	return {
		'Content-Type': 'application/json',
		Application: publicKey,
		Timestamp: timestamp,
		Signature: createHash('sha256')
			.update(`${secretKey}+${method}+${PREFIX}${path}+${bytes}+${timestamp}`)
			.digest('hex'),
	};
}

export class BareClient {
	readonly #pool: Pool;
	readonly #keys: Keys;
	readonly #connections: number;

	constructor(url: string, keys: Keys, connections = 32) {
		this.#pool = new Pool(url, { connections, pipelining: 1 });
		this.#keys = keys;
		this.#connections = connections;
	}

	/** All calls as fast as the connections allow. @throws Error for the first refusal */
	async all(calls: readonly BareCall[]): Promise<Answer[]> {
		const answers: Answer[] = [];
		const left = calls.entries();
		// Signed when a connection is free, because a signature is good for 5 s.
		const work = async () => {
			for (const [at, call] of left) answers[at] = await this.call(call);
		};
		await Promise.all(Array.from({ length: this.#connections }, work));
		return answers;
	}

	async call({ method, path, body }: BareCall): Promise<Answer> {
		const bytes = body === undefined ? '' : JSON.stringify(body);
		const answer = await this.#pool.request({
			method,
			path: PREFIX + path,
			headers: signedHeaders(this.#keys, method, path, bytes),
			body: bytes === '' ? null : bytes,
		});
		const json = (await answer.body.json()) as Answer;
		if (json['resultat'] !== 'succes') throw new Error(`${path}: ${JSON.stringify(json)}`);
		return json;
	}

	async close(): Promise<void> {
		await this.#pool.close();
	}
}
