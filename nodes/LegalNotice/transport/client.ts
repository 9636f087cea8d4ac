/** Sends calls to the service: signed, within the limits of the key, and as often as `nextStep.ts` says. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { addressOf, type Query } from '../domain/baseUrl';
import { isRecord } from '../domain/records';
import { rethrown, connectionFailure, ServiceFailure } from '../errors/failures';
import { type Answer, readAnswer, readBytes } from './envelope';
import {
	type CallLimiter,
	type CallOutcome,
	limiterFor,
	type Priority,
	type Release,
} from './limiter';
import { type ClockReading, nextStep, type NextStep, whyUsedUp } from './nextStep';
import { clockOffset, concealer, type Keys, offsetOfDate, readKeys, setClock } from './signing';
import { backoffMs, pause, since, threadYielder, timings } from './timings';

export const CREDENTIAL_TYPE = 'legalNoticeApi';

export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** `starts` is not sent once another item has stopped the execution; `continues` is. */
export type SideEffect = 'starts' | 'continues';

export interface ServiceCall {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** It follows the path of the interface, has no query, and is safe to write into a URL as it is. */
	readonly path: string;
	readonly query?: Query;
	readonly body?: object;
	/** A call that has one is sent again only where it is known that nothing was done. */
	readonly sideEffect?: SideEffect;
	/** It is not repeated after a lost answer, as a call that only reads is by default, twice. */
	readonly once?: boolean;
	/** The work goes on without its answer: it is sent once, waits a minute for its turn at most, and shows nothing when it hangs. */
	readonly optional?: boolean;
	/** An order or a cancellation waits for its answer: it goes before bulk reads, as they do. */
	readonly urgent?: boolean;
	/** It stands in the body, and no failure may quote it. */
	readonly secret?: string;
}

export interface ServiceClient {
	readonly environment: Keys['environment'];
	readonly origin?: string;
	/** @throws ServiceFailure */
	call(call: ServiceCall): Promise<Answer>;
}

export interface ExecutionClient extends ServiceClient {
	/** Names its pair of keys in memory. */
	readonly account: string;
	/** @throws ServiceFailure `cancelled` as soon as the execution is stopped */
	pause(ms: number): Promise<void>;
}

export interface ClientOptions {
	/** That of calls that neither have an effect nor are urgent; `bulk` without it. */
	readonly priority?: Priority;
	readonly timeoutMs?: number;
	/** The label of the option that sets `timeoutMs`. */
	readonly timeoutOption?: string;
	/** Milliseconds that one call may wait before it is sent, and after refusals for quota. */
	readonly maxWaitMs?: number;
	/** It is aborted when the execution is stopped. */
	readonly signal?: AbortSignal | undefined;
	/** It is aborted when another item has stopped the execution. */
	readonly stop?: AbortSignal;
}

/** A service that answers none of so many calls in a row gets no more, for each would hang as long. */
const MAX_UNANSWERED = 5;

/** Reads the credential, once for all calls. @throws UserError when nothing can be sent with it */
export async function createClient(
	context: NodeContext,
	options: ClientOptions = {},
): Promise<ExecutionClient> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE);
	return new KeyClient(context, data, options);
}

interface Attempt {
	readonly result: Answer | ServiceFailure;
	/** The offset of the clock that it was signed with. */
	readonly signedWith: number;
	readonly tookMs: number;
	/** The Date header of the answer. */
	readonly date?: unknown;
}

interface History {
	repeats: number;
	clockCorrections: number;
	/** When it was first refused for quota, on the clock that only goes forward. */
	quotaSince: number | undefined;
}

class KeyClient implements ExecutionClient {
	readonly environment: Keys['environment'];
	readonly origin: string;
	readonly account: string;
	private readonly keys: Keys;
	private readonly limiter: CallLimiter;
	private readonly timeoutMs: number;
	private readonly credentialsDecrypted: ICredentialsDecrypted;
	/** Many answers may come at one moment, and each takes its turn to be read. */
	private readonly yieldThread = threadYielder();
	/** The calls in a row that got no answer in time. One that was sent before the last answer does not count. */
	private unanswered = 0;
	private answeredAt = 0;
	/** The quota stayed used up for as long as a call waits: then no other call of the execution is sent. */
	private usedUp: ServiceFailure | undefined;

	constructor(
		private readonly context: NodeContext,
		data: ICredentialDataDecryptedObject,
		private readonly options: ClientOptions,
	) {
		this.keys = readKeys(data);
		({ environment: this.environment, origin: this.origin, digest: this.account } = this.keys);
		this.limiter = limiterFor(this.account, Number(data.requestsPerMinute));
		this.timeoutMs = options.timeoutMs ?? timings().answerMs;
		this.credentialsDecrypted = { id: CREDENTIAL_TYPE, name: '', type: CREDENTIAL_TYPE, data };
	}

	async call(wanted: ServiceCall): Promise<Answer> {
		const history: History = { repeats: 0, clockCorrections: 0, quotaSince: undefined };
		for (;;) {
			const attempt = await this.attempt(wanted);
			if (!(attempt.result instanceof ServiceFailure)) return attempt.result;
			if (attempt.result.kind === 'quota') history.quotaSince ??= performance.now();
			const next = nextStep({
				call: wanted,
				failure: attempt.result,
				tried: { ...history, quotaMs: since(history.quotaSince) },
				clock: this.clockReading(attempt),
				patienceMs: this.options.maxWaitMs ?? timings().quotaPatienceMs,
			});
			await this.carryOut(next, history);
		}
	}

	async pause(ms: number): Promise<void> {
		await pause(ms, this.options.signal);
	}

	/** @throws ServiceFailure when the call is given up */
	private async carryOut(next: NextStep, history: History): Promise<void> {
		switch (next.step) {
			case 'giveUp':
				this.usedUp = whyUsedUp(next.failure) ?? this.usedUp;
				throw next.failure;
			case 'correctClock':
				history.clockCorrections++;
				setClock(this.keys, next.offset);
				return;
			case 'waitForQuota':
				// The limiter, which heard of the refusal, holds back the next attempt.
				return;
			case 'repeat':
				history.repeats++;
				await this.pause(backoffMs(history.repeats));
		}
	}

	private async attempt(call: ServiceCall): Promise<Attempt> {
		const release = await this.waitForTurn(call);
		const sentAt = performance.now();
		const signedWith = clockOffset(this.keys);
		try {
			const { result, date } = await this.send(call);
			this.unanswered = 0;
			this.answeredAt = performance.now();
			release(outcomeOf(result));
			return { result, signedWith, tookMs: since(sentAt), date };
		} catch (thrown) {
			const result = this.failureOf(thrown, call, sentAt);
			release(outcomeOf(result));
			return { result, signedWith, tookMs: since(sentAt) };
		}
	}

	private clockReading({ signedWith, tookMs, date }: Attempt): ClockReading {
		return { signedWith, believed: clockOffset(this.keys), dated: offsetOfDate(date), tookMs };
	}

	/** Waits until the call may go out. @throws ServiceFailure */
	private async waitForTurn(call: ServiceCall): Promise<Release> {
		// What began before another item stopped the execution is brought to its end.
		const isNew = call.sideEffect === 'starts' || call.optional;
		const stop = isNew ? this.options.stop : undefined;
		this.checkMaySend(stop);
		const release = await this.acquire(call, stop);
		try {
			// The wait may have been long.
			this.checkMaySend(stop);
			return release;
		} catch (failure) {
			release('notSent');
			throw rethrown(failure);
		}
	}

	/** @throws ServiceFailure, of another item's stop rather than of the wait that it ended */
	private async acquire(call: ServiceCall, stop: AbortSignal | undefined): Promise<Release> {
		const { signal } = this.options;
		const priority = priorityOf(call, this.options);
		const maxWaitMs = call.optional ? timings().quotaWindowMs : this.options.maxWaitMs;
		const ends = signal && stop ? AbortSignal.any([signal, stop]) : (signal ?? stop);
		try {
			return await this.limiter.acquire(priority, { signal: ends, maxWaitMs });
		} catch (failure) {
			this.checkMaySend(stop);
			throw rethrown(failure);
		}
	}

	/** @throws ServiceFailure */
	private checkMaySend(stop: AbortSignal | undefined): void {
		const { signal, timeoutOption } = this.options;
		if (stop?.aborted && !signal?.aborted) throw new ServiceFailure('notStarted');
		if (this.usedUp) throw this.usedUp;
		if (this.unanswered < MAX_UNANSWERED) return;
		const facts = { unanswered: this.unanswered, timedOutMs: this.timeoutMs, timeoutOption };
		throw new ServiceFailure('notSent', facts);
	}

	/** n8n has the credential sign it last of all (`signing.ts`). @throws whatever n8n throws without an answer */
	private async send(call: ServiceCall): Promise<Pick<Attempt, 'result' | 'date'>> {
		const { context, credentialsDecrypted } = this;
		const request = requestOf(this.keys.url, call, this.timeoutMs);
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			request,
			{ credentialsDecrypted },
		);
		await this.yieldThread();
		const { status, date, body } = responseParts(response);
		const conceal = concealer(this.keys, call.secret);
		return { result: readAnswer(status, await readBytes(body), conceal, request), date };
	}

	private failureOf(thrown: unknown, call: ServiceCall, sentAt: number): ServiceFailure {
		const { signal, timeoutOption } = this.options;
		const failure = connectionFailure(thrown, signal?.aborted === true);
		// A timer may be a little early.
		const isLate = performance.now() - sentAt > this.timeoutMs - 20;
		if (failure.kind !== 'noAnswer' || !isLate) return failure;
		if (sentAt >= this.answeredAt && !call.optional) this.unanswered++;
		const facts = { ...failure.facts, timedOutMs: this.timeoutMs, timeoutOption };
		return new ServiceFailure('noAnswer', facts);
	}
}

function outcomeOf(result: Answer | ServiceFailure): CallOutcome {
	if (!(result instanceof ServiceFailure)) return 'answered';
	if (result.kind === 'quota') return 'refused';
	if (result.kind === 'notSent') return 'notSent';
	return 'answered';
}

/** What n8n's request helper returns is its HTTP client's, and without a type. */
function responseParts(response: unknown): { status: number; date?: unknown; body?: unknown } {
	if (!isRecord(response)) return { status: NaN };
	const { statusCode, headers, body } = response;
	const date = isRecord(headers) ? headers.date : undefined;
	return { status: Number(statusCode), date, body };
}

/** Orders go before bulk reads: a deadline may hang on each of them. */
function priorityOf({ sideEffect, urgent }: ServiceCall, { priority }: ClientOptions): Priority {
	if (sideEffect !== undefined || urgent) return 'effect';
	return priority ?? 'bulk';
}

function requestOf(baseUrl: string, call: ServiceCall, timeout: number): IHttpRequestOptions {
	const request: IHttpRequestOptions = {
		method: call.method,
		url: addressOf(baseUrl, call.path, call.query),
		headers: { Accept: 'application/json' },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout,
	};
	if (call.body === undefined) return request;
	const headers = { ...request.headers, 'Content-Type': 'application/json' };
	return { ...request, headers, body: Buffer.from(JSON.stringify(call.body)) };
}
