import type { Aspect, Watched } from '../domain/watch';
import { fetchNotices, START_SIZE, type BatchRoute } from '../transport/batch';
import type { ServiceClient } from '../transport/client';
import { ServiceFailure, type FailureKind } from '../transport/failures';
import { FoundNotices } from './found';

const ROUTES: Record<Aspect, BatchRoute> = {
	status: 'statut',
	documents: 'documents',
	invoices: 'factures',
};
/** Failed batches of a kind in a row after which its route counts as down. */
const GIVE_UP_AFTER = 3;
/** Nothing else would fare better: the quota is used up, time is over, there is no connection. */
const FOR_ALL: ReadonlySet<FailureKind> = new Set(['quota', 'busy', 'cancelled', 'notSent']);

/** Reads lists of notices batch by batch; what came before a failure is kept. */
export class Batches {
	readonly found = new FoundNotices();
	/** The first thing that went wrong, if anything did. */
	failure: unknown;
	/** Calls made so far. */
	calls = 0;
	/** Nothing more is sent. */
	stopped = false;
	/** Batches that failed although others may go through. */
	readonly unread: Array<{ aspect: Aspect; slice: readonly Watched[] }> = [];
	/** Kinds of which a batch went through. */
	readonly succeeded = new Set<Aspect>();
	private readonly sizing: { size: number };
	private readonly client: ServiceClient;
	/** Kinds of which nothing more is sent. */
	private readonly closed = new Set<Aspect>();
	private readonly failedInARow: Record<Aspect, number> = { status: 0, documents: 0, invoices: 0 };
	/** Whether it is known how many references the service takes at once. */
	private probed = false;

	/** @param lastSize references per call that last went through, when it was fewer than usual */
	constructor(client: ServiceClient, lastSize: number | undefined) {
		// A limit met once may have been a passing one: each poll tries twice as much as last went through.
		this.sizing = { size: Math.min(START_SIZE, 2 * (lastSize ?? START_SIZE)) };
		this.client = {
			environment: client.environment,
			call: async (call) => {
				this.calls++;
				return await client.call(call);
			},
		};
	}

	/** References per call. */
	get size(): number {
		return this.sizing.size;
	}

	mayAsk(aspect: Aspect): boolean {
		return !this.stopped && !this.closed.has(aspect);
	}

	/** Reads a list in batches; the poll's first one alone, because the service may take fewer at once. */
	async read(aspect: Aspect, list: readonly Watched[]): Promise<void> {
		const wanted = list.filter((watched) => !this.found.has(aspect, watched));
		let next = 0;
		const take = () => wanted.slice(next, (next += this.size));
		if (!this.probed) await this.readSlice(aspect, take());
		this.probed = true;
		const rest: Array<Promise<void>> = [];
		while (next < wanted.length && this.mayAsk(aspect)) rest.push(this.readSlice(aspect, take()));
		await Promise.all(rest);
	}

	/** One batch, without throwing. */
	async readSlice(aspect: Aspect, slice: readonly Watched[]): Promise<void> {
		if (slice.length === 0 || !this.mayAsk(aspect)) return;
		const texts = slice.map(({ text }) => text);
		try {
			const options = { sizing: this.sizing, found: this.found.of[aspect] };
			await fetchNotices(this.client, ROUTES[aspect], texts, options);
			this.failedInARow[aspect] = 0;
			this.succeeded.add(aspect);
		} catch (failure) {
			this.unread.push({ aspect, slice });
			for (const text of texts) this.found.failed[aspect].add(text);
			this.fail(aspect, failure);
		}
	}

	/** A read of its own, for a notice that is about to be told as not found. */
	async confirm({ text }: Watched): Promise<void> {
		if (!this.mayAsk('status')) return;
		try {
			const answer = (await fetchNotices(this.client, 'statut', [text])).get(text);
			if (answer === undefined) this.found.gone.add(text);
			else this.found.of.status.set(text, answer);
		} catch (failure) {
			this.fail('status', failure);
		}
	}

	/** For whoever looks for the reason of failures: what failed so far does not keep him from asking. */
	reopen(aspect: Aspect): void {
		this.failedInARow[aspect] = 0;
	}

	/**
	 * Goes on with other notices only if this time, or this notice, may be the reason; with another kind only while
	 * any went through.
	 */
	private fail(aspect: Aspect, failure: unknown): void {
		this.failure ??= failure;
		const known = failure instanceof ServiceFailure ? failure : undefined;
		const isPassing = known?.ambiguous === true;
		if (isPassing && ++this.failedInARow[aspect] < GIVE_UP_AFTER) return;
		this.closed.add(aspect);
		if (!known || FOR_ALL.has(known.kind) || this.succeeded.size === 0) this.stopped = true;
	}
}
