/**
 * Does something binding exactly once although answers get lost: the one algorithm behind orders, cancellations and new
 * contacts.
 */
import { rethrown, ServiceFailure, type UnknownOutcome } from '../errors/failures';
import type { ExecutionClient, SideEffect } from './client';
import { since, timings } from './timings';

export interface Once<Done> {
	/** Makes one attempt, `again` when the answer of an earlier one was lost. @throws ServiceFailure */
	send(sideEffect: SideEffect, again: boolean): Promise<Done>;
	/** Finds out whether a refusal says that it is done already. */
	settledBy?(refusal: ServiceFailure, lost: ServiceFailure | undefined): Promise<Done | undefined>;
	/** Asks whether an attempt whose answer was lost did it; undefined when not as far as the service knows. */
	look?(): Promise<Done | undefined>;
	/** Whether the service itself keeps a second attempt from being done twice. */
	readonly repeatable: boolean;
	unknown(reason: unknown): UnknownOutcome;
}

const MAX_ATTEMPTS = 3;

/** What this process is doing at the moment, by key and name. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Waits until nothing of this name is under way: a service that looks whether an order number is taken, and registers it a
 * moment later, could register two orders that it gets at the same moment.
 *
 * @param work is told whether it had to wait for another
 */
export async function oneAtATime<Done>(
	{ account }: ExecutionClient,
	name: string,
	work: (hasWaited: boolean) => Promise<Done>,
): Promise<Done> {
	const key = `${account} ${name}`;
	const before = underWay.get(key);
	const inTurn = async () => {
		// How the other one ended is told where it was begun.
		await before?.catch(() => undefined);
		return await work(before !== undefined);
	};
	const done = inTurn();
	underWay.set(key, done);
	try {
		return await done;
	} finally {
		if (underWay.get(key) === done) underWay.delete(key);
	}
}

/** @throws UnknownOutcome when it cannot be known whether it was done, ServiceFailure when it was certainly not */
export async function exactlyOnce<Done>(
	client: ExecutionClient,
	once: Once<Done>,
	sideEffect: SideEffect = 'starts',
): Promise<Done> {
	let lost: ServiceFailure | undefined;
	let tookMs = 0;
	let step = sideEffect;
	for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
		if (attempts > 0) {
			await pauseBeforeResend(client, once, tookMs);
			const late = await once.look?.();
			if (late) return late;
		}
		const sentAt = performance.now();
		const attempt = await sendOnce(once, step, lost);
		if ('done' in attempt) return attempt.done;
		lost = attempt.lost;
		tookMs = since(sentAt);
		step = 'continues';
		// A second attempt could be done a second time.
		if (!once.repeatable) break;
		const found = await once.look?.();
		if (found) return found;
	}
	throw once.unknown(lost);
}

type SendResult<Done> = { readonly done: Done } | { readonly lost: ServiceFailure };

/** @param lost the failure of the attempt before. @throws what `exactlyOnce` throws */
async function sendOnce<Done>(
	once: Once<Done>,
	sideEffect: SideEffect,
	lost: ServiceFailure | undefined,
): Promise<SendResult<Done>> {
	const isResend = lost !== undefined;
	try {
		return { done: await once.send(sideEffect, isResend) };
	} catch (failure) {
		if (!(failure instanceof ServiceFailure)) throw rethrown(failure);
		const settled = await once.settledBy?.(failure, lost);
		if (settled) return { done: settled };
		if (failure.ambiguous) return { lost: failure };
		if (!isResend) throw rethrown(failure);
		// A refusal of this attempt says nothing of the one before, whose answer was lost.
		throw rethrown(once.unknown(failure));
	}
}

/** What the service is still at work on is not found yet, and a second attempt meanwhile could be done as well. */
async function pauseBeforeResend<Done>(
	client: ExecutionClient,
	once: Once<Done>,
	tookMs: number,
): Promise<void> {
	const { beforeResendMs, longestBeforeResendMs } = timings();
	try {
		await client.pause(Math.min(Math.max(beforeResendMs, 2 * tookMs), longestBeforeResendMs));
	} catch (stopped) {
		throw rethrown(once.unknown(stopped));
	}
}
