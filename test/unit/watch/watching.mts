/** Shorthand for tests of the watch: settings, answers and one turn after the other, through the stored JSON. */
import {
	advance,
	emptyState,
	packState,
	readWatched,
	schedule,
	unpackState,
	type Advance,
	type Answers,
	type FileReading,
	type Outcome,
	type StatusReading,
	type Watched,
	type WatchSettings,
	type WatchState,
} from '../../../nodes/LegalNotice/domain/watch/index.ts';

export const NOW = Date.parse('2026-11-20T09:00:00Z');
export const DAY = 86_400_000;

export function settings(
	change: Partial<Omit<WatchSettings, 'events'>> & { events?: readonly string[] } = {},
): WatchSettings {
	const { events = ['statusChanged'], ...others } = change;
	return {
		firstSight: 'none',
		documentTypes: new Set(),
		files: false,
		waitPolls: 0,
		stopAfterDays: undefined,
		...others,
		events: new Set(events) as WatchSettings['events'],
	};
}

export function status(reference: string, statut: string, reason: string | null = null) {
	return { reference, orderNumber: null, status: statut, reason } satisfies StatusReading;
}

export function file(type: string, number: string | null = null, rank = 1): FileReading {
	const name = `${type} ${number ?? `#${rank}`}`;
	return {
		type,
		number,
		rank,
		name,
		fields: { type, numero: number, url: `https://x.example/${name}` },
	};
}

export interface Read {
	/** A text is a status, or one of the two other outcomes. */
	statuses?: Record<string, StatusReading | string>;
	documents?: Record<string, FileReading[] | 'missing' | 'unreadable'>;
	invoices?: Record<string, FileReading[] | 'missing' | 'unreadable'>;
	gone?: string[];
	/** References whose documents were asked for in vain. */
	tried?: string[];
	withoutFiles?: Answers['withoutFiles'];
}

export function answers(read: Read): Answers {
	const identities = new Map(
		Object.entries(read.statuses ?? {}).flatMap(([asked, found]) =>
			typeof found === 'string' ? [] : [[asked, found] as const],
		),
	);
	const files = (given: Read['documents'] = {}) =>
		new Map(
			Object.entries(given).map(([reference, found]) => [
				reference,
				typeof found === 'string' ? found : { reference, orderNumber: null, files: found },
			]),
		);
	return {
		statuses: new Map(
			Object.entries(read.statuses ?? {}).map(([reference, found]) => [
				reference,
				typeof found === 'string' && found !== 'missing' && found !== 'unreadable'
					? status(reference, found)
					: (found as Outcome<StatusReading>),
			]),
		),
		documents: files(read.documents),
		invoices: files(read.invoices),
		identities,
		gone: new Set(read.gone ?? []),
		documentsTried: new Set(read.tried ?? []),
		withoutFiles: read.withoutFiles ?? new Map(),
	};
}

/** A watch that keeps its state as n8n does: as JSON. */
export class Watch {
	stored: string;
	now = NOW;

	list: string[];
	settings: WatchSettings;

	constructor(list: string[], chosen: WatchSettings) {
		this.list = list;
		this.settings = chosen;
		this.stored = JSON.stringify(packState(emptyState(NOW)));
	}

	get state(): WatchState {
		return unpackState(JSON.parse(this.stored) as Record<string, unknown>, this.now);
	}

	get watched(): Watched[] {
		return readWatched(this.list);
	}

	/** A poll that reads this and is saved. */
	poll(read: Read): Advance {
		return this.take(answers(read));
	}

	/** A poll whose outcome is lost. */
	look(read: Read): Advance {
		return this.turn(answers(read));
	}

	/** A poll that learned this and is saved. */
	take(learned: Answers): Advance {
		const result = this.turn(learned);
		this.stored = JSON.stringify(packState(result.state));
		return result;
	}

	private turn(learned: Answers): Advance {
		const poll = { answers: learned, settings: this.settings, nowMs: this.now };
		return advance(this.state, this.watched, poll);
	}

	schedule() {
		return schedule(this.state, this.watched, this.settings, this.now);
	}
}

/** Events in short: name, reference, old and new status. */
export function told({ events }: Advance): string[] {
	return events.map(({ event, asked, previousStatus, status: now, document, invoice }) => {
		const file = document ?? invoice;
		if (file) return `${event} ${asked} ${[file.type, file.numero].filter(Boolean).join(' ')}`;
		return `${event} ${asked} ${previousStatus ?? '-'} > ${now ?? '-'}`;
	});
}
