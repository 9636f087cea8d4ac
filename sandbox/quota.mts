import type { Settings } from './settings.mts';

/** The limit of calls a minute ("Limits"): sliding or fixed window, by key or for all. */
export class Quota {
	/** Times of the calls in the window of each key, in milliseconds. */
	readonly #windows = new Map<string, number[]>();

	/** Counts the call, at a time that only goes forward (ms); false when it must be refused with `err_requetes_max`. */
	admit(publicKey: string, settings: Settings, now: number): boolean {
		const scope = settings.quotaScope === 'key' ? publicKey : '';
		const length = settings.quotaWindowSeconds * 1000;
		const sliding = settings.quotaWindow === 'sliding';
		const start = sliding ? now - length : Math.floor(now / length) * length;
		const times = this.#windows.get(scope) ?? [];
		const stale = times.findIndex((time) => time > start);
		times.splice(0, stale < 0 ? times.length : stale);
		const admitted = times.length < settings.quotaPerMinute;
		if (admitted || settings.refusedCallsCount) times.push(now);
		this.#windows.set(scope, times);
		return admitted;
	}

	/** Forgets every call. */
	clear(): void {
		this.#windows.clear();
	}
}
