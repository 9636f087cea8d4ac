import { apartKey, heldAspects, isInTurn, type WatchState } from './state';
import type { Aspect, Watched, WatchSettings } from './types';

export const ASPECTS: readonly Aspect[] = ['status', 'documents', 'invoices'];

/** What one poll reads: notices in turn, and apart from them the ones that were missing or unreadable. */
export interface Schedule {
	/**
	 * From where the last poll stopped, round the list. The ones that were missing just once are among them: perhaps it
	 * was the service's slip.
	 */
	readonly main: ReadonlyArray<{ readonly watched: Watched; readonly aspects: readonly Aspect[] }>;
	/** By what is read; the longest waiting first. */
	readonly apart: Readonly<Record<Aspect, readonly Watched[]>>;
}

/** Only what can still change, and what an event needs. */
export function schedule(
	state: WatchState,
	list: readonly Watched[],
	settings: WatchSettings,
	nowMs: number,
): Schedule {
	const main: Array<{ watched: Watched; aspects: readonly Aspect[] }> = [];
	const waiting = new Map<string, { watched: Watched; aspect: Aspect }>();
	const held = heldAspects(state);
	for (const watched of fromTurn(list, state.resumeAt)) {
		const aspects: Aspect[] = [];
		for (const aspect of aspectsOf(state, watched, settings, nowMs, held)) {
			const key = apartKey(watched.hash, aspect);
			if (isInTurn(state.apart.get(key))) aspects.push(aspect);
			else waiting.set(key, { watched, aspect });
		}
		if (aspects.length > 0) main.push({ watched, aspects });
	}
	const apart: Record<Aspect, Watched[]> = { status: [], documents: [], invoices: [] };
	for (const [key, { wait }] of state.apart) {
		const due = wait <= 0 ? waiting.get(key) : undefined;
		if (due) apart[due.aspect].push(due.watched);
	}
	return { main, apart };
}

/** What the chosen events need to be read at all. */
export function aspectsRead(settings: WatchSettings): Aspect[] {
	const { events } = settings;
	const invoices = events.has('newInvoice');
	const documents = events.has('newDocument');
	const others = [...events].some((event) => event !== 'newInvoice' && event !== 'newDocument');
	const status =
		others ||
		settings.stopAfterDays !== undefined ||
		settings.firstSight === 'publishedOrSuspended';
	return [
		...(status ? (['status'] as const) : []),
		...(documents ? (['documents'] as const) : []),
		...(invoices ? (['invoices'] as const) : []),
	];
}

function aspectsOf(
	state: WatchState,
	{ hash }: Watched,
	settings: WatchSettings,
	nowMs: number,
	held: ReadonlySet<string>,
): Aspect[] {
	const aspects = aspectsRead(settings);
	const publishedDay = state.seen.get(hash)?.publishedDay;
	if (settings.stopAfterDays === undefined || publishedDay === undefined) return aspects;
	const isOver = dayOf(nowMs) > publishedDay + settings.stopAfterDays;
	// An event that is held back was seen in time: it is read for until it is told.
	return aspects.filter(
		(aspect) => held.has(apartKey(hash, aspect)) || (!isOver && aspect !== 'status'),
	);
}

/** Days since 1970. */
export function dayOf(nowMs: number): number {
	return Math.floor(nowMs / 86_400_000);
}

function fromTurn(list: readonly Watched[], resumeAt: string | undefined): readonly Watched[] {
	const at = list.findIndex(({ hash }) => hash === resumeAt);
	return at === -1 ? list : [...list.slice(at), ...list.slice(0, at)];
}
