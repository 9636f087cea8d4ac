/** Sends calls to the service: signed, within the limits of the key, and again where `sendingAgain.ts` has it. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { addressOf, type Query } from '../domain/baseUrl';
import { isRecord } from '../reading/records';
import { connectionFailure, rethrown, ServiceFailure } from '../errors/failures';
import { shownValues } from '../errors/table';
import { type Answer, readAnswer, readBytes } from './envelope';
import {
	type CallLimiter,
	type CallEnd,
	type Priority,
	QUOTA_WINDOW_MS,
	type Release,
} from './limiter';
import { stateOf } from './keyState';
import { pause, Turns } from './pause';
import { type Manner, READ, SENDING_AGAIN, whyAgain, type Why } from './sendingAgain';
import { clockOffset, correctClock, type Keys, readKeys, withoutKeys } from './signing';

const CREDENTIAL_TYPE = 'legalNoticeApi';

export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface ServiceCall {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** It follows the path of the interface, has no query, and is safe to write into a URL as it is. */
	readonly path: string;
	readonly query?: Query;
	readonly body?: object;
	/** `READ` without it. */
	readonly manner?: Manner;
	/** Its body holds a password: no failure quotes what it was answered with. */
	readonly confidential?: boolean;
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
	/** It is aborted when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
	/** @throws ServiceFailure `executionStopped` as soon as the execution is stopped */
	pause(ms: number): Promise<void>;
}

export interface ClientOptions {
	/** When its calls go out among others of the same key; `rest` without it. */
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

/** The service is given so long for one answer. */
const ANSWER_MS = 30_000;
/** A first repetition waits so long, a second twice that. */
const BEFORE_REPEAT_MS = 500;
/** A service that answers none of so many calls in a row gets no new work, for each call would hang as long. */
const MAX_UNANSWERED = 5;

/** Reads the credential, once for all calls. @throws UserError when nothing can be sent with it */
export async function createClient(
	context: NodeContext,
	options: ClientOptions,
): Promise<ExecutionClient> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE);
	return new KeyClient(context, data, options);
}

type FullCall = ServiceCall & Required<Pick<ServiceCall, 'manner'>>;

/** What one call has been through. */
interface History {
	/** How often it was sent again, and why. */
	readonly times: Record<Why, number>;
	/** When it was first refused for quota, on the clock that only goes forward. */
	quotaSince: number | undefined;
}

/** An attempt that failed. */
interface Failed {
	readonly failure: ServiceFailure;
	/** The offset of the clock that it was signed with. */
	readonly signedWith: number;
	/** The Date header of the answer. */
	readonly date: unknown;
	/** Milliseconds from its sending to its answer. */
	readonly tookMs: number;
}

class KeyClient implements ExecutionClient {
	readonly environment: Keys['environment'];
	readonly origin: string;
	readonly account: string;
	readonly signal: AbortSignal | undefined;
	private readonly keys: Keys;
	private readonly limiter: CallLimiter;
	private readonly timeoutMs: number;
	private readonly quotaPatienceMs: number;
	/** It ends the wait of calls that begin something new. */
	private readonly endOfNew: AbortSignal | undefined;
	private readonly credentialsDecrypted: ICredentialsDecrypted;
	/** The calls in a row that got no answer in time. One that was sent before the last answer does not count. */
	private unanswered = 0;
	private answeredAt = 0;
	/** Many answers may come at one moment. */
	private readonly turns = new Turns();
	/** The quota stayed used up for as long as a call waits: no new work begins. */
	private usedUp: ServiceFailure | undefined;

	constructor(
		private readonly context: NodeContext,
		data: ICredentialDataDecryptedObject,
		private readonly options: ClientOptions,
	) {
		this.keys = readKeys(data);
		({ environment: this.environment, origin: this.origin, digest: this.account } = this.keys);
		const { signal, stop } = options;
		this.signal = signal;
		this.endOfNew = signal && stop ? AbortSignal.any([signal, stop]) : (signal ?? stop);
		this.quotaPatienceMs = options.maxWaitMs ?? SENDING_AGAIN.quota.forMs;
		({ limiter: this.limiter } = stateOf(this.account));
		this.limiter.allow(Number(data.requestsPerMinute));
		this.timeoutMs = options.timeoutMs ?? ANSWER_MS;
		// The credential signs with these (`signing.ts`), and need not read its fields anew for each call.
		const { keys } = this;
		this.credentialsDecrypted = {
			id: CREDENTIAL_TYPE,
			name: '',
			type: CREDENTIAL_TYPE,
			data: keys,
		};
	}

	async call(given: ServiceCall): Promise<Answer> {
		const call = { ...given, manner: given.manner ?? READ };
		const times = { clock: 0, closedDate: 0, quota: 0, notSent: 0, lostAnswer: 0 };
		const history: History = { times, quotaSince: undefined };
		for (;;) {
			const attempt = await this.attempt(call);
			if (!('failure' in attempt)) return attempt.answer;
			const why = this.isSentAgain(call, attempt, history);
			if (why === undefined) throw this.givenUp(call, attempt, history);
			// The limiter, which heard of a refusal for quota, holds back the next attempt.
			const isWaitedFor = why === 'notSent' || why === 'lostAnswer';
			// Jitter keeps calls that failed together from coming back together.
			const backoffMs = BEFORE_REPEAT_MS * 2 ** (times[why] - 1) * (0.75 + Math.random() / 2);
			if (isWaitedFor) await this.pause(backoffMs);
		}
	}

	async pause(ms: number): Promise<void> {
		await pause(ms, this.signal);
	}

	/** Why the same call is made once more, as the table has it, and counts that; undefined for not any more. */
	private isSentAgain(call: FullCall, failed: Failed, history: History): Why | undefined {
		const { failure, signedWith, date, tookMs } = failed;
		const manner = call.manner;
		const why = whyAgain(failure, manner);
		// Another day is another call, and what was lost is for the caller to look up.
		const isForCaller = why === 'closedDate' || (why === 'lostAnswer' && manner.callerRepeats);
		if (why === undefined || isForCaller) return undefined;
		if (++history.times[why] > SENDING_AGAIN[why].times) return undefined;
		if (why === 'clock') return correctClock(this.keys, signedWith, date, tookMs) ? why : undefined;
		if (why !== 'quota') return why;
		history.quotaSince ??= performance.now();
		return performance.now() - history.quotaSince <= this.quotaPatienceMs ? why : undefined;
	}

	private givenUp(call: FullCall, { failure }: Failed, { quotaSince }: History): ServiceFailure {
		const { kind, facts, mayBeDone } = failure;
		const waitedMs = quotaSince === undefined ? 0 : performance.now() - quotaSince;
		// A page with HTTP 429 ends the call of an effect at once, and says nothing of the other calls.
		if (kind === 'quota' && waitedMs > this.quotaPatienceMs) {
			this.usedUp = new ServiceFailure('busy', { waitedMs });
			return new ServiceFailure(kind, { ...facts, waitedMs });
		}
		if (call.manner.effect || !mayBeDone) return failure;
		// Of a call that only reads nobody has to find out what it did.
		return new ServiceFailure(kind, { ...facts, readOnly: true });
	}

	/** @throws ServiceFailure when it was not sent */
	private async attempt(call: FullCall): Promise<{ readonly answer: Answer } | Failed> {
		const release = await this.waitForPlace(call);
		const sentAt = performance.now();
		const signedWith = clockOffset(this.keys);
		try {
			const { result, date } = await this.send(call);
			this.unanswered = 0;
			this.answeredAt = performance.now();
			release(endOf(result));
			if (!(result instanceof ServiceFailure)) return { answer: result };
			return { failure: result, signedWith, date, tookMs: this.answeredAt - sentAt };
		} catch (thrown) {
			const failure = this.failureOf(thrown, call, sentAt);
			release(endOf(failure));
			return { failure, signedWith, date: undefined, tookMs: performance.now() - sentAt };
		}
	}

	/** Waits until the call may go out. @throws ServiceFailure */
	private async waitForPlace(call: FullCall): Promise<Release> {
		const { spare, heldBackBy } = call.manner;
		const priority = spare ? 'rest' : (this.options.priority ?? 'rest');
		const maxWaitMs = spare ? QUOTA_WINDOW_MS : this.options.maxWaitMs;
		const signal = heldBackBy === 'otherItem' ? this.endOfNew : this.signal;
		this.checkMaySend(call);
		let release: Release | undefined;
		try {
			release = await this.limiter.acquire(priority, { signal, maxWaitMs });
			// The wait may have been long.
			this.checkMaySend(call);
			return release;
		} catch (failure) {
			release?.('notSent');
			// Of two reasons the other item's stop is the one to report.
			this.checkMaySend(call);
			throw rethrown(failure);
		}
	}

	/** Refuses what would begin something new. What completes or looks up what has begun is always sent. @throws ServiceFailure */
	private checkMaySend(call: FullCall): void {
		const { signal, stop, timeoutOption } = this.options;
		const { heldBackBy } = call.manner;
		if (heldBackBy === 'nothing') return;
		const isStopped = stop?.aborted === true && !signal?.aborted;
		if (heldBackBy === 'otherItem' && isStopped) throw new ServiceFailure('notStarted');
		if (this.usedUp) throw this.usedUp;
		if (this.unanswered < MAX_UNANSWERED) return;
		const facts = { unanswered: this.unanswered, timedOutMs: this.timeoutMs, timeoutOption };
		throw new ServiceFailure('notSent', facts);
	}

	/** n8n has the credential sign it last of all (`signing.ts`). @throws whatever n8n throws without an answer */
	private async send(
		call: FullCall,
	): Promise<{ readonly result: Answer | ServiceFailure; readonly date: unknown }> {
		const { context, credentialsDecrypted, keys } = this;
		const request = requestOf(keys.baseUrl, call, this.timeoutMs);
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			request,
			{ credentialsDecrypted },
		);
		await this.turns.next();
		// What n8n's request helper returns is its HTTP client's, and without a type.
		const { statusCode, headers, body } = isRecord(response) ? response : {};
		const date = isRecord(headers) ? headers.date : undefined;
		const conceal = (text: string) => withoutKeys(keys, text);
		const result = readAnswer(Number(statusCode), await readBytes(body), conceal);
		if (!(result instanceof ServiceFailure)) return { result, date };
		// A refusal names the value that was refused.
		const sent = { ...shownValues(call.query, conceal), ...shownValues(call.body, conceal) };
		const named = result.codes.length === 0 ? result.facts : { ...result.facts, sent };
		// What answered may show the body of the call, and with it a password.
		const facts = call.confidential ? { ...named, details: [], excerpt: '' } : named;
		return { result: new ServiceFailure(result.kind, facts), date };
	}

	private failureOf(thrown: unknown, call: FullCall, sentAt: number): ServiceFailure {
		const { timeoutOption } = this.options;
		const failure = connectionFailure(thrown, this.signal?.aborted === true);
		// A timer may be a little early.
		const isLate = performance.now() - sentAt > this.timeoutMs - 20;
		if (failure.kind !== 'noAnswer' || !isLate) return failure;
		if (sentAt >= this.answeredAt && !call.manner.spare) this.unanswered++;
		const facts = { ...failure.facts, timedOutMs: this.timeoutMs, timeoutOption };
		return new ServiceFailure('noAnswer', facts);
	}
}

function endOf(result: Answer | ServiceFailure): CallEnd {
	if (!(result instanceof ServiceFailure)) return 'answered';
	if (result.kind === 'quota') return 'refused';
	return result.kind === 'notSent' ? 'notSent' : 'answered';
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
