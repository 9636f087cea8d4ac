/** Chance that can be repeated: the same seed gives the same choices (mulberry32). */
export class Chance {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** 0 to 1, without 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	whole(below: number): number {
		return Math.floor(this.next() * below);
	}

	yes(share: number): boolean {
		return this.next() < share;
	}

	pick<Value>(values: readonly Value[]): Value {
		const value = values[this.whole(values.length)];
		if (value === undefined) throw new Error('nothing to pick from');
		return value;
	}
}
