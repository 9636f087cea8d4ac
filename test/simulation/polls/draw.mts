/** Draws a history of the trigger: a list that is polled every minute, while notices change, calls fail and n8n is killed. */
import fc from 'fast-check';
import { faultOn, type Fault } from '../network.mts';
import { pastAct, portalAct, type Act } from '../people.mts';
import { switches, type Switches } from '../service.mts';
import { KEEPINGS, type Keeping } from './watcher.mts';

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
	/**
	 * In `calm` histories nothing strikes, in `steady` ones n8n stores every poll, in `killed` ones it may end at any moment. In
	 * `ending` ones the days of *Stop Watching After Publication* end. In `first` ones the first polls cannot read each status,
	 * and nothing else happens. In `slow` ones, stored like steady ones, each answer takes seconds, a list is long, and the
	 * service refuses, leaves out or cannot read some of it.
	 */
	readonly kind: 'calm' | 'steady' | 'killed' | 'ending' | 'first' | 'slow';
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
	/** Notices in the list, and how many of the first the service cannot read once the trigger has begun. */
	readonly before: number;
	readonly unreadable: number;
	readonly past: readonly Act[];
	readonly faults: readonly Fault[];
	readonly steps: readonly WatchStep[];
}

/** The first in most histories, one of the others in one of so many. */
function seldom<Value>(many: number, usual: Value, ...others: Value[]): fc.Arbitrary<Value> {
	return fc.oneof(
		{ withCrossShrink: true },
		{ weight: many - 1, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: fc.constantFrom(...others) },
	);
}

/** What newspapers do most, with one or two notices: the same may happen again. */
const change: fc.Arbitrary<Act> = fc
	.tuple(portalAct, fc.nat({ max: 1 }))
	.map(([one, which]) => ({ ...one, which }));

const acts = (act: fc.Arbitrary<Act>) => fc.record({ kind: fc.constant('act' as const), act });

const step: fc.Arbitrary<WatchStep> = fc.oneof(
	{ withCrossShrink: true },
	{
		weight: 14,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			overlaps: fc.nat({ max: 9 }).map((draw) => draw === 9),
			isStored: fc.nat({ max: 3 }).map((draw) => draw < 3),
		}),
	},
	{ weight: 5, arbitrary: acts(portalAct) },
	{ weight: 9, arbitrary: acts(change) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('kill' as const),
			afterMs: fc.constantFrom(undefined, 10, 50, 130, 1_100),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('publish' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('test' as const) }) },
);

const fault = faultOn(['any', 'any', 'statuses', 'statuses', 'status', 'files', 'files']);

const fields = {
	kind: fc.constantFrom<Watching['kind']>('calm', 'calm', 'steady', 'steady', 'killed', 'killed'),
	seed: fc.nat({ max: 1_000_000 }),
	switches,
	latencyMs: fc.constantFrom(40, 40, 700),
	// With cursors alone the next poll begins again where n8n has not stored one.
	keeping: fc.constantFrom<Keeping>(...KEEPINGS, 'cursors'),
	events: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 1, arbitrary: fc.constant(EVENTS) },
		{ weight: 2, arbitrary: fc.subarray(EVENTS, { minLength: 1 }) },
	),
	firstSight: fc.constantFrom('none', 'current', 'publishedOrSuspended'),
	byNumber: fc.boolean(),
	written: fc.constantFrom<Watching['written']>('array', 'lines', 'commas', 'json'),
	attestsLater: fc.boolean(),
	stopWatching: fc.constant<number | undefined>(undefined),
	before: seldom(12, 3, 1, 2, 24, 130).chain((most) => fc.constantFrom(most, Math.min(most, 2))),
	unreadable: seldom(5, 0, 1, 2),
	past: fc.array(pastAct, { maxLength: 3 }),
	faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
	steps: fc.array(step, { minLength: 1, maxLength: 20, size: 'max' }),
};

const A_POLL: WatchStep = { kind: 'poll', overlaps: false, isStored: true };

const ofFirst = (kind: Act['kind']): WatchStep => {
	return { kind: 'act', act: { kind, which: 0, amount: 1 } };
};

/** A day on which documents and invoices of one or two notices may come, and a poll on that day. */
const endingDay: fc.Arbitrary<readonly WatchStep[]> = fc
	.tuple(
		fc.array(
			acts(
				fc.record({
					kind: fc.constantFrom<Act['kind']>(
						...(['publish', 'attest', 'attest', 'invoice', 'credit', 'bill'] as const),
					),
					which: fc.nat({ max: 1 }),
					amount: fc.constantFrom(-20, 1),
				}),
			),
			{ maxLength: 3 },
		),
		fc.nat({ max: 2 }),
	)
	.map(([come, more]) => [...come, ...Array<WatchStep>(1 + more).fill(A_POLL), { kind: 'day' }]);

/** No status, or not each, can be read for some polls, while documents and invoices are. */
const statusLost: fc.Arbitrary<readonly Fault[]> = fc
	.record({
		kind: fc.constantFrom<Fault['kind']>('lost', 'internal', 'cut', 'unreadable'),
		times: fc.constantFrom(3, 5, 8, 1_000),
		variant: fc.nat({ max: 29 }),
	})
	.map((one) => ['statuses', 'status'].map((on): Fault => ({ ...one, on, skip: 0, done: false })))
	.map((all) => all);

/** Up to so many references behind the first two, so that a change meets any part of a long list. */
const FAR = 127;

/** What the lists of a service may fail for, at the head of the list, and what is new anywhere in it. */
const slowStep: fc.Arbitrary<WatchStep> = fc.oneof(
	{ withCrossShrink: true },
	{ weight: 3, arbitrary: fc.constant(A_POLL) },
	{
		weight: 2,
		arbitrary: fc
			.constantFrom<Act['kind']>('cancel', 'cancel', 'suspend', 'credit', 'invoice', 'attest')
			.map(ofFirst),
	},
	{
		weight: 3,
		arbitrary: fc
			.tuple(
				fc.constantFrom<Act['kind']>('publish', 'resume', 'correct', 'attest', 'invoice', 'credit'),
				fc.nat({ max: FAR }),
			)
			.map(([kind, which]): WatchStep => ({ kind: 'act', act: { kind, which, amount: 1 } })),
	},
);

const drawn: fc.Arbitrary<Watching> = fc.oneof(
	{ withCrossShrink: true },
	{ weight: 5, arbitrary: fc.record(fields) },
	{
		weight: 2,
		arbitrary: fc.record({
			...fields,
			kind: fc.constant('slow' as const),
			switches: fc
				.tuple(
					switches,
					fc.constantFrom<Switches['unknownReferences']>(
						'omit',
						'refuse',
						'refuse',
						'entry',
						'named',
					),
					fc.constantFrom<Switches['suspendedNotice']>('usable', 'filesWithheld'),
					fc.constantFrom<Switches['cancelledDocuments']>('gone', 'served'),
				)
				.map(([others, unknownReferences, suspendedNotice, cancelledDocuments]) => {
					return { ...others, unknownReferences, suspendedNotice, cancelledDocuments };
				}),
			// A list of a hundred is answered within five seconds.
			latencyMs: fc.constantFrom(3_500, 4_500, 4_900),
			// The classic poller has time for any list.
			keeping: fc.constantFrom<Keeping>('scheduler', 'cursors'),
			events: seldom<readonly EventName[]>(3, EVENTS, ['newInvoice'], ['published', 'newDocument']),
			before: fc.constantFrom(130, 130, 24),
			unreadable: fc.constantFrom(0, 0, 1, 2),
			faults: fc.array(faultOn(['statuses', 'files', 'any']), { maxLength: 1 }),
			steps: fc.array(slowStep, { minLength: 2, maxLength: 10, size: 'max' }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			...fields,
			kind: fc.constant('first' as const),
			// Where nothing else is read, the whole poll fails.
			events: seldom<readonly EventName[]>(3, EVENTS, ['newDocument'], ['newInvoice', 'published']),
			firstSight: seldom<Watching['firstSight']>(3, 'publishedOrSuspended', 'none', 'current'),
			before: fc.constantFrom(1, 2, 3),
			unreadable: fc.constant(0),
			faults: statusLost,
			steps: fc.array(fc.constant(A_POLL), { maxLength: 3 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			...fields,
			kind: fc.constant('ending' as const),
			events: seldom<readonly EventName[]>(3, EVENTS, ['newDocument'], ['newInvoice', 'published']),
			stopWatching: fc.constantFrom<number | undefined>(0, 1, 1, 2),
			before: fc.constantFrom(1, 2, 3),
			unreadable: fc.constant(0),
			past: fc.array(fc.constant<Act>({ kind: 'publish', which: 0, amount: 1 }), { maxLength: 1 }),
			faults: fc.constant([]),
			steps: fc.array(endingDay, { minLength: 2, maxLength: 5 }).map((days) => days.flat()),
		}),
	},
);

/**
 * What is undone in the portal, after a poll that reported it and whose state is nowhere, cannot be told from what never was.
 * So everything happens to the notices before a poll that is not stored, and n8n ends after it; or its state stays
 * somewhere: the classic poller keeps it in the process until n8n ends; n8n's scheduler without its cursors does not.
 */
function rememberedSomewhere(history: Watching): readonly WatchStep[] {
	const { keeping, steps } = history;
	const at = steps.findIndex((one) => one.kind === 'poll' && !one.isStored);
	const [before, unstored, behind] = [steps.slice(0, at), steps[at], steps.slice(at + 1)];
	if (at < 0 || !unstored) return steps;
	if (isLeftAlone(history)) {
		const acts = behind.filter(({ kind }) => kind === 'act');
		const others = behind.filter(({ kind }) => kind !== 'act');
		return [...before, ...acts, unstored, { kind: 'kill', afterMs: undefined }, ...others];
	}
	if (keeping === 'scheduler') {
		return steps.map((one) => (one.kind === 'poll' ? { ...one, isStored: true } : one));
	}
	return [...before, unstored, ...behind.filter(({ kind }) => kind !== 'kill')];
}

/** Whether nothing happens to notices after a poll that is not stored. */
const isLeftAlone = ({ seed }: Watching): boolean => seed % 3 === 0;

/** Nothing comes when the first notice that was published may not be watched any more. */
function whileWatched({ steps, stopWatching = 0 }: Watching): readonly WatchStep[] {
	const lastDay = steps.flatMap(({ kind }, at) => (kind === 'day' ? [at] : []))[stopWatching];
	return steps.filter(({ kind }, at) => kind !== 'act' || at < (lastDay ?? Infinity));
}

/** What the list named before is ordered once three polls have not found it: then nothing of it counts as seen. */
function orderedLater(seed: number, steps: readonly WatchStep[]): readonly WatchStep[] {
	if (seed % 4 > 0) return steps;
	const at = Math.floor(seed / 4) % (steps.length + 1);
	const missed = Array<WatchStep>(3).fill(A_POLL);
	return [...missed, ...steps.slice(0, at), { kind: 'order' }, ...steps.slice(at)];
}

function shaped(history: Watching): Watching {
	const { kind, before, unreadable, switches: chosen } = history;
	// In short lists a long one takes more calls than a poll has time for.
	const batchMaximum = before > 10 ? null : chosen.batchMaximum;
	// What another program leaves of a small quota is no more than these polls need.
	const more = { ...chosen, batchMaximum, quotaPerMinute: 300 } as const;
	// What is withheld at first counts as seen when it is read first, whatever had become of it.
	const past = history.past.filter((act) => act.kind !== 'suspend');
	const others = { past, switches: more, unreadable: Math.min(unreadable, before - 1) };
	// Of polls that overlap in one process, and are stored, one gives way to the other.
	const steps = history.steps.map((one) =>
		one.kind === 'poll'
			? { ...one, overlaps: kind === 'steady' && one.overlaps, isStored: true }
			: one,
	);
	const unkilled = steps.filter((one) => one.kind !== 'kill' && one.kind !== 'publish');
	// A suspension that withholds something is ended in the last polls.
	const usable = { switches: { ...more, suspendedNotice: 'usable' } } as const;
	if (kind === 'killed') {
		const undone = isLeftAlone(history) ? usable : {};
		return { ...history, ...others, ...undone, steps: rememberedSomewhere(history) };
	}
	if (kind === 'ending') return { ...history, ...others, steps: whileWatched(history) };
	if (kind !== 'calm') {
		return { ...history, ...others, steps: unkilled };
	}
	const calm = { faults: [], unreadable: 0 };
	return { ...history, ...others, ...calm, steps: orderedLater(history.seed, unkilled) };
}

/** In some calm histories many notices end at once: polls doubt that, and report it in the end. */
function ended(history: Watching): Watching {
	const { kind, seed, steps } = history;
	if (kind !== 'calm' || seed % 16 !== 1) return history;
	return { ...history, before: 24, steps: [...steps, { kind: 'end' }] };
}

export const watching: fc.Arbitrary<Watching> = drawn.map(ended).map(shaped);
export const USUAL = {} as Watching;
