/** How fast time goes for the package in a test: its pauses can be cut short, and a minute can take a second. */

/** Read by test/run/outside, through which the package sleeps. */
interface Pauses {
	pauseMs?: (ms: number) => number;
}

const pauses = globalThis as Pauses;
const realNow = performance.now.bind(performance);
const realTimeout = AbortSignal.timeout.bind(AbortSignal);
/** An answer of the sandbox comes sooner, so that what the package waits for so long is still waited for. */
const LONGEST_PAUSE_MS = 250;

/** What `performance.now` shows: from a moment on, so many times as fast. It never goes back. */
function runFrom(shown: number, factor: number): void {
	const since = realNow();
	performance.now = () => shown + (realNow() - since) * factor;
}

/** No pause of the package takes longer than a quarter of a second; the minute of the quota stays one. */
export function shortPauses(): void {
	realTime();
	pauses.pauseMs = (ms) => Math.min(ms, LONGEST_PAUSE_MS);
}

/** Pauses, the minute of the quota and the time that an answer may take go by so many times as fast. */
export function hasten(factor: number): void {
	runFrom(performance.now(), factor);
	pauses.pauseMs = (ms) => ms / factor;
	AbortSignal.timeout = (ms) => realTimeout(Math.ceil(ms / factor));
}

export function realTime(): void {
	runFrom(performance.now(), 1);
	delete pauses.pauseMs;
	AbortSignal.timeout = realTimeout;
}

/** For all tests of a file, or of the block that calls it. */
export function shortPausesForTests(): void {
	beforeEach(() => shortPauses());
	afterEach(() => realTime());
}
