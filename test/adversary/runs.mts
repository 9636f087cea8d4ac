/** Plays many histories and tells the first that breaks a promise, made as small as it goes. */
import fc from 'fast-check';
import { history, type History } from './history.mts';
import { violationsOf } from './invariants.mts';
import { play } from './play.mts';
import { story } from './story.mts';

export interface Searched {
	readonly histories: number;
	readonly calls: number;
	/** In words, with what repeats it; undefined when nothing was found. */
	readonly found: string | undefined;
}

export interface Search {
	readonly seed: number;
	readonly histories: number;
	/** Of a failing history, as it was printed. */
	readonly path?: string;
	/** Only these promises. */
	readonly promise?: RegExp;
}

/** What is wrong with a history; undefined when all promises are kept. */
export async function judge(one: History, promise = /^/): Promise<string | undefined> {
	const played = await play(one);
	const violations = violationsOf(played).filter((broken) => promise.test(broken.promise));
	return violations.length === 0 ? undefined : story(played, violations);
}

export async function search({ seed, histories, path, promise }: Search): Promise<Searched> {
	let calls = 0;
	const property = fc.asyncProperty(history, async (one) => {
		const played = await play(one);
		calls += played.world.calls.length;
		const broken = violationsOf(played).filter((each) => (promise ?? /^/).test(each.promise));
		if (broken.length > 0) throw new Error(broken[0]?.promise);
	});
	const result = await fc.check(property, { seed, numRuns: histories, ...(path && { path }) });
	if (!result.failed || !result.counterexample) return { histories, calls, found: undefined };
	const [smallest] = result.counterexample;
	const words = await judge(smallest, promise);
	const repeat = `seed ${seed}, path "${result.counterexamplePath}", after ${result.numRuns} histories`;
	return { histories: result.numRuns, calls, found: `${repeat}\n${words ?? 'not repeatable'}` };
}
