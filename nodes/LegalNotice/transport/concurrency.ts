const START = 32;
const MOST = 100;
/** Latency counts as grown when it is above twice the best seen plus this. */
const SLACK_MS = 50;
const WHEN_SLOWER = 0.9;
const WHEN_LOST = 0.5;

/** A call that has ended. */
export interface EndedCall {
	readonly startedAt: number;
	readonly endedAt: number;
	/** Whether as many calls as allowed were under way. */
	readonly full: boolean;
}

/**
 * Calls at once: 32, doubled by each round of answers up to 100 while latency holds, halved on time-outs and quota
 * refusals. Only the service's own answers tell about its latency.
 */
export class Concurrency {
	private calls = START;
	private bestLatencyMs = Infinity;
	private lastCut = -Infinity;

	get limit(): number {
		return Math.floor(this.calls);
	}

	answered({ startedAt, endedAt, full }: EndedCall): void {
		const latencyMs = endedAt - startedAt;
		this.bestLatencyMs = Math.min(this.bestLatencyMs, latencyMs);
		if (latencyMs > 2 * this.bestLatencyMs + SLACK_MS) {
			this.cut(WHEN_SLOWER, startedAt, endedAt);
		} else if (full) {
			this.calls = Math.min(MOST, this.calls + 1);
		}
	}

	/** @returns whether it was the first of the calls under way together that ended like this */
	lost({ startedAt, endedAt }: EndedCall): boolean {
		return this.cut(WHEN_LOST, startedAt, endedAt);
	}

	/** Calls that were under way during a cut tell nothing new. */
	private cut(factor: number, startedAt: number, now: number): boolean {
		if (startedAt <= this.lastCut) return false;
		this.calls = Math.max(1, this.calls * factor);
		this.lastCut = now;
		return true;
	}
}
