import type { Answers, Aspect, Lookup, Watched } from '../domain/watch';
import type { Answer } from '../transport/answer';
import { fetchNotices, START_SIZE, type BatchRoute } from '../transport/batch';
import type { ServiceClient } from '../transport/client';
import { ServiceFailure } from '../transport/failures';
import { filesOutcome, statusOutcome } from './readings';

const ROUTES: Record<Aspect, BatchRoute> = {
	status: 'statut',
	documents: 'documents',
	invoices: 'factures',
};
/** Calls to find the notice for which the service cannot answer a batch. */
const SEARCH_CALLS = 16;
/** Failed batches in a row after which the service counts as down. */
const GIVE_UP_AFTER = 3;

type Found = Map<string, Answer | ServiceFailure | undefined>;

/** Reads lists of notices batch by batch; what came before a failure is kept. */
export class Batches {
	/** The first thing that went wrong, if anything did. */
	failure: unknown;
	/** Calls made so far. */
	calls = 0;
	/** Nothing more is sent: the keys are wrong, the quota is used up, the service is down, or time is over. */
	stopped = false;
	/** References that a read of their own found missing. */
	readonly gone = new Set<string>();
	private readonly found: Record<Aspect, Found> = {
		status: new Map(),
		documents: new Map(),
		invoices: new Map(),
	};
	private readonly sizing: { size: number };
	private readonly client: ServiceClient;
	private readonly failedAspects = new Set<Aspect>();
	private readonly unread: Array<{ aspect: Aspect; slice: readonly Watched[] }> = [];
	private failedInARow = 0;
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

	get readAnything(): boolean {
		return Object.values(this.found).some(({ size }) => size > 0);
	}

	/** Whether one kind of reading failed altogether: its events would stay away without anybody noticing. */
	get lacksAspect(): boolean {
		return [...this.failedAspects].some((aspect) => this.found[aspect].size === 0);
	}

	has(aspect: Aspect, { text }: Watched): boolean {
		return this.found[aspect].has(text);
	}

	/** The answers so far, also those still to come. */
	liveAnswers(): Answers {
		return answersOf(this.found, this.gone);
	}

	/** The answers so far; what comes in later does not change them. */
	answers(): Answers {
		const { status, documents, invoices } = this.found;
		return answersOf(
			{ status: new Map(status), documents: new Map(documents), invoices: new Map(invoices) },
			new Set(this.gone),
		);
	}

	/** Reads a list in batches; the poll's first one alone, because the service may take fewer at once. */
	async read(aspect: Aspect, list: readonly Watched[]): Promise<void> {
		const wanted = list.filter((watched) => !this.has(aspect, watched));
		let next = 0;
		const take = () => wanted.slice(next, (next += this.size));
		if (!this.probed) await this.readSlice(aspect, take());
		this.probed = true;
		const rest: Array<Promise<void>> = [];
		while (next < wanted.length && !this.stopped) rest.push(this.readSlice(aspect, take()));
		await Promise.all(rest);
	}

	/** One batch, without throwing. */
	async readSlice(aspect: Aspect, slice: readonly Watched[]): Promise<void> {
		if (slice.length === 0 || this.stopped) return;
		try {
			await fetchNotices(
				this.client,
				ROUTES[aspect],
				slice.map(({ text }) => text),
				{ sizing: this.sizing, found: this.found[aspect] },
			);
			this.failedInARow = 0;
		} catch (failure) {
			this.failedAspects.add(aspect);
			this.unread.push({ aspect, slice });
			this.failedInARow++;
			this.fail(failure);
			if (this.failedInARow >= GIVE_UP_AFTER) this.stopped = true;
		}
	}

	/** A read of its own, for a notice that is about to be told as not found. */
	async confirm({ text }: Watched): Promise<void> {
		if (this.stopped) return;
		try {
			const found = await fetchNotices(this.client, 'statut', [text]);
			if (found.get(text) === undefined) this.gone.add(text);
			else this.found.status.set(text, found.get(text));
		} catch (failure) {
			this.fail(failure);
		}
	}

	/**
	 * A batch that failed while others went through: perhaps one of its notices is to blame. It is looked for by
	 * halves, so that it does not keep its neighbours from being read for ever.
	 */
	async search(mayBegin: () => boolean): Promise<void> {
		const failed = this.unread.splice(0);
		if (this.stopped || !this.readAnything) return;
		const until = this.calls + SEARCH_CALLS;
		for (let next = failed.shift(); next; next = failed.shift()) {
			const { aspect, slice } = next;
			const [only] = slice;
			if (slice.length === 1 && only) {
				this.found[aspect].set(only.text, new ServiceFailure('notTheService'));
				continue;
			}
			const middle = Math.ceil(slice.length / 2);
			for (const half of [slice.slice(0, middle), slice.slice(middle)]) {
				if (this.calls >= until || !mayBegin()) return;
				this.failedInARow = 0;
				await this.readSlice(aspect, half);
			}
			// Halves that failed again are looked at first: one culprit is found before the next is looked for.
			failed.unshift(...this.unread.splice(0));
		}
	}

	/** Goes on with other notices only if this time, or this notice, may be the reason. */
	private fail(failure: unknown): void {
		this.failure ??= failure;
		if (!(failure instanceof ServiceFailure && failure.ambiguous)) this.stopped = true;
	}
}

function answersOf(found: Record<Aspect, Found>, gone: ReadonlySet<string>): Answers {
	return {
		statuses: lookup(found.status, statusOutcome),
		documents: lookup(found.documents, (one, asked) => filesOutcome(one, asked, 'documents')),
		invoices: lookup(found.invoices, (one, asked) => filesOutcome(one, asked, 'factures')),
		gone,
		withoutFiles: new Map(),
	};
}

function lookup<Reading>(
	found: Found,
	read: (found: Answer | ServiceFailure | undefined, asked: string) => Reading,
): Lookup<Reading> {
	return { get: (asked) => (found.has(asked) ? read(found.get(asked), asked) : undefined) };
}
