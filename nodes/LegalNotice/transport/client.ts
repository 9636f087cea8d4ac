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
import { readAnswer, readAtMost, type Answer, type Conceal } from './envelope';
import { asThrown, connectionFailure, ServiceFailure } from '../errors/failures';
import { type CallLimiter, limiterFor, type Outcome, type Priority } from './limiter';
import { clockOffset, concealer, correctClock, type Keys, readKeys } from './signing';
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
/** Of one call: the service's clock may step while it is corrected. */
const MAX_CLOCK_CORRECTIONS = 3;
/** Of one answer, unpacked; the logos of all newspapers are the most that the interface gives at once. */
const MAX_ANSWER_BYTES = 32 * 1_048_576;

/** Reads the credential, once for all calls. @throws UserError when nothing can be sent with it */
export async function createClient(
	context: NodeContext,
	options: ClientOptions = {},
): Promise<ExecutionClient> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE);
	return new KeyClient(context, data, options);
}

/** What came of one attempt. */
interface Attempt {
	readonly result: Answer | ServiceFailure;
	/** The Date header of the answer. */
	readonly date?: unknown;
	/** The offset of the clock that it was signed with. */
	readonly signedWith: number;
}

/** What one call has been through. */
interface Tries {
	repeats: number;
	corrections: number;
	/** On the clock that only goes forward. */
	refusedSince: number | undefined;
}

class KeyClient implements ExecutionClient {
	readonly environment: Keys['environment'];
	readonly origin: string;
	private readonly keys: Keys;
	private readonly limiter: CallLimiter;
	private readonly timeoutMs: number;
	private readonly conceal: Conceal;
	/** Of the calls sent after the last answer. */
	private unanswered = 0;
	private answeredAt = 0;

	constructor(
		private readonly context: NodeContext,
		private readonly data: ICredentialDataDecryptedObject,
		private readonly options: ClientOptions,
	) {
		this.keys = readKeys(data);
		this.environment = this.keys.environment;
		this.origin = this.keys.origin;
		this.limiter = limiterFor(this.keys.digest, Number(data.requestsPerMinute));
		this.timeoutMs = options.timeoutMs ?? timings().answerMs;
		this.conceal = concealer(this.keys);
	}

	async call(wanted: ServiceCall): Promise<Answer> {
		const tries: Tries = { repeats: 0, corrections: 0, refusedSince: undefined };
		for (;;) {
			const attempt = await this.attempt(wanted);
			const { result } = attempt;
			if (!(result instanceof ServiceFailure)) return result;
			const again =
				this.isCorrected(attempt, result, tries) ||
				this.waitsForQuota(wanted, result, tries) ||
				(await this.isRepeated(wanted, result, tries));
			if (again) continue;
			if (wanted.sideEffect !== undefined) throw result;
			throw new ServiceFailure(result.kind, { ...result.facts, readOnly: true });
		}
	}

	async pause(ms: number): Promise<void> {
		await pause(ms, this.options.signal);
	}

	/** A refused timestamp was refused before anything was done, unless another code stands beside it. */
	private isCorrected({ signedWith, date }: Attempt, failure: ServiceFailure, tries: Tries) {
		if (!failure.has('err_timestamp_controle') || failure.ambiguous) return false;
		if (tries.corrections === MAX_CLOCK_CORRECTIONS) return false;
		tries.corrections++;
		return correctClock(this.keys, signedWith, date);
	}

	/** The limiter does the waiting. @throws ServiceFailure when it has lasted too long */
	private waitsForQuota(wanted: ServiceCall, failure: ServiceFailure, tries: Tries): boolean {
		if (failure.kind !== 'quota' || wanted.helps) return false;
		if (wanted.sideEffect !== undefined && failure.ambiguous) return false;
		tries.refusedSince ??= performance.now();
		const waitedMs = performance.now() - tries.refusedSince;
		if (waitedMs <= (this.options.maxWaitMs ?? timings().quotaPatienceMs)) return true;
		throw new ServiceFailure('quota', { ...failure.facts, waitedMs });
	}

	private async isRepeated(wanted: ServiceCall, failure: ServiceFailure, tries: Tries) {
		if (wanted.once || wanted.helps || tries.repeats === MAX_REPEATS) return false;
		if (!mayRepeat(failure, wanted.sideEffect === undefined)) return false;
		// 0.5 s, then 1 s, each with jitter.
		const ms = timings().beforeRepeatMs * 2 ** tries.repeats * (0.75 + Math.random() / 2);
		tries.repeats++;
		await this.pause(ms);
		return true;
	}

	private async attempt(call: ServiceCall): Promise<Attempt> {
		const release = await this.turn(call);
		const sentAt = performance.now();
		const signedWith = clockOffset(this.keys);
		try {
			const { result, date } = await this.send(call);
			this.unanswered = 0;
			this.answeredAt = performance.now();
			const isRefused = result instanceof ServiceFailure && result.kind === 'quota';
			release(isRefused ? 'refused' : 'answered');
			return { result, date, signedWith };
		} catch (thrown) {
			const result = this.failureOf(thrown, call, sentAt);
			release(result.kind === 'notSent' ? 'notSent' : 'answered');
			return { result, signedWith };
		}
	}

	/** Waits. @returns what is to be called when the call has ended. @throws ServiceFailure */
	private async turn({ sideEffect }: ServiceCall): Promise<(outcome: Outcome) => void> {
		const { signal, maxWaitMs } = this.options;
		const stop = sideEffect === 'starts' ? this.options.stop : undefined;
		this.checkMaySend(stop);
		const ends = AbortSignal.any([signal, stop].filter((one) => one !== undefined));
		const priority = this.options.priority ?? (sideEffect ? 'effect' : 'bulk');
		let release: (outcome: Outcome) => void;
		try {
			release = await this.limiter.acquire(priority, { signal: ends, maxWaitMs });
		} catch (failure) {
			this.checkMaySend(stop);
			throw asThrown(failure);
		}
		try {
			this.checkMaySend(stop);
			return release;
		} catch (failure) {
			release('notSent');
			throw asThrown(failure);
		}
	}

	/** @throws ServiceFailure */
	private checkMaySend(stop: AbortSignal | undefined): void {
		const { signal, timeoutOption } = this.options;
		if (stop?.aborted && !signal?.aborted) throw new ServiceFailure('notStarted');
		if (this.unanswered < MAX_UNANSWERED) return;
		const { unanswered, timeoutMs: timedOutMs } = this;
		throw new ServiceFailure('notSent', { unanswered, timedOutMs, timeoutOption });
	}

	/** The credential signs it (`signing.ts`). @throws whatever n8n throws without an answer */
	private async send(call: ServiceCall): Promise<Pick<Attempt, 'result' | 'date'>> {
		const { context, data } = this;
		const credentialsDecrypted = { id: CREDENTIAL_TYPE, name: '', type: CREDENTIAL_TYPE, data };
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			requestOf(this.keys.url, call, this.timeoutMs),
			{ credentialsDecrypted },
		);
		const { statusCode, headers, body } = isRecord(response) ? response : {};
		const date = isRecord(headers) ? headers.date : undefined;
		const status = Number(statusCode);
		const bytes = await readAtMost(MAX_ANSWER_BYTES, body);
		if (bytes) return { result: readAnswer(status, bytes, this.conceal), date };
		const facts = { status, maxBytes: MAX_ANSWER_BYTES };
		return { result: new ServiceFailure('notTheService', facts), date };
	}

	private failureOf(thrown: unknown, call: ServiceCall, sentAt: number): ServiceFailure {
		const { signal, timeoutOption } = this.options;
		const failure = connectionFailure(thrown, signal?.aborted === true);
		// A timer may be a little early.
		const isLate = performance.now() - sentAt > this.timeoutMs - 20;
		if (failure.kind !== 'noAnswer' || !isLate) return failure;
		if (sentAt >= this.answeredAt && !call.helps) this.unanswered++;
		const facts = { ...failure.facts, timedOutMs: this.timeoutMs, timeoutOption };
		return new ServiceFailure('noAnswer', facts);
	}
}

/** Harmless to repeat, and a moment later it may be answered. */
function mayRepeat(failure: ServiceFailure, reads: boolean): boolean {
	const { networkCode, refusedByN8n, maxBytes } = failure.facts;
	if (maxBytes !== undefined) return false;
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
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout,
	};
}
