import { sleep } from 'n8n-workflow';

import { Concurrency, type EndedCall } from './concurrency';
import { ServiceFailure } from './failures';
import { LOOK_AGAIN_MS, Minute, type Priority } from './minute';
import { Pace, spacingFor, type Spacing } from './pace';
import type { Acquire, Outcome, Permit } from './permit';

interface Waiter {
	readonly priority: Priority;
	readonly more: () => number;
	readonly execution: object;
	readonly grant: (permit: Permit) => void;
}

/**
 * Calls a minute ({@link Minute}), calls at once ({@link Concurrency}) and the distance between calls ({@link Pace})
 * for one key on one instance, shared by everything in this process. What has to wait is let through in order, lists
 * that a person waits for first.
 */
export class CallLimiter {
	private readonly minute: Minute;
	private readonly concurrency = new Concurrency();
	private readonly pace = new Pace();
	private readonly waiting: Record<Priority, Waiter[]> = { interactive: [], bulk: [] };
	private running = 0;
	/** The execution that found the minute unused. */
	private first: object | undefined;
	private pumping = false;
	/** When the service last told by a refusal that others use the key. */
	private yieldedAt = -Infinity;

	constructor(
		private readonly now: () => number = Date.now,
		private readonly pause: (ms: number) => Promise<void> = sleep,
	) {
		this.minute = new Minute(now);
	}

	/** The credential's figure; any positive number, also below 1. */
	configure(perMinute: number): void {
		this.minute.configure(perMinute);
	}

	/** Waits until a call may go out. The wait ends at once when the signal is aborted or `maxWaitMs` has passed. */
	async acquire(
		priority: Priority,
		{ signal, maxWaitMs, more = () => 0, execution = this }: Acquire = {},
	): Promise<Permit> {
		if (signal?.aborted) throw new ServiceFailure('cancelled');
		const asked = this.now();
		const queue = this.waiting[priority];
		if (priority === 'bulk' && this.minute.used === 0) this.first = execution;
		return await new Promise<Permit>((resolve, reject) => {
			const leave = (failure: ServiceFailure) => {
				const at = queue.indexOf(waiter);
				if (at < 0) return;
				queue.splice(at, 1);
				reject(failure);
			};
			const onAbort = () => leave(new ServiceFailure('cancelled'));
			const waiter: Waiter = {
				priority,
				more,
				execution,
				grant: (permit) => {
					signal?.removeEventListener('abort', onAbort);
					resolve(permit);
				},
			};
			signal?.addEventListener('abort', onAbort, { once: true });
			queue.push(waiter);
			this.grantWhatIsFree();
			// A call that went out at once leaves no timer behind.
			if (maxWaitMs !== undefined && queue.includes(waiter)) {
				void this.pause(maxWaitMs).then(() =>
					leave(new ServiceFailure('busy', { waitedMs: this.now() - asked })),
				);
			}
			void this.pump();
		});
	}

	/** Milliseconds until this call may go out, were it the next one; 0 when now. */
	private waitMs(waiter: Waiter): number {
		const ms = this.minute.waitMs(waiter.priority);
		if (ms > 0 || waiter.priority === 'interactive') return ms;
		return this.pace.waitMs(this.spacing(waiter), this.now());
	}

	private spacing({ more, execution }: Waiter): Spacing {
		return spacingFor({
			perMinute: this.minute.capacity('bulk').calls,
			used: this.minute.used,
			wanted: this.waiting.bulk.length + more(),
			isFirst: execution === this.first,
			isShared: this.minute.isShared,
		});
	}

	private grantWhatIsFree(): void {
		for (const queue of [this.waiting.interactive, this.waiting.bulk]) {
			for (let next = queue[0]; next && this.mayStart(next); next = queue[0]) {
				if (next.priority === 'bulk') this.pace.sent(this.spacing(next), this.now());
				queue.shift();
				next.grant(this.start());
			}
		}
	}

	private mayStart(waiter: Waiter): boolean {
		// A person's list does not queue behind bulk work: it may exceed the calls at once, not those a minute.
		if (waiter.priority === 'bulk' && this.running >= this.concurrency.limit) return false;
		return this.waitMs(waiter) === 0;
	}

	private start(): Permit {
		const startedAt = this.now();
		this.running++;
		this.minute.begin();
		let open = true;
		return {
			release: (outcome) => {
				if (!open) return;
				open = false;
				const full = this.running >= this.concurrency.limit;
				this.running--;
				this.learn(outcome, { startedAt, endedAt: this.now(), full });
				this.grantWhatIsFree();
			},
		};
	}

	private learn(outcome: Outcome, call: EndedCall): void {
		const refused = outcome === 'overQuota';
		this.minute.end(refused ? 'refused' : outcome === 'notSent' ? 'notSent' : 'served');
		if (outcome === 'answered') this.concurrency.answered(call);
		if (refused || outcome === 'timedOut') this.concurrency.lost(call);
		// Of the calls under way together the first refusal tells all, whatever else became of them.
		if (!refused || call.startedAt <= this.yieldedAt) return;
		this.yieldedAt = call.endedAt;
		this.minute.yieldToOthers();
	}

	private next(): Waiter | undefined {
		return this.waiting.interactive[0] ?? this.waiting.bulk[0];
	}

	/** Looks again when a slot becomes free by time; slots freed by answers are given out in `release`. */
	private async pump(): Promise<void> {
		if (this.pumping) return;
		this.pumping = true;
		for (let next = this.next(); next; next = this.next()) {
			// Nothing to wait for by time: an answer under way makes room.
			await this.pause(Math.min(LOOK_AGAIN_MS, this.waitMs(next) || LOOK_AGAIN_MS));
			this.grantWhatIsFree();
		}
		this.pumping = false;
	}
}
