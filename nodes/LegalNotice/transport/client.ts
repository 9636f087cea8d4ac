import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { INTERFACE_PATH, readBaseUrl } from '../domain/baseUrl';
import { InputProblem } from '../domain/inputProblem';
import { readAnswer, type Answer } from './answer';
import { learnClock } from './clock';
import { asThrown, connectionFailure, ServiceFailure } from './failures';
import { limiterFor, type Outcome, type Permit, type Priority } from './limiter';
import { pause } from './pause';
import { timings } from './timings';

export const CREDENTIAL_TYPE = 'legalNoticeApi';

export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface ServiceCall {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** Behind {@link INTERFACE_PATH}, already safe to write into a URL, without query. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string | number | undefined>>;
	readonly body?: object;
	/**
	 * Orders, cancellations and new contacts: never sent again unless it is known that nothing was done. One that
	 * `starts` an item's effect is not sent any more once another item has stopped the execution; one that
	 * `continues` it is.
	 */
	readonly sideEffect?: 'starts' | 'continues';
}

export interface ServiceClient {
	readonly environment: 'test' | 'production';
	/** One call, signed, limited, and repeated where that is harmless. @throws ServiceFailure */
	call(call: ServiceCall): Promise<Answer>;
}

export interface ExecutionClient extends ServiceClient {
	/** Waits between two calls; ends at once, with a ServiceFailure, when the execution is stopped. */
	pause(ms: number): Promise<void>;
}

export interface ClientOptions {
	readonly priority?: Priority;
	/** Milliseconds for one answer. */
	readonly timeoutMs?: number;
	/** Milliseconds that one call may spend waiting after refusals for quota, and before being sent. */
	readonly maxWaitMs?: number;
	readonly signal?: AbortSignal | undefined;
	/** Calls that the execution is going to make, as far as that is known: work that no minute can hold is not hurried. */
	readonly expectedCalls?: number;
	/** Aborted when another item has stopped the execution: what has not been sent by then is not started. */
	readonly stop?: AbortSignal;
}

const MAX_REPEATS = 2;

/** Reads the credential once; every call of an execution then uses what was read. */
export async function createClient(
	context: NodeContext,
	options: ClientOptions = {},
): Promise<ExecutionClient> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE);
	const base = readBaseUrl(data.baseUrl);
	if (!base.ok) throw new InputProblem('Base URL', base.reason, '');
	for (const [name, label] of [
		['publicKey', 'Public Key'],
		['secretKey', 'Secret Key'],
	] as const) {
		if (typeof data[name] !== 'string' || data[name].trim() === '') {
			throw new InputProblem(
				label,
				`The '${label}' of the credential is empty.`,
				'Enter the key you received.',
			);
		}
	}
	const publicKey = String(data.publicKey).trim();
	const limiter = limiterFor(publicKey, base.url, Number(data.requestsPerMinute ?? 300));
	const priority = options.priority ?? 'bulk';
	const { signal } = options;
	let begun = 0;
	const more = () => Math.max(0, (options.expectedCalls ?? 0) - begun);
	const credentialsDecrypted = {
		id: CREDENTIAL_TYPE,
		name: 'Legal Notice API',
		type: CREDENTIAL_TYPE,
		data,
	};

	async function permitToSend(until: AbortSignal | undefined): Promise<Permit> {
		return await limiter.acquire(priority, { signal: until, maxWaitMs: options.maxWaitMs, more });
	}

	/** For what is not to be begun any more once another item has stopped the execution. */
	async function permitToStart(): Promise<Permit> {
		const { stop } = options;
		if (!stop) return await permitToSend(signal);
		try {
			const permit = await permitToSend(signal ? AbortSignal.any([signal, stop]) : stop);
			if (!stop.aborted) return permit;
			permit.release('notSent');
		} catch (failure) {
			if (!stop.aborted || signal?.aborted) throw asThrown(failure);
		}
		throw new ServiceFailure('notStarted');
	}

	async function attempt(call: ServiceCall): Promise<Answer> {
		const permit =
			call.sideEffect === 'starts' ? await permitToStart() : await permitToSend(signal);
		let outcome: Outcome = 'failed';
		const sentAt = Date.now();
		try {
			const response = await send(call);
			const refusedForTime = containsTimeRefusal(response.body);
			learnClock(
				base.ok ? base.origin : '',
				{
					date: header(response, 'date'),
					age: header(response, 'age'),
					sentAt,
					receivedAt: Date.now(),
				},
				refusedForTime,
			);
			outcome = 'answered';
			return readAnswer({ status: response.statusCode, body: response.body });
		} catch (thrown) {
			const failure =
				thrown instanceof ServiceFailure
					? thrown
					: connectionFailure(thrown, signal?.aborted === true);
			if (failure.kind === 'quota') outcome = 'overQuota';
			if (failure.kind === 'noAnswer') outcome = 'timedOut';
			throw asThrown(failure);
		} finally {
			permit.release(outcome);
		}
	}

	async function send(call: ServiceCall): Promise<IN8nHttpFullResponse> {
		const request: IHttpRequestOptions = {
			method: call.method,
			url: `${base.ok ? base.url : ''}${INTERFACE_PATH}${call.path}${queryText(call.query)}`,
			headers: { Accept: 'application/json' },
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: options.timeoutMs ?? timings().answerMs,
		};
		if (call.body !== undefined) {
			request.body = Buffer.from(JSON.stringify(call.body), 'utf8');
			request.headers = { ...request.headers, 'Content-Type': 'application/json' };
		}
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			request,
			{ credentialsDecrypted },
		);
		return response as IN8nHttpFullResponse;
	}

	async function call(wanted: ServiceCall): Promise<Answer> {
		begun++;
		let refusedSince: number | undefined;
		let repeats = 0;
		let clockCorrected = false;
		for (;;) {
			try {
				return await attempt(wanted);
			} catch (thrown) {
				if (!(thrown instanceof ServiceFailure)) throw asThrown(thrown);
				if (thrown.has('err_timestamp_controle') && !clockCorrected) {
					// Refused before anything was done; the Date of that answer has just been learned.
					clockCorrected = true;
				} else if (thrown.kind === 'quota') {
					// The wait for the own turn before the first refusal is not the service's doing.
					refusedSince ??= Date.now();
					const waitedMs = Date.now() - refusedSince;
					if (waitedMs > (options.maxWaitMs ?? timings().quotaPatienceMs)) {
						throw asThrown(new ServiceFailure('quota', { ...thrown.facts, waitedMs }));
					}
				} else if (repeats < MAX_REPEATS && mayRepeat(thrown, wanted)) {
					await pause(beforeRepeat(repeats++), signal);
				} else if (wanted.sideEffect === undefined) {
					throw asThrown(new ServiceFailure(thrown.kind, { ...thrown.facts, readOnly: true }));
				} else {
					throw asThrown(thrown);
				}
			}
		}
	}

	return {
		environment: data.environment === 'production' ? 'production' : 'test',
		call,
		pause: async (ms) => await pause(ms, signal),
	};
}

/** Harmless to repeat: nothing was done, or the call only reads. */
function mayRepeat(failure: ServiceFailure, call: ServiceCall): boolean {
	if (failure.kind === 'notSent') return failure.facts.networkCode !== 'ENOTFOUND';
	return failure.ambiguous && call.sideEffect === undefined;
}

/** Milliseconds: 0.5 s, then 1 s, each with jitter. */
function beforeRepeat(repeats: number): number {
	return timings().beforeRepeatMs * 2 ** repeats * (0.75 + Math.random() / 2);
}

function containsTimeRefusal(body: unknown): boolean {
	return Buffer.isBuffer(body) && body.length < 4_000 && body.includes('err_timestamp_controle');
}

function header(response: IN8nHttpFullResponse, name: string): string | undefined {
	const value = response.headers?.[name];
	return typeof value === 'string' ? value : undefined;
}

function queryText(query: ServiceCall['query']): string {
	const pairs = Object.entries(query ?? {})
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([name, value]): [string, string] => [name, String(value)]);
	return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : '';
}
