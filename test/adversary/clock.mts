/**
 * Time that jumps from one event to the next, so that a quarter of an hour of waiting takes as long as the work in it.
 * The clock of the machine can be set; what goes forward only is `performance.now`, as on a real machine.
 */
import { Chance } from '../long/random.mts';

/** A Sunday morning in Paris: closing times and dates of the service are counted from here. */
export const BEGINNING = Date.UTC(2026, 10, 22, 9, 0, 0);

const realImmediate = setImmediate;
const real = { Date, setTimeout, clearTimeout, random: Math.random };
const realNow = performance.now.bind(performance);
const realTimeout = AbortSignal.timeout.bind(AbortSignal);
const { stackTraceLimit } = Error;

/** A timer as Node.js has it: an object that may be cleared, and asked not to keep the process alive. */
class Timer {
	work: (() => void) | undefined;
	readonly at: number;

	constructor(at: number, work: () => void) {
		this.at = at;
		this.work = work;
	}

	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}

	hasRef(): boolean {
		return this.work !== undefined;
	}
}

/** In the order in which they are due; among those of one moment, in that in which they were set. */
let timers: Timer[] = [];
/** Milliseconds that have gone by, whatever the clock of the machine says. */
let gone = 0;
/** From when on the clock of the machine was how far ahead of the right time. */
let machine = [{ at: 0, aheadMs: 0 }];
const aheadMs = (): number => machine.at(-1)?.aheadMs ?? 0;

function add(timer: Timer): Timer {
	let at = timers.length;
	while (at > 0 && (timers[at - 1]?.at ?? 0) > timer.at) at--;
	timers.splice(at, 0, timer);
	return timer;
}

/** @returns false when nothing is left that could happen */
function goOn(): boolean {
	const timer = timers.shift();
	if (!timer) return false;
	const { work } = timer;
	if (!work) return goOn();
	gone = Math.max(gone, timer.at);
	timer.work = undefined;
	work();
	return true;
}

class MadeUpDate extends real.Date {
	constructor(...given: [] | [number]) {
		if (given.length === 0) super(BEGINNING + gone + aheadMs());
		else super(...given);
	}

	static override now(): number {
		return Math.floor(BEGINNING + gone + aheadMs());
	}

	static override [Symbol.hasInstance](one: unknown): boolean {
		return one instanceof real.Date;
	}
}

/** What this thread has worked, which is the same on a machine that others use as well. */
function busyMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/** The longest that n8n was kept busy between two looks at it, in milliseconds of work. */
let busiestMs = 0;
/** Events between two looks at the work, and between two turns of Node's own loop: each costs calls of the system. */
const EVENTS_AT_ONCE = 16;

export class StoodStill extends Error {}

/** Replaces the clock, the timers and chance of this process. */
export function installClock(): void {
	// As Node.js has it: a timer takes a whole millisecond at least.
	const wait = (work: (...given: unknown[]) => void, ms = 1, ...given: unknown[]) => {
		const length = ms >= 1 && ms < 2 ** 31 ? Math.trunc(ms) : 1;
		return add(new Timer(gone + length, () => work(...given)));
	};
	const clear = (timer: unknown) => {
		if (timer instanceof Timer) timer.work = undefined;
	};
	Object.assign(globalThis, { Date: MadeUpDate, setTimeout: wait, clearTimeout: clear });
	performance.now = () => gone;
	// Thousands of failures are made on purpose: nobody reads where.
	Error.stackTraceLimit = 0;
	AbortSignal.timeout = (ms: number): AbortSignal => {
		const end = new AbortController();
		setTimeout(() => end.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
		return end.signal;
	};
}

export function removeClock(): void {
	const { random, ...globals } = real;
	Object.assign(globalThis, globals);
	performance.now = realNow;
	AbortSignal.timeout = realTimeout;
	Math.random = random;
	Error.stackTraceLimit = stackTraceLimit;
}

/** Begins a history: nothing of the one before it goes on. */
export function beginAt(seed: number): void {
	timers = [];
	gone = 0;
	machine = [{ at: 0, aheadMs: 0 }];
	busiestMs = 0;
	const chance = new Chance(seed);
	Math.random = () => chance.next();
}

/** Milliseconds since the beginning of the history, whatever the clock of the machine says. */
export function elapsed(): number {
	return gone;
}

/** The right time, in milliseconds since 1970. */
export function trueNow(): number {
	return BEGINNING + gone;
}

/** Sets the clock of the machine so far ahead of the right time, or behind it. */
export function setMachine(aheadMs: number): void {
	machine.push({ at: gone, aheadMs });
}

/**
 * When the clock of the machine showed a date that is cut to whole seconds, in milliseconds since the beginning of the
 * history: several times where it was set back.
 */
export function timesShown(date: number): number[] {
	return machine.flatMap(({ at, aheadMs }, index) => {
		const shown = date - BEGINNING - aheadMs;
		const until = machine[index + 1]?.at ?? Infinity;
		return shown + 1000 > at && shown <= until ? [Math.max(shown, 0)] : [];
	});
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
	let isStill = false;
	const next = () => {
		if (!settled && elapsed() <= until) isStill = !goOn();
	};
	let begun = busyMs();
	for (;;) {
		// Between two immediates Node.js does all that the first has set off, as it does between two timers.
		for (let event = 0; event < EVENTS_AT_ONCE; event++) realImmediate(next);
		await new Promise((resolve) => realImmediate(resolve));
		const now = busyMs();
		busiestMs = Math.max(busiestMs, now - begun);
		begun = now;
		if (settled) return await work;
		if (elapsed() > until)
			throw new StoodStill(`It goes on for more than ${mostMs / 1000} seconds.`);
		if (isStill) throw new StoodStill('It waits for something that never comes.');
	}
}
