/** What a person sees: one line per step, with the time it took. */

export const inCI = Boolean(process.env.CI) && process.env.CI !== 'false';

/** @param {number} since `performance.now()` of the start */
export function elapsed(since) {
	const seconds = (performance.now() - since) / 1000;
	if (seconds < 60) return `${seconds.toFixed(1)} s`;
	return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}

export const say = (line) => console.log(line);

/** The end of an output, indented, so that it stands apart from our own lines. */
export function lastLines(text, count) {
	const lines = text.trimEnd().split('\n');
	return lines
		.slice(-count)
		.map((line) => `    ${line}`)
		.join('\n');
}

/**
 * Says every `everyMs` that something long is still going on.
 * @param {() => string} line
 * @returns {() => void} ends it
 */
export function heartbeat(line, everyMs = 15_000) {
	const timer = setInterval(() => say(line()), everyMs);
	return () => clearInterval(timer);
}

/** An expected failure: shown as its sentence alone, without a stack. */
export class Failure extends Error {
	/** @param {string} sentence @param {number} [exitCode] */
	constructor(sentence, exitCode = 1) {
		super(sentence);
		this.exitCode = exitCode;
	}
}
