import type { Reason } from './naming';
import type { Aspect } from './types';

/** What is remembered of one notice. */
export interface Seen {
	/** Undefined while its status has not been read. */
	readonly status?: string | undefined;
	readonly reason?: Reason | null | undefined;
	/** Changes told since the state began; tells a change from the same one happening again. */
	readonly changes: number;
	/** Day (since 1970) on which it was first seen published; what 'stop watching' counts from. */
	readonly publishedDay?: number | undefined;
	/** Digests of documents and invoices that were told, or were there at first sight. */
	readonly told: ReadonlySet<string>;
	/** What of them has been looked at once. */
	readonly toldOf: ReadonlySet<'documents' | 'invoices'>;
}

/** A held-back event: polls it may still wait, and when it was first seen (seconds since 1970). */
export interface Held {
	readonly left: number;
	readonly since: number;
}

/** A reference that is read apart from the others, and less and less often. */
export interface Apart {
	/** Times in a row it was missing or unreadable. */
	readonly tries: number;
	/** Polls to let pass before the next try. */
	readonly wait: number;
	readonly kind: 'missing' | 'unreadable';
}

/** Whether it is read in its turn with the others: what was missing just once was perhaps the service's slip. */
export function isInTurn(entry: Apart | undefined): boolean {
	return !entry || (entry.kind === 'missing' && entry.tries === 1);
}

export interface WatchState {
	/** Seconds since 1970 when this state began. */
	readonly since: number;
	readonly seen: ReadonlyMap<string, Seen>;
	/** By hash of the reference and a letter for what is held. */
	readonly held: ReadonlyMap<string, Held>;
	/** By hash of the reference and the letter of the aspect; the one that has waited longest first. */
	readonly apart: ReadonlyMap<string, Apart>;
	/** Hash of the reference to begin with, when the last poll ran out of time. */
	readonly resumeAt: string | undefined;
	/** References per call, when the service takes fewer than usual. */
	readonly batchSize: number | undefined;
	/** Polls in a row in which nearly all notices were missing; one that reads only others of the list ends no row. */
	readonly lost: number;
}

export const UNSEEN: Seen = { changes: 0, told: new Set(), toldOf: new Set() };

export function emptyState(nowMs: number): WatchState {
	return {
		since: Math.floor(nowMs / 1000),
		seen: new Map(),
		held: new Map(),
		apart: new Map(),
		resumeAt: undefined,
		batchSize: undefined,
		lost: 0,
	};
}

/**
 * What a poll leaves behind that read nothing: the same knowledge. But the next one begins elsewhere, because the
 * notices that this one began with may be to blame.
 *
 * @param tried what was read apart, in vain; it goes to the end of the queue
 */
export function afterSetback(
	state: WatchState,
	resumeAt: string | undefined,
	tried: ReadonlySet<string>,
): WatchState {
	const queue = [...state.apart].map(
		([key, entry]) => [key, { ...entry, wait: Math.max(0, entry.wait - 1) }] as const,
	);
	const untried = queue.filter(([key]) => !tried.has(key));
	// A map keeps a key where it was first.
	const apart = new Map([...untried, ...queue]);
	return { ...state, apart, resumeAt: resumeAt ?? state.resumeAt };
}

/** The same state, in which everything that is read apart has its turn at once. */
export function withoutWaits(state: WatchState): WatchState {
	const apart = [...state.apart].map(([key, entry]) => [key, { ...entry, wait: 0 }] as const);
	return { ...state, apart: new Map(apart) };
}

const LETTERS: Record<Aspect, string> = { status: 's', documents: 'd', invoices: 'i' };

export function apartKey(hash: string, aspect: Aspect): string {
	return hash + LETTERS[aspect];
}

/** What the events of a notice may be held back for; a document or invoice also by its own digest. */
export const HELD_FOR = { attestation: 'a', files: 'f', documents: 'd', invoices: 'i' } as const;

export function heldKey(hash: string, what: keyof typeof HELD_FOR, digest: string): string {
	return hash + HELD_FOR[what] + digest;
}

export const HASH_LENGTH = 11;

/** What is held for anything else is a change of status. */
const ASPECT_OF: ReadonlyMap<string, Aspect> = new Map([
	[HELD_FOR.documents, 'documents'],
	[HELD_FOR.invoices, 'invoices'],
]);

/** What has to be read for the events that are held back, as {@link apartKey} names it. */
export function heldAspects({ held }: WatchState): ReadonlySet<string> {
	return new Set(
		[...held.keys()].map((key) =>
			apartKey(key.slice(0, HASH_LENGTH), ASPECT_OF.get(key.charAt(HASH_LENGTH)) ?? 'status'),
		),
	);
}
