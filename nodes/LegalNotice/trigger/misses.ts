/** References that the service does not know, or does not answer for: how often, and when they are asked for again. */
import type { Answers, Aspect, FilesReading } from '../notices/answers';
import { NOT_FOUND, type Outcome, type StatusReading } from '../notices/changes';
import type { Miss, State } from './state';

/** Polls in a row that a reference has to be missing to count as not found. */
const MISSES = 3;
/** What was missing or unreadable in several polls is asked for in every tenth. */
const REST = 10;
/** Whether it was missing in as many polls in a row, the present one included. */
export function isMissing({ missed }: State, asked: string, aspect: Aspect): boolean {
	const before = missed[aspect].get(asked);
	return before?.kind === 'missing' && before.times + 1 >= MISSES;
}

/**
 * What was missing in several polls rests for some.
 *
 * @param isAnew whether the workflow was just published: then nothing rests
 */
export function isMissInTurn(
	{ missed, polls }: State,
	asked: string,
	aspect: Aspect,
	isAnew: boolean,
): boolean {
	const miss = missed[aspect].get(asked);
	if (!miss) return false;
	return isAnew || miss.times < MISSES || polls + 1 >= miss.poll + REST;
}

/** @returns undefined after an answer that spoils no batch */
export function missAfter(
	before: Miss | undefined,
	outcome: Outcome<StatusReading | FilesReading> | undefined,
	poll: number,
): Miss | undefined {
	if (outcome === undefined) return before;
	if (typeof outcome === 'object') {
		// The status of a suspended notice was refused: that shows it, but spoils a batch.
		return 'isRefused' in outcome ? { kind: 'unreadable', times: 1, poll } : undefined;
	}
	const times = before?.kind === outcome ? before.times + 1 : 1;
	return { kind: outcome, times, poll };
}

/** So many notices are not gone at once: for some polls the service is in trouble. */
const MANY = 20;
const PATIENCE = 10;

/** Counts polls that find none of many known notices. */
export function countLost(before: State, list: readonly string[], status: Answers['status']) {
	const known = list.filter((asked) => {
		const { statut = NOT_FOUND } = before.notices.get(asked) ?? {};
		return statut !== NOT_FOUND && !before.missed.status.has(asked);
	});
	const missing = known.filter((asked) => status.get(asked) === 'missing').length;
	const isLost = missing >= MANY && !known.some((asked) => typeof status.get(asked) === 'object');
	const polls = isLost ? before.lost + 1 : 0;
	return { notices: missing, polls, isDoubted: isLost && polls <= PATIENCE };
}
