import { digest48 } from './digest';
import { isSameStatus, type StatusNow } from './naming';
import type { Held } from './state';

/** Polls in which the files of an event are tried before it goes out without them. */
const FILE_TRIES = 4;

/**
 * Events held back, by the hash of their notice and what they wait for. Only what is held again in a poll stays held.
 */
export class Holds {
	readonly now = new Map<string, Held>();
	private readonly byNotice = new Map<string, string[]>();

	constructor(
		private readonly before: ReadonlyMap<string, Held>,
		private readonly nowMs: number,
		hashLength: number,
	) {
		for (const key of before.keys()) {
			const hash = key.slice(0, hashLength);
			const keys = this.byNotice.get(hash);
			if (keys) keys.push(key);
			else this.byNotice.set(hash, [key]);
		}
	}

	/** Polls that an event may still wait. A number of polls that was lowered meanwhile holds for it as well. */
	left(key: string, atMost: number): number {
		return Math.min(this.before.get(key)?.left ?? atMost, atMost);
	}

	hold(key: string, left: number): void {
		this.now.set(key, { left, since: this.since(key) });
	}

	/** Nothing was read that could end or shorten the wait of a notice's events for something of this kind. */
	keep(hash: string, kind: string): void {
		for (const key of this.byNotice.get(hash) ?? []) {
			if (key.startsWith(hash + kind)) this.keepOne(key);
		}
	}

	keepOne(key: string): void {
		const held = this.before.get(key);
		if (held) this.hold(key, held.left);
	}

	/** Seconds since 1970 of the poll that first held an event back, or of this one. */
	since(...keys: readonly string[]): number {
		const now = Math.floor(this.nowMs / 1000);
		return Math.min(...keys.map((key) => this.before.get(key)?.since ?? now));
	}

	/** Whether an event may go out now as far as its files are concerned; keeps count when it may not. */
	files(key: string, lack: 'tried' | 'notTried' | undefined): 'ready' | 'wait' | 'giveUp' {
		if (lack === undefined) return 'ready';
		const left = this.left(key, FILE_TRIES);
		if (lack === 'tried' && left <= 0) return 'giveUp';
		this.hold(key, lack === 'tried' ? left - 1 : left);
		return 'wait';
	}
}

/**
 * What an event is held back for belongs to that event: another change begins its own wait. A publication whose reason
 * is put in other words is the same one. What the status was before is no part of it: as long as an event is held back,
 * that stays as remembered.
 *
 * @returns a digest of the change
 */
export function heldChange(before: string | undefined, { status, reason }: StatusNow): string {
	const isReasonAlone = isSameStatus(before, status);
	return digest48(JSON.stringify(isReasonAlone ? [status, reason] : [status]));
}
