import { ASPECTS, type Aspect, type Vanished } from '../domain/watch';
import { ServiceFailure } from '../transport/failures';
import type { BatchReader } from './batchReader';
import { vanishedStop } from './remarks';

/** How a poll's reading went. */
export interface Verdict {
	/** Whether anything was read at all. */
	readonly readAnything: boolean;
	/** The first thing that went wrong, if anything did. */
	readonly failure: unknown;
	/** Whether one kind of reading failed altogether: its events would stay away without anybody noticing. */
	readonly lacksAspect: boolean;
}

/** @param wanted what the chosen events need; documents read for single events do not count as a kind */
export function verdictOn({ found, failure }: BatchReader, wanted: readonly Aspect[]): Verdict {
	const tallies = ASPECTS.map((aspect) => ({ aspect, ...found.tally(aspect) }));
	const refusal = tallies.map((tally) => tally.refusal).find((refused) => refused !== undefined);
	const lacking = tallies.map((tally) => tally.lacking).find((field) => field !== undefined);
	const malformed =
		lacking === undefined
			? undefined
			: new ServiceFailure('notTheService', { missing: lacking, readOnly: true });
	return {
		readAnything: tallies.some(({ answered, unknown }) => answered + unknown > 0),
		failure: failure ?? refusal ?? malformed,
		lacksAspect: tallies.some(
			({ aspect, answered, bad }) =>
				wanted.includes(aspect) && answered === 0 && (bad > 0 || found.failed[aspect].size > 0),
		),
	};
}

/** What kept a poll from learning all it should have. */
export interface Trouble {
	readonly failure: unknown;
	/** Whether events would stay away without anybody noticing, if a poll that has nothing to tell did not fail. */
	readonly isWhole: boolean;
}

/** A service that loses its notices just once has perhaps only slipped. */
export function troubleOf(
	{ failure, lacksAspect }: Verdict,
	vanished: Vanished | undefined,
): Trouble {
	if (!vanished || lacksAspect) return { failure, isWhole: lacksAspect };
	return { failure: vanishedStop(vanished), isWhole: vanished.polls > 1 };
}
