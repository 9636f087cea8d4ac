/** Plays many histories and tells the first that breaks a promise, made as small as it goes. */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { installClock, removeClock } from './clock.mts';
import { loadCopies } from './n8n.mts';
import type { Call, FaultName } from './network.mts';
import type { History } from './runs/draw.mts';
import { history } from './runs/kinds.mts';
import { play } from './runs/play.mts';
import { brokenRuns, type Broken } from './runs/promises.mts';
import { watching, type Watching } from './polls/draw.mts';
import { watch } from './polls/play.mts';
import { brokenPolls } from './polls/promises.mts';
import { story, watchStory } from './story.mts';

export interface Search {
	readonly seed: number;
	readonly histories: number;
	/** Of a failing history, as it was printed. */
	readonly path?: string | undefined;
	/** Ends with the first that fails, as it is. */
	readonly endsAtOnce?: boolean;
}

export interface Searched {
	/** Until the first that failed, or all. */
	readonly histories: number;
	/** In words; undefined when every promise was kept. */
	readonly found: string | undefined;
}

/** What is smallest after so long is told. */
const MOST_SHRINKING_NS = 60_000_000_000n;

const { SIMULATION_SEED, SIMULATION_HISTORIES, SIMULATION_FAULT } = process.env;
/** By hand, the draw is another than that of `npm test`. */
const isByHand = [SIMULATION_SEED, SIMULATION_HISTORIES, SIMULATION_FAULT].some(Boolean);

/** Of one history: what is broken, and how to tell it. */
type Judged<One> = (
	one: One,
) => Promise<{ broken: Broken[]; calls: readonly Call[]; tell: () => string }>;

const judgedRuns: Judged<History> = async (one) => {
	const played = await play(one);
	const broken = brokenRuns(played);
	return { broken, calls: played.network.calls, tell: () => story(played, broken) };
};

const judgedPolls: Judged<Watching> = async (one) => {
	const watched = await watch(one);
	const broken = brokenPolls(watched);
	return { broken, calls: watched.network.calls, tell: () => watchStory(watched, broken) };
};

async function search<One>(
	file: string,
	histories: fc.Arbitrary<One>,
	judged: Judged<One>,
	{ seed, histories: numRuns, path, endsAtOnce = false }: Search,
): Promise<Searched> {
	const struck: Partial<Record<FaultName, number>> = {};
	let failedAt: bigint | undefined;
	const property = fc.asyncProperty(histories, async (one) => {
		if (failedAt !== undefined && process.hrtime.bigint() - failedAt > MOST_SHRINKING_NS) return;
		const { broken, calls } = await judged(one);
		for (const { struckBy } of calls) if (struckBy) struck[struckBy] = (struck[struckBy] ?? 0) + 1;
		const [first] = broken;
		if (!first) return;
		failedAt ??= process.hrtime.bigint();
		throw new Error(first.promise);
	});
	const options = { seed, numRuns, endOnFailure: endsAtOnce, ...(path && { path }) };
	const result = await fc.check(property, options);
	if (isByHand) console.log('Calls that each fault struck:', struck);
	if (!result.failed || !result.counterexample) return { histories: numRuns, found: undefined };
	const [history] = result.counterexample;
	const { tell } = await judged(history);
	const only = process.env['SIMULATION_FAULT'];
	const fault = only === undefined ? '' : `SIMULATION_FAULT=${only} `;
	const replay = `${fault}SIMULATION_SEED=${seed} SIMULATION_PATH=${result.counterexamplePath} npx jest ${file}`;
	const data = `As data (skip it while reading), for test/simulation/regressions.json: ${JSON.stringify(history)}`;
	const found = `History ${result.numRuns} breaks a promise. Again: ${replay}\n${tell()}\n${data}`;
	return { histories: result.numRuns, found };
}

export async function searchRuns(wanted: Search): Promise<Searched> {
	return await search('test/simulation/runs', history, judgedRuns, wanted);
}

export async function searchPolls(wanted: Search): Promise<Searched> {
	return await search('test/simulation/polls', watching, judgedPolls, wanted);
}

/** A history that broke a promise once. */
interface Regression<One> {
	readonly why: string;
	readonly history: One;
}

interface Regressions {
	readonly runs: ReadonlyArray<Regression<History>>;
	readonly polls: ReadonlyArray<Regression<Watching>>;
}

function regressions(): Regressions {
	const file = new URL('./regressions.json', import.meta.url);
	return JSON.parse(readFileSync(file, 'utf8')) as Regressions;
}

async function playAgain<One>(
	all: ReadonlyArray<Regression<One>>,
	judged: Judged<One>,
): Promise<Searched> {
	for (const { why, history } of all) {
		const { broken, tell } = await judged(history);
		if (broken.length > 0) return { histories: all.length, found: `${why}\n${tell()}` };
	}
	return { histories: all.length, found: undefined };
}

export const regressionsOfRuns = async (): Promise<Searched> =>
	await playAgain(regressions().runs, judgedRuns);

export const regressionsOfPolls = async (): Promise<Searched> =>
	await playAgain(regressions().polls, judgedPolls);

/**
 * What to look at: `npm test` looks at the same histories every time, so that no run depends on luck. With
 * `SIMULATION_SEED` (a number, or `random`), `SIMULATION_HISTORIES` and `SIMULATION_PATH` it looks elsewhere.
 */
export function wanted(histories: number, seed: number | 'random' = 20_261_128): Search {
	const chosen = SIMULATION_SEED ?? seed;
	return {
		// Not of Date or Math.random: under the clock of the simulation they are the same in every process.
		seed: chosen === 'random' ? randomInt(1_000_000_000) : Number(chosen),
		histories: Number(SIMULATION_HISTORIES ?? histories),
		path: process.env['SIMULATION_PATH'],
	};
}

/** On a busy machine too: a search that is given up goes on beside the next one, and breaks what that one plays. */
const LONGEST_SEARCH_MS = 6 * 3_600_000;

let isLoaded = false;

/** A test that fails with the story of the first history that breaks a promise. */
export function noPromiseBreaks(name: string, look: () => Promise<Searched>): void {
	test(
		name,
		async () => {
			if (!isLoaded) loadCopies();
			isLoaded = true;
			installClock();
			try {
				const { found } = await look();
				if (found !== undefined) throw new Error(found);
			} finally {
				removeClock();
			}
		},
		LONGEST_SEARCH_MS,
	);
}
