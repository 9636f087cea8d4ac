/**
 * Draws a history of runs: one service, what strikes, and what people do one after the other or at once. Every choice is a
 * field, so that a history which breaks a promise is made smaller field by field. Every text is unique, so that a notice
 * is known by its words; only histories of the kind `twice` give the same order more than once.
 */
import fc from 'fast-check';
import type { NodeSettings } from '../../engine/engine.mts';
import { seldom, type Drawn } from '../fields.mts';
import {
	faultOn,
	kindOf,
	LINKS,
	passes,
	somePasses,
	PLAIN_FAULT,
	type Fault,
	type Links,
} from '../network.mts';
import { act, actOn, pastAct, type Act } from '../people.mts';
import { switches, USUAL_SWITCHES, type Switches } from '../service.mts';

const OPERATIONS = [
	...(['order', 'order', 'order', 'order', 'cancel', 'cancel', 'replace', 'replace'] as const),
	...(['quote', 'getStatus', 'documents', 'download', 'invoices', 'contact', 'dates'] as const),
] as const;
export type Operation = (typeof OPERATIONS)[number];
/** Those that name notices and change nothing. */
const READING = ['getStatus', 'documents', 'download', 'invoices'] as const;

/** What may be wrong with an item: each is a cell that a person filled in. */
const BAD = [
	...(['noText', 'emoji', 'noFile', 'badDate', 'lostDate', 'oddPublication'] as const),
	...(['noPublication', 'template', 'noName'] as const),
] as const;
export type Bad = (typeof BAD)[number];

/** One item. */
export interface ItemDraw {
	/** What is wanted is known by it: text, newspaper, order number, file and contact are made of it. */
	readonly key: number;
	/** Days from the first day of the history, or none. */
	readonly date: number | undefined;
	/** Which of the notices that another program ordered before, and how it is named. */
	readonly which: number;
	readonly by: 'reference' | 'number' | 'blanks' | 'unknown' | 'odd';
	readonly bad: Bad | undefined;
}

/** One run of the node. */
export interface Work {
	readonly operation: Operation;
	readonly items: readonly ItemDraw[];
	/** Items before these whose names nobody knows: many of them take more lists than one. */
	readonly filler: number;
	/** Of the number; `none` also of a contact without an e-mail. */
	readonly mode: 'automatic' | 'custom' | 'none';
	readonly ifAlreadyOrdered: 'returnExisting' | 'fail' | undefined;
	/** A price that every notice exceeds, or none does. */
	readonly maximumTotal: 'low' | 'high' | undefined;
	readonly ifDateMoves: 'accept' | 'fail' | undefined;
	/** Whether it may not appear after a day. */
	readonly publishBy: boolean;
	/** Of a cancellation: whether its files are wanted, and whether it is for a published notice too. */
	readonly downloadFiles: boolean;
	readonly publishedToo: boolean;
	/** Of a replacement. */
	readonly alreadyCancelled: boolean;
	readonly isHtml: boolean;
	readonly billing: 'prescripteur' | 'accountDefault';
	/** Whether an agent runs the node as its tool; of one item. */
	readonly asTool: boolean;
	readonly onError: NonNullable<NodeSettings['onError']>;
	/** Tries of Retry On Fail. */
	readonly tries: number;
	/** In a process of its own that has the same key. */
	readonly elsewhere: boolean;
	readonly end: { how: 'stop' | 'kill'; atCall: number; delayMs: number } | undefined;
	/** What a person does when it has not ended well: nothing, n8n's *Retry*, or a run of the whole workflow. */
	readonly again: 'nothing' | 'retry' | 'rerun';
}

export type Step =
	| { readonly kind: 'run'; readonly work: Work; readonly beside: Work | undefined }
	| { readonly kind: 'act'; readonly act: Act }
	| { readonly kind: 'wait'; readonly ms: number };

export interface History {
	readonly seed: number;
	readonly switches: Switches;
	readonly links: Links;
	readonly latencyMs: number;
	readonly requestsPerMinute: number;
	/** Notices that another program ordered before, and what had become of them. */
	readonly before: number;
	readonly past: readonly Act[];
	/** Whether the service cannot read the first of them, nor any list that holds it, until the last runs. */
	readonly hasUnreadable: boolean;
	readonly faults: readonly Fault[];
	/** What people do while a call is under way, by the number of the call. */
	readonly meanwhile: ReadonlyArray<{ readonly atCall: number; readonly act: Act }>;
	readonly steps: readonly Step[];
}

/** What is as usual, and left out of a regression; of a list, what is usual in its elements. */
export const USUAL: History = {
	...{ seed: 0, switches: USUAL_SWITCHES, links: 'plain', latencyMs: 40, requestsPerMinute: 300 },
	...{ before: 0, past: [], hasUnreadable: false, faults: [PLAIN_FAULT], meanwhile: [] },
	steps: [
		{
			kind: 'run',
			work: {
				operation: 'order',
				items: [{ key: 1, date: undefined, which: 0, by: 'reference', bad: undefined }],
				...{ filler: 0, mode: 'automatic', ifAlreadyOrdered: undefined, maximumTotal: undefined },
				...{ ifDateMoves: undefined, publishBy: false, downloadFiles: false, publishedToo: false },
				...{ alreadyCancelled: false, isHtml: false, billing: 'prescripteur', asTool: false },
				...{ onError: 'stopWorkflow', tries: 1, elsewhere: false, end: undefined },
				again: 'nothing',
			},
			beside: undefined,
		},
	],
};

const never = <Value,>(value: Value) => fc.constant(value);

const itemFields: Drawn<ItemDraw> = {
	// Given when the history is complete.
	key: never(0),
	date: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 3, arbitrary: fc.constant(undefined) },
		{ weight: 2, arbitrary: fc.constantFrom(-3, 0, 1, 4) },
	),
	which: fc.nat({ max: 5 }),
	by: fc.constantFrom(
		...(['reference', 'reference', 'number', 'number', 'blanks', 'unknown', 'odd'] as const),
	),
	bad: seldom<Bad | undefined>(12, undefined, ...BAD),
};
const item = fc.record(itemFields);

const workFields: Drawn<Work> = {
	operation: fc.constantFrom(...OPERATIONS),
	items: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 10, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }) },
		{ weight: 1, arbitrary: fc.array(item, { minLength: 4, maxLength: 10, size: 'max' }) },
	),
	filler: never(0),
	mode: fc.constantFrom('automatic', 'automatic', 'custom', 'none'),
	ifAlreadyOrdered: seldom(4, undefined, 'returnExisting', 'fail'),
	maximumTotal: seldom(4, undefined, 'high', 'high', 'low'),
	ifDateMoves: seldom(4, undefined, 'accept', 'fail'),
	publishBy: seldom(4, false, true),
	downloadFiles: seldom(2, false, true),
	publishedToo: seldom(4, false, true),
	alreadyCancelled: seldom(4, false, true),
	isHtml: fc.boolean(),
	billing: seldom<Work['billing']>(4, 'prescripteur', 'accountDefault'),
	asTool: never(false),
	onError: fc.constantFrom(
		...(['stopWorkflow', 'stopWorkflow'] as const),
		...(['continueRegularOutput', 'continueErrorOutput'] as const),
	),
	tries: fc.constantFrom(1, 1, 2, 3),
	elsewhere: seldom(4, false, true),
	end: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 6, arbitrary: fc.constant(undefined) },
		{
			weight: 1,
			arbitrary: fc.record({
				how: fc.constantFrom('stop', 'kill'),
				atCall: fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 6),
				delayMs: fc.constantFrom(0, 30, 600, 2_500),
			}),
		},
	),
	again: fc.constantFrom('nothing', 'retry', 'rerun'),
};
const workWith = (more: Partial<Drawn<Work>> = {}) => fc.record({ ...workFields, ...more });

const runOf = (work: fc.Arbitrary<Work>): fc.Arbitrary<Step> =>
	fc.record({ kind: never('run' as const), work, beside: never(undefined) });
const runsOf = (work: fc.Arbitrary<Work>): fc.Arbitrary<Step> =>
	fc.record({ kind: never('run' as const), work, beside: work }).filter(isHarmless);

/** Runs, mostly of one work, sometimes of two at once, and what happens between them. */
const stepsOf = (alone: fc.Arbitrary<Work>, atOnce = alone): fc.Arbitrary<Step[]> =>
	fc.array(
		fc.oneof(
			{ withCrossShrink: true },
			{ weight: 10, arbitrary: runOf(alone) },
			{ weight: 2, arbitrary: runsOf(atOnce) },
			{ weight: 4, arbitrary: fc.record({ kind: never('act' as const), act }) },
			{
				weight: 2,
				arbitrary: fc.record({
					kind: never('wait' as const),
					ms: fc.constantFrom(1_000, 61_000, 3_600_000),
				}),
			},
		),
		{ minLength: 1, maxLength: 3 },
	);

/** Some notices have invoices, so that their cancellation makes a credit note. */
const INVOICED: readonly Act[] = Array.from({ length: 6 }, (_, which) => {
	return { kind: 'invoice', which, amount: 1 };
});

const historyFields = {
	seed: fc.nat({ max: 1_000_000 }),
	switches,
	links: fc.constantFrom<Links>(...LINKS, 'inside'),
	latencyMs: fc.constantFrom(40, 40, 2, 700),
	requestsPerMinute: fc.constantFrom(300, 300, 20, 10),
	before: fc.nat({ max: 3 }),
	past: fc
		.tuple(seldom<readonly Act[]>(3, [], INVOICED), fc.array(pastAct, { maxLength: 4 }))
		.map((all): readonly Act[] => all.flat()),
	hasUnreadable: never(false),
	faults: never<readonly Fault[]>([]),
	meanwhile: never<History['meanwhile']>([]),
};

/** Nothing strikes and nobody ends a run. What is refused by right is not tried again when another run has changed why. */
const calmSteps = (more: Partial<Drawn<Work>> = {}) => {
	const unended = { end: never(undefined), ...more };
	const untried = { tries: never(1), again: never('nothing' as const) };
	return stepsOf(workWith(unended), workWith({ ...unended, ...untried }));
};
/** Another program has used up the calls of a minute when the first run begins. */
const QUOTA_USED_UP: Step = { kind: 'act', act: { kind: 'quota', which: 0, amount: 300 } };
/** Without a number nobody can look an order up, nor a contact without an e-mail. */
const mode = fc.constantFrom<Work['mode']>('automatic', 'custom');

/** The likely ones are what changes something, and then what is looked up to find out about it. */
const AIMS = [
	...['binding', 'binding', 'order', 'order', 'cancel', 'any', 'any'],
	...['status', 'statuses', 'statuses', 'files', 'quote', 'lists'],
];

const anything = (acts: fc.Arbitrary<Act>, atCall: fc.Arbitrary<number>) =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 1, arbitrary: never<History['meanwhile']>([]) },
		{ weight: 1, arbitrary: fc.array(fc.record({ atCall, act: acts }), { maxLength: 2 }) },
	);

const EFFECTS = ['order', 'order', 'order', 'replace', 'replace', 'cancel', 'contact'] as const;
const aimedItem = fc.record({
	...itemFields,
	date: fc.constantFrom(undefined, undefined, 4),
	by: fc.constantFrom<ItemDraw['by']>('reference', 'number'),
	bad: never(undefined),
});
const aimedWork = {
	operation: fc.constantFrom<Operation>(...EFFECTS),
	items: fc.array(aimedItem, { minLength: 1, maxLength: 2 }),
	maximumTotal: never(undefined),
	ifDateMoves: seldom<Work['ifDateMoves']>(3, undefined, 'fail'),
	publishBy: seldom(3, false, true),
	alreadyCancelled: seldom(8, false, true),
	// Retry On Fail tries what ends the run.
	onError: seldom<Work['onError']>(
		4,
		'stopWorkflow',
		'continueRegularOutput',
		'continueErrorOutput',
	),
	tries: fc.constantFrom(3, 3, 3, 1),
};
const toolWork = {
	...aimedWork,
	items: fc.tuple(aimedItem),
	asTool: never(true),
	// A model reads words alone.
	downloadFiles: never(false),
	onError: never<Work['onError']>('stopWorkflow'),
	elsewhere: never(false),
	end: never(undefined),
	again: never('nothing' as const),
};

/** One order, or two, for all items of all runs. A person's number may be used once in a run. */
const sameSteps = fc
	.tuple(
		fc.record({
			mode: fc.constantFrom<Work['mode']>('automatic', 'automatic', 'custom', 'none'),
			date: itemFields.date,
		}),
		stepsOf(
			workWith({
				operation: fc
					.constantFrom(...OPERATIONS)
					.map((one) => (one === 'cancel' || one === 'replace' ? 'order' : one)),
				items: fc.array(
					fc.record({
						...itemFields,
						key: fc.constantFrom(1, 1, 2),
						bad: never(undefined),
					}),
					{ minLength: 1, maxLength: 4 },
				),
				isHtml: never(false),
				billing: never<Work['billing']>('prescripteur'),
			}),
		),
	)
	.map(([same, steps]): readonly Step[] => {
		const alike = (work: Work): Work => {
			const items = work.items.map((each) => ({ ...each, date: same.date }));
			const keys = items.map(({ key }) => key);
			const once = items.filter(({ key }, at) => keys.indexOf(key) === at);
			// A day that must not move and is not there is refused before anything is sent.
			const ifDateMoves = same.date === undefined ? undefined : work.ifDateMoves;
			return {
				...work,
				mode: same.mode,
				ifDateMoves,
				items: same.mode === 'custom' ? once : items,
			};
		};
		return steps.map((step) => {
			if (step.kind !== 'run') return step;
			// Of two runs at once with a number of a person's own, nobody could say which one's order is found.
			const beside = step.beside && same.mode !== 'custom' ? alike(step.beside) : undefined;
			return { ...step, work: alike(step.work), beside };
		});
	});

/** The kinds of histories: which fields are free in each, and how many are drawn of it. Nothing else knows them. */
const KINDS: Readonly<Record<string, { weight: number; arbitrary: fc.Arbitrary<History> }>> = {
	/** Nothing strikes: everything has to work. */
	calm: {
		weight: 4,
		arbitrary: fc.record({
			...historyFields,
			steps: fc
				.tuple(seldom<readonly Step[]>(4, [], [QUOTA_USED_UP]), calmSteps())
				.map((all): readonly Step[] => all.flat()),
		}),
	},
	/** One fault strikes that passes by itself: everything has to work all the same. */
	oneFault: {
		weight: somePasses ? 4 : 0,
		arbitrary: fc.record({
			...historyFields,
			faults: fc.tuple(faultOn([...AIMS, 'any', 'any'], { times: never(1) }).filter(passes)),
			steps: calmSteps({ mode }),
		}),
	},
	/** Faults anywhere, while people interfere. */
	struck: {
		weight: 4,
		arbitrary: fc.record({
			...historyFields,
			requestsPerMinute: fc.constantFrom(300, 300, 20, 10, 4),
			hasUnreadable: seldom(8, false, true),
			faults: fc.array(faultOn(AIMS), { minLength: 1, maxLength: 3 }),
			meanwhile: anything(act, fc.integer({ min: 1, max: 10 })),
			steps: stepsOf(workWith()),
		}),
	},
	/** The first call that binds is struck, and what is looked up then, and what is sent next. */
	aimed: {
		weight: 9,
		arbitrary: fc.record({
			...historyFields,
			before: fc.nat({ max: 1 }),
			past: seldom<readonly Act[]>(2, [], INVOICED),
			faults: fc
				.tuple(
					fc.tuple(
						faultOn(['binding'], {
							skip: fc.constantFrom(0, 0, 1),
							times: fc.constantFrom(1, 1, 3),
							done: seldom(3, true, false),
						}),
					),
					fc.oneof(
						{ withCrossShrink: true },
						{ weight: 1, arbitrary: never<Fault[]>([]) },
						{
							weight: 3,
							arbitrary: fc.tuple(
								faultOn(['status', 'status', 'status', 'statuses', 'quote'], {
									kind: kindOf('lost', 'lost', 'internal', 'hang', 'unreadable', 'refused'),
									skip: fc.constantFrom(0, 1, 1),
									times: fc.constantFrom(3, 3, 1),
								}),
							),
						},
					),
					fc.array(
						faultOn(['binding'], {
							kind: kindOf('refused', 'lost'),
							skip: never(0),
							times: never(1),
						}),
						{ maxLength: 1 },
					),
				)
				.map((all): readonly Fault[] => all.flat()),
			meanwhile: anything(
				fc.oneof(
					{ withCrossShrink: true },
					{ weight: 3, arbitrary: actOn(['cancel']) },
					{ weight: 3, arbitrary: fc.constant<Act>({ kind: 'close', which: 4, amount: 1 }) },
					{ weight: 1, arbitrary: act },
				),
				fc.integer({ min: 2, max: 9 }),
			),
			steps: fc.tuple(
				runOf(
					fc.oneof(
						{ withCrossShrink: true },
						{ weight: 6, arbitrary: workWith(aimedWork) },
						{ weight: 1, arbitrary: workWith(toolWork) },
					),
				),
			),
		}),
	},
	/** From some call on the service answers nothing as it should, for as long as the steps last. */
	away: {
		weight: 1,
		arbitrary: fc.record({
			...historyFields,
			before: fc.integer({ min: 1, max: 3 }),
			faults: fc.tuple(faultOn(['any'], { times: never(1_000) })),
			steps: fc.tuple(
				fc.oneof(
					{ withCrossShrink: true },
					{ weight: 3, arbitrary: runOf(workWith()) },
					{
						weight: 1,
						arbitrary: runOf(
							workWith({ operation: fc.constantFrom(...READING), filler: fc.constantFrom(0, 100) }),
						),
					},
				),
			),
		}),
	},
	/** The same is ordered more than once: by two items, two runs or two processes. */
	twice: {
		weight: 4,
		arbitrary: fc.record({
			...historyFields,
			faults: fc.array(faultOn(AIMS), { maxLength: 2 }),
			meanwhile: anything(act, fc.integer({ min: 1, max: 10 })),
			steps: sameSteps,
		}),
	},
};

/**
 * Gives every item a key of its own, where it has none, and every item that cancels something a notice of its own: two
 * corrections of one notice are outside the model.
 */
function distinct(history: History): History {
	let key = 0;
	let which = 0;
	const own = (work: Work): Work => ({
		...work,
		items: work.items.map((each) => {
			// With the option, the order number of a notice in force is refused.
			const by = work.alreadyCancelled && each.by === 'number' ? 'reference' : each.by;
			return { ...each, key: each.key || ++key, by, which: cancels(work) ? which++ : each.which };
		}),
	});
	const steps = history.steps.map((step) => {
		if (step.kind !== 'run') return step;
		return { ...step, work: own(step.work), beside: step.beside && own(step.beside) };
	});
	return { ...history, steps, before: history.before + which };
}

export const history: fc.Arbitrary<History> = fc.oneof(...Object.values(KINDS)).map(distinct);

export const isEffect = ({ operation }: Pick<Work, 'operation'>): boolean =>
	['order', 'cancel', 'replace', 'contact'].includes(operation);
export const orders = ({ operation }: Pick<Work, 'operation'>): boolean =>
	operation === 'order' || operation === 'replace';
export const cancels = ({ operation }: Pick<Work, 'operation'>): boolean =>
	operation === 'cancel' || operation === 'replace';

export const worksOf = ({ steps }: Pick<History, 'steps'>): Work[] =>
	steps.flatMap((each) => (each.kind === 'run' ? [each.work, ...besideOf(each)] : []));
const besideOf = (step: Step): Work[] => (step.kind === 'run' && step.beside ? [step.beside] : []);

/** The files of a suspended notice are withheld, and those of one that is cancelled just then are not: either may be said. */
function isHarmless({ work, beside }: { work: Work; beside: Work }): boolean {
	const readsFiles = ({ operation }: Work) =>
		['documents', 'download', 'invoices'].includes(operation);
	return !(cancels(work) && readsFiles(beside)) && !(cancels(beside) && readsFiles(work));
}

/** Whether a number of a person's own is that of several items: then the next run may find another one's order. */
const isShared = (history: History): boolean => {
	const keys = worksOf(history).flatMap((work) => (orders(work) ? work.items : []));
	return new Set(keys.map(({ key }) => key)).size < keys.length;
};

/** Whether nothing strikes but what passes by itself, and nobody interferes with a run: then everything has to work. */
export function hasToWork(history: History): boolean {
	const { faults, meanwhile, hasUnreadable, steps } = history;
	const works = worksOf(history);
	if (meanwhile.length > 0 || hasUnreadable || isShared(history)) return false;
	if (works.some(({ end }) => end !== undefined)) return false;
	const atOnce = steps.filter((step) => besideOf(step).length > 0);
	const isTriedAgain = ({ tries, again }: Work) => tries > 1 || again !== 'nothing';
	if (worksOf({ steps: atOnce }).some(isTriedAgain)) return false;
	const isNameless = (work: Work) => isEffect(work) && work.mode === 'none';
	if (faults.length > 0 && works.some(isNameless)) return false;
	return faults.length < 2 && faults.every(passes);
}
