/** One signed call to the sandbox, for tests that need an order without n8n (specification, Authentication). */
import { createHash } from 'node:crypto';
import type { Json } from './execution.mts';

export interface Account {
	readonly url: string;
	readonly publicKey: string;
	readonly secretKey: string;
}

/** @param path from `/annonce-legale` on, without query */
export async function callService(
	account: Account,
	method: 'GET' | 'POST' | 'DELETE',
	path: string,
	body?: Json,
): Promise<Json> {
	const raw = body === undefined ? '' : JSON.stringify(body);
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signed = [account.secretKey, method, path, raw, timestamp].join('+');
	const response = await fetch(account.url + path, {
		method,
		headers: {
			'Content-Type': 'application/json',
			Application: account.publicKey,
			Timestamp: timestamp,
			Signature: createHash('sha256').update(signed, 'utf8').digest('hex'),
		},
		...(raw !== '' && { body: raw }),
	});
	return (await response.json()) as Json;
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
