interface Sleeper {
	readonly at: number;
	readonly wake: () => void;
}

/** Promises that hang behind one another inside the limiter and its callers until nothing moves any more. */
const SETTLE_TURNS = 12;

/** A clock that jumps from one event to the next, so that minutes of waiting take milliseconds. */
export class VirtualTime {
	private time = 1_000_000;
	/** The earliest first. */
	private readonly sleepers: Sleeper[] = [];

	readonly now = (): number => this.time;

	readonly sleep = async (ms: number): Promise<void> =>
		await new Promise((wake) => {
			const at = this.time + ms;
			const before = this.sleepers.findLastIndex((other) => other.at <= at);
			this.sleepers.splice(before + 1, 0, { at, wake });
		});

	/** Lets time pass until `done` settles. @throws Error when nothing is left that could settle it */
	async runUntil(done: Promise<unknown>): Promise<void> {
		let settled = false;
		const mark = () => {
			settled = true;
		};
		done.then(mark, mark);
		for (;;) {
			for (let turn = 0; turn < SETTLE_TURNS; turn++) await Promise.resolve();
			if (settled) break;
			const next = this.sleepers.shift();
			if (!next) throw new Error('The simulation stands still.');
			this.time = Math.max(this.time, next.at);
			next.wake();
		}
		await done;
	}
}
