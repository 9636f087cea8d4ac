/** One poll of the trigger: the notices are read and compared with what is remembered, and what changed is handed over. */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../domain/records';
import { rethrown, ServiceFailure, Stop } from '../errors/failures';
import type { FailureCause } from '../errors/table';
import { explain, fullText, toNodeError } from '../errors/words';
import { Downloads } from '../notices/downloads';
import { inBinaryFields, missingFile, type EventFiles } from '../notices/files';
import { createClient, type ServiceClient } from '../transport/client';
import { Deadline } from './deadline';
import { PollDiff, type PollFacts } from './diff';
import {
	eventItem,
	oncePerEvent,
	alignNamesOfOneNotice,
	type WatchEvent,
	type Answers,
} from './events';
import { heldByKey } from './held';
import { Plan, type Reading } from './plan';
import { readWatchSettings, type WatchSettings } from './settings';
import { emptyState, isFound, Memory, seenOf, type State } from './state';

/** What n8n's classic poller gives a poll, and what versions without `getPollBudgetMs` are given. */
const CLASSIC_BUDGET_MS = 300_000;
const SLOWEST_CALL_MS = 30_000;
const LONGEST_QUOTA_WAIT_MS = 15_000;

/** What a poll works with. */
interface Poll {
	readonly context: IPollFunctions;
	readonly memory: Memory;
	readonly settings: WatchSettings;
	readonly deadline: Deadline;
	/** Whether the workflow was just published: then the poll decides whether that succeeds. */
	readonly activates: boolean;
}

/** One poll of an active workflow. @returns null when there is nothing to report: anything else starts an execution */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budgetMs = context.getPollBudgetMs?.() ?? CLASSIC_BUDGET_MS;
	const activates = isActivation(context, budgetMs);
	try {
		checkStored(context);
	} catch (thrown) {
		throw rethrown(pollError(context, thrown));
	}
	const memory = Memory.open(context, budgetMs, activates);
	if (!memory) return null;
	const deadline = new Deadline(budgetMs);
	try {
		const settings = readWatchSettings(context);
		return await readAndReport({ context, memory, settings, deadline, activates });
	} catch (thrown) {
		const error = pollError(context, thrown);
		const { cause } = error.failure;
		const isPassing = cause === 'quota-exhausted' || cause === 'temporarily-unavailable';
		if (!activates || !isPassing) throw error;
		// The service may be away while n8n starts; the workflow stays active and the next poll tries again.
		context.logger.warn(`The first poll failed; the next one tries again. ${fullText(error)}`);
		return null;
	} finally {
		deadline.end();
		memory.close();
	}
}

/** Contexts that have polled: the first poll of an activation decides whether it succeeds. */
const polled = new WeakSet<IPollFunctions>();

function isFirstPoll(context: IPollFunctions): boolean {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst;
}

/**
 * n8n makes one context for an activation and all classic polls after it. The durable scheduler makes a new one for each
 * poll, always in mode 'update', with a budget of its own.
 */
function isActivation(context: IPollFunctions, budgetMs: number): boolean {
	const isDurable = context.getActivationMode() === 'update' && budgetMs !== CLASSIC_BUDGET_MS;
	const isFirst = isFirstPoll(context);
	return isFirst && !isDurable;
}

function pollError(context: IPollFunctions, thrown: unknown) {
	return Object.assign(toNodeError(context.getNode(), thrown), {
		failure: { cause: causeOf(thrown) },
	});
}

async function readAndReport(poll: Poll): Promise<INodeExecutionData[][] | null> {
	const { context, memory, settings, deadline, activates } = poll;
	const client = await openClient(context, deadline);
	const nowMs = Date.now();
	const before = load(context, memory, nowMs);
	const plan = new Plan({ client, state: before, settings, nowMs, deadline, activates });
	const reading = await plan.read();
	if (!reading.readAnything && reading.failure !== undefined) {
		const state = { ...before, polls: before.polls + 1, ...reading.resumption };
		if (memory.isCurrent) memory.save(state, false);
		throw rethrown(reading.failure);
	}
	const facts = { before, settings, answers: reading.answers, nowMs };
	const withoutFiles = diff({ ...facts, filesAtHand: new Map() });
	const filesAtHand = await fetchEventFiles(context, client, withoutFiles.events, deadline);
	// Which files are at hand decides which events go out.
	const found = filesAtHand.size > 0 ? diff({ ...facts, filesAtHand }) : withoutFiles;
	if (!memory.isCurrent) return null;
	const items = found.events.map((event) => eventItem(event, filesAtHand.get(event.id)));
	return handOver(poll, { before, found, reading, items });
}

/** So many notices are not gone at once: for some polls it is more likely that the service is in trouble. */
const MANY_NOTICES = 20;
const DOUBTED_POLLS = 10;

/** Counts polls that find none of many known notices. One that finds any other notice is believed. */
function countLost(before: State, list: readonly string[], status: Answers['status']) {
	const isKnown = (asked: string) =>
		isFound(seenOf(before, asked)) && before.missed.status.get(asked)?.kind !== 'missing';
	const known = list.filter(isKnown);
	const missing = known.filter((asked) => status.get(asked) === 'missing').length;
	const isAnyFound = [...status.values()].some((outcome) => typeof outcome === 'object');
	const isLost = missing >= MANY_NOTICES && !isAnyFound;
	const polls = isLost ? before.lost + 1 : 0;
	return { notices: missing, polls, isDoubted: isLost && polls <= DOUBTED_POLLS };
}

export interface Diff {
	readonly events: readonly WatchEvent[];
	readonly state: State;
	/** Known notices, when none of them was found: then nothing but the count of such polls is in the state. */
	readonly lost?: number;
}

/**
 * What a poll learned, applied to what was remembered. Events and the state that makes them the past come out together,
 * so none is lost. What was not read stays as remembered; a reference that left the list leaves the state.
 */
export function diff(poll: PollFacts): Diff {
	const { settings, answers } = poll;
	const before = alignNamesOfOneNotice(poll.before, answers.status);
	const lost = countLost(before, settings.list, answers.status);
	const state = { ...before, polls: before.polls + 1, lost: lost.polls };
	if (lost.isDoubted) return { events: [], state, lost: lost.notices };
	const found = new PollDiff({ ...poll, before });
	for (const asked of settings.list) found.take(asked);
	const held = heldByKey(found.held, found.events);
	const { notices, missed } = found;
	const events = oncePerEvent(found.events, found.held);
	return { events, state: { ...state, notices, held, missed } };
}

interface PollResult {
	readonly before: State;
	readonly found: Diff;
	readonly reading: Reading;
	readonly items: INodeExecutionData[];
}

/** Saves the state with the items that it belongs to. @throws where the failure must not stay unseen */
function handOver(poll: Poll, result: PollResult): INodeExecutionData[][] | null {
	const { context, memory, activates } = poll;
	const { before, found, reading, items } = result;
	const { failure, aspectFailed } = reading;
	const state = { ...found.state, ...reading.resumption };
	if (found.lost !== undefined) {
		memory.save(state, false);
		throw lostStop(found.lost);
	}
	if (failure !== undefined) {
		context.logger.warn(`Part of the notices could not be read this time. ${fullText(failure)}`);
	}
	// That a kind of events could not be read has to be seen. But n8n drops the state of a poll that fails: what was
	// learned comes first, the failure with the next poll.
	const fails = aspectFailed && items.length === 0 && (activates || knowsTheSame(before, state));
	memory.save(state, items.length > 0);
	if (fails) throw rethrown(failure);
	return items.length > 0 ? [items] : null;
}

function isNotTried(failure: unknown): boolean {
	return failure instanceof ServiceFailure && ['notStarted', 'cancelled'].includes(failure.kind);
}

/** Downloads the files of all events, as far as the poll's time goes. @returns by the event's identifier */
export async function fetchEventFiles(
	context: IPollFunctions,
	client: ServiceClient,
	events: readonly WatchEvent[],
	deadline: Deadline,
): Promise<ReadonlyMap<string, EventFiles>> {
	const fetched = new Map<string, EventFiles>();
	const withFiles = events.filter(({ files }) => files.length > 0);
	if (withFiles.length === 0) return fetched;
	const downloads = new Downloads(context, () => Promise.resolve(client), {
		signal: deadline.signal,
		timeoutMs: Math.min(SLOWEST_CALL_MS, deadline.budgetMs / 8),
	});
	const fetchFilesOf = async ({ id, files }: WatchEvent): Promise<void> => {
		const missing = files.map((file) =>
			missingFile(file, 'There was no time left to download it.'),
		);
		fetched.set(id, { binary: {}, missing, isTried: true });
		const { failures, ...found } = await downloads.fetch(inBinaryFields(files), false);
		// An event with more files than a poll has time for would else wait for ever.
		const isTried = failures.length < files.length || !failures.every(isNotTried);
		fetched.set(id, { ...found, isTried });
	};
	const all = Promise.all(withFiles.map(fetchFilesOf));
	if (!(await deadline.waitFor(all, deadline.at(0.75)))) {
		// Nothing new is begun; what is in flight may come to its end.
		downloads.stop();
		await deadline.waitFor(all, deadline.at(0.9));
	}
	// A copy: a download that ends later changes nothing.
	return new Map(fetched);
}

async function openClient(context: IPollFunctions, { budgetMs, signal }: Deadline) {
	return await createClient(context, {
		timeoutMs: Math.min(SLOWEST_CALL_MS, budgetMs / 4),
		maxWaitMs: Math.min(LONGEST_QUOTA_WAIT_MS, budgetMs / 3),
		signal,
	});
}

function load(context: IPollFunctions, memory: Memory, nowMs: number): State {
	const state = memory.load(nowMs);
	if (state) return state;
	context.logger.warn(
		"What n8n has stored for this trigger cannot be read, so every notice is seen for the first time again: 'When First Seen' says what is reported.",
	);
	return emptyState(nowMs);
}

/** @throws Stop where n8n has stored something that can hold no state */
function checkStored(context: IPollFunctions): void {
	const stored: unknown = context.getWorkflowStaticData('node');
	if (isRecord(stored)) return;
	throw new Stop(
		'What n8n has stored for this trigger cannot be read, and nothing can be stored in its place, so the trigger cannot detect changes.',
		'Replace this node with a copy of it: the copy starts with an empty memory.',
	);
}

/** Whether nothing new was learned: how often something was tried does not count. */
function knowsTheSame(a: State, b: State): boolean {
	if (a.notices.size !== b.notices.size || a.held.size !== b.held.size) return false;
	// By key: JSON puts keys that look like numbers first, so the order says nothing.
	const isSame = (asked: string) =>
		JSON.stringify(a.notices.get(asked)) === JSON.stringify(b.notices.get(asked));
	const isHeld = (id: string) => b.held.has(id);
	return [...a.notices.keys()].every(isSame) && [...a.held.keys()].every(isHeld);
}

function lostStop(notices: number): Stop {
	return new Stop(
		`The service found none of ${notices} notices that it knew before. ` +
			'What is known of them is kept, and the next poll asks for them again.',
		'Check that the credential belongs to the account and the instance of these notices. ' +
			"If they are gone, remove them from 'References to Watch'.",
		{ reason: new ServiceFailure('notTheService', { readOnly: true }), saysReason: true },
	);
}

/** What a failed poll is due to. n8n waits half an hour after wrong keys or a wrong configuration: nothing else is called so. */
function causeOf(thrown: unknown): FailureCause {
	const reason = thrown instanceof Stop ? thrown.reason : thrown;
	const cause = explain(thrown).cause ?? 'configuration-invalid';
	if (!(reason instanceof ServiceFailure)) return cause;
	const { kind, codes } = reason;
	// The trigger sends nothing but references: only codes about keys, clock or quota are about what the person can fix.
	const isRefusal = (kind === 'refusal' || codes.length > 0) && !reason.concernsCaller;
	const isOver = ['cancelled', 'notStarted', 'blocked'].includes(kind);
	return isRefusal || isOver ? 'temporarily-unavailable' : cause;
}
