import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { OperationStop } from '../errors/stops';
import { createClient, type ServiceClient } from '../transport/client';
import { explain, fullText, toNodeError, type FailureCause } from '../errors/words';
import { asThrown, ServiceFailure } from '../errors/failures';
import { isOfCaller, type Answers } from '../notices/answers';
import { diff, type Diff } from './diff';
import { eventItem } from './events';
import { fetchEventFiles } from './files';
import { Reader } from './read';
import { readSettings, type WatchSettings } from './settings';
import { checkStored, Deadline, emptyState, Memory, type State } from './state';

/** What n8n's classic poller gives a poll, and what versions without `getPollBudgetMs` are given. */
const CLASSIC_BUDGET_MS = 300_000;
const SLOWEST_CALL_MS = 30_000;
const LONGEST_QUOTA_WAIT_MS = 15_000;

/** Contexts that have polled before: the first poll of an activation decides whether it succeeds. */
const polledBefore = new WeakSet<IPollFunctions>();

/** One poll of an active workflow. @returns null when there is nothing to report: anything else starts an execution */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budgetMs = context.getPollBudgetMs?.() ?? CLASSIC_BUDGET_MS;
	const activates = isActivation(context, budgetMs);
	try {
		checkStored(context);
	} catch (thrown) {
		throw asThrown(pollError(context, thrown));
	}
	const memory = Memory.open(context, budgetMs, activates);
	if (!memory) return null;
	const deadline = new Deadline(budgetMs);
	try {
		return await pollWith(context, memory, readSettings(context), deadline, activates);
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

/**
 * n8n makes one context for an activation and all classic polls after it. The durable scheduler makes a new one for each
 * poll, always in mode 'update', with a budget of its own.
 */
function isActivation(context: IPollFunctions, budgetMs: number): boolean {
	const isDurable = context.getActivationMode() === 'update' && budgetMs !== CLASSIC_BUDGET_MS;
	const isFirst = !polledBefore.has(context);
	polledBefore.add(context);
	return isFirst && !isDurable;
}

function pollError(context: IPollFunctions, thrown: unknown) {
	return Object.assign(toNodeError(context.getNode(), thrown), {
		failure: { cause: causeOf(thrown) },
	});
}

async function pollWith(
	context: IPollFunctions,
	memory: Memory,
	settings: WatchSettings,
	deadline: Deadline,
	activates: boolean,
): Promise<INodeExecutionData[][] | null> {
	const { budgetMs, signal } = deadline;
	const client = await createClient(context, {
		timeoutMs: Math.min(SLOWEST_CALL_MS, budgetMs / 4),
		maxWaitMs: Math.min(LONGEST_QUOTA_WAIT_MS, budgetMs / 3),
		signal,
	});
	const nowMs = Date.now();
	const before = load(context, memory, nowMs);
	const reader = new Reader(client, before, settings, nowMs, deadline, activates);
	const { answers, failure, readAnything, lacksKind, next } = await reader.read();
	if (!readAnything && failure !== undefined) {
		const state = { ...before, polls: before.polls + 1, next };
		if (memory.isCurrent) memory.save(state, false);
		throw failure;
	}
	const found = await withFiles(context, client, before, settings, answers, deadline, nowMs);
	if (!memory.isCurrent) return null;
	const items = found.events.map((event) => eventItem(event, found.files?.get(event.id)));
	const state = { ...found.state, next };
	if (found.lost !== undefined) {
		memory.save(state, false);
		throw lostStop(found.lost);
	}
	if (failure !== undefined) {
		context.logger.warn(`Part of the notices could not be read this time. ${fullText(failure)}`);
	}
	// That a kind of events could not be read has to be seen. But n8n drops the state of a poll that fails: what was
	// learned comes first, the failure with the next poll.
	const fails = lacksKind && items.length === 0 && (activates || knowsTheSame(before, state));
	memory.save(state, items.length > 0);
	if (fails) throw failure;
	return items.length > 0 ? [items] : null;
}

function load(context: IPollFunctions, memory: Memory, nowMs: number): State {
	const state = memory.load(nowMs);
	const sentence =
		"What n8n has stored for this trigger cannot be read, so every notice is seen for the first time again: 'When First Seen' says what is reported.";
	if (!state) context.logger.warn(sentence);
	return state ?? emptyState(nowMs);
}

/** The diff; where files are wanted, a second time when it is known which of them are at hand. */
async function withFiles(
	context: IPollFunctions,
	client: ServiceClient,
	before: State,
	settings: WatchSettings,
	answers: Answers,
	deadline: Deadline,
	nowMs: number,
): Promise<Diff & { files?: Answers['eventFiles'] }> {
	const first = diff(before, settings, answers, nowMs);
	if (first.events.every(({ files }) => files.length === 0)) return first;
	const eventFiles = await fetchEventFiles(context, client, first.events, deadline);
	return { ...diff(before, settings, { ...answers, eventFiles }, nowMs), files: eventFiles };
}

/** How often something was tried is no knowledge. */
function knowsTheSame(a: State, b: State): boolean {
	const known = ({ notices, held }: State) => JSON.stringify([...notices, ...held.keys()]);
	return known(a) === known(b);
}

function lostStop(notices: number): OperationStop {
	return new OperationStop(
		`The service found none of ${notices} notices that it knew before. ` +
			'What is known of them is kept, and the next poll asks for them again.',
		'Check that the credential belongs to the account and the instance of these notices. ' +
			"If they are gone, remove them from 'References to Watch'.",
		new ServiceFailure('notTheService', { readOnly: true }),
		true,
	);
}

/** What a failed poll is due to. n8n waits half an hour after wrong keys or a wrong configuration: nothing else is called so. */
function causeOf(thrown: unknown): FailureCause {
	const reason = thrown instanceof OperationStop ? thrown.reason : thrown;
	const cause = explain(thrown).cause ?? 'configuration-invalid';
	if (!(reason instanceof ServiceFailure)) return cause;
	const { kind, codes } = reason;
	// The trigger sends nothing but references: only codes about keys, clock or quota are about what the person can fix.
	const isRefusal = (kind === 'refusal' || codes.length > 0) && !isOfCaller(reason);
	const isOver = ['cancelled', 'notStarted', 'blocked'].includes(kind);
	return isRefusal || isOver ? 'temporarily-unavailable' : cause;
}
