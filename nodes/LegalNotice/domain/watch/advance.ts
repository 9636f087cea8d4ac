import { oncePerInvoice } from './collective';
import { noticesOf } from './notices';
import type { WatchState } from './state';
import { Turn, type Poll } from './turn';
import type { Watched, WatchEvent } from './types';
import { lookForVanished, withoutMissing, type Vanished } from './vanished';

/** What a poll learned, applied to what was remembered. */
export interface Advance {
	readonly events: readonly WatchEvent[];
	readonly state: WatchState;
	/** References whose event cannot be told before their documents are read. */
	readonly wantDocuments: readonly Watched[];
	/** References that were missing so often that a read of their own decides. */
	readonly wantConfirmation: readonly Watched[];
	/** References that the service has never known, noticed in this poll. */
	readonly neverFound: readonly Watched[];
	/** So many were missing that the service is doubted; none of these misses counts. */
	readonly vanished: Vanished | undefined;
}

/**
 * One turn of the watch. An event and the state that makes it the past come out together: whoever keeps the state
 * only after handing over the events loses none. What was not read stays as remembered; a reference that left the
 * list leaves the state.
 */
export function advance(state: WatchState, list: readonly Watched[], poll: Poll): Advance {
	const { vanished, lost } = lookForVanished(state, list, poll.answers);
	const answers = vanished ? withoutMissing(poll.answers) : poll.answers;
	const turn = new Turn(state, { ...poll, answers });
	for (const notice of noticesOf(list, answers)) turn.take(notice);
	return {
		events: oncePerInvoice(turn.events),
		state: { ...state, seen: turn.seen, held: turn.holds.now, apart: turn.attempts.apart(), lost },
		wantDocuments: turn.wantDocuments,
		wantConfirmation: turn.wantConfirmation,
		neverFound: turn.attempts.neverFound,
		vanished,
	};
}
