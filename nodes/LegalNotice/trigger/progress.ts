import {
	afterSetback,
	apartKey,
	ASPECTS,
	type Aspect,
	type Schedule,
	type WatchState,
} from '../domain/watch';
import type { FoundNotices } from './found';

type Main = Schedule['main'];

/** How far a poll came round the list, so that the next one goes on there. */
export class Progress {
	/** The notices under way, and whether the poll began with them. */
	wave: Main = [];
	private isFirst = true;
	private readonly main: Main;
	private readonly apart: Schedule['apart'];
	/** Hash of the reference with which the next poll begins, unless this one is cut. */
	next: string | undefined;
	/** By kind, the first notice that was left out because the route was in doubt. */
	private readonly leftOut = new Map<Aspect, Main[number]>();

	constructor({ main, apart }: Schedule) {
		this.main = main;
		this.apart = apart;
		this.next = main[0]?.watched.hash;
	}

	/** Takes the next notices under way. */
	begin(at: number, count: number): Main {
		this.wave = this.main.slice(at, at + count);
		this.isFirst = at === 0;
		this.next = this.main[at + count]?.watched.hash;
		return this.wave;
	}

	end(): void {
		this.wave = [];
	}

	/**
	 * Where to go on when of a kind nothing was read, perhaps because of the notices that this poll began with: anywhere
	 * else, and in the course of the polls everywhere.
	 */
	get elsewhere(): string | undefined {
		return this.main[stepThrough(this.main.length)]?.watched.hash;
	}

	/** What to remember after nothing at all was read, whether calls failed or each notice of an answer. */
	setback(state: WatchState, found: FoundNotices): WatchState {
		const tried = ASPECTS.flatMap((aspect) =>
			this.apart[aspect]
				.filter((watched) => found.failed[aspect].has(watched.text) || found.has(aspect, watched))
				.map(({ hash }) => apartKey(hash, aspect)),
		);
		return afterSetback(state, this.elsewhere, new Set(tried));
	}

	skip(aspect: Aspect, entry: Main[number] | undefined): void {
		if (entry && !this.leftOut.has(aspect)) this.leftOut.set(aspect, entry);
	}

	/** @returns the first notice left out for kinds of which others went through: the next poll begins with it */
	skipped(succeeded: ReadonlySet<Aspect>): string | undefined {
		const first = [...this.leftOut]
			.filter(([aspect]) => succeeded.has(aspect))
			.map(([, entry]) => entry);
		return this.main.find((entry) => first.includes(entry))?.watched.hash;
	}

	/**
	 * Where to go on after a cut: at the first notice of the wave under way that is not read to the end. One that could
	 * not be read in a poll that began with it is left for the next round: nobody waits behind it for ever.
	 */
	afterCut(isUnread: (entry: Main[number]) => boolean, batchSize: number): string | undefined {
		const unread = this.wave.filter(isUnread);
		const [first] = unread;
		const again = this.isFirst && first !== undefined && first === this.wave[0];
		return (again ? unread[batchSize] : first)?.watched.hash ?? this.next;
	}
}

/** A step that comes by every place of a circle, soon in all of its regions: the golden section of it, about. */
function stepThrough(length: number): number {
	let step = Math.max(1, Math.round(length * 0.382));
	while (commonDivisor(step, length) > 1) step++;
	return step;
}

function commonDivisor(a: number, b: number): number {
	return b === 0 ? a : commonDivisor(b, a % b);
}
