/** A clock that only moves when told, with sleepers woken in order; no real time passes. */
export class VirtualTime {
	private time = 1_000_000;
	private readonly sleepers: Array<{ at: number; wake: () => void }> = [];

	readonly now = (): number => this.time;

	readonly sleep = (ms: number): Promise<void> =>
		new Promise((wake) => this.sleepers.push({ at: this.time + ms, wake }));

	/** Lets everything happen that happens within the given milliseconds. */
	async advance(ms: number): Promise<void> {
		const end = this.time + ms;
		await this.settle();
		for (;;) {
			this.sleepers.sort((a, b) => a.at - b.at);
			const next = this.sleepers[0];
			if (!next || next.at > end) break;
			this.sleepers.shift();
			this.time = Math.max(this.time, next.at);
			next.wake();
			await this.settle();
		}
		this.time = end;
	}

	private async settle(): Promise<void> {
		for (let turn = 0; turn < 8; turn++) await Promise.resolve();
	}
}
