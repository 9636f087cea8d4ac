import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { INTERFACE_PATH, readBaseUrl } from '../domain/baseUrl';
import type { ServiceCall } from './service.types';
import { InputProblem } from '../domain/parameters';

export const CREDENTIAL_TYPE = 'legalNoticeApi';

export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** An account on an instance, as the credential names it. */
export interface Connection {
	readonly environment: 'test' | 'production';
	readonly url: string;
	readonly origin: string;
	readonly publicKey: string;
	/** Calls that the credential allows; what is no positive number is not taken by the limiter. */
	readonly perMinute: number;
	/** One request, signed by n8n with the credential that was read. @throws whatever n8n throws without an answer */
	send(call: ServiceCall, timeoutMs: number): Promise<IN8nHttpFullResponse>;
}

/** Reads the credential once. @throws InputProblem when nothing can be sent with it */
export async function openConnection(context: NodeContext): Promise<Connection> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE);
	const base = readBaseUrl(data.baseUrl);
	if (!base.ok) throw new InputProblem('Base URL', base.reason, '');
	const publicKey = keyOf(data, 'publicKey', 'Public Key');
	keyOf(data, 'secretKey', 'Secret Key');
	const credentialsDecrypted = {
		id: CREDENTIAL_TYPE,
		name: 'Legal Notice API',
		type: CREDENTIAL_TYPE,
		data,
	};
	return {
		environment: data.environment === 'production' ? 'production' : 'test',
		url: base.url,
		origin: base.origin,
		publicKey,
		perMinute: Number(data.requestsPerMinute),
		send: async (call, timeoutMs) => {
			const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL_TYPE,
				requestOf(base.url, call, timeoutMs),
				{ credentialsDecrypted },
			);
			return response as IN8nHttpFullResponse;
		},
	};
}

function keyOf(data: ICredentialDataDecryptedObject, name: string, label: string): string {
	const key = data[name];
	if (typeof key === 'string' && key.trim() !== '') return key.trim();
	throw new InputProblem(
		label,
		`The '${label}' of the credential is empty.`,
		'Enter the key you received.',
	);
}

function requestOf(baseUrl: string, call: ServiceCall, timeoutMs: number): IHttpRequestOptions {
	const request: IHttpRequestOptions = {
		method: call.method,
		url: `${baseUrl}${INTERFACE_PATH}${call.path}${queryText(call.query)}`,
		headers: { Accept: 'application/json' },
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
	};
	if (call.body !== undefined) {
		request.body = Buffer.from(JSON.stringify(call.body), 'utf8');
		request.headers = { ...request.headers, 'Content-Type': 'application/json' };
	}
	return request;
}

function queryText(query: ServiceCall['query']): string {
	const pairs = Object.entries(query ?? {})
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([name, value]): [string, string] => [name, String(value)]);
	return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : '';
}
