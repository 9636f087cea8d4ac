/** Plays a history of the trigger in virtual time and writes down what came of it. */
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { after, beginAt, busiest, during, elapsed, StoodStill } from './clock.mts';
import type { Credential } from './engine.mts';
import { orderElsewhere, perform } from './people.mts';
import { keysOf } from './play.mts';
import { forgetRuns, SLOTS } from './processes.mts';
import { CLASSIC_BUDGET_MS, Watcher } from './watcher.mts';
import type { Watching, WatchStep } from './watching.mts';
import { Process, World } from './world.mts';

export interface Watched {
	readonly history: Watching;
	readonly world: World;
	readonly credential: Credential;
	readonly watcher: Watcher;
	/** What was once in the list, each with the notice that it names. */
	readonly list: ReadonlyArray<{ readonly asked: string; readonly reference: string }>;
	/** When each reference left the list or came back to it: forgotten, it is seen for the first time again. */
	readonly edits: ReadonlyMap<string, readonly number[]>;
	/** When n8n was killed. */
	readonly kills: readonly number[];
	/** When the stored state was spoilt. */
	readonly spoilt: readonly number[];
	/** When the first poll had ended, and when nothing struck any more. */
	readonly begunAt: number;
	readonly calmAt: number;
	readonly endedAt: number;
	/** By when all has to be told; nothing may wait for a poll that no other one follows. */
	readonly dueAt: number;
	/** How much longer than it may a poll took. */
	readonly lateMs: number;
	readonly busiestMs: number;
	readonly crash: string;
}

/** In the list beside what there is. */
export const UNKNOWN = 'INCONNUE';

const MINUTE = 60_000;
/** After so many calm polls everything is told: what was missing is asked for in every tenth. */
const CALM_POLLS = 26;
/** Many of them come while another is still at work. */
const SLOW_CALM_POLLS = 130;
/** Of a call: a classic poll may take five minutes, another one 36 seconds. */
const SLOW_MS = { classic: 5_000, scheduler: 2_000, cursors: 2_000 };

/** A list as people write it. */
function inWriting(listed: readonly string[], how: Watching['written']): NodeParameterValueType {
	if (how === 'lines')
		return listed
			.map((one) => ` ${one} `)
			.join('\r\n')
			.concat('\n\n');
	if (how === 'commas') return listed.join(' ,');
	if (how === 'json') return JSON.stringify(listed);
	return how === 'doubled' ? [...listed, ...listed] : [...listed];
}

class Play {
	readonly world: World;
	readonly watcher: Watcher;
	readonly kills: number[] = [];
	readonly edits = new Map<string, number[]>();
	readonly spoilt: number[] = [];
	lateMs = 0;
	/** References that are not in the list. */
	private readonly left = new Set<string>();
	/** In how many polls they come back. */
	private readonly back = new Map<string, number>();
	/** For how many polls a notice is not found yet; those that were so once are not a second time. */
	private readonly hidden = new Map<string, number>();
	private readonly list: Watched['list'];
	private slot = 0;
	private process: Process;
	private readonly history: Watching;
	/** Polls that are at work while others begin. */
	private underWay: Array<Promise<void>> = [];

	constructor(history: Watching, credential: Credential, armed: World, list: Watched['list']) {
		this.history = history;
		this.list = list;
		this.world = armed;
		this.watcher = new Watcher(armed, credential, history.keeping);
		this.process = new Process('n8n 0');
		this.watcher.startAs(this.process, 0);
	}

	/** Sets what there is to see for the polls that begin now. */
	private setVisible(): void {
		const { hidden } = this.world.model;
		for (const [reference, polls] of this.hidden) {
			if (polls > 0) hidden.add(reference);
			else hidden.delete(reference);
			this.hidden.set(reference, polls - 1);
		}
		const listed = this.list.map(({ asked }) => asked).filter((asked) => !this.left.has(asked));
		this.watcher.visible = { listed: new Set(listed), hidden: new Set(hidden) };
		this.watcher.parameters = this.parameters(listed);
	}

	private async timed(begin: () => Promise<void>, budgetMs: number): Promise<void> {
		const begun = elapsed();
		const { process } = this;
		await Promise.race([begin(), process.death]);
		if (process.isAlive) this.lateMs = Math.max(this.lateMs, elapsed() - begun - budgetMs);
	}

	private async poll(begin: () => Promise<void>, budgetMs = this.watcher.budgetMs): Promise<void> {
		await during(this.timed(begin, budgetMs), 2 * budgetMs);
	}

	/** A minute later n8n polls, whether another poll is still at work or not. */
	private async tick(overlaps: boolean): Promise<void> {
		await during(after(MINUTE), MINUTE * 2);
		await this.putBack();
		this.setVisible();
		const tick = async () => await this.watcher.tick();
		if (this.history.isSlow) {
			const polled = this.timed(tick, this.watcher.budgetMs);
			// What it throws is thrown at the end.
			polled.catch(() => undefined);
			this.underWay.push(polled);
			return;
		}
		const both = async () => void (await Promise.all([tick(), tick()]));
		await this.poll(overlaps ? both : tick);
	}

	/** Waits for polls that are still at work. */
	async end(): Promise<void> {
		await during(Promise.all(this.underWay), 2 * CLASSIC_BUDGET_MS);
	}

	/** Takes a reference from the list, or puts it back, and publishes the workflow again. */
	private async edit(which: number, polls: number): Promise<void> {
		const entry = this.list[which % this.list.length];
		if (!entry) return;
		const { asked } = entry;
		this.back.delete(asked);
		if (!this.left.delete(asked)) {
			this.left.add(asked);
			if (polls > 0) this.back.set(asked, polls);
		}
		await this.publishEdited(asked);
	}

	private async publishEdited(asked: string): Promise<void> {
		this.edits.set(asked, [...(this.edits.get(asked) ?? []), elapsed()]);
		await this.publish();
	}

	private async putBack(): Promise<void> {
		for (const [asked, polls] of this.back) {
			this.back.set(asked, polls - 1);
			if (polls > 0) continue;
			this.back.delete(asked);
			this.left.delete(asked);
			await this.publishEdited(asked);
		}
	}

	private parameters(listed: readonly string[]): INodeParameters {
		const { events, firstSight, written } = this.history;
		const { downloadFiles, documentTypes, waitForDocument, stopWatching } = this.history;
		const options = {
			...(downloadFiles && { downloadFiles }),
			...(documentTypes.length > 0 && { documentTypes: [...documentTypes] }),
			...(waitForDocument !== undefined && { waitForDocument }),
			...(stopWatching !== undefined && { stopWatching }),
		};
		const references = inWriting([...listed, UNKNOWN], written);
		return { events: [...events], references, firstSight, options };
	}

	private async publish(): Promise<void> {
		this.setVisible();
		await this.poll(async () => await this.watcher.activate(), CLASSIC_BUDGET_MS);
	}

	private async kill(afterMs: number | undefined, spoils: boolean): Promise<void> {
		if (this.slot + 1 >= SLOTS) return;
		const dying = this.process;
		if (afterMs !== undefined) {
			this.setVisible();
			void after(afterMs).then(() => dying.kill());
			await this.poll(async () => await this.watcher.tick());
		}
		dying.kill();
		this.kills.push(elapsed());
		if (spoils) {
			this.spoilt.push(elapsed());
			this.watcher.spoil();
		}
		this.slot++;
		this.process = new Process(`n8n ${this.slot}`);
		this.watcher.startAs(this.process, this.slot);
		if (this.history.keeping === 'classic') await this.publish();
	}

	private hide(which: number, polls: number): void {
		const entry = this.list[which % this.list.length];
		if (!entry || this.hidden.has(entry.reference)) return;
		this.hidden.set(entry.reference, polls);
	}

	async step(one: WatchStep): Promise<void> {
		switch (one.kind) {
			case 'act':
				return perform(one.act, this.world.service);
			case 'kill':
				return await this.kill(one.afterMs, one.spoils);
			case 'publish':
				return await this.publish();
			case 'test':
				return await during(this.watcher.test(), CLASSIC_BUDGET_MS);
			case 'edit':
				return await this.edit(one.which, one.polls);
			case 'hide':
				return this.hide(one.which, one.polls);
			default:
				return await this.tick(one.overlaps);
		}
	}

	/** What has begun badly stays so. */
	startLastingFaults(): void {
		const { isSlow, perNoticeMs, keeping, dead: route } = this.history;
		if (isSlow) this.world.answeringMs = SLOW_MS[keeping];
		this.world.perNoticeMs = perNoticeMs;
		const always = { on: 'any', skip: 0, times: 1, done: false, status: 503, ms: 0, variant: 0 };
		const { broken } = this.history;
		if (broken !== 'none') {
			const names = brokenNames(this.world, this.history);
			this.world.broken = { names, fault: { ...always, kind: broken } };
		}
		if (route === 'none') return;
		this.world.dead = { route, fault: { ...always, kind: 'page' } };
	}

	/** Nothing strikes any more, and no notice is hidden. */
	calm(): void {
		this.world.calm();
		for (const reference of this.hidden.keys()) this.hidden.set(reference, 0);
	}
}

/** Both names of each notice that cannot be read: of up to nine, or three where lists take a while. */
function brokenNames({ model: { notices } }: World, { seed, perNoticeMs }: Watching): string[] {
	const count = 1 + (Math.floor(seed / 96) % (perNoticeMs === 0 ? 9 : 3));
	return Array.from({ length: count }, (_, at) => notices[(seed * (at + 1)) % notices.length])
		.flatMap((notice) => [notice?.reference, notice?.number])
		.map((name) => String(name).toLowerCase());
}

function namesIn(world: World, { byNumber, written }: Watching): Watched['list'] {
	const isOther = written === 'otherCase' && world.readings.numberCase === 'ignored';
	const { notices } = world.model;
	return notices.map(({ reference, number = reference }) => {
		const name = byNumber ? number : reference;
		return { reference, asked: isOther ? name.toLowerCase() : name };
	});
}

export async function watch(history: Watching): Promise<Watched> {
	beginAt(history.seed);
	const { readings: read, faults, shapes } = history;
	const keys = keysOf(history.seed);
	const world = new World(read, keys, faults, shapes);
	for (let index = 0; index < history.before; index++) orderElsewhere(world.model, index);
	for (const one of history.past) perform(one, world.service);
	const credential: Credential = {
		...{ ...keys, baseUrl: 'https://service.example' },
		environment: history.seed % 2 === 0 ? 'test' : 'production',
		requestsPerMinute: 300,
	};
	const list = namesIn(world, history);
	const play = new Play(history, credential, world, list);
	const { watcher } = play;
	let crash = '';
	let begunAt = 0;
	let calmAt = Infinity;
	let dueAt = Infinity;
	try {
		await during(after(1), MINUTE);
		world.hold(true);
		await play.step({ kind: 'publish' });
		begunAt = elapsed();
		// What happens now comes after what the first poll has read.
		await during(after(1), MINUTE);
		world.hold(false);
		play.startLastingFaults();
		for (const one of history.steps) await play.step(one);
		play.calm();
		calmAt = elapsed();
		const takesLong = history.isSlow || history.broken !== 'none';
		const polls = takesLong ? SLOW_CALM_POLLS : CALM_POLLS;
		for (let left = polls; left > 0; left--) await play.step({ kind: 'poll', overlaps: false });
		if (takesLong) dueAt = elapsed();
		await play.end();
	} catch (thrown) {
		const isStill = thrown instanceof StoodStill;
		crash = isStill
			? thrown.message
			: thrown instanceof Error
				? (thrown.stack ?? '')
				: String(thrown);
	}
	forgetRuns();
	const { kills, lateMs, edits, spoilt } = play;
	const times = { begunAt, calmAt, dueAt, endedAt: elapsed(), lateMs, busiestMs: busiest() };
	const ended = { kills, edits, spoilt, ...times, crash };
	return { history, world, credential, watcher, list, ...ended };
}
