/** Plays a history in virtual time and writes down what came of it. */
import { forgetRuns, runsAs, SLOTS } from './processes.mts';
import { after, beginAt, busiest, during, elapsed, StoodStill, trueNow } from './clock.mts';
import { retry, start, type Credential, type Ended, type Started, type Wanted } from './engine.mts';
import type { History } from './history.mts';
import { orderElsewhere, perform } from './people.mts';
import type { Keys } from './service.mts';
import { Process, World } from './world.mts';
import { parametersFor, settingsOf, wantOf, type Want, type Work } from './workflows.mts';

/** One execution, as people saw it end. */
export interface Run {
	/** Of its calls in the journal. */
	readonly id: string;
	readonly work: Work;
	readonly wants: readonly Want[];
	readonly process: string;
	readonly startedAt: number;
	endedAt: number;
	fate: 'ended' | 'stopped' | 'killed' | 'stood still';
	/** What was thrown outside of n8n's own handling. */
	crash: string;
	ended: Ended | undefined;
	/** The run of which this is n8n's *Retry*. */
	readonly retryOf: Run | undefined;
}

export interface Played {
	readonly history: History;
	readonly world: World;
	readonly credential: Credential;
	readonly runs: readonly Run[];
	readonly busiestMs: number;
}

/** Beyond it nothing is waited for: an hour, and more than any promise of the package. */
export const LONGEST_MS = 3_600_000;
/** What is there before a history was ordered so long ago: longer than any service takes to find it. */
const BEFORE_MS = 60_000;
let histories = 0;

export function keysOf(seed: number): Keys {
	// Nothing of one history is known in the next: every one has keys of its own.
	const mark = `${seed}x${++histories}`;
	return { publicKey: `clePublique${mark}`, secretKey: `secret+deLaCle${mark}` };
}

/** n8n offers *Retry* for what has failed, also where the node failed because it was stopped. */
function isRetriable({ fate, ended }: Run): boolean {
	const isOfNode = /^Node(Api|Operation)Error$/.test(ended?.error?.name ?? '');
	return fate === 'ended' || (fate === 'stopped' && isOfNode);
}

class Player {
	readonly world: World;
	readonly credential: Credential;
	readonly runs: Run[] = [];
	/** The last slot is that of the other process. */
	private slot = 0;
	private processes: Process[] = [];

	private readonly history: History;

	constructor(history: History) {
		this.history = history;
		const keys = keysOf(history.seed);
		const { environment, requestsPerMinute, readings, faults, shapes } = history;
		this.world = new World(readings, keys, faults, shapes);
		const baseUrl = 'https://service.example';
		this.credential = { ...keys, baseUrl, environment, requestsPerMinute };
		this.processes = Array.from({ length: SLOTS }, (_, at) => new Process(`n8n ${at}`));
		for (const { atCall, act } of history.meanwhile) {
			this.world.meanwhile.push({ atCall, happen: () => perform(act, this.world.service) });
		}
		for (let index = 0; index < history.before; index++) orderElsewhere(this.world.model, index);
		for (const one of history.past) perform(one, this.world.service);
	}

	/** It has the same keys, and another figure where the history has one. */
	get otherCredential(): Credential {
		const { otherRate = this.credential.requestsPerMinute } = this.history;
		return { ...this.credential, requestsPerMinute: otherRate };
	}

	private slotOf({ elsewhere }: Work): number {
		return elsewhere ? SLOTS - 1 : this.slot;
	}

	/** n8n ends at once with everything it runs, and is started anew as far as there are copies of the package. */
	private kill(slot: number): void {
		const process = this.processes[slot];
		if (!process || slot !== this.slot || slot + 1 === SLOTS - 1) return;
		process.kill();
		this.slot++;
		for (const run of this.runs) {
			if (run.process === process.name && run.endedAt === 0) run.fate = 'killed';
		}
	}

	private prepare(
		work: Work,
		wants: readonly Want[],
		credential: Credential,
		retryOf?: Run,
	): [Run, Wanted] {
		const slot = this.slotOf(work);
		const process = this.processes[slot]!;
		const id = `run ${this.runs.length + 1}`;
		const at = { startedAt: elapsed(), endedAt: 0, fate: 'ended' as const, crash: '' };
		const run: Run = { id, work, wants, process: process.name, ...at, ended: undefined, retryOf };
		this.runs.push(run);
		runsAs(id, { world: this.world, process, run: id });
		const items = wants.map(({ json }) => json);
		const set = { parameters: parametersFor(work, wants), settings: settingsOf(work) };
		return [run, { ...set, items, credential, slot, id }];
	}

	/** Stops it or kills n8n when its time has come. */
	private async ending(run: Run, started: Started, slot: number): Promise<void> {
		const { end } = run.work;
		if (!end || run.retryOf) return;
		const calls = () => this.world.calls.filter((call) => call.run === run.id).length;
		while (calls() < end.atCall && run.endedAt === 0) await after(100);
		await after(end.delayMs);
		if (run.endedAt > 0) return;
		if (end.how === 'kill') return this.kill(slot);
		run.fate = 'stopped';
		started.stop();
	}

	/** Settles when the run has ended or its process is gone. */
	private async follow(run: Run, started: Started, slot: number): Promise<void> {
		void this.ending(run, started, slot);
		const done = started.done.then((ended) => {
			if (run.fate !== 'killed') run.ended = ended;
		});
		await Promise.race([done, this.processes[slot]?.death]);
		run.endedAt = Math.max(elapsed(), 1);
	}

	async work(work: Work, credential = this.credential): Promise<Run> {
		const { model } = this.world;
		const wants = work.items.map((draw) => wantOf(draw, work, model, trueNow()));
		const [run, wanted] = this.prepare(work, wants, credential);
		await this.follow(run, start(wanted), wanted.slot);
		const failed = run.fate === 'killed' || run.ended?.error !== undefined;
		if (!failed || work.again === 'nothing') return run;
		const before = run.ended;
		if (work.again === 'retry' && before && isRetriable(run)) {
			const [second, again] = this.prepare(work, wants, credential, run);
			await this.follow(second, retry(again, before), again.slot);
			return second;
		}
		// What stops a replacement half way advises an option, which then holds for all items.
		const isAdvised = work.again === 'asAdvised' && work.operation === 'replace';
		const anew = { ...work, end: undefined, ...(isAdvised && { alreadyCancelled: true }) };
		const [second, again] = this.prepare(anew, wants, credential);
		await this.follow(second, start(again), again.slot);
		return second;
	}
}

export async function play(history: History): Promise<Played> {
	beginAt(history.seed);
	const player = new Player(history);
	await during(after(BEFORE_MS), LONGEST_MS);
	for (const step of history.steps) {
		if (step.kind === 'act') perform(step.act, player.world.service);
		else if (step.kind === 'wait') await during(after(step.ms), LONGEST_MS * 2);
		else {
			const works = [player.work(step.work)];
			if (step.beside) works.push(player.work(step.beside, player.otherCredential));
			try {
				await during(Promise.all(works), LONGEST_MS * 3);
			} catch (thrown) {
				const run = player.runs.findLast(({ endedAt }) => endedAt === 0) ?? player.runs.at(-1)!;
				run.fate = thrown instanceof StoodStill ? 'stood still' : run.fate;
				run.crash = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
				break;
			}
		}
	}
	forgetRuns();
	const { world, credential, runs } = player;
	return { history, world, credential, runs, busiestMs: busiest() };
}
