/**
 * Draws a history of the trigger: a list that is polled every minute, while notices change, calls fail and n8n is killed.
 * Every choice is a field.
 */
import fc from 'fast-check';
import { seldom, type Drawn } from '../fields.mts';
import { faultOn, kindOf, PLAIN_FAULT, type Fault } from '../network.mts';
import { actOn, pastAct, portalAct, type Act } from '../people.mts';
import { switches, USUAL_SWITCHES, type Switches } from '../service.mts';
import { KEEPINGS, type Keeping } from '../../engine/poller.mts';

export type WatchStep =
	/** Of what it reports n8n may not store the state: its database is locked, or n8n ends just then. */
	| { readonly kind: 'poll'; readonly overlaps: boolean; readonly isStored: boolean }
	| { readonly kind: 'act'; readonly act: Act }
	| { readonly kind: 'kill'; readonly afterMs: number | undefined }
	| { readonly kind: 'publish' }
	/** Until the next poll, of a workflow that is polled once a day. */
	| { readonly kind: 'day' }
	/** Somebody orders what the list named before it was ordered. */
	| { readonly kind: 'order' }
	/** Everything is cancelled. */
	| { readonly kind: 'end' }
	/** *Fetch Test Event* of the editor. */
	| { readonly kind: 'test' };

const EVENTS = [
	...(['statusChanged', 'published', 'suspended', 'toBePublished', 'reasonChanged'] as const),
	...(['newDocument', 'newInvoice', 'notFound'] as const),
];
export type EventName = (typeof EVENTS)[number];

export interface Watching {
	readonly seed: number;
	readonly switches: Switches;
	/** Of each answer; where it is some seconds, polls come to a part of a long list. */
	readonly latencyMs: number;
	readonly keeping: Keeping;
	readonly events: readonly EventName[];
	readonly firstSight: 'none' | 'current' | 'publishedOrSuspended';
	readonly byNumber: boolean;
	readonly written: 'array' | 'lines' | 'commas' | 'json';
	/** Whether somebody in the portal adds the attestation of a notice, and no order or publication makes it. */
	readonly attestsLater: boolean;
	/** Days after a publication, or undefined. */
	readonly stopWatching: number | undefined;
	/** Whether the list holds a name that the service does not know: what is remembered then changes in the first polls. */
	readonly hasUnknown: boolean;
	/** Notices in the list, and how many of the first the service cannot read once the trigger has begun. */
	readonly before: number;
	readonly unreadable: number;
	/** Whether their own routes are answered, and only lists fail for them. */
	readonly readableAlone: boolean;
	readonly past: readonly Act[];
	/** Whether the faults strike from the very first poll on. */
	readonly strikesFirst: boolean;
	readonly faults: readonly Fault[];
	readonly steps: readonly WatchStep[];
}

const A_POLL: WatchStep = { kind: 'poll', overlaps: false, isStored: true };

/** What is as usual, and left out of a regression; of a list, what is usual in its elements. */
export const USUAL: Watching = {
	...{ seed: 0, switches: USUAL_SWITCHES, latencyMs: 40, keeping: 'classic' },
	...{ events: EVENTS, firstSight: 'none', byNumber: false, written: 'array', attestsLater: false },
	...{ stopWatching: undefined, hasUnknown: true, before: 3, unreadable: 0, readableAlone: false },
	...{ past: [], strikesFirst: false },
	...{ faults: [PLAIN_FAULT], steps: [A_POLL] },
};

const never = <Value,>(value: Value) => fc.constant(value);
const acts = (act: fc.Arbitrary<Act>) => fc.record({ kind: never('act' as const), act });
const polls = fc.record({
	kind: never('poll' as const),
	overlaps: never(false),
	isStored: never(true),
});
/** Of polls that overlap in one process, and are stored, one gives way to the other. */
const overlapping = fc.record({
	kind: never('poll' as const),
	overlaps: seldom(10, false, true),
	isStored: never(true),
});
const kill = fc.record({
	kind: never('kill' as const),
	afterMs: fc.constantFrom(undefined, 10, 50, 130, 1_100),
});

interface Weighed {
	readonly weight: number;
	readonly arbitrary: fc.Arbitrary<WatchStep>;
}

/** What newspapers do most, with one or two notices: the same may happen again. */
const change = fc.tuple(portalAct, fc.nat({ max: 1 })).map(([one, which]) => ({ ...one, which }));
const quiet: readonly Weighed[] = [
	{ weight: 14, arbitrary: polls },
	{ weight: 1, arbitrary: fc.record({ kind: never('test' as const) }) },
];
const busy: readonly Weighed[] = [
	{ weight: 5, arbitrary: acts(portalAct) },
	{ weight: 9, arbitrary: acts(change) },
];
const deadly: readonly Weighed[] = [
	{ weight: 2, arbitrary: kill },
	{ weight: 1, arbitrary: fc.record({ kind: never('publish' as const) }) },
];

const stepsOf = (weighed: readonly Weighed[], most: number, least = 0) =>
	fc.array(fc.oneof({ withCrossShrink: true }, ...weighed), {
		minLength: least,
		maxLength: most,
		size: 'max',
	});
const joined = (...parts: ReadonlyArray<fc.Arbitrary<readonly WatchStep[]>>) =>
	fc.tuple(...parts).map((all): readonly WatchStep[] => all.flat());

/** What another program leaves of a small quota is no more than these polls need. */
const enough = switches.map((chosen): Switches => ({ ...chosen, quotaPerMinute: 300 }));
const switchesWith = (more: Partial<Drawn<Switches>>) =>
	fc
		.tuple(enough, fc.record(more as Record<string, fc.Arbitrary<unknown>>))
		.map(([chosen, others]) => ({ ...chosen, ...others }) as Switches);
/** A suspension that withholds something is ended in the last polls. */
const usable = switchesWith({ suspendedNotice: never<Switches['suspendedNotice']>('usable') });
/** In short lists a long one takes more calls than a poll has time for. */
const long = { batchMaximum: never<Switches['batchMaximum']>(null) };

const fields: Drawn<Watching> = {
	seed: fc.nat({ max: 1_000_000 }),
	switches: enough,
	latencyMs: fc.constantFrom(40, 40, 700),
	// With cursors alone the next poll begins again where n8n has not stored one.
	keeping: fc.constantFrom<Keeping>(...KEEPINGS, 'cursors'),
	events: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 1, arbitrary: fc.constant<readonly EventName[]>(EVENTS) },
		{ weight: 2, arbitrary: fc.subarray(EVENTS, { minLength: 1 }) },
	),
	firstSight: fc.constantFrom('none', 'current', 'publishedOrSuspended'),
	byNumber: fc.boolean(),
	written: fc.constantFrom<Watching['written']>('array', 'lines', 'commas', 'json'),
	attestsLater: fc.boolean(),
	stopWatching: never(undefined),
	hasUnknown: fc.boolean(),
	before: fc.constantFrom(3, 3, 2, 1),
	unreadable: never(0),
	readableAlone: never(false),
	// What is withheld at first counts as seen when it is read first, whatever had become of it.
	past: fc
		.array(pastAct, { maxLength: 3 })
		.map((all) => all.filter(({ kind }) => kind !== 'suspend' && kind !== 'cancel')),
	strikesFirst: never(false),
	faults: never([]),
	steps: stepsOf([...quiet, ...busy], 20, 1),
};

const struck = {
	...fields,
	faults: fc.array(faultOn(['any', 'any', 'statuses', 'statuses', 'status', 'files', 'files']), {
		minLength: 1,
		maxLength: 3,
	}),
	unreadable: seldom(5, 0, 1, 2),
	readableAlone: fc.boolean(),
};
const longList = { before: fc.constantFrom(130, 24), switches: switchesWith(long) };
const anyEvents = seldom<readonly EventName[]>(
	3,
	EVENTS,
	['newInvoice'],
	['newInvoice', 'published'],
);
const UNSTORED: WatchStep = { ...A_POLL, isStored: false };

/** A day on which documents and invoices of one or two notices may come, and polls on that day. */
const dayWith = (...kinds: ReadonlyArray<Act['kind']>) =>
	joined(
		kinds.length > 0 ? fc.array(acts(actOn(kinds)), { maxLength: 3 }) : never([]),
		fc.array(polls, { minLength: 1, maxLength: 3 }),
		fc.tuple(fc.record({ kind: never('day' as const) })),
	);
/** Documents come while the first notice that was published is watched, and none after that. */
const untilTheEnd = [0, 1, 2].map((days) =>
	fc.record({
		...fields,
		events: anyEvents,
		stopWatching: never<number | undefined>(days),
		past: fc.constantFrom<readonly Act[]>([], [{ kind: 'publish', which: 0, amount: 1 }]),
		steps: joined(
			...Array.from({ length: days + 1 }, () =>
				dayWith('publish', 'attest', 'attest', 'invoice', 'credit', 'bill'),
			),
			fc.oneof({ withCrossShrink: true }, never([]), dayWith()),
		),
	}),
);

/** What the lists of a service may fail for, at the head of the list, and what is new anywhere in it. */
const slowSteps: readonly Weighed[] = [
	{ weight: 3, arbitrary: polls },
	{
		weight: 2,
		arbitrary: acts(actOn(['cancel', 'cancel', 'suspend', 'credit', 'invoice', 'attest'], 0)),
	},
	{
		weight: 3,
		arbitrary: acts(actOn(['publish', 'resume', 'correct', 'attest', 'invoice', 'credit'], 127)),
	},
];

/** The kinds of histories: which fields are free in each, and how many are drawn of it. Nothing else knows them. */
const KINDS: Readonly<Record<string, { weight: number; arbitrary: fc.Arbitrary<Watching> }>> = {
	/** Nothing strikes: each poll reports what is new. In some, what the list named before is ordered, once three polls have not found it. */
	calm: {
		weight: 5,
		arbitrary: fc.oneof(
			{ withCrossShrink: true },
			{ weight: 10, arbitrary: fc.record(fields) },
			{ weight: 1, arbitrary: fc.record({ ...fields, ...longList }) },
			{
				weight: 3,
				arbitrary: fc.record({
					...fields,
					steps: joined(
						never([A_POLL, A_POLL, A_POLL]),
						stepsOf([...quiet, ...busy], 10),
						never<readonly WatchStep[]>([{ kind: 'order' }]),
						stepsOf([...quiet, ...busy], 10),
					),
				}),
			},
			// Many notices end at once: polls doubt that, and report it in the end.
			{
				weight: 1,
				arbitrary: fc.record({
					...fields,
					...longList,
					before: never(24),
					steps: joined(stepsOf([...quiet, ...busy], 10), never([{ kind: 'end' }])),
				}),
			},
		),
	},
	/** Faults strike, and n8n stores every poll. */
	struck: {
		weight: 5,
		arbitrary: fc.oneof(
			{ withCrossShrink: true },
			{
				weight: 8,
				arbitrary: fc.record({
					...struck,
					steps: stepsOf(
						[{ weight: 14, arbitrary: overlapping }, ...quiet.slice(1), ...busy],
						20,
						1,
					),
				}),
			},
			{ weight: 1, arbitrary: fc.record({ ...struck, ...longList }) },
		),
	},
	/**
	 * n8n ends at any moment, or stores nothing of a poll. What is undone in the portal after a poll that reported it, and
	 * whose state is nowhere, cannot be distinguished from what never was. So everything happens to the notices before a poll that is
	 * not stored; or its state stays somewhere: in the process, until n8n ends, or with the cursors.
	 */
	killed: {
		weight: 5,
		arbitrary: fc.oneof(
			{ withCrossShrink: true },
			fc.record({ ...struck, steps: stepsOf([...quiet, ...busy, ...deadly], 20, 1) }),
			fc.record({
				...struck,
				keeping: fc.constantFrom<Keeping>('classic', 'cursors'),
				steps: joined(
					stepsOf([...quiet, ...busy, ...deadly], 10),
					never([UNSTORED]),
					stepsOf([...quiet, { weight: 3, arbitrary: never(UNSTORED) }, ...busy], 10),
				),
			}),
			fc.record({
				...struck,
				switches: usable,
				steps: joined(
					stepsOf([...quiet, ...busy, ...deadly], 10),
					never([UNSTORED, { kind: 'kill' as const, afterMs: undefined }]),
					stepsOf([...quiet, { weight: 3, arbitrary: never(UNSTORED) }, ...deadly], 10),
				),
			}),
		),
	},
	/** Its status, or its documents and invoices, cannot be read when a notice is first seen, and nothing else happens. */
	first: {
		weight: 2,
		arbitrary: fc.record({
			...fields,
			// Where nothing else is read, the whole poll fails.
			events: anyEvents,
			firstSight: seldom<Watching['firstSight']>(3, 'publishedOrSuspended', 'none', 'current'),
			strikesFirst: never(true),
			faults: fc
				.record({
					on: fc.constantFrom(['statuses', 'status'], ['statuses', 'status'], ['files']),
					kind: kindOf('lost', 'internal', 'cut', 'unreadable'),
					times: fc.constantFrom(3, 5, 8, 1_000),
					variant: fc.nat({ max: 29 }),
				})
				.map(({ on: all, ...one }) => all.map((on): Fault => ({ ...PLAIN_FAULT, ...one, on }))),
			steps: fc.array(polls, { maxLength: 3 }),
		}),
	},
	/** Polls once a day, until *Stop Watching After Publication* ends. */
	ending: { weight: 1, arbitrary: fc.oneof(...untilTheEnd) },
	/** Answers take seconds, a list is long, and the service refuses, leaves out or cannot read some of it. */
	slow: {
		weight: 3,
		arbitrary: fc.record({
			...fields,
			switches: switchesWith({
				...long,
				unknownReferences: fc.constantFrom('omit', 'refuse', 'refuse', 'entry', 'named'),
				suspendedNotice: fc.constantFrom('usable', 'filesWithheld'),
				cancelledDocuments: fc.constantFrom('gone', 'served'),
			}),
			// A list of a hundred is answered within five seconds.
			latencyMs: fc.constantFrom(3_500, 4_500, 4_900),
			// The classic poller has time for any list.
			keeping: fc.constantFrom<Keeping>('scheduler', 'cursors'),
			events: anyEvents,
			before: fc.constantFrom(130, 130, 24),
			unreadable: fc.constantFrom(0, 0, 1, 2),
			readableAlone: fc.boolean(),
			faults: fc.array(faultOn(['statuses', 'files', 'any']), { maxLength: 1 }),
			steps: stepsOf(slowSteps, 10, 2),
		}),
	},
};

/** Some of the list can be read. */
export const watching: fc.Arbitrary<Watching> = fc
	.oneof(...Object.values(KINDS))
	.map((history) => ({ ...history, unreadable: Math.min(history.unreadable, history.before - 1) }));

/** Whether n8n stores every poll and ends at none: each goes on from the one before. */
export const isKept = ({ steps }: Watching): boolean =>
	steps.every((one) =>
		one.kind === 'poll' ? one.isStored : !['kill', 'publish'].includes(one.kind),
	);

/** Whether nothing happens to a notice, and all are watched until the end. */
export const isStill = ({ steps, stopWatching }: Watching): boolean =>
	stopWatching === undefined &&
	steps.every(({ kind }) => ['poll', 'kill', 'publish', 'test'].includes(kind));

/** Whether nothing strikes, nothing overlaps and there is time for everything: then each poll reports what is new. */
export function isCalm(history: Watching): boolean {
	const { faults, unreadable, steps, stopWatching, latencyMs } = history;
	const overlaps = steps.some((one) => one.kind === 'poll' && one.overlaps);
	const isStruck = faults.length > 0 || unreadable > 0 || overlaps || latencyMs > 1_000;
	return isKept(history) && !isStruck && stopWatching === undefined;
}
