/**
 * Draws a history of runs: one service, what strikes, and what people do one after the other or at once. All of it is
 * data. Every text is unique, so that a notice is known by its words; only in histories of the kind `twice` is the same
 * order given more than once.
 */
import fc from 'fast-check';
import type { NodeSettings } from '../../engine/engine.mts';
import { faultOn, LINKS, type Fault, type Links } from '../network.mts';
import { act, pastAct, type Act } from '../people.mts';
import { switches, type Switches } from '../service.mts';

const OPERATIONS = [
	...(['order', 'order', 'order', 'order', 'cancel', 'cancel', 'replace', 'replace'] as const),
	...(['quote', 'getStatus', 'documents', 'download', 'invoices', 'contact', 'dates'] as const),
] as const;
/** Only a table of a person's own has its changes read, in histories of the kind `rows`. */
export type Operation = (typeof OPERATIONS)[number] | 'changes';

/** What may be wrong with an item: each is a cell that a person filled in. */
const BAD = [
	...(['noText', 'emoji', 'noFile', 'badDate', 'lostDate', 'oddPublication'] as const),
	...(['noPublication', 'template'] as const),
] as const;
export type Bad = (typeof BAD)[number] | 'noName';

/** What the table of a person's own says of a notice: its status, another one, another reason, or nothing yet. */
export const ROWS = ['same', 'reason', 'status', 'reason', 'first'] as const;
/** How a guard stands in the cell of an item: it is met, or just not, or there is nothing in it. */
export const CELLS = ['met', 'unmet', 'met', 'empty'] as const;

/** One item. */
export interface ItemDraw {
	/** What is asked for is known by it: texts, order numbers and names of contacts are made of it. */
	readonly key: number;
	readonly publication: 12 | 13 | 21;
	/** Days from the first day of the history, or none. */
	readonly date: number | undefined;
	/** Which of the notices that another program ordered before, and how it is named. */
	readonly which: number;
	readonly by: 'reference' | 'number' | 'blanks' | 'unknown' | 'odd';
	readonly bad: Bad | undefined;
	readonly row?: (typeof ROWS)[number];
	readonly cell?: (typeof CELLS)[number];
	/** The item whose notice it names, which an earlier run has ordered. */
	readonly corrects?: number;
	/** The item whose file it belongs to: its own without it. */
	readonly file?: number;
	/** The item whose e-mail its contact has: its own without it. */
	readonly email?: number;
}

/** One run of the node. */
export interface Work {
	readonly operation: Operation;
	readonly items: readonly ItemDraw[];
	/**
	 * Of the number, and `none` also of a contact without an e-mail; `ofTime` is a custom one that an expression makes of the
	 * time, so that each try has another one.
	 */
	readonly mode: 'automatic' | 'custom' | 'none' | 'ofTime';
	readonly ifAlreadyOrdered: 'returnExisting' | 'fail' | undefined;
	/** A price that every notice exceeds, or none does. */
	readonly maximumTotal: 'low' | 'high' | undefined;
	readonly ifDateMoves: 'accept' | 'fail' | undefined;
	readonly ifTextChanges: 'warn' | 'fail' | undefined;
	/** Whether it may not appear after a day. */
	readonly publishBy: boolean;
	/** What each item says in a cell that must not be empty; behind the braces of the date stands a blank. */
	readonly guard?: 'maximumTotal' | 'approvedPrint' | 'publicationDate' | undefined;
	/** Of a cancellation. */
	readonly downloadFiles?: boolean;
	/** Of a cancellation: whether it is for a published notice too. */
	readonly publishedToo?: boolean;
	/** Whether an agent runs the node as its tool; of one item. */
	readonly asTool?: boolean;
	readonly isHtml: boolean;
	readonly billing: 'prescripteur' | 'accountDefault';
	readonly alreadyCancelled: boolean;
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
	readonly kind:
		| ('struck' | 'aimed' | 'away' | 'halfWay' | 'calm' | 'once')
		| ('twice' | 'twoNames' | 'ofTime' | 'inDoubt' | 'overtaken')
		| ('unnumbered' | 'contacts' | 'crowded' | 'closing' | 'again' | 'hung' | 'files')
		| ('rows' | 'guarded' | 'corrected' | 'credited' | 'forestalled' | 'late' | 'usedUp')
		| 'asTool';
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

const sometimes = <Value,>(...values: readonly Value[]) =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 3, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom(...values) },
	);

const item: fc.Arbitrary<ItemDraw> = fc.record({
	key: fc.constant(0),
	publication: fc.constantFrom<12 | 13 | 21>(12, 13, 21),
	date: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 3, arbitrary: fc.constant(undefined) },
		{ weight: 2, arbitrary: fc.constantFrom(-3, 0, 1, 4) },
	),
	which: fc.nat({ max: 5 }),
	by: fc.constantFrom<ItemDraw['by']>(
		...(['reference', 'reference', 'number', 'number', 'blanks', 'unknown', 'odd'] as const),
	),
	bad: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 11, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom(...BAD) },
	),
});

const work: fc.Arbitrary<Work> = fc.record({
	operation: fc.constantFrom(...OPERATIONS),
	items: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 20, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }) },
		{ weight: 2, arbitrary: fc.array(item, { minLength: 4, maxLength: 10, size: 'max' }) },
	),
	mode: fc.constantFrom('automatic', 'automatic', 'custom', 'none'),
	ifAlreadyOrdered: sometimes('returnExisting', 'fail'),
	maximumTotal: sometimes('low', 'high', 'high'),
	ifDateMoves: sometimes('accept', 'fail'),
	ifTextChanges: sometimes('warn', 'fail'),
	publishBy: sometimes(true).map(Boolean),
	isHtml: fc.boolean(),
	billing: fc.constantFrom('prescripteur', 'prescripteur', 'prescripteur', 'accountDefault'),
	alreadyCancelled: sometimes(true).map(Boolean),
	publishedToo: sometimes(true).map(Boolean),
	onError: fc.constantFrom<Work['onError']>(
		...(['stopWorkflow', 'stopWorkflow'] as const),
		...(['continueRegularOutput', 'continueErrorOutput'] as const),
	),
	tries: fc.constantFrom(1, 1, 2, 3),
	elsewhere: sometimes(true).map(Boolean),
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
});

const step: fc.Arbitrary<Step> = fc.oneof(
	{ withCrossShrink: true },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('run' as const),
			work,
			beside: fc.oneof(
				{ withCrossShrink: true },
				{ weight: 6, arbitrary: fc.constant(undefined) },
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

/** What is lost of something binding matters most, and then what is looked up to find out about it. */
const fault = faultOn(
	...['order', 'order', 'order', 'cancel', 'cancel', 'contact', 'any', 'any'],
	...['status', 'statuses', 'statuses', 'files', 'quote', 'lists'],
);

/** Where nothing of one kind strikes, the others are alone to blame. */
function orNone<One>(some: fc.Arbitrary<One[]>): fc.Arbitrary<One[]> {
	return fc.oneof(
		{ withCrossShrink: true },
		{ weight: 1, arbitrary: fc.constant<One[]>([]) },
		{ weight: 2, arbitrary: some },
	);
}

export const drawn: fc.Arbitrary<History> = fc.record({
	kind: fc.constantFrom<History['kind']>(
		...(['calm', 'calm', 'calm', 'once', 'once', 'once', 'struck', 'struck'] as const),
		...(['aimed', 'aimed', 'aimed', 'away', 'halfWay', 'inDoubt', 'inDoubt'] as const),
		...(['twice', 'twice', 'twoNames', 'twoNames', 'ofTime', 'overtaken', 'late'] as const),
		...(['unnumbered', 'unnumbered', 'contacts', 'contacts', 'crowded', 'usedUp'] as const),
		...(['closing', 'again', 'hung', 'files', 'files', 'forestalled', 'credited'] as const),
		...(['rows', 'rows', 'guarded', 'guarded', 'corrected', 'corrected'] as const),
		...(['asTool', 'asTool'] as const),
	),
	seed: fc.nat({ max: 1_000_000 }),
	switches,
	links: fc.constantFrom<Links>(...LINKS, 'inside'),
	latencyMs: fc.constantFrom(40, 40, 2, 700),
	requestsPerMinute: fc.constantFrom(300, 300, 20, 10),
	before: fc.constantFrom(0, 1, 2, 3),
	past: fc.array(pastAct, { maxLength: 4 }),
	hasUnreadable: fc.nat({ max: 7 }).map((draw) => draw === 7),
	faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
	meanwhile: orNone(
		fc.array(fc.record({ atCall: fc.integer({ min: 1, max: 10 }), act }), { maxLength: 2 }),
	),
	steps: fc.array(step, { minLength: 1, maxLength: 3 }),
});

export const isEffect = ({ operation }: Pick<Work, 'operation'>): boolean =>
	['order', 'cancel', 'replace', 'contact'].includes(operation);
export const orders = ({ operation }: Pick<Work, 'operation'>): boolean =>
	operation === 'order' || operation === 'replace';
export const cancels = ({ operation }: Pick<Work, 'operation'>): boolean =>
	operation === 'cancel' || operation === 'replace';

export const worksOf = ({ steps }: Pick<History, 'steps'>): Work[] =>
	steps.flatMap((each) =>
		each.kind === 'run' ? [each.work, ...(each.beside ? [each.beside] : [])] : [],
	);
