/** A history: one service, what strikes, and what is done one after the other or at once. All of it is data. */
import fc from 'fast-check';
import { act, pastAct, type Act } from './people.mts';
import { readings, type Readings } from './readings.mts';
import { shape, type Shape } from './shapes.mts';
import { faultOfRun, type Fault } from './way.mts';
import { EFFECTS, plain, READS, work, type Work } from './workflows.mts';

export type Step =
	| { readonly kind: 'run'; readonly work: Work; readonly beside: Work | undefined }
	| { readonly kind: 'act'; readonly act: Act }
	| { readonly kind: 'wait'; readonly ms: number };

export interface History {
	readonly seed: number;
	readonly readings: Readings;
	/** Notices that another program ordered before. */
	readonly before: number;
	/** What had become of them. */
	readonly past: readonly Act[];
	readonly environment: 'test' | 'production';
	readonly requestsPerMinute: number;
	/** Of a second credential with the same keys, which the runs beside others have. */
	readonly otherRate: number | undefined;
	readonly faults: readonly Fault[];
	readonly shapes: readonly Shape[];
	/** What people do while a call is under way, by the number of the call. */
	readonly meanwhile: ReadonlyArray<{ readonly atCall: number; readonly act: Act }>;
	readonly steps: readonly Step[];
}

const step: fc.Arbitrary<Step> = fc.oneof(
	{ withCrossShrink: true },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('run' as const),
			work,
			beside: fc.oneof(
				{ withCrossShrink: true },
				{ weight: 5, arbitrary: fc.constant(undefined) },
				{ weight: 1, arbitrary: work },
			),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('act' as const), act }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			ms: fc.constantFrom(1_000, 61_000, 3_600_000),
		}),
	},
);

/** Where nothing of one kind strikes, the others are alone to blame. */
function orNone<One>(some: fc.Arbitrary<One[]>): fc.Arbitrary<One[]> {
	return fc.oneof(
		{ withCrossShrink: true },
		{ weight: 1, arbitrary: fc.constant<One[]>([]) },
		{ weight: 3, arbitrary: some },
	);
}

const disturbed: fc.Arbitrary<History> = fc.record({
	seed: fc.nat({ max: 1_000_000 }),
	readings,
	before: fc.constantFrom(0, 1, 1, 2, 2, 3, 4),
	past: fc.array(pastAct, { maxLength: 4 }),
	environment: fc.constantFrom('test', 'production'),
	requestsPerMinute: fc.constantFrom(300, 300, 20, 20, 10, 1_000),
	otherRate: fc.constantFrom(undefined, undefined, 12),
	faults: orNone(fc.array(faultOfRun, { maxLength: 4 })),
	shapes: orNone(fc.array(shape, { maxLength: 2 })),
	meanwhile: orNone(
		fc.array(fc.record({ atCall: fc.integer({ min: 1, max: 12 }), act }), {
			maxLength: 2,
		}),
	),
	steps: fc.array(step, { minLength: 1, maxLength: 3 }),
});

/** A success with nothing in it stays one of what is registered (`way.mts`). */
const aimedAt = (one: Fault, on: string): Fault =>
	one.kind === 'bareSuccess' ? one : { ...one, on };

/** In some histories the first fault meets the first call that binds, and the second what is looked up then. */
function aimed({ faults, ...one }: History): History {
	const aims = ['effect', 'look'];
	const onto = faults.map((each, at) => {
		const on = aims[at];
		return on === undefined ? each : { ...aimedAt(each, on), skip: 0 };
	});
	return { ...one, faults: onto };
}

/** In others a replacement has cancelled when its order is refused, and has to go on from there. */
function halfWay({ faults, ...one }: History): History {
	const refused = faults.map((each, at) =>
		at === 0 ? { ...each, kind: 'refused' as const, on: 'order', skip: 0 } : each,
	);
	const replacing = (work: Work): Work => {
		if (!EFFECTS.includes(work.operation)) return work;
		return { ...plain({ ...work, operation: 'replace' }), onError: 'stopWorkflow' };
	};
	return { ...withWorks(one, replacing), faults: refused };
}

/** From some call on the service answers nothing as it should, for as long as the history lasts. */
function cutOff({ faults, ...one }: History): History {
	const [first] = faults;
	return { ...one, faults: first ? [{ ...aimedAt(first, 'any'), times: 100 }] : [] };
}

function withWorks<One extends Pick<History, 'steps'>>(
	one: One,
	change: (work: Work) => Work,
): One {
	const steps = one.steps.map((each) => {
		if (each.kind !== 'run') return each;
		return { ...each, work: change(each.work), beside: each.beside && change(each.beside) };
	});
	return { ...one, steps };
}

/** Everybody wants the same words: what makes two orders one, and what keeps a replacement apart, is seen there. */
function alike(one: History): History {
	const same = ({ operation, items, ...work }: Work): Work => ({
		...work,
		...{ isHtml: false, hasHeader: false },
		operation: READS.includes(operation) ? 'replace' : operation,
		items: items.map((item) => ({ ...item, file: 0, text: 0, publication: 1 })),
	});
	return withWorks(one, same);
}

/** A person replaces a notice a second time, and does not want what is there already. */
function twice({ steps, before, ...one }: History): History {
	const first = steps.find((step) => step.kind === 'run');
	if (!first) return { ...one, before, steps };
	const items = first.work.items.slice(0, 1);
	const work = plain({ ...first.work, operation: 'replace', items, tries: 1, end: undefined });
	const run: Step = { kind: 'run', work, beside: undefined };
	const again: Step = { ...run, work: { ...work, ifAlreadyOrdered: 'fail' } };
	const calm = { faults: [], shapes: [], meanwhile: [], before: before + 1 };
	return { ...one, ...calm, steps: [run, again, ...steps.filter((step) => step !== first)] };
}

/** Two corrections of one notice, in a run that is tried again: of the first one the answer is lost, and what is looked up then. */
function correctedTwice(one: History): History {
	const lost = { status: 503, ms: 30_000, variant: 0 } as const;
	const looks = 3 + (one.seed % 3);
	const faults: readonly Fault[] = [
		{ ...lost, kind: 'reset', on: 'order', skip: 0, times: 1, done: true },
		// Before that, both numbers are looked up.
		{ ...lost, kind: 'hang', on: 'status', skip: 2, times: looks, done: false },
	];
	const correcting = (work: Work): Work => {
		const [first] = work.items;
		if (!first || !EFFECTS.includes(work.operation)) return work;
		const items = [first, { ...first, text: first.text + 1 }];
		const replacing = plain({ ...work, operation: 'replace', items, end: undefined });
		return { ...replacing, alreadyCancelled: true, tries: 2 };
	};
	return { ...withWorks(one, correcting), faults, shapes: [] };
}

/** Two executions that correct one notice at once, each in its own way, cannot know of each other. */
function withoutRivals(one: History): History {
	const steps = one.steps.map((each) => {
		if (each.kind !== 'run' || each.work.operation !== 'replace') return each;
		return each.beside?.operation === 'replace' ? { ...each, beside: undefined } : each;
	});
	return { ...one, steps };
}

const CHANGES = {
	disturbed: (one: History) => one,
	aimed,
	halfWay,
	cutOff,
	alike,
	calm: (one: History) => ({ ...one, faults: [], shapes: [], meanwhile: [] }),
	twice: (one: History) => (one.seed % 2 === 0 ? twice(one) : correctedTwice(one)),
} as const;

const KINDS = [
	...(['disturbed', 'disturbed', 'disturbed', 'aimed', 'aimed', 'aimed'] as const),
	...(['halfWay', 'cutOff', 'calm', 'calm', 'alike', 'alike', 'twice'] as const),
] as const;

/** Some histories are calm: there, what is asked for has to work. */
export const history: fc.Arbitrary<History> = fc
	.tuple(disturbed, fc.constantFrom(...KINDS))
	.map(([one, kind]) => withoutRivals(CHANGES[kind](one)));
