import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import {
	advance,
	apartKey,
	emptyState,
	type Answers,
	type EventName,
	type Watched,
	type WatchEvent,
	type WatchSettings,
} from '../domain/watch';
import { createClient } from '../transport/client';
import { toNodeError } from '../transport/errors';
import { fetchEventFiles } from './eventFiles';
import { exampleItem } from './example';
import { eventItem } from './items';
import { Reader } from './reader';
import { readInput } from './settings';
import { TimeBudget } from './timeBudget';

const NOTICES = 100;
const EVENTS = 10;
const BUDGET_MS = 30_000;

/**
 * What the editor's "Fetch Test Event" shows: the chosen events as they stand for the first notices of the list, told
 * as at first sight. Where there is none, one notice in the shape of an event, marked `exemple`. Nothing remembered
 * is read or written.
 */
export async function testEvents(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	try {
		const { list, settings } = readInput(context);
		return [await shownEvents(context, list.slice(0, NOTICES), settings)];
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	}
}

async function shownEvents(
	context: IPollFunctions,
	list: readonly Watched[],
	chosen: WatchSettings,
): Promise<INodeExecutionData[]> {
	const settings: WatchSettings = {
		...chosen,
		firstSight: 'current',
		waitPolls: 0,
		stopAfterDays: undefined,
	};
	const time = new TimeBudget(BUDGET_MS, settings.files);
	try {
		const client = await createClient(context, {
			priority: 'interactive',
			maxWaitMs: BUDGET_MS / 3,
			timeoutMs: BUDGET_MS / 3,
			signal: time.signal,
		});
		const nowMs = Date.now();
		// Nothing is known, except that a notice missing now is told now.
		const state = { ...emptyState(nowMs), apart: missedBefore(list) };
		// For an example, and to see a mistyped reference, a status is read even where no chosen event needs it.
		const reads: WatchSettings = { ...settings, events: new Set([...settings.events, 'notFound']) };
		const reader = new Reader(client, emptyState(nowMs), list, reads, nowMs, time);
		const read = await reader.readAll();
		if (!read.readAnything && read.failure !== undefined) throw read.failure;
		const answers: Answers = { ...read.answers, gone: new Set(list.map(({ text }) => text)) };
		const turn = advance(state, list, { answers, settings, nowMs });
		const events = oneOfEachFirst(turn.events).slice(0, EVENTS);
		const unknown = list.filter(({ text }) => answers.statuses.get(text) === 'missing');
		if (events.length === 0) {
			return [exampleItem(answers, list, settings, nowMs)].map(naming(unknown));
		}
		const files = settings.files ? await fetchEventFiles(context, client, events, time) : undefined;
		return events
			.map((event) =>
				eventItem({ ...event, filesMissing: files?.without.has(event.id) ?? false }, files),
			)
			.map(naming(unknown));
	} finally {
		time.close();
	}
}

/** A reference with a typing error is watched in vain: whoever tries the trigger out should see it. */
function naming(unknown: readonly Watched[]) {
	return (item: INodeExecutionData): INodeExecutionData =>
		unknown.length === 0
			? item
			: {
					...item,
					json: { ...item.json, references_inconnues: unknown.map(({ text }) => text) },
				};
}

function missedBefore(list: readonly Watched[]) {
	return new Map(
		list.map(
			({ hash }) => [apartKey(hash, 'status'), { tries: 2, wait: 0, kind: 'missing' }] as const,
		),
	);
}

/** So that a list of published notices does not hide how a new document looks. */
function oneOfEachFirst(events: readonly WatchEvent[]): WatchEvent[] {
	const shown = new Set<EventName>();
	const firsts = events.filter(({ event }) => !shown.has(event) && shown.add(event));
	return [...firsts, ...events.filter((event) => !firsts.includes(event))];
}
