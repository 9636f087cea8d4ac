const START = 32;
const MOST = 100;
/** Latency counts as grown when it is above twice the best seen plus this. */
const SLACK_MS = 50;
const WHEN_SLOWER = 0.9;
const WHEN_LOST = 0.5;
/** So little that what is measured with it cannot add up, time and again, to ever more calls. */
const WHEN_STALE = 0.33;
/** Calls more for each answer: at first a round of answers doubles them, after a growth of latency it adds a quarter. */
const GROWTH = 1;
const CAREFUL_GROWTH = 0.25;
/** Latency alone does not bring the calls at once below this. */
const FEWEST_WHEN_SLOWER = 8;
/** Milliseconds after which a latency that is not met any more tells nothing about the service of today. */
const STALE_MS = 10_000;
/** A latency up to this much above the best one is still the same. */
const SAME = 1.25;
const SAME_MS = 10;

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
 *
 * A service that has become slower for good, and not by our calls, is measured anew: after a rest at once, in the
 * middle of work with a third of the calls, for by then it is not known what part of the latency is their doing.
 */
export class Concurrency {
	private calls = START;
	private growth = GROWTH;
	private bestLatencyMs = Infinity;
	/** When the best latency was last met, and when anything was answered. */
	private bestAt = -Infinity;
	private answeredAt = -Infinity;
	private lastCut = -Infinity;
	private measuredFrom = -Infinity;

	get limit(): number {
		return Math.floor(this.calls);
	}

	answered(call: EndedCall): void {
		const { startedAt, endedAt, full } = call;
		const rested = startedAt - this.answeredAt > STALE_MS;
		this.answeredAt = endedAt;
		if (rested) {
			this.measureAnew(startedAt - 1);
			this.growth = GROWTH;
		}
		// What was under way before tells of a time that is over.
		if (startedAt <= this.measuredFrom) return;
		const latencyMs = endedAt - startedAt;
		if (latencyMs <= this.bestLatencyMs * SAME + SAME_MS) this.bestAt = endedAt;
		this.bestLatencyMs = Math.min(this.bestLatencyMs, latencyMs);
		if (latencyMs > 2 * this.bestLatencyMs + SLACK_MS) {
			this.slower(call);
		} else if (full) {
			this.calls = Math.min(MOST, this.calls + this.growth);
		}
	}

	/** It timed out, or was refused for quota. */
	lost(call: EndedCall): void {
		this.cut(WHEN_LOST, 1, call);
	}

	private slower(call: EndedCall): void {
		this.growth = CAREFUL_GROWTH;
		if (call.endedAt - this.bestAt <= STALE_MS) {
			this.cut(WHEN_SLOWER, FEWEST_WHEN_SLOWER, call);
		} else if (this.cut(WHEN_STALE, FEWEST_WHEN_SLOWER, call)) {
			this.measureAnew(call.endedAt);
		}
	}

	private measureAnew(from: number): void {
		this.bestLatencyMs = Infinity;
		this.measuredFrom = from;
	}

	/** Calls that were under way during a cut tell nothing new. @returns whether this one did */
	private cut(factor: number, fewest: number, { startedAt, endedAt }: EndedCall): boolean {
		if (startedAt <= this.lastCut) return false;
		this.calls = Math.min(this.calls, Math.max(fewest, this.calls * factor));
		this.lastCut = endedAt;
		return true;
	}
}
