/**
 * Time that jumps from one event to the next, so that a quarter of an hour of waiting takes as long as the work in it.
 * `Date` shows the clock of the machine, which somebody may set; `performance.now` only goes forward.
 */
import { Chance } from '../long/random.mts';

/** A Sunday morning in Paris: closing times and dates of the service are counted from here. */
export const BEGINNING = Date.UTC(2026, 10, 22, 9, 0, 0);

/** @param days from the first day of a history */
export function dayOf(days: number): string {
	return new Date(BEGINNING + days * 86_400_000).toISOString().slice(0, 10);
}

const realImmediate = setImmediate;
const real = { Date, setTimeout, clearTimeout };
const realRandom = Math.random;
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

/** In the order in which they are due; those of one moment in the order in which they were set. */
let timers: Timer[] = [];
/** Milliseconds since the history began. */
let gone = 0;
/** By how much the clock of the machine is ahead of the right time. */
let aheadMs = 0;

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

class VirtualDate extends real.Date {
	constructor(...given: [] | [number]) {
		if (given.length === 0) super(BEGINNING + gone + aheadMs);
		else super(...given);
	}

	static override now(): number {
		return Math.floor(BEGINNING + gone + aheadMs);
	}

	static override [Symbol.hasInstance](one: unknown): boolean {
		return one instanceof real.Date;
	}
}

/** Nothing is left that could settle the work, or it goes on for longer than it may. */
export class StoodStill extends Error {}

/** Replaces the clock, the timers and chance of this process. */
export function installClock(): void {
	// As Node.js has it, a timer takes a whole millisecond at least.
	const wait = (work: (...given: unknown[]) => void, ms = 1, ...given: unknown[]) => {
		const length = ms >= 1 && ms < 2 ** 31 ? Math.trunc(ms) : 1;
		return add(new Timer(gone + length, () => work(...given)));
	};
	const clear = (timer: unknown) => {
		if (timer instanceof Timer) timer.work = undefined;
	};
	Object.assign(globalThis, { Date: VirtualDate, setTimeout: wait, clearTimeout: clear });
	performance.now = () => gone;
	// Thousands of failures are made on purpose, and nobody reads where.
	Error.stackTraceLimit = 0;
	AbortSignal.timeout = (ms: number): AbortSignal => {
		const end = new AbortController();
		setTimeout(() => end.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
		return end.signal;
	};
}

export function removeClock(): void {
	Object.assign(globalThis, real);
	performance.now = realNow;
	AbortSignal.timeout = realTimeout;
	Math.random = realRandom;
	Error.stackTraceLimit = stackTraceLimit;
}

/** Begins a history: nothing of the one before it goes on. */
export function beginAt(seed: number): void {
	timers = [];
	gone = 0;
	aheadMs = 0;
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

/** Sets the clock of the machine, forward or back. */
export function stepMachine(ms: number): void {
	aheadMs += ms;
}

export async function after(ms: number): Promise<void> {
	await new Promise<void>((resolve) => void setTimeout(resolve, ms));
}

/** Events between two turns of Node's own loop, each of which costs a call of the system. */
const EVENTS_AT_ONCE = 16;

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
	for (;;) {
		// Between two immediates Node.js does all that the first has set off, as it does between two timers.
		for (let event = 0; event < EVENTS_AT_ONCE; event++) realImmediate(next);
		await new Promise((resolve) => realImmediate(resolve));
		if (settled) return await work;
		if (elapsed() > until) throw new StoodStill(`goes on for more than ${mostMs / 1000} seconds`);
		if (isStill) throw new StoodStill('waits for something that never comes');
	}
}

/** Has time be virtual in each test of a file or block, from the same moment and with the same chance. */
export function virtualTimeForTests(): void {
	beforeEach(() => {
		installClock();
		beginAt(1);
	});
	afterEach(() => removeClock());
}
