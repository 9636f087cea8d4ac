import {
	advance,
	schedule,
	type Answers,
	type Aspect,
	type Schedule,
	type Watched,
	type WatchSettings,
	type WatchState,
} from '../domain/watch';
import { START_SIZE } from '../transport/batch';
import type { ServiceClient } from '../transport/client';
import { Batches } from './batches';
import type { TimeBudget } from './timeBudget';

/** Batches that are read at once. */
const WAVE = 10;
/** References that were missing or unreadable before, per batch, and calls that all of them may take in a poll. */
const APART_SIZE = 20;
const APART_CALLS = 20;
/** Part of the budget after which the others come first. */
const APART_TIME = 0.2;
const ORDER = ['status', 'documents', 'invoices'] as const;

/** What one poll read, and where the next one goes on. */
export interface PollReading {
	readonly answers: Answers;
	/** Whether anything was read at all. */
	readonly readAnything: boolean;
	/** The first thing that went wrong, if anything did. */
	readonly failure: unknown;
	/** Whether one kind of reading failed altogether. */
	readonly lacksAspect: boolean;
	/** Hash of the reference with which the next poll begins. */
	readonly resumeAt: string | undefined;
	/** References per call to begin with next time; undefined for the usual number. */
	readonly batchSize: number | undefined;
}

/** Reads what one poll has to read, for as long as it may. */
export class Reader {
	private readonly batches: Batches;
	private resumeAt: string | undefined;
	/** The notices under way, and whether the poll began with them. */
	private wave: Schedule['main'] = [];
	private firstWave = false;

	constructor(
		client: ServiceClient,
		private readonly state: WatchState,
		private readonly list: readonly Watched[],
		private readonly settings: WatchSettings,
		private readonly nowMs: number,
		private readonly time: TimeBudget,
	) {
		this.batches = new Batches(client, state.batchSize);
	}

	/** Never throws. Calls still under way at the end of the time change nothing of what is returned. */
	async readAll(): Promise<PollReading> {
		const { batches } = this;
		const work = this.run().catch((thrown: unknown) => {
			batches.failure ??= thrown;
		});
		const done = await this.time.waitFor(work, this.time.readingEnds);
		const cut = !done || batches.stopped;
		batches.stopped = true;
		return {
			answers: batches.answers(),
			readAnything: batches.readAnything,
			failure: batches.failure,
			lacksAspect: batches.lacksAspect,
			resumeAt: (cut ? this.firstUnread() : undefined) ?? this.resumeAt,
			batchSize: batches.size < START_SIZE ? batches.size : undefined,
		};
	}

	private async run(): Promise<void> {
		const { batches } = this;
		const { main, apart, suspects } = schedule(this.state, this.list, this.settings, this.nowMs);
		await this.readApart(apart);
		this.resumeAt = main[0]?.watched.hash;
		for (let next = 0; next < main.length; ) {
			if (!this.mayBegin()) return;
			const wave = main.slice(next, next + WAVE * batches.size);
			this.wave = wave;
			this.firstWave = next === 0;
			next += wave.length;
			this.resumeAt = main[next]?.watched.hash;
			await this.readWave(wave);
			if (batches.stopped) return;
			this.wave = [];
		}
		for (const aspect of ORDER) {
			if (this.mayBegin()) await batches.read(aspect, suspects[aspect]);
		}
		await this.readForEvents(suspects.status);
		await batches.search(() => this.mayBegin());
	}

	private async readWave(wave: Schedule['main']): Promise<void> {
		for (const aspect of ORDER) {
			const wanted = wave.filter(({ aspects }) => aspects.includes(aspect));
			await this.batches.read(
				aspect,
				wanted.map(({ watched }) => watched),
			);
			if (aspect === 'status') await this.readForEvents(wave.map(({ watched }) => watched));
		}
	}

	private mayBegin(): boolean {
		return !this.batches.stopped && this.time.mayBegin;
	}

	/**
	 * The first notice of the wave under way that is not read to the end. One that could not be read in a poll that
	 * began with it is left for the next round: nobody waits behind it for ever.
	 */
	private firstUnread(): string | undefined {
		const waiting = new Set(this.preview(this.wave.map(({ watched }) => watched)).wantDocuments);
		const unread = this.wave.filter(
			({ watched, aspects }) =>
				waiting.has(watched) || aspects.some((aspect) => !this.batches.has(aspect, watched)),
		);
		const [first] = unread;
		if (!first || !this.firstWave || first !== this.wave[0]) return first?.watched.hash;
		return unread[this.batches.size]?.watched.hash;
	}

	/** Documents of just the notices whose event cannot be told without them. */
	private async readForEvents(list: readonly Watched[]): Promise<void> {
		if (!this.settings.files && this.settings.waitPolls === 0) return;
		await this.batches.read('documents', this.preview(list).wantDocuments);
	}

	/** The queue of the ones that were missing or unreadable: small batches, few calls, the longest waiting first. */
	private async readApart(apart: Readonly<Record<Aspect, readonly Watched[]>>): Promise<void> {
		const { batches } = this;
		for (const aspect of ORDER) {
			for (let at = 0; at < apart[aspect].length && batches.calls < APART_CALLS; at += APART_SIZE) {
				if (!this.mayBegin() || Date.now() > this.time.at(APART_TIME)) return;
				const slice = apart[aspect].slice(at, at + APART_SIZE);
				await batches.readSlice(aspect, slice);
				if (aspect !== 'status') continue;
				for (const watched of this.preview(slice).wantConfirmation) await batches.confirm(watched);
				await this.readForEvents(slice);
			}
		}
	}

	private preview(list: readonly Watched[]) {
		return advance(this.state, list, {
			answers: this.batches.liveAnswers(),
			settings: this.settings,
			nowMs: this.nowMs,
		});
	}
}
