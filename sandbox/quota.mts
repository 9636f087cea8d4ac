import type { Settings } from './settings.mts';

/** Times of calls in one window; a queue whose head moves, so that a call costs constant time. */
class Window {
	#times: number[] = [];
	#head = 0;

	/** How many calls lie after that time; older ones are forgotten. */
	countSince(time: number): number {
		while (this.#head < this.#times.length && (this.#times[this.#head] ?? 0) <= time) {
			this.#head += 1;
		}
		if (this.#head > 1024 && this.#head * 2 > this.#times.length) {
			this.#times = this.#times.slice(this.#head);
			this.#head = 0;
		}
		return this.#times.length - this.#head;
	}

	add(time: number): void {
		this.#times.push(time);
	}
}

/** The limit of calls a minute ("Limits"): sliding or fixed window, by key or for all. */
export class Quota {
	readonly #windows = new Map<string, Window>();

	/** Counts the call; false when it must be refused with `err_requetes_max`. */
	admit(publicKey: string, settings: Settings): boolean {
		const scope = settings.quotaScope === 'key' ? publicKey : '';
		const window = this.#windows.get(scope) ?? new Window();
		this.#windows.set(scope, window);
		const now = performance.now();
		const length = settings.quotaWindowSeconds * 1000;
		const start =
			settings.quotaWindow === 'sliding' ? now - length : Math.floor(now / length) * length;
		const admitted = window.countSince(start) < settings.quotaPerMinute;
		if (admitted || settings.refusedCallsCount) window.add(now);
		return admitted;
	}

	/** Forgets every call. */
	clear(): void {
		this.#windows.clear();
	}
}
