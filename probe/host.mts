/** The package's own transport on n8n's own engine; every call is kept with its answer. */
import { gunzipSync } from 'node:zlib';
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeType,
} from 'n8n-workflow';
import type * as WorkflowPackage from 'n8n-workflow';
import { Agent, request } from 'undici';
import { LegalNoticeApi } from '../credentials/LegalNoticeApi.credentials.ts';
import { INTERFACE_PATH } from '../nodes/LegalNotice/domain/baseUrl.ts';
import {
	createClient,
	CREDENTIAL_TYPE,
	type ExecutionClient,
	type ServiceCall,
} from '../nodes/LegalNotice/transport/client.ts';
import type { Answer } from '../nodes/LegalNotice/transport/envelope.ts';
import { ServiceFailure } from '../nodes/LegalNotice/errors/failures.ts';
import { limiterFor } from '../nodes/LegalNotice/transport/limiter.ts';
import { readKeys, signature, signRequest } from '../nodes/LegalNotice/transport/signing.ts';
import { timings } from '../nodes/LegalNotice/transport/timings.ts';
import { credentialsInMemory, executionInMemory } from '../test/engine/inMemory.mts';

export interface Engine {
	readonly core: typeof Core;
	readonly workflow: typeof WorkflowPackage;
}

export interface Keys {
	readonly baseUrl: string;
	readonly publicKey: string;
	readonly secretKey: string;
}

/** A call as it went over the wire; times in epoch milliseconds. */
export interface Exchange {
	readonly method: string;
	/** Behind the path of the interface; `link` for a document. */
	readonly path: string;
	readonly sent?: unknown;
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: Buffer;
	/** The parsed body; undefined when it is no JSON. */
	readonly json: Answer | undefined;
	readonly sentAt: number;
	readonly receivedAt: number;
}

/** What the package never sends. */
export interface Oddities {
	readonly method?: 'GET' | 'POST' | 'DELETE';
	/** Sent as plain text. */
	readonly body?: string;
	/** Signed instead of the path on the wire. */
	readonly signedPath?: string;
	/** Unix seconds. */
	readonly timestamp?: number;
	readonly upperCase?: boolean;
	/** Beyond half the quota. */
	readonly unlimited?: boolean;
}

/** Half of the documented quota. */
const CALLS_PER_MINUTE = 150;
const HEAD_BYTES = 2_000;
const dispatcher = new Agent();

export class Host {
	readonly exchanges: Exchange[] = [];
	readonly keys: ReturnType<typeof readKeys>;
	readonly signal: AbortSignal;
	readonly #context: IExecuteFunctions;
	readonly #credential: ICredentialDataDecryptedObject;

	/** @throws UserError when the keys cannot be used */
	constructor({ core, workflow }: Engine, keys: Keys, signal: AbortSignal) {
		const data = { environment: 'test', requestsPerMinute: CALLS_PER_MINUTE, ...keys };
		this.keys = readKeys(data);
		this.#credential = data;
		this.signal = signal;
		const type: INodeType = {
			description: {
				...{ displayName: 'Probe', name: 'probe', group: ['input'], version: 1, description: '' },
				...{ defaults: {}, inputs: [], outputs: [], properties: [] },
				credentials: [{ name: CREDENTIAL_TYPE, required: true }],
			},
		};
		const node = {
			...{ id: 'probe', name: 'Probe', type: 'probe', typeVersion: 1, parameters: {} },
			position: [0, 0] as [number, number],
			credentials: { [CREDENTIAL_TYPE]: { id: 'probe', name: 'Probe' } },
		};
		const nodeTypes = {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		};
		const credentials = credentialsInMemory(workflow, new LegalNoticeApi(), data);
		const context = new core.ExecuteContext(
			new workflow.Workflow({ nodes: [node], connections: {}, active: false, nodeTypes }),
			node,
			executionInMemory(core, credentials, 'probe', 'internal'),
			'internal',
			workflow.createRunExecutionData({}),
			0,
			[{ json: {} }],
			{ main: [[{ json: {} }]] },
			{ node, data: {}, source: null },
			[],
		);
		this.#context = context as unknown as IExecuteFunctions;
		this.#writeDown();
	}

	/** The client of the package. @param signal without it, nothing stops its calls */
	client(signal?: AbortSignal): Promise<ExecutionClient> {
		return createClient(this.#context, { signal, maxWaitMs: 3 * timings().quotaWindowMs });
	}

	/** A call without body, signed by the package's rule but for the oddities. */
	async odd(path: string, oddities: Oddities = {}): Promise<Exchange> {
		const { method = 'GET', signedPath = path, timestamp, body, upperCase, unlimited } = oddities;
		const { url, secretKey, digest } = this.keys;
		const limiter = limiterFor(digest, CALLS_PER_MINUTE);
		const waiting = { signal: this.signal };
		const release = unlimited ? undefined : await limiter.acquire('bulk', waiting);
		try {
			const at = timestamp ?? this.#now();
			const bytes = body === undefined ? undefined : Buffer.from(body);
			const signed = { method, path: INTERFACE_PATH + signedPath, body: bytes, timestamp: at };
			const hash = signature(secretKey, signed);
			const headers = this.#headers(at, upperCase ? hash.toUpperCase() : hash);
			const sent = Object.keys(oddities).length > 0 ? oddities : undefined;
			return await this.#fetch({ method, path, sent }, url + INTERFACE_PATH + path, headers, body);
		} finally {
			release?.('answered');
		}
	}

	/** A document's link; with the keys only on the service's own host. */
	async link(url: string, withKeys = false): Promise<Exchange> {
		const at = this.#now();
		const path = new URL(url).pathname;
		const call = { method: 'GET', path, body: undefined, timestamp: at };
		const hash = signature(this.keys.secretKey, call);
		const sent = { withKeys };
		return await this.#fetch(
			{ method: 'GET', path: 'link', sent },
			url,
			withKeys ? this.#headers(at, hash) : {},
		);
	}

	/** Unix seconds by the package's idea of the service's clock. */
	#now(): number {
		const { url } = this.keys;
		const { headers } = signRequest(this.#credential, { url: `${url}${INTERFACE_PATH}/client` });
		return Number(headers?.['Timestamp']);
	}

	#headers(timestamp: number, hash: string): Record<string, string> {
		const { publicKey } = this.keys;
		return { Application: publicKey, Timestamp: String(timestamp), Signature: hash };
	}

	async #fetch(
		call: Pick<Exchange, 'path' | 'sent'> & { readonly method: 'GET' | 'POST' | 'DELETE' },
		url: string,
		headers: Record<string, string>,
		bytes: string | null = null,
	): Promise<Exchange> {
		const sentAt = Date.now();
		const signal = AbortSignal.any([this.signal, AbortSignal.timeout(timings().answerMs)]);
		const given = { ...headers, 'Accept-Encoding': 'gzip' };
		const { method } = call;
		const answer = await request(url, { method, headers: given, body: bytes, signal, dispatcher });
		const received = Buffer.from(await answer.body.arrayBuffer());
		const isPacked = answer.headers['content-encoding'] === 'gzip';
		const body = isPacked ? gunzipSync(received) : received;
		const { statusCode: status, headers: answered } = answer;
		return this.#keep({ ...call, status, headers: answered, body, sentAt });
	}

	#keep(exchange: Omit<Exchange, 'json' | 'receivedAt'>): Exchange {
		const { body, path } = exchange;
		const kept = path === 'link' ? body.subarray(0, HEAD_BYTES) : body;
		const whole = { ...exchange, body: kept, json: parsed(kept), receivedAt: Date.now() };
		this.exchanges.push(whole);
		return whole;
	}

	/** Lets n8n's helper do its work and looks at what goes in and comes out. */
	#writeDown(): void {
		const { helpers } = this.#context;
		const original = helpers.httpRequestWithAuthentication.bind(this.#context);
		const keep = this.#keep.bind(this);
		const start = this.keys.url.length + INTERFACE_PATH.length;
		helpers.httpRequestWithAuthentication = async (type, options, more) => {
			const { url, method = 'GET', body: bytes }: IHttpRequestOptions = options;
			const sent = Buffer.isBuffer(bytes) ? parsed(bytes) : undefined;
			const sentAt = Date.now();
			const whole: IHttpRequestOptions = { ...options, encoding: 'arraybuffer' };
			const answer = (await original(type, whole, more)) as {
				statusCode: number;
				headers: Record<string, unknown>;
				body: Buffer;
			};
			const { statusCode: status, headers, body } = answer;
			keep({ method, path: url.slice(start), sent, status, headers, body, sentAt });
			return answer;
		};
	}
}

function parsed(bytes: Buffer): Answer | undefined {
	try {
		const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
		return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
	} catch {
		return undefined;
	}
}

/** The answer of a call, or its refusal; what is neither answers no question. @throws ServiceFailure */
export async function result(
	client: ExecutionClient,
	call: ServiceCall,
): Promise<Answer | ServiceFailure> {
	try {
		return await client.call(call);
	} catch (failure) {
		const refused = failure instanceof ServiceFailure && failure.facts.status !== undefined;
		if (refused && failure.kind !== 'quota') return failure;
		throw failure;
	}
}

/** The texts of `erreurs`. */
export function parsedCodes({ json }: Exchange): string[] {
	return Array.isArray(json?.erreurs) ? json.erreurs.map(String) : [];
}
