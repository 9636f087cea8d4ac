import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { createClient } from '../transport/client';
import { toNodeError } from '../transport/errors';
import type { Answers } from './answers';
import { diff, MISSES } from './diff';
import { digest, eventItem, NOT_FOUND, type EventName, type WatchEvent } from './events';
import { fetchEventFiles } from './files';
import { Reader } from './read';
import { readSettings, type WatchSettings } from './settings';
import { Deadline, emptyState } from './state';

const NOTICES = 100;
const EVENTS = 10;
const BUDGET_MS = 30_000;

/**
 * What the editor's "Fetch Test Event" shows: the chosen events for the first notices of the list, as at first sight;
 * where there is none, an example. Nothing remembered is read or written.
 */
export async function testEvents(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	try {
		const settings = readSettings(context);
		const deadline = new Deadline(BUDGET_MS);
		try {
			return [await shownEvents(context, settings, deadline)];
		} finally {
			deadline.end();
		}
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	}
}

async function shownEvents(
	context: IPollFunctions,
	chosen: WatchSettings,
	deadline: Deadline,
): Promise<INodeExecutionData[]> {
	const client = await createClient(context, {
		priority: 'interactive',
		maxWaitMs: BUDGET_MS / 3,
		timeoutMs: BUDGET_MS / 3,
		signal: deadline.signal,
	});
	const nowMs = Date.now();
	const settings: WatchSettings = {
		...chosen,
		list: chosen.list.slice(0, NOTICES),
		firstSight: 'current',
		waitPolls: 0,
		stopAfterDays: undefined,
	};
	// For an example, and to see a mistyped reference, a status is read even where no chosen event needs it.
	const reads = { ...settings, events: new Set([...settings.events, 'notFound'] as const) };
	const fresh = emptyState(nowMs);
	const reading = await new Reader(client, fresh, reads, nowMs, deadline).read();
	if (!reading.readAnything && reading.failure !== undefined) throw reading.failure;
	const { answers } = reading;
	// Nothing is known, except that a notice missing now is reported now.
	const miss = { kind: 'missing', times: MISSES - 1, poll: 0 } as const;
	const status = new Map(settings.list.map((asked) => [asked, miss] as const));
	const state = { ...fresh, missed: { ...fresh.missed, status } };
	const events = oneOfEachFirst(diff(state, settings, answers, nowMs).events).slice(0, EVENTS);
	const files = settings.files
		? await fetchEventFiles(context, client, events, deadline)
		: undefined;
	const items = events.map((event) => {
		const filesMissing = files?.without.has(event.id) ?? false;
		return eventItem({ ...event, filesMissing }, files);
	});
	if (items.length === 0) items.push(exampleItem(answers, settings, nowMs));
	// A reference with a typing error is watched in vain: whoever tries the trigger out should see it.
	const unknown = settings.list.filter((asked) => answers.status.get(asked) === 'missing');
	if (unknown.length === 0) return items;
	return items.map(({ json, ...item }) => ({
		...item,
		json: { ...json, references_inconnues: unknown },
	}));
}

/** So that a list of published notices does not hide how a new document looks. */
function oneOfEachFirst(events: readonly WatchEvent[]): WatchEvent[] {
	const shown = new Set<EventName>();
	const firsts = events.filter(({ event }) => !shown.has(event) && shown.add(event));
	return [...firsts, ...events.filter((event) => !firsts.includes(event))];
}

const EXAMPLE_STATUS: Partial<Record<EventName, string>> = {
	published: 'parue',
	suspended: 'suspendue',
	toBePublished: 'a-paraitre',
	notFound: NOT_FOUND,
};
const EXAMPLE_FILE = { numero: 'EXEMPLE', url: 'https://example.com/exemple.pdf' };
const EXAMPLE_DOCUMENT = { type: 'attestation', ...EXAMPLE_FILE };
const EXAMPLE_INVOICE = {
	type: 'facture',
	...EXAMPLE_FILE,
	date_facture: '2026-01-15',
	date_echeance: '2026-02-14',
	montant_ht: 100,
	montant_ttc: 120,
	lignes: [],
};

/** A notice of the list, if one is known, in the shape of the first chosen event; marked `exemple`. */
function exampleItem(
	answers: Answers,
	{ list, events }: WatchSettings,
	nowMs: number,
): INodeExecutionData {
	const isRead = (one: string) => typeof answers.status.get(one) === 'object';
	const asked = list.find(isRead) ?? list[0] ?? '';
	const outcome = answers.status.get(asked);
	const reading = typeof outcome === 'object' ? outcome : undefined;
	const [event = 'statusChanged'] = events;
	const isFile = event === 'newDocument' || event === 'newInvoice';
	const status = EXAMPLE_STATUS[event] ?? reading?.status ?? 'parue';
	const { json } = eventItem({
		id: digest(['example', asked, event]),
		event,
		asked,
		reference: reading?.reference ?? asked,
		orderNumber: reading?.orderNumber ?? null,
		status,
		previousStatus: isFile ? null : status === 'a-paraitre' ? 'suspendue' : 'a-paraitre',
		reason: status === 'suspendue' || event === 'reasonChanged' ? 'Exemple de motif' : null,
		previousReason: null,
		seenAt: nowMs,
		...(event === 'newDocument' ? { document: EXAMPLE_DOCUMENT } : {}),
		...(event === 'newInvoice' ? { invoice: EXAMPLE_INVOICE, billed: [asked] } : {}),
		files: [],
		documentMissing: false,
		filesMissing: false,
	});
	return { json: { ...json, exemple: true } };
}
