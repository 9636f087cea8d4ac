import type { WatchEvent } from './types';
import { gatherInvoices } from '../invoices';

/**
 * An invoice of several notices is one event: it names all of them, and has the lines that any of their answers shows.
 */
export function oncePerInvoice(events: readonly WatchEvent[]): WatchEvent[] {
	const byId = new Map<string, [WatchEvent, ...WatchEvent[]]>();
	for (const event of events) {
		const same = byId.get(event.id);
		if (same) same.push(event);
		else byId.set(event.id, [event]);
	}
	return [...byId.values()].map(merged);
}

function merged(events: readonly [WatchEvent, ...WatchEvent[]]): WatchEvent {
	const [first] = events;
	const listed = events.map(({ asked, reference, invoice }) => ({
		asked,
		notice: { reference, factures: [invoice] },
	}));
	const [gathered] = gatherInvoices(listed);
	if (!gathered) return first;
	return {
		...first,
		invoice: gathered.invoice,
		billed: [...new Set(events.flatMap(({ billed = [] }) => billed))],
		seenAt: Math.min(...events.map(({ seenAt }) => seenAt)),
	};
}
