import {
	advance,
	ASPECTS,
	aspectsRead,
	schedule,
	type Answers,
	type Schedule,
	type Watched,
	type WatchSettings,
	type WatchState,
} from '../domain/watch';
import { START_SIZE } from '../transport/pollBatch';
import type { ServiceClient } from '../transport/client';
import { ServiceFailure } from '../transport/failures';
import { ApartQueue } from './apart';
import { BatchReader } from './batchReader';
import { Culprits } from './culprits';
import { Progress } from './progress';
import type { TimeBudget } from './timeBudget';
import { verdictOn, type Verdict } from './verdict';

/** Batches that are read at once. */
const WAVE = 10;

/** What one poll read, and where the next one goes on. */
export interface PollReading extends Verdict {
	readonly answers: Answers;
	/** Hash of the reference with which the next poll begins. */
	readonly resumeAt: string | undefined;
	/** What is to be remembered if nothing was read, unless no call at all would have fared better. */
	readonly setback: WatchState | undefined;
	/** References per call to begin with next time; undefined for the usual number. */
	readonly batchSize: number | undefined;
}

/** Reads what one poll has to read, for as long as it may. */
export class Reader {
	private readonly batches: BatchReader;
	private readonly plan: Schedule;
	private readonly progress: Progress;
	private readonly culprits: Culprits;
	private readonly apart: ApartQueue;

	constructor(
		client: ServiceClient,
		private readonly state: WatchState,
		list: readonly Watched[],
		private readonly settings: WatchSettings,
		private readonly nowMs: number,
		private readonly time: TimeBudget,
	) {
		this.batches = new BatchReader(client, state.batchSize);
		this.plan = schedule(state, list, settings, nowMs);
		this.progress = new Progress(this.plan);
		this.culprits = new Culprits(this.batches, () => this.mayBegin());
		this.apart = new ApartQueue(this.batches, state, this.plan.apart, time, (slice, mayConfirm) =>
			this.afterStatus(slice, mayConfirm),
		);
	}

	/** Never throws. Calls still under way at the end of the time change nothing of what is returned. */
	async readAll(): Promise<PollReading> {
		const { batches } = this;
		const work = this.run().catch((thrown: unknown) => {
			batches.failure ??= thrown;
		});
		const done = await this.time.waitFor(work, this.time.readingEnds);
		const cut = !done || batches.stopped || this.progress.wave.length > 0;
		const setback = batches.stopped ? undefined : this.progress.setback(this.state, batches.found);
		batches.stopped = true;
		const verdict = verdictOn(batches, aspectsRead(this.settings));
		const next = verdict.lacksAspect ? this.progress.elsewhere : this.progress.next;
		const resumeAt =
			this.progress.skipped(batches.succeeded) ?? (cut ? this.resumeAfterCut() : next);
		// Calls that are repeated may take all of the time without any having failed for good.
		const silent = !verdict.readAnything && (cut || resumeAt !== undefined);
		return {
			...verdict,
			failure: verdict.failure ?? (silent ? new ServiceFailure('noAnswer') : undefined),
			answers: batches.found.snapshot(),
			resumeAt,
			setback,
			batchSize: batches.size < START_SIZE ? batches.size : undefined,
		};
	}

	private async run(): Promise<void> {
		const { batches, progress } = this;
		const { main } = this.plan;
		for (let at = 0; at < main.length; ) {
			if (!this.mayBegin() || batches.isHopeless) return;
			// After the first batch, those read apart have their turn: also when there is no time for all the others.
			const wave = progress.begin(at, at === 0 ? batches.size : WAVE * batches.size);
			await this.readWave(wave);
			await this.culprits.find();
			if (!this.mayBegin()) return;
			progress.end();
			if (at === 0) await this.apart.read();
			at += wave.length;
		}
		await this.apart.read();
		await this.culprits.find();
	}

	private async readWave(wave: Schedule['main']): Promise<void> {
		for (const aspect of ASPECTS) {
			const wanted = wave.filter(({ aspects }) => aspects.includes(aspect));
			if (!this.batches.mayRead(aspect)) this.progress.skip(aspect, wanted[0]);
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

	private async afterStatus(slice: readonly Watched[], mayConfirm: () => boolean): Promise<void> {
		for (const watched of this.preview(slice).wantConfirmation) {
			if (!mayConfirm()) return;
			await this.batches.confirm(watched);
		}
		await this.readForEvents(slice);
	}

	private preview(list: readonly Watched[]) {
		return advance(this.state, list, {
			answers: this.batches.found.live(),
			settings: this.settings,
			nowMs: this.nowMs,
		});
	}
}
