/** Draws a history of the trigger: a list that is polled every minute, while notices change, calls fail and n8n is killed. */
import fc from 'fast-check';
import { faultOn, isDrawn, LINKS, type Fault, type Links } from '../network.mts';
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
	/** From now on links to files lead to something else. */
	| { readonly kind: 'links'; readonly links: Links }
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
	 * `waiting` ones, stored like steady ones, changes wait for their attestation and files, and others overtake them, or lists
	 * of documents fail meanwhile; in `brief` ones files cannot be had for some polls; in `ending` ones documents and invoices wait
	 * for their files when the days of *Stop Watching After Publication* end. In `first` ones the first polls cannot read each
	 * status, and nothing else happens.
	 */
	readonly kind: 'calm' | 'steady' | 'killed' | 'waiting' | 'brief' | 'ending' | 'first';
	readonly seed: number;
	readonly switches: Switches;
	/** Of each answer; where it is some seconds, polls come to a part of a long list. */
	readonly latencyMs: number;
	readonly keeping: Keeping;
	readonly events: readonly EventName[];
	readonly firstSight: 'none' | 'current' | 'publishedOrSuspended';
	readonly byNumber: boolean;
	readonly written: 'array' | 'lines' | 'commas' | 'json';
	readonly downloadFiles: boolean;
	/** Polls, or undefined. */
	readonly waitForDocument: number | undefined;
	/** Whether somebody in the portal adds the attestation of a notice, and no order or publication makes it. */
	readonly attestsLater: boolean;
	/** Whether links to files lead where they do also when nothing else strikes any more. */
	readonly filesStay: boolean;
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

const fault = faultOn('any', 'any', 'statuses', 'statuses', 'status', 'files', 'files');

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
	downloadFiles: seldom(3, false, true),
	waitForDocument: seldom<number | undefined>(4, undefined, 2, 4),
	attestsLater: fc.boolean(),
	filesStay: fc.constant(false),
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

/** What changes in a newspaper's hands while something waits: little else happens, so that one change overtakes another. */
const waitingStep: fc.Arbitrary<WatchStep> = fc.oneof(
	{ withCrossShrink: true },
	{ weight: 3, arbitrary: fc.constant(A_POLL) },
	{
		weight: 3,
		arbitrary: fc
			.constantFrom<Act['kind']>('publish', 'suspend', 'publish', 'resume', 'attest')
			.map(ofFirst),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('links' as const),
			links: fc.constantFrom<Links>(...LINKS, 'hang'),
		}),
	},
);

const reasonOfFirst = (amount: 1 | 7): WatchStep => {
	return { kind: 'act', act: { kind: 'correct', which: 0, amount } };
};

/** The reason of a suspension changes, its files cannot be had, and it changes back. */
const reasonAndBack: fc.Arbitrary<readonly WatchStep[]> = fc
	.tuple(fc.integer({ min: 1, max: 3 }), fc.array(waitingStep, { maxLength: 4 }))
	.map(([polls, behind]) => [
		...[ofFirst('suspend'), reasonOfFirst(7), A_POLL],
		...[{ kind: 'links', links: 'gone' } as const, reasonOfFirst(1)],
		...Array<WatchStep>(polls).fill(A_POLL),
		...[reasonOfFirst(7), A_POLL, ...behind],
	]);

/** Lists of documents and invoices fail for many polls, while the status of their notices is read. */
const unlisted: fc.Arbitrary<readonly Fault[]> = fc
	.integer({ min: 4, max: 16 })
	.map((skip): Fault => {
		return { kind: 'internal', on: 'files', skip, times: 40, done: false, variant: 0 };
	})
	.map((fault) => [fault].filter(({ kind }) => isDrawn(kind)));

/** Documents and invoices come, their files cannot be had, and many polls try. */
const unlistedSteps: fc.Arbitrary<readonly WatchStep[]> = fc
	.tuple(
		fc.array(waitingStep, { maxLength: 4 }),
		fc.constantFrom<Act['kind']>('attest', 'invoice', 'bill'),
		fc.array(waitingStep, { maxLength: 4 }),
		fc.integer({ min: 6, max: 12 }),
	)
	.map(([before, kind, behind, polls]) => [
		...before,
		ofFirst(kind),
		...behind,
		...Array<WatchStep>(polls).fill(A_POLL),
	]);

/** What brings documents and invoices, and what changes a notice. */
const FILES: ReadonlyArray<Act['kind']> = ['attest', 'invoice', 'credit', 'bill'];
const CHANGES: ReadonlyArray<Act['kind']> = [...FILES, 'publish', 'resume', 'correct'];

/**
 * Whatever comes, one to four polls that cannot have its files, because the links lead elsewhere or the notice is suspended as
 * well, and then others that can.
 */
const briefly: fc.Arbitrary<readonly WatchStep[]> = fc
	.tuple(
		fc.array(acts(change), { minLength: 1, maxLength: 4 }),
		fc.constantFrom<Links>('gone', 'page', 'hang'),
		fc.integer({ min: 0, max: 3 }),
		fc.boolean(),
	)
	.map(([come, links, more, isSuspended]) => [
		{ kind: 'links', links },
		// A suspension overtakes another change that waits, so that the files of that are missing by right.
		...come.filter(({ act }) => (isSuspended ? FILES : CHANGES).includes(act.kind)),
		...[A_POLL, ...(isSuspended ? [ofFirst('suspend')] : [])],
		...Array<WatchStep>(more).fill(A_POLL),
		...(isSuspended ? [ofFirst('resume')] : []),
		{ kind: 'links', links: 'plain' },
		...[A_POLL, A_POLL],
	]);

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
	.map((all) => all.filter(({ kind }) => isDrawn(kind)));

const drawn: fc.Arbitrary<Watching> = fc.oneof(
	{ withCrossShrink: true },
	{ weight: 5, arbitrary: fc.record(fields) },
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
			kind: fc.constant('waiting' as const),
			filesStay: fc.boolean(),
			events: seldom<readonly EventName[]>(3, EVENTS, ['published', 'suspended', 'toBePublished']),
			downloadFiles: seldom(4, true, false),
			waitForDocument: fc.constantFrom(undefined, 2, 4),
			unreadable: fc.constant(0),
			faults: fc.array(faultOn('files', 'statuses'), { maxLength: 1 }),
			steps: fc
				.array(waitingStep, { minLength: 3, maxLength: 20, size: 'max' })
				.map((steps): WatchStep[] => [{ kind: 'links', links: 'gone' }, ...steps]),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			...fields,
			kind: fc.constant('waiting' as const),
			filesStay: fc.boolean(),
			downloadFiles: fc.constant(true),
			waitForDocument: fc.constantFrom(undefined, 2),
			unreadable: fc.constant(0),
			faults: unlisted,
			steps: unlistedSteps.map((steps): WatchStep[] => [
				{ kind: 'links', links: 'gone' },
				...steps,
			]),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			...fields,
			kind: fc.constant('waiting' as const),
			switches: switches.map((chosen) => ({ ...chosen, suspendedNotice: 'usable' as const })),
			attestsLater: fc.constant(false),
			events: seldom<readonly EventName[]>(3, EVENTS, ['reasonChanged']),
			downloadFiles: fc.constant(true),
			unreadable: fc.constant(0),
			faults: fc.constant([]),
			steps: reasonAndBack,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			...fields,
			kind: fc.constant('brief' as const),
			// A suspension that withholds no documents waits for them itself.
			switches: switches.map((chosen) => ({
				...chosen,
				suspendedNotice: 'filesWithheld' as const,
			})),
			events: seldom<readonly EventName[]>(3, EVENTS, ['newDocument'], ['newInvoice', 'published']),
			downloadFiles: fc.constant(true),
			unreadable: fc.constant(0),
			faults: fc.constant([]),
			steps: fc.array(briefly, { minLength: 1, maxLength: 3 }).map((all) => all.flat()),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			...fields,
			kind: fc.constant('ending' as const),
			events: seldom<readonly EventName[]>(3, EVENTS, ['newDocument'], ['newInvoice', 'published']),
			downloadFiles: seldom(6, true, false),
			stopWatching: fc.constantFrom<number | undefined>(0, 1, 1, 2),
			before: fc.constantFrom(1, 2, 3),
			unreadable: fc.constant(0),
			past: fc.array(fc.constant<Act>({ kind: 'publish', which: 0, amount: 1 }), { maxLength: 1 }),
			faults: fc.constant([]),
			steps: fc
				.tuple(fc.array(endingDay, { minLength: 2, maxLength: 5 }), fc.constantFrom(...LINKS))
				.map(([days, links]): WatchStep[] => [
					{ kind: 'links', links: 'gone' },
					...days.flat(),
					{ kind: 'links', links },
				]),
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
	if (kind === 'steady' || kind === 'waiting' || kind === 'brief' || kind === 'first') {
		return { ...history, ...others, steps: unkilled };
	}
	const calm = { faults: [], unreadable: 0, waitForDocument: undefined };
	return { ...history, ...others, ...calm, steps: orderedLater(history.seed, unkilled) };
}

/** In some calm histories many notices end at once: polls doubt that, and report it in the end. */
function ended(history: Watching): Watching {
	const { kind, seed, steps } = history;
	if (kind !== 'calm' || seed % 16 !== 1) return history;
	return { ...history, before: 24, steps: [...steps, { kind: 'end' }] };
}

/** In some steady histories no poll has time for the whole list: what stands behind in it changes. */
function slowed(history: Watching): Watching {
	const { kind, seed, steps, keeping } = history;
	if (kind !== 'steady' || seed % 16 !== 1) return history;
	const behind = steps.flatMap((one): WatchStep[] => {
		if (one.kind === 'poll') return [A_POLL];
		const isTold = one.kind === 'act' && CHANGES.includes(one.act.kind) && one.act.kind !== 'bill';
		return isTold ? [{ ...one, act: { ...one.act, which: one.act.which + 110 } }] : [];
	});
	const plain = { downloadFiles: false, waitForDocument: undefined, unreadable: 0 } as const;
	const list = { before: 130, past: [], faults: [], events: EVENTS, latencyMs: 4_500 };
	// The classic poller has time for this list.
	const how = keeping === 'classic' ? 'scheduler' : keeping;
	return { ...history, ...plain, ...list, keeping: how, steps: behind.slice(0, 8) };
}

export const watching: fc.Arbitrary<Watching> = drawn.map(ended).map(slowed).map(shaped);
