/**
 * One poll of the trigger: the notices are read and compared with what is remembered, and what changed is handed over.
 *
 * The words of the trigger: a person gives names, which are references or order numbers. A name is requested in a call. It is
 * answered where the call says anything of it, be it that the name is absent, because the service does not know it. After
 * three polls in a row that find it absent it is gone. A name that makes lists fail is read alone. A poll that finds none of
 * many names is doubted.
 */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ExpressionError, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { InputProblem } from '../reading/cells/parameters';
import { rethrown, ServiceFailure, Stop } from '../errors/failures';
import { explain, fullText, toNodeError } from '../errors/words';
import { createClient, type ServiceClient } from '../transport/client';
import { Deadline } from './deadline';
import { pollDiff, type Doubt } from './diff';
import { eventItem } from './events';
import { readNotices, type PollRead } from './read';
import { readWatchSettings, type WatchSettings } from './settings';
import { emptyState, Memory, type State } from './state';

const SLOWEST_CALL_MS = 30_000;
const LONGEST_QUOTA_WAIT_MS = 15_000;

/** What a poll works with. */
interface PollTools {
	readonly context: IPollFunctions;
	readonly memory: Memory;
	readonly settings: WatchSettings;
	readonly deadline: Deadline;
}

/** One poll of an active workflow. @returns null when there is nothing to report: anything else starts an execution */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const memory = new Memory(context);
	if (memory.isOverlapped) return null;
	const deadline = new Deadline(memory.budgetMs);
	try {
		const settings = readWatchSettings(context);
		return await readAndReport({ context, memory, settings, deadline });
	} catch (thrown) {
		const declared = declaredFailure(thrown);
		const error = Object.assign(toNodeError(context.getNode(), thrown), { failure: declared });
		const isPassing = ['rate-limited', 'temporarily-unavailable'].includes(declared.cause);
		if (!memory.isActivation || !isPassing) throw error;
		// The service may be away while n8n starts; the workflow stays active and the next poll tries again.
		memory.noteFailing(true);
		context.logger.warn(`The first poll failed; the next one tries again. ${fullText(error)}`);
		return null;
	} finally {
		deadline.end();
		memory.close();
	}
}

/** @throws Stop where the poll is doubted, and what the service or a person is to blame for */
async function readAndReport(tools: PollTools): Promise<INodeExecutionData[][] | null> {
	const { context, memory, settings, deadline } = tools;
	const client = await clientOfPoll(context, deadline);
	const nowMs = Date.now();
	const before = load(context, memory, nowMs);
	const read = await readNotices({ client, before, settings, nowMs, deadline });
	// A poll of a workflow that was published again meanwhile has taken over, and reports what this one has read.
	if (!memory.isCurrent) return null;
	const { answers, isAnyRead, failure, next, alone } = read;
	if (!isAnyRead && failure !== undefined) {
		// The next poll begins elsewhere: what cannot be read keeps nobody waiting.
		memory.save({ ...before, next, alone }, false);
		throw failure;
	}
	const { events, state, doubt } = pollDiff({ before, settings, answers, nowMs });
	if (doubt) {
		// What another instance says of names is nothing to remember of them.
		memory.save({ ...before, doubtedPolls: state.doubtedPolls, next }, false);
		// Of names that were not read nobody knows whether the service knows them.
		throw failure ?? doubtStop(doubt, client);
	}
	logFailing(tools, read);
	const items = events.map(eventItem);
	memory.save({ ...before, ...state, next, alone }, items.length > 0);
	return items.length > 0 ? [items] : null;
}

/** Once when it begins, and once when it ends: not in every poll. */
function logFailing({ context, memory }: PollTools, { failure, isAnyOpen }: PollRead): void {
	// A poll that has not requested everything says neither.
	const isSilent = failure === undefined && isAnyOpen;
	if (isSilent || !memory.noteFailing(failure !== undefined)) return;
	if (failure === undefined) context.logger.info('All notices can be read again.');
	else {
		context.logger.warn(
			`Part of the notices could not be read this time. The next polls try again. ${fullText(failure)}`,
		);
	}
}

async function clientOfPoll(
	context: IPollFunctions,
	{ budgetMs, signal }: Deadline,
): Promise<ServiceClient> {
	try {
		return await createClient(context, {
			timeoutMs: Math.min(SLOWEST_CALL_MS, budgetMs / 4),
			maxWaitMs: Math.min(LONGEST_QUOTA_WAIT_MS, budgetMs / 3),
			signal,
		});
	} catch (thrown) {
		throw rethrown(isToBeFixed(thrown) ? thrown : credentialStop(thrown));
	}
}

function load(context: IPollFunctions, memory: Memory, nowMs: number): State {
	const state = memory.load(nowMs);
	if (state) return state;
	context.logger.warn(
		"What n8n has stored for this trigger cannot be read, so every notice is seen for the first time again: 'When First Seen' says what is reported.",
	);
	return emptyState(nowMs);
}

function doubtStop({ kind, count }: Doubt, { environment }: ServiceClient): Stop {
	const instance = `The ${environment} instance of the service`;
	if (kind === 'neverFound') {
		return new Stop(
			`${instance} knows none of the ${count} references in 'References to Watch' in the account of this credential. ` +
				'Choose the credential with which these notices were ordered, or correct the references.',
			'A reference is one of the service, such as 26L000006, or your own order number. ' +
				'If none of them is ordered yet, publish the workflow once the first one is.',
		);
	}
	return new Stop(
		`${instance} found none of ${count} notices that it knew before. ` +
			'What is known of them is kept, and the next poll reads them again.',
		'Check that the credential is still the one with which these notices were ordered. ' +
			"If they were cancelled, remove them from 'References to Watch'.",
		{ reason: new ServiceFailure('notTheService', { readOnly: true }), saysReason: true },
	);
}

function credentialStop(thrown: unknown): Stop {
	const why = thrown instanceof Error ? thrown.message : String(thrown);
	return new Stop(
		`n8n could not read the credential: ${why}`,
		'The next poll tries again. If it keeps happening, look into the log of n8n.',
		{ reason: new ServiceFailure('notSent', { readOnly: true }), saysReason: true },
	);
}

/** What n8n learns of a failed poll. It waits half an hour after those that only a person can fix. */
interface DeclaredFailure {
	readonly cause:
		| 'rate-limited'
		| 'temporarily-unavailable'
		| 'credential-invalid'
		| 'configuration-invalid'
		| 'node-defect';
	/** Milliseconds after which another poll may fare better. */
	readonly retryAfterMs?: number;
}

/** The service counts the calls of a minute (specification, Limits). */
const QUOTA_WINDOW_MS = 60_000;

function declaredFailure(thrown: unknown): DeclaredFailure {
	const reason = thrown instanceof Stop ? thrown.reason : thrown;
	if (reason instanceof ServiceFailure) return failureOfService(reason);
	return {
		cause: reason === undefined || isToBeFixed(reason) ? 'configuration-invalid' : 'node-defect',
	};
}

function failureOfService(failure: ServiceFailure): DeclaredFailure {
	const { kind, concernsCaller } = failure;
	if (kind === 'quota' || kind === 'busy') {
		return { cause: 'rate-limited', retryAfterMs: QUOTA_WINDOW_MS };
	}
	// The trigger sends nothing but names, so that only keys, clock and address are for a person to fix.
	const { cause } = explain(failure);
	const isForPerson = concernsCaller || kind === 'redirect' || kind === 'notSent';
	const isFixed = cause === 'credential-invalid' || cause === 'configuration-invalid';
	return { cause: isForPerson && isFixed ? cause : 'temporarily-unavailable' };
}

/** Whether a person has to change something: a parameter, an expression, or the credential that is chosen. */
function isToBeFixed(thrown: unknown): boolean {
	return [InputProblem, UserError, ExpressionError, NodeOperationError, NodeApiError].some(
		(kind) => thrown instanceof kind,
	);
}
