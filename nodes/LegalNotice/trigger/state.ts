/**
 * What a trigger remembers between polls: what is stored of each notice, where n8n keeps it, and what only this process
 * knows. These are the only variables of the process that the trigger has.
 */
import { randomUUID } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../reading/records';
import { NOT_FOUND, type KnownStatus } from '../notices/changes';

/** What is stored of one notice, in the words of the interface. */
export interface Seen {
	/** Undefined while its status has not been read, null while it has none. */
	readonly statut?: string | null;
	readonly motif?: string | undefined;
	/** Changes reported so far: the same one may happen again. */
	readonly n?: number;
	/** Day (since 1970) of the poll that first saw it published; what 'Stop Watching After Publication' counts from. */
	readonly parue?: number;
	/** Polls in a row that found it absent, at most three. */
	readonly manque?: number;
	/** Digests, with blanks between them, of what was reported or present at first sight; undefined before that. */
	readonly documents?: string;
	readonly factures?: string;
}

export interface State {
	/** Milliseconds since 1970 when this state began. */
	readonly since: number;
	/** Polls in a row that found none of the notices that were known. */
	readonly doubtedPolls: number;
	/** The name with which the next poll begins; without it the first one that is watched. */
	readonly next?: string | undefined;
	/** Names that lists fail for: they are read alone, in this order. */
	readonly alone: readonly string[];
	/** What is known of each notice, by its name as a person gave it. */
	readonly notices: ReadonlyMap<string, Seen>;
}

const VERSION = 5;

export function emptyState(since: number): State {
	const notices = new Map<string, Seen>();
	return { since, doubtedPolls: 0, alone: [], notices };
}

function writeState(state: State): string {
	const notices = Object.fromEntries(state.notices);
	return JSON.stringify({ version: VERSION, ...state, notices });
}

function isStored(value: unknown): value is State & { readonly notices: Record<string, Seen> } {
	return isRecord(value) && value.version === VERSION && isRecord(value.notices);
}

function readState(json: string): State | undefined {
	const stored: unknown = JSON.parse(json);
	if (!isStored(stored)) return undefined;
	const { since, doubtedPolls, next, alone } = stored;
	return { since, doubtedPolls, next, alone, notices: new Map(Object.entries(stored.notices)) };
}

/** @returns undefined while its status has not been read */
export function knownStatus({ statut, motif }: Seen): KnownStatus | undefined {
	return statut === undefined ? undefined : { status: statut, reason: motif ?? null };
}

/** Whether a status is remembered that is not *Not Found*. */
export function isStatusRemembered({ statut = NOT_FOUND }: Seen): boolean {
	return statut !== NOT_FOUND;
}

export function daysSince1970(nowMs: number): number {
	return Math.floor(nowMs / 86_400_000);
}

/** What this process knows of a trigger. */
interface ProcessMemory {
	/** The contexts that have polled, and whether the last one is of n8n's classic poller. */
	readonly contexts: WeakSet<IPollFunctions>;
	isClassic: boolean;
	/** When n8n gives up the poll that is under way. */
	work?: { readonly until: number } | undefined;
	/** A state that n8n may not have stored, as JSON, and the stamp of the stored one that it follows. */
	carried?: { readonly follows: unknown; readonly json: string } | undefined;
	/** Whether the log says that some notices cannot be read. */
	isFailing: boolean;
}

const triggers = new Map<string, ProcessMemory>();

function processMemory(context: IPollFunctions): ProcessMemory {
	const key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	const memory = triggers.get(key) ?? {
		contexts: new WeakSet(),
		isClassic: false,
		isFailing: false,
	};
	triggers.set(key, memory);
	return memory;
}

/** What n8n's classic poller gives a poll, and what versions without `getPollBudgetMs` are given. */
const CLASSIC_BUDGET_MS = 300_000;

/**
 * The state between polls, in n8n's static data of the node, which n8n stores with the items of a poll. After a poll
 * without items it may not (durable scheduler): then this process carries the state over, as long as what is stored is
 * still what it follows.
 */
export class Memory {
	readonly budgetMs: number;
	/** Whether the workflow was just published: then the poll decides whether that succeeds. */
	readonly isActivation: boolean;
	/** Whether another poll is under way: n8n lets them overlap, and both would report the same. */
	readonly isOverlapped: boolean;
	private readonly stored: IDataObject;
	/** The state that n8n had stored before the poll, as JSON; undefined where it had none. */
	private storedJson: string | undefined;
	private readonly follows: unknown;
	private readonly inProcess: ProcessMemory;
	private readonly work: { readonly until: number };

	constructor(context: IPollFunctions) {
		this.budgetMs = context.getPollBudgetMs?.() ?? CLASSIC_BUDGET_MS;
		this.stored = context.getWorkflowStaticData('node');
		this.follows = this.stored.stamp;
		this.inProcess = processMemory(context);
		this.isActivation = this.noteContext(context);
		const { work } = this.inProcess;
		const isUnderWay = work !== undefined && performance.now() < work.until;
		// The first poll of an activation takes over, and the one under way reports nothing.
		this.isOverlapped = isUnderWay && !this.isActivation;
		this.work = { until: performance.now() + this.budgetMs };
		if (!this.isOverlapped) this.inProcess.work = this.work;
	}

	/**
	 * n8n's classic poller makes one context for an activation and all polls after it, and publishing again makes another one
	 * in mode 'update'. The durable scheduler makes one for each poll, always in that mode, mostly with a budget of its own.
	 */
	private noteContext(context: IPollFunctions): boolean {
		const { inProcess } = this;
		const isSame = inProcess.contexts.has(context);
		const isUpdate = context.getActivationMode() === 'update';
		const isPublishedAgain = inProcess.isClassic && this.budgetMs === CLASSIC_BUDGET_MS;
		inProcess.contexts.add(context);
		inProcess.isClassic = isSame || !isUpdate;
		return !isSame && (!isUpdate || isPublishedAgain);
	}

	/** Whether no other poll has taken over. */
	get isCurrent(): boolean {
		return this.inProcess.work === this.work;
	}

	/** Notes whether some notices cannot be read. @returns whether that is news for the log */
	noteFailing(isFailing: boolean): boolean {
		const isNews = this.inProcess.isFailing !== isFailing;
		this.inProcess.isFailing = isFailing;
		return isNews;
	}

	close(): void {
		if (this.isCurrent) this.inProcess.work = undefined;
	}

	/** @returns undefined when something else is stored in its place */
	load(nowMs: number): State | undefined {
		// n8n wraps static data in proxies: a copy is plain. Without its stamp it is what `save` wrote.
		const json = JSON.stringify({ ...this.stored, stamp: undefined });
		if (json !== '{}') this.storedJson = json;
		const { carried } = this.inProcess;
		if (carried && carried.follows === this.follows) return readState(carried.json);
		this.inProcess.carried = undefined;
		return this.storedJson === undefined ? emptyState(nowMs) : readState(this.storedJson);
	}

	/** It comes last, when nothing can fail any more. @param emits whether the poll hands items over */
	save(state: State, emits: boolean): void {
		const json = writeState(state);
		if (!emits && json === this.storedJson) {
			this.inProcess.carried = undefined;
			return;
		}
		// A poll that hands items over leaves it: if n8n stores the new state, this one follows another stamp and is ignored; if
		// n8n does not, the next poll begins from this one and makes the same events again.
		if (!emits) this.inProcess.carried = { follows: this.follows, json };
		const copy = { ...(JSON.parse(json) as IDataObject), stamp: randomUUID() };
		// In the order in which they are written, so that the next poll sees whether it would write the same.
		for (const name of Object.keys(this.stored)) delete this.stored[name];
		Object.assign(this.stored, copy);
	}
}
