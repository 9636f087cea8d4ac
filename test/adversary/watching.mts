/** Histories of the trigger: hundreds of polls of a list, while notices change, answers fail and n8n is killed. */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { after, beginAt, busiest, during, elapsed, StoodStill } from './clock.mts';
import type { Credential } from './engine.mts';
import { act, orderElsewhere, pastAct, perform, type Act } from './people.mts';
import { keysOf } from './play.mts';
import { forgetRuns, SLOTS } from './processes.mts';
import { readings, type Readings } from './readings.mts';
import { shape, slip, type Shape } from './shapes.mts';
import { CLASSIC_BUDGET_MS, KEEPINGS, Watcher, type Keeping } from './watcher.mts';
import { fault, type Fault } from './way.mts';
import { Process, World } from './world.mts';

export type WatchStep =
	| { readonly kind: 'poll'; readonly overlaps: boolean }
	| { readonly kind: 'act'; readonly act: Act }
	| { readonly kind: 'kill'; readonly afterMs: number | undefined }
	| { readonly kind: 'publish' }
	| { readonly kind: 'edit'; readonly which: number };

export interface Watching {
	readonly seed: number;
	readonly readings: Readings;
	readonly keeping: Keeping;
	readonly events: readonly string[];
	readonly firstSight: 'none' | 'current' | 'publishedOrSuspended';
	readonly byNumber: boolean;
	readonly downloadFiles: boolean;
	readonly waitForDocument: number | undefined;
	readonly before: number;
	/** What had become of them. */
	readonly past: readonly Act[];
	readonly faults: readonly Fault[];
	readonly shapes: readonly Shape[];
	readonly steps: readonly WatchStep[];
}

const EVENTS = [
	...['statusChanged', 'published', 'suspended', 'toBePublished', 'reasonChanged'],
	...['newDocument', 'newInvoice', 'notFound'],
];

const CHANGES = ['publish', 'suspend', 'resume', 'correct', 'attest'] as const;

/** What newspapers do most, with one or two notices: the same may happen again. */
const change: fc.Arbitrary<Act> = fc
	.tuple(act, fc.constantFrom(...CHANGES), fc.nat({ max: 1 }))
	.map(([one, kind, which]) => ({ ...one, kind, which }));

const step: fc.Arbitrary<WatchStep> = fc.oneof(
	{ withCrossShrink: true },
	{
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			overlaps: fc.nat({ max: 9 }).map((draw) => draw === 9),
		}),
	},
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('act' as const), act }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('act' as const), act: change }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('kill' as const),
			afterMs: fc.constantFrom(undefined, 10, 50, 130, 1_100),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('publish' as const) }) },
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat({ max: 4 }) }),
	},
);

const isHonest = ({ kind }: Fault): boolean => kind !== 'crossed' && kind !== 'bareSuccess';

const disturbed = (most: number): fc.Arbitrary<Watching> =>
	fc.record({
		seed: fc.nat({ max: 1_000_000 }),
		readings,
		keeping: fc.constantFrom(...KEEPINGS),
		events: fc.subarray(EVENTS, { minLength: 1 }),
		firstSight: fc.constantFrom('current', 'none', 'publishedOrSuspended'),
		byNumber: fc.boolean(),
		downloadFiles: fc.nat({ max: 3 }).map((draw) => draw === 3),
		waitForDocument: fc.constantFrom(undefined, undefined, undefined, 2),
		before: fc.constantFrom(1, 2, 3, 5, 24),
		past: fc.array(pastAct, { maxLength: 3 }),
		// What says in good form that there is nothing, again and again, nobody can tell from the truth.
		faults: fc.array(fault, { maxLength: 4 }).map((some) => some.filter(isHonest)),
		// Missing in three polls in a row, a notice counts as gone.
		shapes: fc
			.tuple(fc.array(shape, { maxLength: 2 }), fc.array(slip, { maxLength: 2 }))
			.map((both) => both.flat()),
		steps: fc.array(step, { minLength: 1, maxLength: most, size: 'max' }),
	});

function disturbs(one: WatchStep): boolean {
	if (one.kind !== 'act') return one.kind === 'kill' || one.kind === 'edit';
	return ['machineClock', 'serviceClock', 'quota'].includes(one.act.kind);
}

/** Only the newspapers do something, so that it can be said what has to be told. */
function calmed(history: Watching): Watching {
	const { steps, readings: read } = history;
	const calm = { ...read, clockOffset: 0, quota: 300 } as const;
	const left = steps.filter((one) => !disturbs(one));
	return { ...history, faults: [], shapes: [], readings: calm, steps: left };
}

/** A quarter of them is calm. */
export const watching = (most: number): fc.Arbitrary<Watching> =>
	fc
		.tuple(disturbed(most), fc.nat({ max: 3 }))
		.map(([history, draw]) => (draw === 3 ? calmed(history) : history));

export interface Watched {
	readonly history: Watching;
	readonly world: World;
	readonly credential: Credential;
	readonly watcher: Watcher;
	/** What was in the list all the time, each with the notice that it names. */
	readonly list: ReadonlyArray<{ readonly asked: string; readonly reference: string }>;
	/** What left the list and may have come back: forgotten, it is seen for the first time again. */
	readonly edited: ReadonlySet<string>;
	/** When n8n was killed. */
	readonly kills: readonly number[];
	/** When the first poll had ended. */
	readonly begunAt: number;
	/** How much longer than it may a poll took. */
	readonly lateMs: number;
	readonly busiestMs: number;
	readonly crash: string;
}

const MINUTE = 60_000;
/** After so many calm polls everything is told: what was missing is asked for in every tenth. */
const CALM_POLLS = 26;

class Play {
	readonly world: World;
	readonly watcher: Watcher;
	readonly kills: number[] = [];
	/** References that were once taken from the list, and those that are not in it. */
	readonly edited = new Set<string>();
	private readonly left = new Set<string>();
	private readonly list: Watched['list'];
	lateMs = 0;
	private slot = 0;
	private process: Process;
	private readonly history: Watching;

	constructor(history: Watching, credential: Credential, armed: World, list: Watched['list']) {
		this.history = history;
		this.list = list;
		this.world = armed;
		this.watcher = new Watcher(armed, credential, history.keeping);
		this.process = new Process('n8n 0');
		this.watcher.startAs(this.process, 0);
	}

	private async poll(work: Promise<void>, budgetMs = this.watcher.budgetMs): Promise<void> {
		const begun = elapsed();
		const { process } = this;
		await during(Promise.race([work, process.death]), 2 * budgetMs);
		if (process.isAlive) this.lateMs = Math.max(this.lateMs, elapsed() - begun - budgetMs);
	}

	/** Takes a reference from the list, or puts it back, and publishes the workflow again. */
	private async edit(which: number): Promise<void> {
		const entry = this.list[which % this.list.length];
		if (!entry) return;
		this.edited.add(entry.asked);
		if (!this.left.delete(entry.asked)) this.left.add(entry.asked);
		this.watcher.parameters = this.parameters();
		await this.publish();
	}

	parameters(): INodeParameters {
		const { events, firstSight, downloadFiles, waitForDocument } = this.history;
		const options = {
			...(downloadFiles && { downloadFiles }),
			...(waitForDocument !== undefined && { waitForDocument }),
		};
		const listed = this.list.map(({ asked }) => asked).filter((asked) => !this.left.has(asked));
		return { events: [...events], references: [...listed, 'INCONNUE'], firstSight, options };
	}

	private async publish(): Promise<void> {
		await this.poll(this.watcher.activate(), CLASSIC_BUDGET_MS);
	}

	private async kill(afterMs: number | undefined): Promise<void> {
		if (this.slot + 1 >= SLOTS) return;
		const dying = this.process;
		if (afterMs !== undefined) {
			void after(afterMs).then(() => dying.kill());
			await this.poll(this.watcher.tick());
		}
		dying.kill();
		this.kills.push(elapsed());
		this.slot++;
		this.process = new Process(`n8n ${this.slot}`);
		this.watcher.startAs(this.process, this.slot);
		if (this.history.keeping === 'classic') await this.publish();
	}

	async step(one: WatchStep): Promise<void> {
		switch (one.kind) {
			case 'act':
				return perform(one.act, this.world.service);
			case 'kill':
				return await this.kill(one.afterMs);
			case 'publish':
				return await this.publish();
			case 'edit':
				return await this.edit(one.which);
			default: {
				await during(after(MINUTE), MINUTE * 2);
				const polls = [this.watcher.tick(), ...(one.overlaps ? [this.watcher.tick()] : [])];
				return await this.poll(Promise.all(polls).then(() => undefined));
			}
		}
	}
}

export async function watch(history: Watching): Promise<Watched> {
	beginAt(history.seed);
	const { readings: read, faults, shapes } = history;
	const keys = keysOf(history.seed);
	const world = new World(read, keys, faults, shapes);
	for (let index = 0; index < history.before; index++) orderElsewhere(world.model, index);
	for (const one of history.past) perform(one, world.service);
	const credential: Credential = {
		...{ ...keys, baseUrl: 'https://service.example', environment: 'test' },
		requestsPerMinute: 300,
	};
	const list = world.model.notices.map(({ reference, number }) => ({
		...{ reference, asked: history.byNumber ? (number ?? reference) : reference },
	}));
	const play = new Play(history, credential, world, list);
	const { watcher } = play;
	watcher.parameters = play.parameters();
	let crash = '';
	let begunAt = 0;
	try {
		await during(after(read.foundAfterMs + 1), MINUTE);
		world.hold(true);
		await play.step({ kind: 'publish' });
		begunAt = elapsed();
		world.hold(false);
		for (const one of history.steps) await play.step(one);
		world.calm();
		for (let left = CALM_POLLS; left > 0; left--)
			await play.step({ kind: 'poll', overlaps: false });
	} catch (thrown) {
		const isStill = thrown instanceof StoodStill;
		crash = isStill
			? thrown.message
			: thrown instanceof Error
				? (thrown.stack ?? '')
				: String(thrown);
	}
	forgetRuns();
	const { kills, lateMs, edited } = play;
	const ended = { begunAt, lateMs, busiestMs: busiest(), crash };
	const steady = list.filter(({ asked }) => !edited.has(asked));
	return { history, world, credential, watcher, list: steady, edited, kills, ...ended };
}
