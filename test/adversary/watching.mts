/** What is drawn of a history of the trigger: hundreds of polls of a list, while notices change, answers fail and n8n is killed. */
import fc from 'fast-check';
import { act, pastAct, type Act } from './people.mts';
import { readings, type Readings } from './readings.mts';
import { shape, type Shape } from './shapes.mts';
import { KEEPINGS, type Keeping } from './watcher.mts';
import { fault, type Fault } from './way.mts';

export type WatchStep =
	| { readonly kind: 'poll'; readonly overlaps: boolean }
	| { readonly kind: 'act'; readonly act: Act }
	| { readonly kind: 'kill'; readonly afterMs: number | undefined; readonly spoils: boolean }
	| { readonly kind: 'publish' }
	/** *Fetch Test Event* of the editor. */
	| { readonly kind: 'test' }
	/** A reference leaves the list or comes back; or it leaves for so many polls. */
	| { readonly kind: 'edit'; readonly which: number; readonly polls: number }
	/** For one or two polls the service does not find a notice: three of them would say that it is gone. */
	| { readonly kind: 'hide'; readonly which: number; readonly polls: number };

/** How the list is written, and which of its names. */
export const LISTS = ['array', 'lines', 'commas', 'json', 'doubled', 'otherCase'] as const;

export interface Watching {
	readonly seed: number;
	readonly readings: Readings;
	readonly keeping: Keeping;
	readonly events: readonly string[];
	readonly firstSight: 'none' | 'current' | 'publishedOrSuspended';
	readonly byNumber: boolean;
	readonly written: (typeof LISTS)[number];
	readonly downloadFiles: boolean;
	readonly documentTypes: readonly string[];
	readonly waitForDocument: number | undefined;
	/** Days; no history lasts so long. */
	readonly stopWatching: number | undefined;
	/** Each call takes as long as a list of a hundred may. */
	readonly isSlow: boolean;
	/** What the service takes for each notice of a list in addition. */
	readonly perNoticeMs: number;
	/** For a kind of reading a page comes once the trigger has begun. */
	readonly dead: 'none' | 'statut' | 'documents' | 'factures';
	/** The service cannot read one of the notices any more, and no list with it: a code or a page comes. */
	readonly broken: 'none' | 'internal' | 'page';
	readonly before: number;
	/** What had become of them. */
	readonly past: readonly Act[];
	readonly faults: readonly Fault[];
	readonly shapes: readonly Shape[];
	readonly steps: readonly WatchStep[];
}

/** One of so many histories. */
const oneOf = (many: number): fc.Arbitrary<boolean> =>
	fc.nat({ max: many - 1 }).map((draw) => draw === many - 1);

const EVENTS = [
	...['statusChanged', 'published', 'suspended', 'toBePublished', 'reasonChanged'],
	...['newDocument', 'newInvoice', 'notFound'],
];

const CHANGES = ['publish', 'suspend', 'resume', 'correct', 'attest', 'invoice'] as const;

/** What newspapers do most, with one or two notices: the same may happen again. */
const change: fc.Arbitrary<Act> = fc
	.tuple(act, fc.constantFrom(...CHANGES), fc.nat({ max: 1 }))
	.map(([one, kind, which]) => ({ ...one, kind, which }));

const cancelled: fc.Arbitrary<Act> = act.map((one) => ({ ...one, kind: 'cancel' as const }));

const ofAct = (drawn: fc.Arbitrary<Act>) =>
	fc.record({ kind: fc.constant('act' as const), act: drawn });

const step: fc.Arbitrary<WatchStep> = fc.oneof(
	{ withCrossShrink: true },
	{
		weight: 16,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			overlaps: fc.nat({ max: 9 }).map((draw) => draw === 9),
		}),
	},
	{ weight: 5, arbitrary: ofAct(act) },
	{ weight: 10, arbitrary: ofAct(change) },
	{ weight: 1, arbitrary: ofAct(cancelled) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('kill' as const),
			afterMs: fc.constantFrom(undefined, 10, 50, 130, 1_100),
			spoils: oneOf(8),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('publish' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('test' as const) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('edit' as const),
			which: fc.nat({ max: 2 }),
			polls: fc.nat({ max: 2 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('hide' as const),
			which: fc.nat({ max: 1 }),
			polls: fc.integer({ min: 1, max: 2 }),
		}),
	},
);

/** The first in most histories, one of the others in one of so many. */
function seldom<Value>(many: number, usual: Value, ...others: Value[]): fc.Arbitrary<Value> {
	return fc.oneof(
		{ withCrossShrink: true },
		{ weight: many - 1, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: fc.constantFrom(...others) },
	);
}

const drawn = (most: number): fc.Arbitrary<Watching> =>
	fc.record({
		seed: fc.nat({ max: 1_000_000 }),
		readings,
		keeping: fc.constantFrom(...KEEPINGS),
		events: fc.subarray(EVENTS, { minLength: 1 }),
		firstSight: fc.constantFrom('current', 'none', 'publishedOrSuspended'),
		byNumber: fc.boolean(),
		written: seldom<Watching['written']>(2, ...LISTS),
		downloadFiles: oneOf(3),
		documentTypes: seldom<string[]>(6, [], ['attestation'], ['facture', 'avoir']),
		waitForDocument: fc.constantFrom(undefined, undefined, undefined, undefined, 2, 4),
		stopWatching: seldom<number | undefined>(12, undefined, 2),
		isSlow: oneOf(6),
		perNoticeMs: fc.constant(0),
		dead: seldom<Watching['dead']>(8, 'none', 'statut', 'documents', 'factures'),
		broken: fc.constant('none'),
		before: fc.constantFrom(1, 2, 3, 1, 2, 5, 24),
		past: fc.array(pastAct, { maxLength: 3 }),
		faults: fc.array(fault, { maxLength: 4 }),
		shapes: fc.array(shape, { maxLength: 2 }),
		steps: fc.array(step, { minLength: 1, maxLength: most, size: 'max' }),
	});

/** Slow calls, or calls for many short lists, leave no time for what else takes long. */
function disturbed(history: Watching): Watching {
	const { isSlow, perNoticeMs, dead, broken } = history;
	const takesLong = isSlow || perNoticeMs > 0;
	const lasting = takesLong || broken !== 'none' ? 'none' : dead;
	return { ...history, dead: lasting };
}

/** The limits within which a poll can read what it has to; nor do other programs keep its calls from it to the end. */
function limited(history: Watching): Watching {
	const before = history.isSlow ? Math.min(history.before, 3) : history.before;
	const isShort = before < 24 && !history.isSlow;
	const drawn = history.readings.batchMaximum;
	const batchMaximum = isShort || drawn === 30 ? drawn : 0;
	const readings = { ...history.readings, batchMaximum, quota: 300 } as const;
	return { ...history, before, readings };
}

function disturbs(one: WatchStep): boolean {
	if (one.kind !== 'act') return one.kind === 'kill';
	return ['machineClock', 'serviceClock', 'quota'].includes(one.act.kind);
}

/** Only the newspapers and the person who keeps the list do something, so that it can be said what has to be told. */
function calmed(history: Watching): Watching {
	const { steps, readings: read } = history;
	const calm = { ...read, clockOffset: 0 } as const;
	const left = steps.filter((one) => !disturbs(one));
	const quick = { isSlow: false, perNoticeMs: 0 } as const;
	const works = { dead: 'none', broken: 'none' } as const;
	return { ...history, ...quick, ...works, faults: [], shapes: [], readings: calm, steps: left };
}

const POLL: WatchStep = { kind: 'poll', overlaps: false };

/** A publication is seen, and in the next poll the notice is not found, gone, or has a reason: what waits is not forgotten. */
function changedWhileItWaits(one: WatchStep, seed: number): WatchStep[] {
	if (one.kind !== 'act' || one.act.kind !== 'publish') return [one];
	const { which } = one.act;
	const next: readonly WatchStep[] = [
		{ kind: 'act', act: { ...one.act, kind: 'cancel' } },
		{ kind: 'act', act: { ...one.act, kind: 'correct' } },
		{ kind: 'hide', which, polls: 1 },
	];
	return [one, POLL, next[seed % 3] ?? POLL];
}

/** Suspended when it is seen first, a notice is published with its files after that. */
function suspendedAtFirst(history: Watching): Watching {
	const [suspended] = history.past;
	if (!suspended || history.seed % 4 !== 0) return history;
	const act = (kind: Act['kind']): WatchStep => ({ kind: 'act', act: { ...suspended, kind } });
	const past: readonly Act[] = [{ ...suspended, kind: 'suspend' }];
	const steps = [POLL, act('publish'), act('attest'), act('invoice'), ...history.steps];
	return { ...history, past, steps, readings: { ...history.readings, suspended: 'filesRefused' } };
}

/** Who waits for the attestation has a service that writes it later. */
function waiting(history: Watching): Watching {
	if (history.waitForDocument === undefined) return history;
	const steps = history.steps.flatMap((one) => changedWhileItWaits(one, history.seed));
	return { ...history, steps, readings: { ...history.readings, attestation: 'later' } };
}

/** Notices, and how many of them the service reads at once, 0 being as many as it gets. */
const LONG_LISTS = [
	[60, 30],
	[130, 30],
	[250, 0],
	[200, 0],
] as const;

/** Some services take so much for each notice of a list, in milliseconds. */
const PER_NOTICE_MS = [0, 15, 40] as const;

/** In a long list something happens at any place, not only at its beginning. */
function spread(one: WatchStep): WatchStep {
	const far = (which: number) => which * 41;
	if (one.kind === 'act') return { ...one, act: { ...one.act, which: far(one.act.which) } };
	return one.kind === 'edit' || one.kind === 'hide' ? { ...one, which: far(one.which) } : one;
}

/** One of forty lists takes several calls for each kind of reading. */
function ofMany(history: Watching): Watching {
	if (history.seed % 40 !== 3) return history;
	const [before, batchMaximum] = LONG_LISTS[Math.floor(history.seed / 40) % 4] ?? LONG_LISTS[0];
	// Not where lists are short: their many calls take the time of a poll already.
	const drawnMs = PER_NOTICE_MS[Math.floor(history.seed / 120) % 3] ?? 0;
	const perNoticeMs = batchMaximum === 0 ? drawnMs : 0;
	const steps = history.steps.slice(0, 12).map(spread);
	const readings = { ...history.readings, batchMaximum };
	return { ...history, before, steps, readings, isSlow: false, perNoticeMs };
}

/** One of eight lists has notices that the service cannot read, while each list takes a while. */
function withBroken(history: Watching): Watching {
	const { seed } = history;
	if (seed % 8 !== 5) return history;
	const perNoticeMs = [0, 12, 24][Math.floor(seed / 8) % 3] ?? 0;
	const broken = Math.floor(seed / 24) % 4 === 0 ? 'page' : 'internal';
	const steps = history.steps.slice(0, 12).map(spread);
	const readings = { ...history.readings, batchMaximum: 0 } as const;
	return { ...history, before: 90, steps, readings, isSlow: false, perNoticeMs, broken };
}

/** One of eight lists is long, and its first part is refused, for a moment, down to a single notice. */
function withTrouble(history: Watching): Watching {
	const { seed } = history;
	if (seed % 8 !== 6) return history;
	// The whole list is asked for three times, and then six parts of it.
	const times = 8 + (Math.floor(seed / 32) % 3);
	const skip = Math.floor(seed / 8) % 4;
	const refused = { kind: 'internal', on: 'statuses', done: false, status: 500 } as const;
	const faults: readonly Fault[] = [{ ...refused, skip, times, ms: 0, variant: 0 }];
	const events = [...new Set([...history.events, 'statusChanged'])];
	const steps = history.steps.slice(0, 12).map(spread);
	const readings = { ...history.readings, batchMaximum: 0 } as const;
	const whole = { dead: 'none', broken: 'none', isSlow: false, perNoticeMs: 0 } as const;
	return { ...history, ...whole, before: 250, events, steps, readings, faults };
}

/** Two of five are calm: everything works. */
export const watching = (most: number): fc.Arbitrary<Watching> =>
	fc
		.tuple(
			drawn(most).map(limited).map(suspendedAtFirst).map(waiting).map(ofMany),
			fc.nat({ max: 4 }),
		)
		.map(([history, draw]) =>
			draw > 2 ? calmed(history) : disturbed(withTrouble(withBroken(history))),
		);
