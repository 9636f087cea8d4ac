/** The limit: undici with a pool of connections, signing the same bytes, checking nothing but `resultat`. */
import { Pool } from 'undici';
import type { Json } from '../../e2e/lib/execution.mts';
import { signedHeaders, type Account } from '../../e2e/lib/serviceCall.mts';

export const PREFIX = '/annonce-legale/api/externe';
/** As many calls in flight as the package has. */
export const CONNECTIONS = 64;

export interface BareCall {
	readonly method: 'GET' | 'POST';
	/** Behind {@link PREFIX}. */
	readonly path: string;
	readonly body: object;
}

/** All calls as fast as the connections allow. @throws Error for the first refusal */
export async function bareCalls(account: Account, calls: readonly BareCall[]) {
	const pool = new Pool(account.url, { connections: CONNECTIONS, pipelining: 1 });
	const started = performance.now();
	const answers: Json[] = [];
	const left = calls.entries();
	const worker = async () => {
		for (const [at, call] of left) {
			const { method } = call;
			const path = PREFIX + call.path;
			const body = JSON.stringify(call.body);
			// Signed when a connection is free, because a signature is good for 5 s.
			const headers = signedHeaders(account, method, path, body);
			const answer = await pool.request({ method, path, headers, body });
			const json = (await answer.body.json()) as Json;
			if (json['resultat'] !== 'succes') throw new Error(`${call.path}: ${JSON.stringify(json)}`);
			answers[at] = json;
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, worker));
	const ms = performance.now() - started;
	await pool.close();
	return { ms, answers };
}
