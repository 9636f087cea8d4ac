import type { Aspect, Watched } from '../domain/watch';
import { fetchNotices, START_SIZE, type BatchRoute } from '../transport/pollBatch';
import type { ServiceClient } from '../transport/client';
import { ServiceFailure, type FailureKind } from '../transport/failures';
import { mayBeOfNotices } from './cause';
import { FoundNotices } from './found';
import { Listener } from './listener';

const ROUTES: Record<Aspect, BatchRoute> = {
	status: 'statut',
	documents: 'documents',
	invoices: 'factures',
};
/** Failed batches of a kind in a row, as listed, after which its route may be down. */
const DOUBT_AFTER = 3;
/** Nothing else would fare better: the quota is used up, time is over, there is no connection. */
const FOR_ALL: ReadonlySet<FailureKind> = new Set(['quota', 'busy', 'cancelled', 'notSent']);

/** Reads lists of notices batch by batch; what came before a failure is kept. */
export class BatchReader {
	readonly found = new FoundNotices();
	/** The first thing that went wrong, if anything did. */
	failure: unknown;
	/** Nothing more is sent. */
	stopped = false;
	/** Batches that failed although others may go through. */
	readonly unread: Array<{ aspect: Aspect; slice: readonly Watched[] }> = [];
	/** Kinds of which a batch went through. */
	readonly succeeded = new Set<Aspect>();
	private readonly sizing: { size: number };
	private readonly clients: Record<Aspect, Listener>;
	/** Kinds of which nothing more is sent. */
	private readonly closed = new Set<Aspect>();
	/** Kinds whose route may be down: only who looks for the reason still asks. */
	private readonly doubted = new Set<Aspect>();
	private readonly failedInARow: Record<Aspect, number> = { status: 0, documents: 0, invoices: 0 };

	/** @param lastSize references per call that last went through, when it was fewer than usual */
	constructor(client: ServiceClient, lastSize: number | undefined) {
		// A limit met once may have been a passing one: each poll tries twice as much as last went through.
		this.sizing = { size: Math.min(START_SIZE, 2 * (lastSize ?? START_SIZE)) };
		const listener = (aspect: Aspect, unknown: Set<string>) =>
			new Listener(client, () => this.succeeded.has(aspect), unknown);
		this.clients = {
			status: listener('status', this.found.gone),
			documents: listener('documents', new Set()),
			invoices: listener('invoices', new Set()),
		};
	}

	/** Calls made so far. */
	get calls(): number {
		const { status, documents, invoices } = this.clients;
		return status.calls + documents.calls + invoices.calls;
	}

	/** References per call. */
	get size(): number {
		return this.sizing.size;
	}

	/** Whether nothing went through and nothing is likely to. */
	get isHopeless(): boolean {
		return this.doubted.size > 0 && this.succeeded.size === 0;
	}

	/** Whether lists of a kind are read on. While nothing at all went through, doubts about one kind are about all. */
	mayRead(aspect: Aspect): boolean {
		return this.mayAsk(aspect) && !this.doubted.has(aspect) && !this.isHopeless;
	}

	/**
	 * Reads a list in batches; one after the other until the first goes through, because the service may take fewer at
	 * once, or none.
	 */
	async read(aspect: Aspect, list: readonly Watched[]): Promise<void> {
		const wanted = list.filter((watched) => !this.found.has(aspect, watched));
		let next = 0;
		const take = () => wanted.slice(next, (next += this.size));
		while (next < wanted.length && !this.succeeded.has(aspect) && this.mayRead(aspect)) {
			this.count(aspect, [await this.readBatch(aspect, take())]);
		}
		const rest: Array<Promise<boolean | undefined>> = [];
		while (next < wanted.length && this.mayRead(aspect)) rest.push(this.readBatch(aspect, take()));
		this.count(aspect, await Promise.all(rest));
	}

	/** One batch, without throwing. @returns whether it went through; undefined if it was not sent */
	async readSlice(aspect: Aspect, slice: readonly Watched[]): Promise<boolean | undefined> {
		if (slice.length === 0 || !this.mayAsk(aspect)) return undefined;
		const texts = slice.map(({ text }) => text);
		try {
			const options = { sizing: this.sizing, found: this.found.of[aspect] };
			await fetchNotices(this.clients[aspect], ROUTES[aspect], texts, options);
			this.succeeded.add(aspect);
			return true;
		} catch (failure) {
			this.found.fail(aspect, slice);
			this.fail(aspect, failure);
			return false;
		}
	}

	/** A read of its own, for a notice that is about to be told as not found. */
	async confirm({ text }: Watched): Promise<void> {
		if (!this.mayAsk('status')) return;
		try {
			const answer = (await fetchNotices(this.clients.status, 'statut', [text])).get(text);
			if (answer === undefined) this.found.gone.add(text);
			else this.found.of.status.set(text, answer);
		} catch (failure) {
			this.fail('status', failure);
		}
	}

	/** For whoever found out that not the route, but notices were the reason. */
	trust(aspect: Aspect): void {
		this.failedInARow[aspect] = 0;
		this.doubted.delete(aspect);
	}

	private async readBatch(aspect: Aspect, slice: readonly Watched[]): Promise<boolean | undefined> {
		const went = await this.readSlice(aspect, slice);
		if (went === false) this.unread.push({ aspect, slice });
		return went;
	}

	private count(aspect: Aspect, wentThrough: ReadonlyArray<boolean | undefined>): void {
		for (const went of wentThrough) {
			if (went !== undefined) this.failedInARow[aspect] = went ? 0 : this.failedInARow[aspect] + 1;
		}
		if (this.failedInARow[aspect] >= DOUBT_AFTER) this.doubted.add(aspect);
	}

	/** Whether a call may still be made. */
	mayAsk(aspect: Aspect): boolean {
		return !this.stopped && !this.closed.has(aspect);
	}

	/** Goes on only if this time, or these notices, may be the reason; with another kind only while any went through. */
	private fail(aspect: Aspect, failure: unknown): void {
		this.failure ??= failure;
		const known = failure instanceof ServiceFailure ? failure : undefined;
		if (known && mayBeOfNotices(known)) return;
		this.closed.add(aspect);
		if (!known || FOR_ALL.has(known.kind) || this.succeeded.size === 0) this.stopped = true;
	}
}
