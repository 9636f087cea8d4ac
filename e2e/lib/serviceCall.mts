/** Signed calls to the sandbox without n8n (specification, Authentication). */
import { createHash } from 'node:crypto';
import type { Json } from './execution.mts';

export interface Keys {
	readonly publicKey: string;
	readonly secretKey: string;
}

export interface Account extends Keys {
	readonly url: string;
}

/**
 * The headers of a call that is sent now.
 * @param path from `/annonce-legale` on, without query
 */
export function signedHeaders(keys: Keys, method: string, path: string, body: string) {
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signed = [keys.secretKey, method, path, body, timestamp].join('+');
	return {
		'Content-Type': 'application/json',
		Application: keys.publicKey,
		Timestamp: timestamp,
		Signature: createHash('sha256').update(signed).digest('hex'),
	};
}

export async function callService(
	account: Account,
	method: 'GET' | 'POST' | 'DELETE',
	path: string,
	json?: Json,
): Promise<Json> {
	const body = json === undefined ? '' : JSON.stringify(json);
	const headers = signedHeaders(account, method, path, body);
	const sent = { method, headers, ...(body && { body }) };
	return (await (await fetch(account.url + path, sent)).json()) as Json;
}

/** Orders a notice outside of n8n. @returns the answer, a refusal too */
export const orderNotice = async (account: Account, fields: Json = {}): Promise<Json> =>
	await callService(account, 'POST', '/annonce-legale/api/externe/commande', {
		...demoOrder,
		...fields,
	});

/** A small notice that the sandbox's demo account may order. */
export const demoOrder: Json = {
	publication: 12,
	departement: '75',
	categorie: 'DISSOL',
	dossier: 'E2E-001',
	texte: '<p>SOCIÉTÉ EXEMPLE DÉMO, dissolution anticipée.</p>',
	mode_facturation: 'prescripteur',
};
