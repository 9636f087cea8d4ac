/** Plays many histories and tells the first that breaks a promise, made as small as it goes. */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { installClock, removeClock } from './clock.mts';
import { filled, shortened } from './fields.mts';
import { loadCopies } from './n8n.mts';
import type { Call, FaultName } from './network.mts';
import { history, USUAL, type History } from './runs/draw.mts';
import { play } from './runs/play.mts';
import { brokenRuns, type Broken } from './runs/promises.mts';
import { USUAL as USUAL_WATCHING, watching, type Watching } from './polls/draw.mts';
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

/** Of one history: what is broken, and how to tell it. */
interface Judged {
	readonly broken: readonly Broken[];
	readonly calls: readonly Call[];
	readonly tell: () => string;
}

/** Histories of runs, or of polls. */
interface Subject<One> {
	readonly name: 'runs' | 'polls';
	readonly drawn: fc.Arbitrary<One>;
	/** What a regression leaves out. */
	readonly usual: One;
	readonly judged: (one: One) => Promise<Judged>;
}

const RUNS: Subject<History> = {
	...{ name: 'runs', drawn: history, usual: USUAL },
	judged: async (one) => {
		const played = await play(one);
		const broken = brokenRuns(played);
		return { broken, calls: played.network.calls, tell: () => story(played, broken) };
	},
};

const POLLS: Subject<Watching> = {
	...{ name: 'polls', drawn: watching, usual: USUAL_WATCHING },
	judged: async (one) => {
		const watched = await watch(one);
		const broken = brokenPolls(watched);
		return { broken, calls: watched.network.calls, tell: () => watchStory(watched, broken) };
	},
};

/** After so long the smallest is reported. */
const MOST_SHRINKING_NS = 60_000_000_000n;

const { SIMULATION_SEED, SIMULATION_HISTORIES, SIMULATION_FAULT, SIMULATION_PATH } = process.env;
/** By hand, the draw is another than that of `npm test`. */
const isByHand = [SIMULATION_SEED, SIMULATION_HISTORIES, SIMULATION_FAULT].some(Boolean);

async function search<One>(
	{ name, drawn, usual, judged }: Subject<One>,
	{ seed, histories: numRuns, path, endsAtOnce = false }: Search,
): Promise<Searched> {
	const struck: Partial<Record<FaultName, number>> = {};
	let failedAt: bigint | undefined;
	const property = fc.asyncProperty(drawn, async (one) => {
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
	const [one] = result.counterexample;
	const { tell } = await judged(one);
	const only = SIMULATION_FAULT === undefined ? '' : `SIMULATION_FAULT=${SIMULATION_FAULT} `;
	const again = `${only}SIMULATION_SEED=${seed} SIMULATION_PATH=${result.counterexamplePath} npx jest test/simulation/${name}`;
	const data = `For regressions.json, what is not as usual: ${JSON.stringify(shortened(one, usual))}`;
	const found = `History ${result.numRuns} breaks a promise. Again: ${again}\n${tell()}\n${data}`;
	return { histories: result.numRuns, found };
}

export const searchRuns = async (wanted: Search): Promise<Searched> => await search(RUNS, wanted);
export const searchPolls = async (wanted: Search): Promise<Searched> => await search(POLLS, wanted);

/** A history that broke a promise once, by what is not as usual in it. */
interface Regression {
	readonly why: string;
	readonly history: object;
}

async function playAgain<One>({ name, usual, judged }: Subject<One>): Promise<Searched> {
	const file = new URL('./regressions.json', import.meta.url);
	const regressions = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Regression[]>;
	const all = regressions[name] ?? [];
	for (const { why, history: short } of all) {
		const { broken, tell } = await judged(filled(short, usual) as One);
		if (broken.length > 0) return { histories: all.length, found: `${why}\n${tell()}` };
	}
	return { histories: all.length, found: undefined };
}

export const regressionsOfRuns = async (): Promise<Searched> => await playAgain(RUNS);
export const regressionsOfPolls = async (): Promise<Searched> => await playAgain(POLLS);

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
		path: SIMULATION_PATH,
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
