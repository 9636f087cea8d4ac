/** The limit: undici with a pool of connections, signing the same bytes, checking nothing but `resultat`. */
import { Pool } from 'undici';
import type { Json } from '../../e2e/lib/execution.mts';
import { signedHeaders, type Account, type Keys } from '../../e2e/lib/serviceCall.mts';

export const PREFIX = '/annonce-legale/api/externe';

export interface BareCall {
	readonly method: 'GET' | 'POST';
	/** Behind {@link PREFIX}. */
	readonly path: string;
	readonly body: object;
}

/** The path, and what is sent of a call now. */
export function signed(keys: Keys, call: BareCall) {
	const path = PREFIX + call.path;
	const body = JSON.stringify(call.body);
	const headers = signedHeaders(keys, call.method, path, body);
	return { method: call.method, path, headers, body };
}

/** Does the work for each of the list, so many at once. @returns the results in the order of the list */
export async function inFlight<T, R>(
	list: readonly T[],
	atOnce: number,
	work: (one: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const left = list.entries();
	const worker = async () => {
		for (const [at, one] of left) results[at] = await work(one);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return results;
}

/** All calls as fast as 32 connections allow. @throws Error for the first refusal */
export async function bareCalls(account: Account, calls: readonly BareCall[]) {
	const pool = new Pool(account.url, { connections: 32, pipelining: 1 });
	const started = performance.now();
	// Signed when a connection is free, because a signature is good for 5 s.
	const answers = await inFlight(calls, 32, async (call) => {
		const answer = await pool.request(signed(account, call));
		const json = (await answer.body.json()) as Json;
		if (json['resultat'] !== 'succes') throw new Error(`${call.path}: ${JSON.stringify(json)}`);
		return json;
	});
	const ms = performance.now() - started;
	await pool.close();
	return { ms, answers };
}
