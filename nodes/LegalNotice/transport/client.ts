import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { INTERFACE_PATH } from '../domain/baseUrl';
import { isRecord } from '../domain/records';
import { readAnswer, type Answer } from './envelope';
import { asThrown, connectionFailure, ServiceFailure } from './failures';
import { limiterFor, type Outcome, type Priority } from './limiter';
import { forgetClock, type Keys, learnClock, readKeys } from './signing';
import { timings } from './timings';

export const CREDENTIAL_TYPE = 'legalNoticeApi';

export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** `starts` is not sent once another item has stopped the execution; `continues` is. */
export type SideEffect = 'starts' | 'continues';

export interface ServiceCall {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** Behind the path of the interface, already safe to write into a URL, without query. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string | number | undefined>>;
	readonly body?: object;
	/** A call with one is sent again only where it is known that nothing was done. */
	readonly sideEffect?: SideEffect;
	/** Not repeated after a lost answer; by default a call that only reads is, twice. */
	readonly once?: boolean;
	/** Only helps: sent once, not waited for when refused for quota, and no sign that the service is away. */
	readonly helps?: boolean;
}

export interface ServiceClient {
	readonly environment: Keys['environment'];
	readonly origin?: string;
	/** @throws ServiceFailure */
	call(call: ServiceCall): Promise<Answer>;
}

export interface ExecutionClient extends ServiceClient {
	/** @throws ServiceFailure `cancelled` as soon as the execution is stopped */
	pause(ms: number): Promise<void>;
}

export interface ClientOptions {
	/** For lists that a person waits for. */
	readonly priority?: Priority;
	readonly timeoutMs?: number;
	/** Label of the option that sets `timeoutMs`. */
	readonly timeoutOption?: string;
	/** Milliseconds that one call may wait before it is sent, and after refusals for quota. */
	readonly maxWaitMs?: number;
	/** Aborted when the execution is stopped. */
	readonly signal?: AbortSignal | undefined;
	/** Aborted when another item has stopped the execution. */
	readonly stop?: AbortSignal;
}

const MAX_REPEATS = 2;
/** Calls in a row; a service that answers none of them gets no more, for each would hang as long. */
const MAX_UNANSWERED = 5;

/** Reads the credential, once for all calls. @throws UserError when nothing can be sent with it */
export async function createClient(
	context: NodeContext,
	options: ClientOptions = {},
): Promise<ExecutionClient> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE);
	const keys = readKeys(data);
	const limiter = limiterFor(keys.digest, Number(data.requestsPerMinute));
	const timeoutMs = options.timeoutMs ?? timings().answerMs;
	const { signal, stop, maxWaitMs, timeoutOption } = options;
	/** Of the calls sent after the last answer. */
	let unanswered = 0;
	let answeredAt = -Infinity;

	/** The credential signs it (`signing.ts`). @throws whatever n8n throws without an answer */
	async function send(call: ServiceCall) {
		const credentialsDecrypted = { id: CREDENTIAL_TYPE, name: '', type: CREDENTIAL_TYPE, data };
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			requestOf(keys.url, call, timeoutMs),
			{ credentialsDecrypted },
		);
		return isRecord(response) ? response : {};
	}

	/** Waits. @returns what is to be called when the call has ended. @throws ServiceFailure */
	async function turn({ sideEffect }: ServiceCall): Promise<(outcome: Outcome) => void> {
		const stopped = sideEffect === 'starts' ? stop : undefined;
		const ends = [signal, stopped].filter((one) => one !== undefined);
		const check = () => {
			if (stopped?.aborted && !signal?.aborted) throw new ServiceFailure('notStarted');
			if (unanswered < MAX_UNANSWERED) return;
			throw new ServiceFailure('notSent', { unanswered, timedOutMs: timeoutMs, timeoutOption });
		};
		check();
		let release: ((outcome: Outcome) => void) | undefined;
		try {
			const priority = options.priority ?? (sideEffect ? 'effect' : 'bulk');
			release = await limiter.acquire(priority, { signal: AbortSignal.any(ends), maxWaitMs });
			check();
			return release;
		} catch (failure) {
			release?.('notSent');
			check();
			throw asThrown(failure);
		}
	}

	/** @returns what came of it, and the Date header */
	async function attempt(call: ServiceCall): Promise<[Answer | ServiceFailure, unknown?]> {
		const release = await turn(call);
		const sentAt = Date.now();
		try {
			const { statusCode, headers, body } = await send(call);
			unanswered = 0;
			answeredAt = Date.now();
			const result = readAnswer(Number(statusCode), body);
			const isRefused = result instanceof ServiceFailure && result.kind === 'quota';
			release(isRefused ? 'refused' : 'answered');
			return [result, isRecord(headers) ? headers.date : undefined];
		} catch (thrown) {
			const failure = connectionFailure(thrown, signal?.aborted === true);
			release(failure.kind === 'notSent' ? 'notSent' : 'answered');
			// A timer may be a little early.
			const timedOut = failure.kind === 'noAnswer' && Date.now() - sentAt > timeoutMs - 20;
			if (!timedOut) return [failure];
			if (sentAt >= answeredAt && !call.helps) unanswered++;
			const facts = { ...failure.facts, timedOutMs: timeoutMs, timeoutOption };
			return [new ServiceFailure('noAnswer', facts)];
		}
	}

	async function call(wanted: ServiceCall): Promise<Answer> {
		let refusedSince: number | undefined;
		let repeats = 0;
		let clockTries = 0;
		for (;;) {
			const [result, date] = await attempt(wanted);
			if (!(result instanceof ServiceFailure)) return result;
			const reads = wanted.sideEffect === undefined;
			const isClock = result.has('err_timestamp_controle');
			if (isClock && clockTries === 0 && learnClock(keys, date)) {
				// Refused before anything was done.
				clockTries = 1;
			} else if (isClock && clockTries === 1) {
				forgetClock(keys);
				clockTries = 2;
			} else if (result.kind === 'quota' && !wanted.helps && (reads || !result.ambiguous)) {
				refusedSince ??= Date.now();
				const waitedMs = Date.now() - refusedSince;
				if (waitedMs > (maxWaitMs ?? timings().quotaPatienceMs)) {
					throw new ServiceFailure('quota', { ...result.facts, waitedMs });
				}
			} else if (
				repeats < (wanted.once || wanted.helps ? 0 : MAX_REPEATS) &&
				mayRepeat(result, reads)
			) {
				// 0.5 s, then 1 s, each with jitter.
				await pause(timings().beforeRepeatMs * 2 ** repeats++ * (0.75 + Math.random() / 2), signal);
			} else {
				throw reads ? new ServiceFailure(result.kind, { ...result.facts, readOnly: true }) : result;
			}
		}
	}

	return {
		environment: keys.environment,
		origin: keys.origin,
		call,
		pause: async (ms) => await pause(ms, signal),
	};
}

/** Harmless to repeat, and a moment later it may be answered. */
function mayRepeat(failure: ServiceFailure, reads: boolean): boolean {
	const { networkCode, refusedByN8n } = failure.facts;
	if (failure.kind === 'notSent') return networkCode !== 'ENOTFOUND' && refusedByN8n === undefined;
	if (failure.kind === 'redirect' || failure.kind === 'blocked') return false;
	return reads && failure.ambiguous;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	if (signal?.aborted) throw new ServiceFailure('cancelled');
	await new Promise<void>((resolve, reject) => {
		const onAbort = () => reject(new ServiceFailure('cancelled'));
		signal?.addEventListener('abort', onAbort, { once: true });
		void sleep(ms).then(() => {
			signal?.removeEventListener('abort', onAbort);
			resolve();
		});
	});
}

function requestOf(baseUrl: string, call: ServiceCall, timeout: number): IHttpRequestOptions {
	const { method, path, query = {}, body } = call;
	const given = new URLSearchParams();
	for (const [name, value = ''] of Object.entries(query)) {
		if (value !== '') given.set(name, String(value));
	}
	return {
		method,
		url: `${baseUrl}${INTERFACE_PATH}${path}${given.size > 0 ? `?${given.toString()}` : ''}`,
		headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
		...(body && { body: Buffer.from(JSON.stringify(body)) }),
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout,
	};
}
