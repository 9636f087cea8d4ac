import {
	advance,
	schedule,
	type Answers,
	type Aspect,
	type Lookup,
	type Schedule,
	type Watched,
	type WatchSettings,
	type WatchState,
} from '../domain/watch';
import { fetchNotices, START_SIZE, type BatchRoute } from '../transport/batch';
import type { ServiceClient } from '../transport/client';
import type { Answer } from '../transport/answer';
import { ServiceFailure } from '../transport/failures';
import { filesOutcome, statusOutcome } from './readings';
import type { TimeBudget } from './timeBudget';

const ROUTES: Record<Aspect, BatchRoute> = {
	status: 'statut',
	documents: 'documents',
	invoices: 'factures',
};
/** Batches that are read at once. */
const WAVE = 10;
/** References that were missing or unreadable before, per batch, and calls that all of them may take in a poll. */
const APART_SIZE = 20;
const APART_CALLS = 20;
/** Part of the budget after which the others come first. */
const APART_TIME = 0.2;
/** Calls to find the notice for which the service cannot answer a batch. */
const SEARCH_CALLS = 16;
/** Failed batches in a row after which the service counts as down. */
const GIVE_UP_AFTER = 3;

type Found = Map<string, Answer | ServiceFailure | undefined>;

/** Reads what one poll has to read, for as long as it may. What was read before a failure or the end counts. */
export class Reader {
	/** The first thing that went wrong, if anything did. */
	failure: unknown;
	/** Where the next poll begins. */
	resumeAt: string | undefined;
	calls = 0;
	readonly gone = new Set<string>();
	private readonly found: Record<Aspect, Found> = {
		status: new Map(),
		documents: new Map(),
		invoices: new Map(),
	};
	private readonly sizing: { size: number };
	private readonly counted: ServiceClient;
	private readonly failedAspects = new Set<Aspect>();
	private readonly unread: Array<{ aspect: Aspect; slice: readonly Watched[] }> = [];
	private failedInARow = 0;
	private stopped = false;
	/** The notices under way, and whether the poll began with them. */
	private wave: Schedule['main'] = [];
	private firstWave = false;
	/** Whether it is known how many references the service takes at once. */
	private probed = false;

	constructor(
		client: ServiceClient,
		private readonly state: WatchState,
		private readonly list: readonly Watched[],
		private readonly settings: WatchSettings,
		private readonly nowMs: number,
		private readonly time: TimeBudget,
	) {
		// A limit met once may have been a passing one: each poll tries twice as much as last went through.
		this.sizing = { size: Math.min(START_SIZE, 2 * (state.batchSize ?? START_SIZE)) };
		this.counted = {
			environment: client.environment,
			call: async (call) => {
				this.calls++;
				return await client.call(call);
			},
		};
	}

	get readAnything(): boolean {
		return Object.values(this.found).some(({ size }) => size > 0);
	}

	/** Whether one kind of reading failed altogether: its events would stay away without anybody noticing. */
	get lacksAspect(): boolean {
		return [...this.failedAspects].some((aspect) => this.found[aspect].size === 0);
	}

	/** References per call to begin with next time; undefined for the usual number. */
	get batchSize(): number | undefined {
		return this.sizing.size < START_SIZE ? this.sizing.size : undefined;
	}

	/** What was read up to now; what comes in later does not change it. */
	answers(): Answers {
		return answersOf(
			{
				status: new Map(this.found.status),
				documents: new Map(this.found.documents),
				invoices: new Map(this.found.invoices),
			},
			new Set(this.gone),
		);
	}

	async readAll(): Promise<void> {
		const work = this.run().catch((thrown: unknown) => {
			this.failure ??= thrown;
		});
		const done = await this.time.waitFor(work, this.time.readingEnds);
		if (!done || this.stopped) this.resumeAt = this.firstUnread() ?? this.resumeAt;
		this.stopped = true;
	}

	/**
	 * The first notice of the wave under way that is not read to the end. One that could not be read in a poll that
	 * began with it is left for the next round: nobody waits behind it for ever.
	 */
	private firstUnread(): string | undefined {
		const waiting = new Set(this.preview(this.wave.map(({ watched }) => watched)).wantDocuments);
		const unread = this.wave.filter(
			({ watched, aspects }) =>
				waiting.has(watched) || aspects.some((aspect) => !this.found[aspect].has(watched.text)),
		);
		const [first] = unread;
		if (!first || !this.firstWave || first !== this.wave[0]) return first?.watched.hash;
		return unread[this.sizing.size]?.watched.hash;
	}

	private async run(): Promise<void> {
		const { main, apart, suspects } = schedule(this.state, this.list, this.settings, this.nowMs);
		await this.readApart(apart);
		let next = 0;
		while (next < main.length && this.mayBegin()) {
			const wave = main.slice(next, next + WAVE * this.sizing.size);
			this.firstWave = next === 0;
			this.wave = wave;
			next += wave.length;
			this.resumeAt = main[next]?.watched.hash;
			for (const aspect of ['status', 'documents', 'invoices'] as const) {
				const wanted = wave.filter(({ aspects }) => aspects.includes(aspect));
				await this.read(
					aspect,
					wanted.map(({ watched }) => watched),
				);
				if (aspect === 'status') await this.readForEvents(wave.map(({ watched }) => watched));
			}
			if (this.stopped) return;
		}
		this.wave = [];
		if (next < main.length && this.resumeAt === undefined) this.resumeAt = main[next]?.watched.hash;
		for (const aspect of ['status', 'documents', 'invoices'] as const) {
			if (this.mayBegin()) await this.read(aspect, suspects[aspect]);
		}
		await this.readForEvents(suspects.status);
		await this.search();
	}

	private mayBegin(): boolean {
		return !this.stopped && this.time.mayBegin;
	}

	/** Reads a list in batches; the poll's first one alone, because the service may take fewer at once. */
	private async read(aspect: Aspect, list: readonly Watched[]): Promise<void> {
		const wanted = list.filter(({ text }) => !this.found[aspect].has(text));
		let next = 0;
		const take = () => wanted.slice(next, (next += this.sizing.size));
		if (!this.probed) await this.readSlice(aspect, take());
		this.probed = true;
		const rest: Array<Promise<void>> = [];
		while (next < wanted.length && !this.stopped) rest.push(this.readSlice(aspect, take()));
		await Promise.all(rest);
	}

	private async readSlice(aspect: Aspect, slice: readonly Watched[]): Promise<void> {
		if (slice.length === 0 || this.stopped) return;
		try {
			await fetchNotices(
				this.counted,
				ROUTES[aspect],
				slice.map(({ text }) => text),
				{ sizing: this.sizing, found: this.found[aspect] },
			);
			this.failedInARow = 0;
		} catch (failure) {
			this.failure ??= failure;
			this.failedAspects.add(aspect);
			this.unread.push({ aspect, slice });
			this.failedInARow++;
			if (!isPassing(failure) || this.failedInARow >= GIVE_UP_AFTER) this.stopped = true;
		}
	}

	/** Documents of just the notices whose event cannot be told without them. */
	private async readForEvents(list: readonly Watched[]): Promise<void> {
		if (this.stopped || (!this.settings.files && this.settings.waitPolls === 0)) return;
		const { wantDocuments } = this.preview(list);
		await this.read('documents', wantDocuments);
	}

	/** The queue of the ones that were missing or unreadable: small batches, few calls, the longest waiting first. */
	private async readApart(apart: Readonly<Record<Aspect, readonly Watched[]>>): Promise<void> {
		for (const aspect of ['status', 'documents', 'invoices'] as const) {
			for (let at = 0; at < apart[aspect].length && this.calls < APART_CALLS; at += APART_SIZE) {
				if (!this.mayBegin() || Date.now() > this.time.at(APART_TIME)) return;
				const slice = apart[aspect].slice(at, at + APART_SIZE);
				await this.readSlice(aspect, slice);
				if (aspect === 'status') {
					await this.confirm(slice);
					await this.readForEvents(slice);
				}
			}
		}
	}

	/** A read of its own for each notice that is about to be told as not found. */
	private async confirm(list: readonly Watched[]): Promise<void> {
		for (const { text } of this.preview(list).wantConfirmation) {
			if (this.stopped) return;
			try {
				const found = await fetchNotices(this.counted, 'statut', [text]);
				if (found.get(text) === undefined) this.gone.add(text);
				else this.found.status.set(text, found.get(text));
			} catch (failure) {
				this.failure ??= failure;
				if (!isPassing(failure)) this.stopped = true;
			}
		}
	}

	/**
	 * A batch that failed while others went through: perhaps one of its notices is to blame. It is looked for by
	 * halves, so that it does not keep its neighbours from being read for ever.
	 */
	private async search(): Promise<void> {
		const failed = this.unread.splice(0);
		if (this.stopped || !this.readAnything) return;
		const until = this.calls + SEARCH_CALLS;
		while (failed.length > 0 && this.calls < until && this.mayBegin()) {
			const { aspect, slice } = failed.shift() ?? { aspect: 'status', slice: [] };
			const [only] = slice;
			if (slice.length === 1 && only) {
				this.found[aspect].set(only.text, new ServiceFailure('notTheService'));
				continue;
			}
			const middle = Math.ceil(slice.length / 2);
			for (const half of [slice.slice(0, middle), slice.slice(middle)]) {
				this.failedInARow = 0;
				await this.readSlice(aspect, half);
			}
			// Halves that failed again are looked at first: one culprit is found before the next is looked for.
			failed.unshift(...this.unread.splice(0));
		}
	}

	private preview(list: readonly Watched[]) {
		return advance(this.state, list, {
			answers: answersOf(this.found, this.gone),
			settings: this.settings,
			nowMs: this.nowMs,
		});
	}
}

/** Worth going on with other notices: this time, or this notice, may be the reason. */
function isPassing(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.ambiguous;
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
