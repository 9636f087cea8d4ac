import type { IHttpRequestOptions } from 'n8n-workflow';

import type { NodeContext } from '../../../nodes/LegalNotice/transport/client.ts';

/** What the service, or the way to it, does with one request. */
export type Reply = () => unknown;

let keys = 0;

/** The part of n8n that calls go through, in memory: replies in order, the last one for whatever follows. */
export class FakeContext {
	readonly sent: IHttpRequestOptions[] = [];
	/** Of a key of its own for each test, and with it a limiter and a clock. */
	readonly credential: Record<string, unknown> = {
		environment: 'test',
		baseUrl: `https://service-${++keys}.example`,
		publicKey: `key-${keys}`,
		secretKey: 'demo-secret',
		requestsPerMinute: 100_000,
	};
	private readonly replies: Reply[];

	constructor(...replies: Reply[]) {
		this.replies = replies;
	}

	/** As n8n passes it to a node. */
	get context(): NodeContext {
		const httpRequestWithAuthentication = async (_type: string, request: IHttpRequestOptions) => {
			this.sent.push(request);
			const reply = this.replies.length > 1 ? this.replies.shift() : this.replies[0];
			return await Promise.resolve(reply?.());
		};
		const fake = {
			getCredentials: async () => await Promise.resolve(this.credential),
			helpers: { httpRequestWithAuthentication },
		};
		return fake as unknown as NodeContext;
	}
}

export function answer(body: object, headers: object = {}, statusCode = 200): Reply {
	return () => ({ statusCode, headers, body: Buffer.from(JSON.stringify(body)) });
}

export const success = (fields: object = {}): Reply => answer({ resultat: 'succes', ...fields });

export const refusal = (code: string, headers: object = {}): Reply =>
	answer({ resultat: 'erreur', erreurs: [code] }, headers);

export function broken(code: string): Reply {
	return () => {
		throw Object.assign(new Error(code), { code });
	};
}
