import { ServiceFailure } from '../transport/failures';
import type { Batches } from './batches';

/** Calls to find the notices for which the service cannot answer a batch. */
const SEARCH_CALLS = 16;
/** The same while no batch of the kind went through: then its route may be down. */
const DOUBTFUL_CALLS = 6;

/**
 * A batch that failed while others went through: perhaps one of its notices is to blame. It is looked for by halves,
 * so that it does not keep its neighbours from being read for ever.
 */
export async function findCulprits(batches: Batches, mayBegin: () => boolean): Promise<void> {
	const failed = batches.unread.splice(0);
	if (batches.succeeded.size === 0) return;
	const begun = batches.calls;
	for (let next = failed.shift(); next; next = failed.shift()) {
		const { aspect, slice } = next;
		if (!batches.mayAsk(aspect)) continue;
		const [only] = slice;
		if (slice.length === 1 && only) {
			batches.found.of[aspect].set(only.text, new ServiceFailure('notTheService'));
			continue;
		}
		const middle = Math.ceil(slice.length / 2);
		for (const half of [slice.slice(0, middle), slice.slice(middle)]) {
			const most = batches.succeeded.has(aspect) ? SEARCH_CALLS : DOUBTFUL_CALLS;
			if (batches.calls - begun >= most || !mayBegin()) return;
			batches.reopen(aspect);
			await batches.readSlice(aspect, half);
		}
		// Halves that failed again are looked at first: one culprit is found before the next is looked for.
		failed.unshift(...batches.unread.splice(0));
	}
}
