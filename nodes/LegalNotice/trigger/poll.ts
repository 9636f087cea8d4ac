import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import {
	advance,
	sameKnowledge,
	type Advance,
	type Answers,
	type WatchState,
} from '../domain/watch';
import { createClient, type ServiceClient } from '../transport/client';
import { fullText } from '../transport/errors';
import { isPassing, toPollError } from './cause';
import { fetchEventFiles, type EventFiles } from './eventFiles';
import { eventItem } from './items';
import { Memory, type PollKind } from './memory';
import { Reader } from './reader';
import { inContext, sayCost, sayTrouble, sayUnknown } from './remarks';
import { readInput, type TriggerInput } from './settings';
import { TimeBudget } from './timeBudget';
import { troubleOf } from './verdict';

/** What n8n's classic poller gives a poll, and what versions without `getPollBudgetMs` are given. */
const CLASSIC_BUDGET_MS = 300_000;
const SLOWEST_CALL_MS = 30_000;
const LONGEST_QUOTA_WAIT_MS = 15_000;

/** Contexts that have polled before: the first poll of an activation decides whether it succeeds. */
const polledBefore = new WeakSet<IPollFunctions>();

/** One poll of an active workflow. @returns null when there is nothing to tell: anything else starts an execution */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const kind = kindOf(context);
	const activates = kind === 'activation';
	polledBefore.add(context);
	const memory = Memory.open(context, kind, budgetOf(context));
	if (!memory) return null;
	try {
		const input = readInput(context);
		if (activates) await sayCost(context, input);
		return await pollWith(context, memory, input, activates);
	} catch (thrown) {
		const error = toPollError(context.getNode(), thrown);
		if (activates && isPassing(thrown)) {
			// The service may be away while n8n starts; the workflow stays active and the next poll tries again.
			context.logger.warn(`The first poll is made up for at the next one. ${fullText(error)}`);
			return null;
		}
		throw error;
	} finally {
		memory.close();
	}
}

async function pollWith(
	context: IPollFunctions,
	memory: Memory,
	input: TriggerInput,
	activates: boolean,
): Promise<INodeExecutionData[][] | null> {
	const budgetMs = budgetOf(context);
	const time = new TimeBudget(budgetMs, input.settings.files);
	try {
		const client = await createClient(context, {
			timeoutMs: Math.min(SLOWEST_CALL_MS, budgetMs / 4),
			maxWaitMs: Math.min(LONGEST_QUOTA_WAIT_MS, budgetMs / 3),
			signal: time.signal,
		});
		const nowMs = Date.now();
		const before = memory.load(nowMs);
		const reader = new Reader(client, before, input.list, input.settings, nowMs, time);
		const reading = await reader.readAll();
		const { answers, failure, resumeAt, batchSize } = reading;
		if (!reading.readAnything && failure !== undefined) {
			if (reading.setback && !activates && memory.isCurrent) memory.save(reading.setback, false);
			throw await inContext(context, input, failure);
		}
		const turn = await withFiles(context, client, before, input, answers, nowMs, time);
		const items = turn.events.map((event) => eventItem(event, turn.files));
		if (!memory.isCurrent) return null;
		sayUnknown(context, turn.neverFound);
		sayTrouble(context, failure, turn.vanished);
		const trouble = troubleOf(reading, turn.vanished);
		// A whole kind of events could not be read: that has to be seen. But n8n drops the state of a poll that fails, so
		// what was learned comes first, and the failure with the next poll, which learns nothing new.
		const fails =
			trouble.isWhole && items.length === 0 && (activates || sameKnowledge(before, turn.state));
		const error = fails ? await inContext(context, input, trouble.failure) : undefined;
		if (!error || !activates || isPassing(trouble.failure)) {
			memory.save({ ...turn.state, resumeAt, batchSize }, items.length > 0);
		}
		if (error) throw error;
		return items.length > 0 ? [items] : null;
	} finally {
		time.close();
	}
}

/** The turn of the watch; where files are wanted, a second time when it is known which of them are at hand. */
async function withFiles(
	context: IPollFunctions,
	client: ServiceClient,
	before: WatchState,
	{ list, settings }: TriggerInput,
	answers: Answers,
	nowMs: number,
	time: TimeBudget,
): Promise<Advance & { files?: EventFiles }> {
	const turn = advance(before, list, { answers, settings, nowMs });
	if (!settings.files || turn.events.every(({ files }) => files.length === 0)) return turn;
	const files = await fetchEventFiles(context, client, turn.events, time);
	if (files.refusal) context.logger.warn(fullText(files.refusal));
	const known = { ...answers, withoutFiles: files.without };
	return { ...advance(before, list, { answers: known, settings, nowMs }), files };
}

/**
 * The first poll of an activation is told apart, because its error keeps the workflow from being active. n8n makes one
 * context for an activation and all classic polls after it. The durable scheduler makes a new one for each poll,
 * always in mode 'update', with a budget of its own.
 */
function kindOf(context: IPollFunctions): PollKind {
	const isDurable = budgetOf(context) !== CLASSIC_BUDGET_MS;
	if (context.getActivationMode() === 'update' && isDurable) return 'durable';
	return polledBefore.has(context) ? 'classic' : 'activation';
}

function budgetOf(context: IPollFunctions): number {
	return context.getPollBudgetMs?.() ?? CLASSIC_BUDGET_MS;
}
