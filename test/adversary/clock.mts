/**
 * Time that jumps from one event to the next, so that a quarter of an hour of waiting takes as long as the work in it.
 * The clock of the machine can be set; what goes forward only is `performance.now`, as on a real machine.
 */
import { jest } from '@jest/globals';
import { Chance } from '../long/random.mts';

/** A Sunday morning in Paris: closing times and dates of the service are counted from here. */
export const BEGINNING = Date.UTC(2026, 10, 22, 9, 0, 0);

const realImmediate = setImmediate;
const realRandom = Math.random;
const realIntl = globalThis.Intl;
const { stackTraceLimit } = Error;
const realTimeout = AbortSignal.timeout.bind(AbortSignal);

let begunAt = 0;
/** What this thread has worked, which is the same on a machine that others use as well. */
function busyMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/** The longest that n8n was kept busy between two events, in milliseconds of work. */
let busiestMs = 0;

export class StoodStill extends Error {}

/** Replaces the clock, the timers and chance of this process. */
export function installClock(): void {
	jest.useFakeTimers({
		now: BEGINNING,
		doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'hrtime'],
	});
	// What formats dates needs no other clock, and is much slower where it has one.
	globalThis.Intl = realIntl;
	// Thousands of failures are made on purpose: nobody reads where.
	Error.stackTraceLimit = 3;
	const fake = globalThis.setTimeout;
	// As Node.js has it: a timer takes a whole millisecond at least.
	const timeout = (work: (...given: unknown[]) => void, ms = 1, ...given: unknown[]) =>
		fake(work, ms >= 1 && ms < 2 ** 31 ? Math.trunc(ms) : 1, ...given);
	globalThis.setTimeout = Object.assign(timeout, fake) as never;
	AbortSignal.timeout = (ms: number): AbortSignal => {
		const end = new AbortController();
		setTimeout(() => end.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
		return end.signal;
	};
}

export function removeClock(): void {
	jest.useRealTimers();
	AbortSignal.timeout = realTimeout;
	Math.random = realRandom;
	Error.stackTraceLimit = stackTraceLimit;
}

/** Begins a history: nothing of the one before it goes on. */
export function beginAt(seed: number): void {
	jest.clearAllTimers();
	jest.setSystemTime(BEGINNING);
	begunAt = performance.now();
	busiestMs = 0;
	const chance = new Chance(seed);
	Math.random = () => chance.next();
}

/** Milliseconds since the beginning of the history, whatever the clock of the machine says. */
export function elapsed(): number {
	return performance.now() - begunAt;
}

/** The right time, in milliseconds since 1970. */
export function trueNow(): number {
	return BEGINNING + elapsed();
}

/** Sets the clock of the machine, forward or back. */
export function stepMachine(ms: number): void {
	jest.setSystemTime(Date.now() + ms);
}

export async function after(ms: number): Promise<void> {
	await new Promise<void>((resolve) => void setTimeout(resolve, ms));
}

export const busiest = (): number => busiestMs;

/**
 * Lets time pass until the work has settled.
 *
 * @throws StoodStill when nothing is left that could settle it, or it takes longer than it may
 */
export async function during<Done>(work: Promise<Done>, mostMs: number): Promise<Done> {
	const until = elapsed() + mostMs;
	let settled = false;
	const mark = () => {
		settled = true;
	};
	work.then(mark, mark);
	let begun = busyMs();
	for (;;) {
		await new Promise((resolve) => realImmediate(resolve));
		const now = busyMs();
		busiestMs = Math.max(busiestMs, now - begun);
		begun = now;
		if (settled) return await work;
		if (jest.getTimerCount() === 0)
			throw new StoodStill('It waits for something that never comes.');
		if (elapsed() > until)
			throw new StoodStill(`It goes on for more than ${mostMs / 1000} seconds.`);
		jest.advanceTimersToNextTimer();
	}
}
