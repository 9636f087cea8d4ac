import { apartKey, isInTurn, type WatchState } from './state';
import { NOT_FOUND, type Answers, type Lookup, type Outcome, type Watched } from './types';

/** Nearly all notices of a poll were missing from the service's answers. */
export interface Vanished {
	readonly missing: number;
	/** Notices of which the status was asked for. */
	readonly asked: number;
	/** Polls in a row, this one included; those that read only other parts of the list left out. */
	readonly polls: number;
}

/** Notices that may well be gone at once, although no other is there. */
const FEW = 20;
/** Part of the notices from which on they are nearly all. */
const NEARLY_ALL = 0.9;
/** The same for notices that were never read: one poll looks through as many that are read apart. */
const FEW_NEVER_READ = 400;
/** Polls in a row until they are believed to be gone. What was never read may as well be a wrong list. */
const PATIENCE = { known: 10, neverRead: 3 };

/**
 * Tells notices that are gone from a service that has lost them for a while, such as one that answers with empty
 * lists: notices disappear one by one, and all at once it is not their doing. Of a notice that it was asked for by
 * itself, it is believed.
 *
 * @returns how nearly all vanished, as long as that is doubted; and the polls in a row in which it was so
 */
export function lookForVanished(
	state: WatchState,
	list: readonly Watched[],
	{ statuses, gone }: Answers,
): { readonly vanished: Vanished | undefined; readonly lost: number } {
	let [asked, there, known, neverRead] = [0, 0, 0, 0];
	let isWhole = true;
	for (const { text, hash } of list) {
		const outcome = statuses.get(text);
		if (outcome === undefined) {
			isWhole &&= !isDue(state, hash);
			continue;
		}
		asked++;
		if (typeof outcome === 'object') there++;
		else if (outcome === 'missing' && !gone.has(text) && !isApart(state, hash)) {
			if (wasThere(state, hash)) known++;
			else neverRead++;
		}
	}
	const polls = state.lost + 1;
	if (known > FEW && known >= NEARLY_ALL * (known + there)) {
		return { vanished: doubted(known, asked, polls, PATIENCE.known), lost: polls };
	}
	if (neverRead > FEW_NEVER_READ && there === 0) {
		return { vanished: doubted(neverRead, asked, polls, PATIENCE.neverRead), lost: polls };
	}
	// Of a poll that read others only, nothing is learned about the notices that vanished.
	return { vanished: undefined, lost: there > 0 && isWhole ? 0 : state.lost };
}

/** What is left of answers when those about missing notices count for nothing. */
export function withoutMissing(answers: Answers): Answers {
	return {
		...answers,
		statuses: present(answers.statuses),
		documents: present(answers.documents),
		invoices: present(answers.invoices),
	};
}

function doubted(
	missing: number,
	asked: number,
	polls: number,
	patience: number,
): Vanished | undefined {
	return polls <= patience ? { missing, asked, polls } : undefined;
}

function wasThere({ seen }: WatchState, hash: string): boolean {
	const status = seen.get(hash)?.status;
	return status !== undefined && status !== NOT_FOUND;
}

/** Whether a poll that comes round the whole list reads its status. */
function isDue({ seen, apart }: WatchState, hash: string): boolean {
	return (
		isInTurn(apart.get(apartKey(hash, 'status'))) && seen.get(hash)?.publishedDay === undefined
	);
}

/** Whether it was missing or unreadable before, which is its own doing. */
function isApart({ apart }: WatchState, hash: string): boolean {
	return (apart.get(apartKey(hash, 'status'))?.tries ?? 0) > 1;
}

function present<Reading>(lookup: Lookup<Outcome<Reading>>): Lookup<Outcome<Reading>> {
	return {
		get: (reference) => {
			const outcome = lookup.get(reference);
			return outcome === 'missing' ? undefined : outcome;
		},
	};
}
