import type { IHttpRequestOptions } from 'n8n-workflow';

import type { NodeContext } from '../../../nodes/LegalNotice/transport/client.ts';

/** What the service, or the way to it, does with one request. */
export type Reply = (request: IHttpRequestOptions) => unknown;

export interface Sent {
	readonly request: IHttpRequestOptions;
	readonly credential: unknown;
}

let keys = 0;

/** The part of n8n that calls go through, in memory: replies in order, the last one for whatever follows. */
export class FakeContext {
	readonly sent: Sent[] = [];
	readonly credential: Record<string, unknown>;
	atOnce = 0;
	mostAtOnce = 0;
	private readonly replies: Reply[];

	constructor(...replies: Reply[]) {
		this.replies = replies;
		// Each test has a key of its own, and with it a limiter and a clock.
		keys++;
		this.credential = {
			environment: 'test',
			baseUrl: `https://service-${keys}.example`,
			publicKey: `key-${keys}`,
			secretKey: 'demo-secret',
			requestsPerMinute: 100_000,
		};
	}

	get origin(): string {
		return String(this.credential['baseUrl']);
	}

	/** As n8n passes it to a node. */
	get context(): NodeContext {
		const httpRequestWithAuthentication = async (
			_type: string,
			request: IHttpRequestOptions,
			{ credentialsDecrypted }: { credentialsDecrypted?: { data?: unknown } },
		): Promise<unknown> => {
			this.sent.push({ request, credential: credentialsDecrypted?.data });
			this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
			const reply = this.replies.length > 1 ? this.replies.shift() : this.replies[0];
			try {
				return await reply?.(request);
			} finally {
				this.atOnce--;
			}
		};
		const fake = {
			getCredentials: async () => await Promise.resolve(this.credential),
			helpers: { httpRequestWithAuthentication },
		};
		return fake as unknown as NodeContext;
	}
}

export function answer(
	body: object,
	headers: Record<string, unknown> = {},
	statusCode = 200,
): Reply {
	return () => ({ statusCode, headers, body: Buffer.from(JSON.stringify(body)) });
}

export const success = (fields: object = {}): Reply => answer({ resultat: 'succes', ...fields });

export function refusal(code: string, headers: Record<string, unknown> = {}): Reply {
	return answer({ resultat: 'erreur', erreurs: [code] }, headers);
}

export function broken(code: string, syscall?: string): Reply {
	return () => {
		throw Object.assign(new Error(code), { code, ...(syscall ? { syscall } : {}) });
	};
}

export const lost = (): Reply => broken('ECONNRESET', 'read');

/** Answers when told. */
export class Held {
	private readonly open: Array<() => void> = [];

	readonly reply: Reply = async () => {
		await new Promise<void>((resolve) => this.open.push(resolve));
		return success()({ url: '' });
	};

	letGo(): void {
		for (const resolve of this.open.splice(0)) resolve();
	}
}
