/** Makes what the editor shows for Fetch Test Event: events of the first notices, or an example of one. */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { quotePassages } from '../reading/cells/parameters';
import { createClient } from '../transport/client';
import { toNodeError } from '../errors/words';
import { digest, NOT_FOUND, type EventName } from '../notices/changes';
import { fileIn } from '../notices/files';
import { Deadline } from './deadline';
import { pollDiff, type NoticeAnswers } from './diff';
import { eventItem, type WatchEvent } from './events';
import { readNotices } from './read';
import { readWatchSettings, type WatchSettings } from './settings';
import { emptyState } from './state';

const NOTICES = 100;
const EVENTS = 10;
const BUDGET_MS = 30_000;

/**
 * What the editor's "Fetch Test Event" shows: the chosen events of the first names, as at first sight;
 * where there is none, an example. Nothing remembered is read or written.
 */
export async function testEvents(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const deadline = new Deadline(BUDGET_MS);
	try {
		return [await shownEvents(context, readWatchSettings(context), deadline)];
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	} finally {
		deadline.end();
	}
}

async function shownEvents(
	context: IPollFunctions,
	chosen: WatchSettings,
	deadline: Deadline,
): Promise<INodeExecutionData[]> {
	const client = await createClient(context, {
		priority: 'person',
		maxWaitMs: BUDGET_MS / 3,
		timeoutMs: BUDGET_MS / 3,
		signal: deadline.signal,
	});
	const nowMs = Date.now();
	const settings: WatchSettings = {
		...chosen,
		names: chosen.names.slice(0, NOTICES),
		firstSight: 'current',
		stopAfterDays: undefined,
	};
	const before = emptyState(nowMs);
	const { isAnyRead, failure, answers } = await readNotices({
		...{ client, before, settings, nowMs, deadline },
	});
	if (!isAnyRead && failure !== undefined) throw failure;
	const { events } = pollDiff({ before, settings, answers, nowMs });
	const items = events.slice(0, EVENTS).map(eventItem);
	if (items.length === 0) items.push(exampleItem(chosen, answers, nowMs));
	const absent = settings.names.filter((name) => answers.get(name)?.statut === 'absent');
	if (absent.length === 0) return items;
	// A poll can add no hint to the panel, so the sentence is in the first column.
	const sentence = `The service does not know ${quotePassages(absent)}.`;
	for (const item of items) {
		const { exemple, avertissements, ...fields } = item.json;
		const others: unknown[] = Array.isArray(avertissements) ? avertissements : [];
		const warnings = [sentence, ...others.map(String)];
		const mark = exemple === undefined ? {} : { exemple };
		item.json = { ...mark, avertissements: warnings, ...fields, references_inconnues: absent };
	}
	return items;
}

const FILE = { numero: 'EXEMPLE', url: 'https://example.com/exemple.pdf' };
const DOCUMENT = { type: 'attestation', ...FILE };
const INVOICE = {
	type: 'facture',
	...FILE,
	date_facture: '2026-01-15',
	date_echeance: '2026-02-14',
	montant_ht: 100,
	montant_ttc: 120,
	lignes: [],
};
/** Where the example of an event differs from that of a publication. */
const EXAMPLES: Partial<Record<EventName, Partial<WatchEvent>>> = {
	suspended: { status: 'suspendue', reason: 'Exemple de motif' },
	toBePublished: { status: 'a-paraitre', previousStatus: 'suspendue' },
	reasonChanged: { status: 'suspendue', previousStatus: 'suspendue', reason: 'Exemple de motif' },
	newDocument: { previousStatus: null },
	newInvoice: { previousStatus: null },
	notFound: { status: NOT_FOUND },
};

/** The shape of the first chosen event, of a watched notice, marked in its first column. */
function exampleItem(
	{ names, events }: WatchSettings,
	answers: ReadonlyMap<string, NoticeAnswers>,
	nowMs: number,
): INodeExecutionData {
	const [first = ''] = names;
	const [event = 'statusChanged'] = events;
	const name = names.find((one) => typeof answers.get(one)?.statut === 'object') ?? first;
	const answered = answers.get(name)?.statut;
	const example = { reference: name, orderNumber: 'EXEMPLE' };
	const { reference, orderNumber } = typeof answered === 'object' ? answered : example;
	const fields = { newDocument: DOCUMENT, newInvoice: INVOICE }[String(event)];
	const shown: WatchEvent = {
		id: digest(['example', name, event]),
		...{ event, name, reference, orderNumber },
		...{ status: 'parue', previousStatus: 'a-paraitre', reason: null, previousReason: null },
		seenAt: nowMs,
		...(fields && { file: fileIn(fields, reference, 'documents') }),
		...EXAMPLES[event],
	};
	return { json: { exemple: true, ...eventItem(shown).json } };
}
