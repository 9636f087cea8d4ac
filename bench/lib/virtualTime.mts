/** A clock that jumps from one event to the next, so that hours of waiting are simulated in seconds. */

interface Sleeper {
	readonly at: number;
	readonly number: number;
	readonly wake: () => void;
}

/** Promises that hang behind one another inside the limiter and its callers until nothing moves any more. */
const SETTLE_TURNS = 12;

export class VirtualTime {
	#time = 1_000_000;
	#count = 0;
	/** A binary heap, the earliest sleeper first. */
	readonly #heap: Sleeper[] = [];

	readonly now = (): number => this.#time;

	readonly sleep = (ms: number): Promise<void> =>
		new Promise((wake) => this.#push({ at: this.#time + ms, number: this.#count++, wake }));

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
			const next = this.#pop();
			if (!next) throw new Error('The simulation stands still.');
			this.#time = Math.max(this.#time, next.at);
			next.wake();
		}
		await done;
	}

	#push(sleeper: Sleeper): void {
		const heap = this.#heap;
		let at = heap.push(sleeper) - 1;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			if (isBefore(heap[parent], sleeper)) break;
			heap[at] = heap[parent] ?? sleeper;
			at = parent;
		}
		heap[at] = sleeper;
	}

	#pop(): Sleeper | undefined {
		const heap = this.#heap;
		const first = heap[0];
		const last = heap.pop();
		if (!first || !last || heap.length === 0) return first;
		let at = 0;
		for (;;) {
			let child = 2 * at + 1;
			if (child >= heap.length) break;
			if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
			if (!isBefore(heap[child], last)) break;
			heap[at] = heap[child] ?? last;
			at = child;
		}
		heap[at] = last;
		return first;
	}
}

function isBefore(one: Sleeper | undefined, other: Sleeper | undefined): boolean {
	if (!one || !other) return one !== undefined;
	return one.at < other.at || (one.at === other.at && one.number < other.number);
}
