import { ASPECTS, aspectsRead } from './schedule';
import { apartKey, type Apart, type WatchState } from './state';
import type { Aspect, Outcome, Watched, WatchSettings } from './types';

/** Times in a row that a reference has to be missing before a read of its own decides. */
export const MISSES = 3;
/** Missing references are read again after 0, 1, 3, 7, 15, then 31 polls; unreadable ones never wait longer than 3. */
const LONGEST_WAIT = { missing: 32, unreadable: 4 };
/** Misses in a row up to which a read of its own is tried at every poll. */
const CONFIRMATION_TRIES = 8;

type Answer = Outcome<object> | undefined;

/** How often references were missing or unreadable in a row, and when they are asked for again. */
export class Attempts {
	/** References that were missing from the beginning and have now been so for several polls. */
	readonly neverFound: Watched[] = [];
	/** Of each that was asked for in this poll; undefined when it was there. */
	private readonly asked = new Map<string, Apart | undefined>();
	private readonly watched = new Set<string>();
	private readonly aspects: readonly Aspect[];

	constructor(
		private readonly before: WatchState,
		settings: WatchSettings,
	) {
		this.aspects = aspectsRead(settings);
	}

	/** @returns times in a row, this one included */
	missesOf({ hash }: Watched, aspect: Aspect = 'status'): number {
		const before = this.before.apart.get(apartKey(hash, aspect));
		return (before?.kind === 'missing' ? before.tries : 0) + 1;
	}

	/**
	 * @param answerTo what was read of this reference
	 * @param unconfirmed whether a read of its own should have been made
	 */
	count(watched: Watched, answerTo: (aspect: Aspect) => Answer, unconfirmed: boolean): void {
		for (const aspect of ASPECTS) {
			// What is not read any more does not wait for being read.
			if (!this.aspects.includes(aspect)) continue;
			const key = apartKey(watched.hash, aspect);
			this.watched.add(key);
			const answer = answerTo(aspect);
			if (answer === undefined) continue;
			const kind = failureKind(answer);
			if (kind === undefined) {
				this.asked.set(key, undefined);
				continue;
			}
			const known = this.before.apart.get(key);
			const tries = (known?.kind === kind ? known.tries : 0) + 1;
			const again = unconfirmed && aspect === 'status' && tries < CONFIRMATION_TRIES;
			const wait = again ? 0 : Math.min(2 ** (tries - 1), LONGEST_WAIT[kind]) - 1;
			this.asked.set(key, { tries: Math.min(tries, 99), wait, kind });
			if (kind === 'missing' && tries === MISSES && aspect === this.aspects[0])
				this.noteNew(watched);
		}
	}

	private noteNew(watched: Watched): void {
		if (!this.before.seen.has(watched.hash)) this.neverFound.push(watched);
	}

	/** Those asked for in this poll at the end of the queue. */
	apart(): Map<string, Apart> {
		const apart = new Map<string, Apart>();
		for (const [key, entry] of this.before.apart) {
			if (!this.watched.has(key) || this.asked.has(key)) continue;
			apart.set(key, { ...entry, wait: Math.max(0, entry.wait - 1) });
		}
		for (const [key, entry] of this.asked) if (entry) apart.set(key, entry);
		return apart;
	}
}

function failureKind(answer: Outcome<object>): Apart['kind'] | undefined {
	if (answer === 'missing' || answer === 'unreadable') return answer;
	// The status of a suspended notice was refused: that tells it, but spoils a batch.
	return Reflect.get(answer, 'refused') === true ? 'unreadable' : undefined;
}
