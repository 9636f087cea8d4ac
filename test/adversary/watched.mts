/** What the checks of polls have in common: what was told, and how a notice stood. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { timesShown } from './clock.mts';
import type { Violation } from './invariants.mts';
import type { Notice, Numbered } from './model.mts';
import type { Watched } from './watchPlay.mts';

export type PollCheck = (watched: Watched) => Violation[];

/** A name in the list, and the notice that it names. */
export type Entry = Watched['list'][number];

export interface Event {
	readonly at: number;
	readonly poll: number;
	/** When that poll began, and what the service did not find then. */
	readonly begunAt: number;
	readonly hidden: ReadonlySet<string>;
	readonly json: IDataObject;
	readonly binary: IBinaryKeyData;
}

export const violation = (promise: string, what: string): Violation => ({ promise, what });

export const inShort = (json: unknown): string => JSON.stringify(json).slice(0, 300);

export function eventsOf({ watcher }: Watched): Event[] {
	return watcher.emitted.flatMap(({ at, poll, items }) => {
		const { begunAt = 0, hidden = new Set<string>() } = watcher.played[poll - 1] ?? {};
		return items.map(({ json, binary = {} }) => ({ at, poll, begunAt, hidden, json, binary }));
	});
}

/** What was told in time. */
export function toldInTime(watched: Watched): Event[] {
	return eventsOf(watched).filter(({ at }) => at <= watched.dueAt);
}

/** The document or invoice that an event reports; undefined for a change of status. */
export function fileIn(json: IDataObject): (IDataObject & Partial<Numbered>) | undefined {
	return (json['facture'] ?? json['document']) as IDataObject | undefined;
}

/** Whether an event is about the notice of a name, also where the list has its other name. */
export function isAbout({ list }: Watched, { json }: Event, { reference }: Entry): boolean {
	return list.some((one) => one.reference === reference && one.asked === json['demande']);
}

export function isOfStatus({ json }: Event): boolean {
	return fileIn(json) === undefined;
}

export function noticeOf({ world }: Watched, reference: string): Notice | undefined {
	return world.model.notices.find((one) => one.reference === reference);
}

/** The notice that an event is about. */
export function noticeIn(watched: Watched, json: IDataObject): Notice | undefined {
	const entry = watched.list.find(({ asked }) => asked === json['demande']);
	return entry && noticeOf(watched, entry.reference);
}

export function standingAt({ statuses }: Notice, at: number) {
	const { status = '', motif } = statuses.findLast((one) => one.at <= at) ?? {};
	return { status, motif };
}

/** What is in the list at the end. */
export function listedAtLast({ list, watcher }: Watched): Entry[] {
	const last = watcher.played.at(-1);
	return list.filter(({ asked }) => last?.listed.has(asked));
}

/** The status of a notice that was ever published is not read any more (docs/trigger.md, "Stop Watching After Publication"), nor is what the service cannot read. */
export function mayBeUnwatched(watched: Watched, notice: Notice): boolean {
	const isPublished = notice.statuses.some(({ status }) => status === 'parue');
	const isOver = watched.history.stopWatching !== undefined && isPublished;
	return isOver || isBroken(watched, notice);
}

/** Whether the service cannot read it any more. */
export function isBroken({ world }: Watched, { reference }: Notice): boolean {
	return world.broken?.names.includes(reference.toLowerCase()) === true;
}

/** When a poll may first have seen what an event tells, by its date. */
export function timesSeen({ json }: Event): number[] {
	return timesShown(Date.parse(String(json['constate_le'])));
}

/** The first of these times. */
export function seenAt(event: Event): number {
	return timesSeen(event)[0] ?? 0;
}

/** Whether the clock of the machine was set, by which events are dated. */
export function isMachineSet({ history }: Watched): boolean {
	return history.steps.some((step) => step.kind === 'act' && step.act.kind === 'machineClock');
}
