import { oncePerInvoice } from './collective';
import { noticesOf } from './notices';
import type { WatchState } from './state';
import { Turn, type Poll } from './turn';
import type { Watched, WatchEvent } from './types';

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
}

/**
 * One turn of the watch. An event and the state that makes it the past come out together: whoever keeps the state
 * only after handing over the events loses none. What was not read stays as remembered; a reference that left the
 * list leaves the state.
 */
export function advance(state: WatchState, list: readonly Watched[], poll: Poll): Advance {
	const turn = new Turn(state, poll);
	for (const notice of noticesOf(list, poll.answers)) turn.take(notice);
	return {
		events: oncePerInvoice(turn.events),
		state: { ...state, seen: turn.seen, held: turn.holds.now, apart: turn.attempts.apart() },
		wantDocuments: turn.wantDocuments,
		wantConfirmation: turn.wantConfirmation,
		neverFound: turn.attempts.neverFound,
	};
}
