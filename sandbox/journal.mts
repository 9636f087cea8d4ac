import type { JournalCall } from './types.mts';

/** More calls than any test makes; the oldest are forgotten beyond, so that a benchmark stays small. */
const capacity = 20_000;

/** What reached the sandbox, in order: the judge of "exactly once". */
export class Journal {
	#calls: JournalCall[] = [];
	#count = 0;

	add(call: Omit<JournalCall, 'n'>): JournalCall {
		this.#count += 1;
		const entry = { n: this.#count, ...call };
		this.#calls.push(entry);
		if (this.#calls.length >= capacity * 2) this.#calls = this.#calls.slice(-capacity);
		return entry;
	}

	calls(): JournalCall[] {
		return this.#calls.slice(-capacity);
	}

	clear(): void {
		this.#calls = [];
		this.#count = 0;
	}
}
