/** Plays many histories and tells the first that breaks a promise, made as small as it goes. */
import fc from 'fast-check';
import { history } from './history.mts';
import { violationsOf, type Violation } from './invariants.mts';
import { play } from './play.mts';
import { story, watchStory } from './story.mts';
import { watchViolationsOf } from './watchInvariants.mts';
import { watch } from './watchPlay.mts';
import { watching } from './watching.mts';

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

/** A history of hundreds of slow polls could be made smaller for hours: what is smallest by then is told. */
const MOST_SHRINKING_NS = 150_000_000_000n;

/** Of one history: what is broken, and how to tell it. */
type Judge<History> = (one: History) => Promise<{ broken: Violation[]; tell: () => string }>;

/** @param play the command of this repository that plays a failing history again */
async function search<History>(
	play: string,
	histories: fc.Arbitrary<History>,
	judge: Judge<History>,
	{ seed, histories: numRuns, path, endsAtOnce = false }: Search,
): Promise<Searched> {
	let failedAt: bigint | undefined;
	const property = fc.asyncProperty(histories, async (one) => {
		if (failedAt !== undefined && process.hrtime.bigint() - failedAt > MOST_SHRINKING_NS) return;
		const [first] = (await judge(one)).broken;
		if (!first) return;
		failedAt ??= process.hrtime.bigint();
		throw new Error(first.promise);
	});
	const result = await fc.check(property, {
		...{ seed, numRuns, endOnFailure: endsAtOnce },
		...(path && { path }),
	});
	if (!result.failed || !result.counterexample) return { histories: numRuns, found: undefined };
	const { tell } = await judge(result.counterexample[0]);
	const again = `ADVERSARY_SEED=${seed} ADVERSARY_PATH=${result.counterexamplePath} ${play}`;
	const found = `History ${result.numRuns} breaks a promise. Again: ${again}\n${tell()}`;
	return { histories: result.numRuns, found };
}

export async function searchRuns(wanted: Search): Promise<Searched> {
	const judge: Judge<Parameters<typeof play>[0]> = async (one) => {
		const played = await play(one);
		const broken = violationsOf(played);
		return { broken, tell: () => story(played, broken) };
	};
	return await search('npx jest test/adversary/runs', history, judge, wanted);
}

/** Of a history of polls in `npm test`, at most. */
export const STEPS = 24;

/** @param steps most of them in one history */
export async function searchPolls(wanted: Search, steps: number): Promise<Searched> {
	const judge: Judge<Parameters<typeof watch>[0]> = async (one) => {
		const watched = await watch(one);
		const broken = watchViolationsOf(watched);
		return { broken, tell: () => watchStory(watched, broken) };
	};
	const isLong = steps > STEPS;
	const play = isLong
		? 'npx jest -c test/long/jest.config.mjs adversaryPolls'
		: 'npx jest test/adversary/polls';
	return await search(play, watching(steps), judge, wanted);
}

/**
 * What to look at: `npm test` looks at the same histories every time, so that no run depends on luck. With
 * `ADVERSARY_SEED` (a number, or `random`), `ADVERSARY_HISTORIES` and `ADVERSARY_PATH` it looks elsewhere.
 */
export function wanted(histories: number, seed: number | 'random' = 20_261_122): Search {
	const { ADVERSARY_SEED = String(seed), ADVERSARY_HISTORIES, ADVERSARY_PATH } = process.env;
	return {
		seed: ADVERSARY_SEED === 'random' ? Date.now() % 1_000_000_000 : Number(ADVERSARY_SEED),
		histories: Number(ADVERSARY_HISTORIES ?? histories),
		path: ADVERSARY_PATH,
	};
}
