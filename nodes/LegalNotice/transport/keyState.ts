/**
 * What this process keeps of a pair of keys, for all executions that use it at once or one after the other. Nothing else of
 * `transport/` outlives an execution.
 */
import { CallLimiter } from './limiter';

/** What only one at a time may be at work on. Names of one kind do not meet those of another. */
export interface Lock {
	readonly kind: 'order' | 'replace' | 'cancel' | 'contact';
	/** In any case and spacing: a service may not tell them apart. */
	readonly name: string;
}

class KeyState {
	/** When its calls go out. */
	readonly limiter = new CallLimiter();
	/** Milliseconds by which the service's clock is ahead of the one of this machine. */
	clockOffsetMs = 0;
	private readonly underWay = new Map<string, Promise<void>>();

	/** @returns what settles when nobody holds the lock any more; undefined where nobody does */
	holderOf({ kind, name }: Lock): Promise<void> | undefined {
		return this.underWay.get(`${kind} ${caseFolded(name)}`);
	}

	/** The lock is held until this has settled. */
	hold({ kind, name }: Lock, work: Promise<void>): void {
		const key = `${kind} ${caseFolded(name)}`;
		const held = work.then(() => {
			if (this.underWay.get(key) === held) this.underWay.delete(key);
		});
		this.underWay.set(key, held);
	}
}

/** The name under which equal numbers, references and e-mails meet. */
export function caseFolded(name: string): string {
	return name.normalize('NFC').replace(/\s+/gu, ' ').toLowerCase();
}

const states = new Map<string, KeyState>();

/** @param digest of both keys (`signing.ts`): nobody who knows just the public one slows down other work */
export function stateOf(digest: string): KeyState {
	const state = states.get(digest) ?? new KeyState();
	states.set(digest, state);
	return state;
}
