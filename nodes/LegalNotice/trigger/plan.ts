/** The plan of a poll: which notices are asked for, in which order, and when nothing more is sent. */
import { askForNotices, isAnswer, partSize, START_SIZE } from '../notices/ask';
import { statusOutcome, type FoundNotice } from '../notices/changes';
import type { ServiceClient } from '../transport/client';
import { ServiceFailure, type FailureKind } from '../errors/failures';
import {
	FILE_LISTS,
	isOfCaller,
	readAnswers,
	whyUnreadable,
	type Answers,
	type Aspect,
} from '../notices/answers';
import { needsDocuments } from './events';
import { isMissInTurn } from './misses';
import { aspectsRead, type WatchSettings } from './settings';
import { ASPECTS, daysSince1970, groupHeld, perAspect, type Deadline, type State } from './state';

/** Batches that are read at once. */
const WAVE = 10;
/** Calls of a kind in a poll to find the notices that spoil a batch: else documents would leave none for statuses. */
const EXTRA_CALLS = 20;
/** Calls of a kind that fail before any is answered: enough to bisect a batch to a notice; then its route is down. */
const DOUBTS = 7;
/** Nothing else would fare better: the quota is used up, time is over, there is no connection. */
const FOR_ALL: ReadonlySet<FailureKind> = new Set(['quota', 'busy', 'cancelled', 'notSent']);
const ROUTES = { status: 'statut', ...FILE_LISTS } as const;
const NO_ANSWER = new ServiceFailure('noAnswer', { readOnly: true });

export interface Reading {
	readonly answers: Answers;
	readonly readAnything: boolean;
	/** Whether one kind of reading failed altogether: its events would stay away without anybody noticing. */
	readonly lacksKind: boolean;
	/** Why something could not be read, if that is so. */
	readonly failure: unknown;
	/** The reference with which the next poll begins. */
	readonly next: string | undefined;
}

export interface PlanFacts {
	readonly client: ServiceClient;
	readonly state: State;
	readonly settings: WatchSettings;
	readonly nowMs: number;
	readonly deadline: Deadline;
	/** Whether the workflow was just published: then nothing waits for its turn. */
	readonly isAnew: boolean;
}

export class Plan {
	private readonly found = perAspect(() => new Map<string, FoundNotice>());
	/** Kinds that were asked for; of which a call was answered; of which nothing more is sent. */
	private readonly asked = new Set<Aspect>();
	private readonly answered = new Set<Aspect>();
	private readonly closed = new Set<Aspect>();
	/** References per call: fewer when the service takes fewer. */
	private readonly size = perAspect(() => START_SIZE);
	/** Calls of a kind that failed before any was answered. */
	private readonly doubts = perAspect(() => 0);
	private readonly documentsTried = new Set<string>();
	private readonly aspects: readonly Aspect[];
	private readonly order: readonly string[];
	private readonly held: ReturnType<typeof groupHeld>;
	private readonly endsAt: number;
	private readonly withoutRepeats: ServiceClient;
	private failure: unknown;
	private stopped = false;
	private readonly extraCalls = perAspect(() => 0);

	private readonly client: ServiceClient;
	private readonly state: State;
	private readonly settings: WatchSettings;
	private readonly deadline: Deadline;

	constructor(private readonly facts: PlanFacts) {
		const { client, state, settings, deadline } = facts;
		this.client = client;
		this.state = state;
		this.settings = settings;
		this.deadline = deadline;
		const call: ServiceClient['call'] = async (one) => await client.call({ ...one, once: true });
		this.withoutRepeats = { ...client, call };
		// Files take the rest of the time.
		const part = settings.files ? 0.6 : 0.85;
		this.endsAt = deadline.at(part);
		const { list } = settings;
		const at = Math.max(0, list.indexOf(state.next ?? ''));
		this.order = [...list.slice(at), ...list.slice(0, at)];
		this.aspects = aspectsRead(settings);
		this.held = groupHeld(state.held);
	}

	/** Never throws. Calls still under way at the end of the time change nothing of what is returned. */
	async read(): Promise<Reading> {
		const work = this.run().catch((thrown: unknown) => (this.failure ??= thrown));
		const isLate = !(await this.deadline.waitFor(work, this.endsAt));
		this.stopped = true;
		const answers = readAnswers(this.found, this.documentsTried);
		const readAnything = ASPECTS.some((aspect) => answers[aspect].size > 0);
		const [lacking] = this.aspects.filter((one) => this.asked.has(one) && answers[one].size === 0);
		const next = this.nextAfter(answers);
		if (isLate) this.failure ??= NO_ANSWER;
		if (lacking) this.failure ??= whyUnreadable(this.found, lacking);
		if (!readAnything && next !== undefined) this.failure ??= NO_ANSWER;
		const { failure } = this;
		return { answers, readAnything, lacksKind: lacking !== undefined, failure, next };
	}

	private async run(): Promise<void> {
		let length = START_SIZE;
		for (let at = 0; at < this.order.length && !this.stopped; ) {
			const wave = this.order.slice(at, at + length);
			await this.readWave(wave, (asked, aspect) => !this.state.missed[aspect].has(asked));
			// After the first batch: also when there is no time for all the others.
			if (at === 0) await this.readMissed();
			at += wave.length;
			length = WAVE * Math.min(...this.aspects.map((aspect) => this.size[aspect]));
		}
	}

	/** What was missing or unreadable before, in batches of its own: it may spoil that of others. */
	private async readMissed(): Promise<void> {
		const { missed } = this.state;
		const isMissed = (asked: string) => this.aspects.some((aspect) => missed[aspect].has(asked));
		const isInTurn = (asked: string, aspect: Aspect) =>
			isMissInTurn(this.state, asked, aspect, this.facts.isAnew);
		await this.readWave(this.order.filter(isMissed), isInTurn);
	}

	private async readWave(
		wave: readonly string[],
		isInTurn: (asked: string, aspect: Aspect) => boolean,
	): Promise<void> {
		for (const aspect of this.aspects) {
			const isWanted = (asked: string) => this.isDue(asked, aspect) && isInTurn(asked, aspect);
			await this.readList(aspect, wave.filter(isWanted));
			// Documents of just the notices whose event cannot be reported without them.
			if (aspect === 'status') await this.readList('documents', this.wantDocuments(wave));
		}
	}

	/** Those whose change of status cannot be reported without their documents, which were not asked for yet. */
	private wantDocuments(list: readonly string[]): readonly string[] {
		const { documents, status } = this.found;
		const isAsked = (asked: string) => documents.has(asked) || this.documentsTried.has(asked);
		return list.filter((asked) => {
			if (isAsked(asked) || !status.has(asked)) return false;
			const reading = statusOutcome(status.get(asked), asked);
			if (typeof reading !== 'object') return false;
			const known = this.state.notices.get(asked) ?? {};
			return needsDocuments(this.settings, known, this.held.get(`${asked}status`), reading);
		});
	}

	/** Only what can still change, and what an event that is held back needs. */
	private isDue(asked: string, aspect: Aspect): boolean {
		const { stopAfterDays } = this.settings;
		const parue = this.state.notices.get(asked)?.parue;
		if (stopAfterDays === undefined || parue === undefined) return true;
		const isOver = aspect === 'status' || daysSince1970(this.facts.nowMs) > parue + stopAfterDays;
		return !isOver || this.held.has(asked + aspect);
	}

	/** One batch after the other until one is answered, because the service may take fewer, or none; then all together. */
	private async readList(aspect: Aspect, list: readonly string[]): Promise<void> {
		const todo = list.filter((asked) => !this.found[aspect].has(asked));
		while (todo.length > 0) {
			const batches: string[][] = [];
			do batches.push(todo.splice(0, this.size[aspect]));
			while (todo.length > 0 && this.answered.has(aspect));
			const ask = async (batch: string[]) => await this.ask(aspect, batch);
			const failures = await Promise.all(batches.map(ask));
			for (const [index, batch] of batches.entries()) {
				const failure = failures[index];
				if (failure) todo.push(...(await this.bisect(aspect, batch, failure)));
			}
		}
	}

	/** Finds what a batch failed for: a notice, or its length. @returns what is asked for in smaller batches */
	private async bisect(
		aspect: Aspect,
		batch: readonly string[],
		failure: ServiceFailure,
	): Promise<string[]> {
		const found = this.found[aspect];
		const [only = ''] = batch;
		if (batch.length === 1) {
			found.set(only, failure);
			this.failure ??= failure;
			return [];
		}
		const size = partSize(batch, failure);
		const tooLong: string[] = [];
		for (let at = 0; at < batch.length; at += size) {
			tooLong.push(...(await this.readPart(aspect, batch.slice(at, at + size), failure)));
		}
		// Nothing of it was at fault: then it was too long.
		const isLength = batch.every((asked) => isAnswer(found.get(asked)));
		if (isLength && failure.kind === 'refusal') {
			this.size[aspect] = Math.min(this.size[aspect], size);
		}
		return tooLong;
	}

	/** @returns what of it is asked for in smaller batches */
	private async readPart(
		aspect: Aspect,
		part: readonly string[],
		failure: ServiceFailure,
	): Promise<readonly string[]> {
		if (part.length > this.size[aspect]) return part;
		if (this.extraCalls[aspect] >= EXTRA_CALLS) {
			// Left for the next poll.
			this.failure ??= failure;
			return [];
		}
		this.extraCalls[aspect]++;
		const failed = await this.ask(aspect, part, true);
		if (!failed) return [];
		return await this.bisect(aspect, part, failed);
	}

	/** One call. @returns its failure, unless nothing more of the kind is sent */
	private async ask(
		aspect: Aspect,
		batch: readonly string[],
		isExtra = false,
	): Promise<ServiceFailure | undefined> {
		if (!this.maySend(aspect)) return undefined;
		this.asked.add(aspect);
		try {
			const client = isExtra ? this.withoutRepeats : this.client;
			const found = await askForNotices(client, ROUTES[aspect], batch);
			if (this.stopped) return undefined;
			for (const [asked, one] of found) this.found[aspect].set(asked, one);
			this.answered.add(aspect);
			return undefined;
		} catch (failure) {
			return this.failed(aspect, batch, failure);
		}
	}

	private maySend(aspect: Aspect): boolean {
		const isLate = performance.now() >= this.endsAt - this.deadline.budgetMs / 5;
		return !isLate && !this.stopped && !this.closed.has(aspect);
	}

	/** @returns the failure where smaller batches may fare better; otherwise nothing more of the kind is sent */
	private failed(
		aspect: Aspect,
		batch: readonly string[],
		failure: unknown,
	): ServiceFailure | undefined {
		if (aspect === 'documents') for (const asked of batch) this.documentsTried.add(asked);
		const isDown = this.countDoubt(aspect);
		if (!isDown && isOfBatch(failure)) return failure;
		this.failure ??= failure;
		this.closed.add(aspect);
		if (isForAll(failure) || this.answered.size === 0) this.stopped = true;
		return undefined;
	}

	/** @returns whether so many calls failed before any was answered that the route is taken to be down */
	private countDoubt(aspect: Aspect): boolean {
		if (this.answered.has(aspect)) return false;
		this.doubts[aspect]++;
		return this.doubts[aspect] > DOUBTS;
	}

	/**
	 * What this poll did not come to. If it could not read what it began with, the next batch, or the second half of a
	 * shorter list: nobody waits behind it.
	 */
	private nextAfter(answers: Answers): string | undefined {
		const waiting = new Set(this.wantDocuments(this.settings.list));
		const isUnread = (asked: string, aspect: Aspect) =>
			this.isDue(asked, aspect) &&
			!this.state.missed[aspect].has(asked) &&
			!answers[aspect].has(asked);
		const first = this.order.findIndex(
			(asked) => waiting.has(asked) || this.aspects.some((aspect) => isUnread(asked, aspect)),
		);
		if (first !== 0) return this.order[first];
		return this.order[Math.min(START_SIZE, Math.floor(this.order.length / 2))];
	}
}

/** Whether other notices may fare better than these, whatever these met with. */
function isOfBatch(failure: unknown): failure is ServiceFailure {
	if (!(failure instanceof ServiceFailure) || isForAll(failure)) return false;
	return failure.kind !== 'redirect' && !isOfCaller(failure);
}

function isForAll(failure: unknown): boolean {
	return !(failure instanceof ServiceFailure) || FOR_ALL.has(failure.kind);
}
