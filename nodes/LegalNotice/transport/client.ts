import { readAnswer, type Answer } from './answer';
import { offsetFor } from './clock';
import { openConnection, type NodeContext } from './connection';
import { connectionFailure } from './connectionFailure';
import { asThrown, ServiceFailure } from './failures';
import { limiterFor } from './limiters';
import { pause } from './pause';
import type { Permit } from './permit';
import type { ClientOptions, ExecutionClient, ServiceCall } from './service.types';
import { learnTime } from './serviceTime';
import { timings } from './timings';

export type { ExecutionClient, ServiceCall, ServiceClient } from './service.types';

const MAX_REPEATS = 2;

/** Reads the credential once; every call of an execution then uses what was read. */
export async function createClient(
	context: NodeContext,
	options: ClientOptions = {},
): Promise<ExecutionClient> {
	const connection = await openConnection(context);
	const { publicKey, url, perMinute } = connection;
	const limiter = limiterFor(publicKey, url, perMinute);
	const priority = options.priority ?? 'bulk';
	const { signal } = options;
	let begun = 0;
	const more = () => Math.max(0, (options.expectedCalls ?? 0) - begun);

	async function permitToSend(until: AbortSignal | undefined): Promise<Permit> {
		const { maxWaitMs } = options;
		return await limiter.acquire(priority, { signal: until, maxWaitMs, more, execution: options });
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

	/** One attempt, with whatever came of it; only what ends the wait for its turn is thrown. */
	async function attempt(call: ServiceCall): Promise<Answer | ServiceFailure> {
		const permit =
			call.sideEffect === 'starts' ? await permitToStart() : await permitToSend(signal);
		const sentAt = Date.now();
		try {
			const response = await connection.send(call, options.timeoutMs ?? timings().answerMs);
			learnTime(connection.origin, response, sentAt);
			const answer = readAnswer({ status: response.statusCode, body: response.body });
			permit.release('answered');
			return answer;
		} catch (thrown) {
			if (thrown instanceof ServiceFailure) {
				permit.release(thrown.kind === 'quota' ? 'overQuota' : 'answered');
				return thrown;
			}
			const failure = connectionFailure(thrown, signal?.aborted === true);
			permit.release(failure.kind === 'noAnswer' ? 'timedOut' : 'failed');
			return failure;
		}
	}

	async function call(wanted: ServiceCall): Promise<Answer> {
		begun++;
		let refusedSince: number | undefined;
		let repeats = 0;
		let clockCorrected = false;
		for (;;) {
			const result = await attempt(wanted);
			if (!(result instanceof ServiceFailure)) return result;
			if (result.has('err_timestamp_controle') && !clockCorrected) {
				// Refused before anything was done; the Date of that answer has just been learned.
				clockCorrected = true;
			} else if (result.kind === 'quota' && (!result.ambiguous || !wanted.sideEffect)) {
				// The wait for the own turn before the first refusal is not the service's doing.
				refusedSince ??= Date.now();
				const waitedMs = Date.now() - refusedSince;
				if (waitedMs > (options.maxWaitMs ?? timings().quotaPatienceMs)) {
					throw new ServiceFailure('quota', { ...result.facts, waitedMs });
				}
			} else if (repeats < (wanted.once ? 0 : MAX_REPEATS) && mayRepeat(result, wanted)) {
				await pause(beforeRepeat(repeats++), signal);
			} else if (wanted.sideEffect === undefined) {
				throw new ServiceFailure(result.kind, { ...result.facts, readOnly: true });
			} else {
				throw result;
			}
		}
	}

	return {
		environment: connection.environment,
		origin: connection.origin,
		call,
		pause: async (ms) => await pause(ms, signal),
		now: () => Date.now() + offsetFor(connection.origin),
	};
}

/** Harmless to repeat: nothing was done, or the call only reads. */
function mayRepeat(failure: ServiceFailure, call: ServiceCall): boolean {
	const { networkCode, refusedByN8n } = failure.facts;
	if (failure.kind === 'notSent') return networkCode !== 'ENOTFOUND' && refusedByN8n === undefined;
	if (failure.kind === 'redirect' || failure.kind === 'blocked') return false;
	return failure.ambiguous && call.sideEffect === undefined;
}

/** Milliseconds: 0.5 s, then 1 s, each with jitter. */
function beforeRepeat(repeats: number): number {
	return timings().beforeRepeatMs * 2 ** repeats * (0.75 + Math.random() / 2);
}

export { CREDENTIAL_TYPE } from './connection';
export type { SideEffect } from './service.types';
export { timings } from './timings';
