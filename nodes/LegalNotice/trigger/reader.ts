import {
	advance,
	ASPECTS,
	aspectsRead,
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
import { findCulprits } from './culprits';
import { Progress } from './progress';
import type { TimeBudget } from './timeBudget';
import { verdictOn, type Verdict } from './verdict';

/** Batches that are read at once. */
const WAVE = 10;
/** References that were missing or unreadable before, per batch, and calls that all of them may take in a poll. */
const APART_SIZE = 20;
const APART_CALLS = 20;
/** Part of the budget after which the others come first. */
const APART_TIME = 0.2;

/** What one poll read, and where the next one goes on. */
export interface PollReading extends Verdict {
	readonly answers: Answers;
	/** Hash of the reference with which the next poll begins. */
	readonly resumeAt: string | undefined;
	/** References per call to begin with next time; undefined for the usual number. */
	readonly batchSize: number | undefined;
}

/** Reads what one poll has to read, for as long as it may. */
export class Reader {
	private readonly batches: Batches;
	private readonly plan: Schedule;
	private readonly progress: Progress;

	constructor(
		client: ServiceClient,
		private readonly state: WatchState,
		list: readonly Watched[],
		private readonly settings: WatchSettings,
		private readonly nowMs: number,
		private readonly time: TimeBudget,
	) {
		this.batches = new Batches(client, state.batchSize);
		this.plan = schedule(state, list, settings, nowMs);
		this.progress = new Progress(this.plan.main);
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
			...verdictOn(batches, aspectsRead(this.settings)),
			answers: batches.found.snapshot(),
			resumeAt: cut ? this.resumeAfterCut() : this.progress.next,
			batchSize: batches.size < START_SIZE ? batches.size : undefined,
		};
	}

	private async run(): Promise<void> {
		const { batches, progress } = this;
		const { main, apart, suspects } = this.plan;
		await this.readApart(apart);
		for (let at = 0; at < main.length; ) {
			if (!this.mayBegin()) return;
			const wave = progress.begin(at, WAVE * batches.size);
			at += wave.length;
			await this.readWave(wave);
			if (batches.stopped) return;
			progress.end();
		}
		for (const aspect of ASPECTS) {
			if (this.mayBegin()) await batches.read(aspect, suspects[aspect]);
		}
		await this.readForEvents(suspects.status);
		await findCulprits(batches, () => this.mayBegin());
	}

	private async readWave(wave: Schedule['main']): Promise<void> {
		for (const aspect of ASPECTS) {
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

	private resumeAfterCut(): string | undefined {
		const { found, size } = this.batches;
		const wave = this.progress.wave.map(({ watched }) => watched);
		const waiting = new Set(this.preview(wave).wantDocuments);
		return this.progress.afterCut(
			({ watched, aspects }) =>
				waiting.has(watched) || aspects.some((aspect) => !found.has(aspect, watched)),
			size,
		);
	}

	/** Documents of just the notices whose event cannot be told without them. */
	private async readForEvents(list: readonly Watched[]): Promise<void> {
		if (!this.settings.files && this.settings.waitPolls === 0) return;
		await this.batches.read('documents', this.preview(list).wantDocuments);
	}

	/** The queue of the ones that were missing or unreadable: small batches, few calls, the longest waiting first. */
	private async readApart(apart: Readonly<Record<Aspect, readonly Watched[]>>): Promise<void> {
		const { batches } = this;
		for (const aspect of ASPECTS) {
			for (let at = 0; at < apart[aspect].length; at += APART_SIZE) {
				if (!this.mayReadApart()) return;
				const slice = apart[aspect].slice(at, at + APART_SIZE);
				await batches.readSlice(aspect, slice);
				if (aspect !== 'status') continue;
				for (const watched of this.preview(slice).wantConfirmation) {
					if (!this.mayReadApart()) return;
					await batches.confirm(watched);
				}
				await this.readForEvents(slice);
			}
		}
	}

	private mayReadApart(): boolean {
		const hasCalls = this.batches.calls < APART_CALLS;
		return hasCalls && this.mayBegin() && Date.now() <= this.time.at(APART_TIME);
	}

	private preview(list: readonly Watched[]) {
		return advance(this.state, list, {
			answers: this.batches.found.live(),
			settings: this.settings,
			nowMs: this.nowMs,
		});
	}
}
