import type { VirtualTime } from '../lib/virtualTime.mts';

export interface ServiceOptions {
	/** Round trip in milliseconds; each call varies by a fifth around it. */
	readonly latencyMs: number;
	readonly perMinute?: number;
	/** The specification leaves open how the minute is counted. */
	readonly window?: 'sliding' | 'fixed';
	readonly refusedCount?: boolean;
	readonly random: () => number;
}

const MINUTE = 60_000;

/** The quota of the service for one key, without anything else of it. */
export class SimulatedService {
	calls = 0;
	refused = 0;
	/** When calls were counted, oldest first. */
	#counted: number[] = [];
	readonly #time: VirtualTime;
	readonly #options: ServiceOptions;

	constructor(time: VirtualTime, options: ServiceOptions) {
		this.#time = time;
		this.#options = options;
	}

	/** One call there and back. @returns whether it was served */
	async call(): Promise<boolean> {
		const { latencyMs, random } = this.#options;
		const half = (latencyMs / 2) * (0.8 + 0.4 * random());
		await this.#time.sleep(half);
		const served = this.#admit();
		await this.#time.sleep(half);
		return served;
	}

	#admit(): boolean {
		const { perMinute = 300, window = 'sliding', refusedCount = true } = this.#options;
		const now = this.#time.now();
		const start = window === 'sliding' ? now - MINUTE : Math.floor(now / MINUTE) * MINUTE - 1;
		const kept = this.#counted.findIndex((at) => at > start);
		this.#counted = kept < 0 ? [] : this.#counted.slice(kept);
		const served = this.#counted.length < perMinute;
		if (served || refusedCount) this.#counted.push(now);
		this.calls++;
		if (!served) this.refused++;
		return served;
	}
}
