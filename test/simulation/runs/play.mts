/** Plays a history of runs in virtual time, and then runs every order once more on a calm network. */
import { after, beginAt, during, elapsed, StoodStill } from '../clock.mts';
import {
	forgetRuns,
	retry,
	runsAs,
	SLOTS,
	start,
	type Credential,
	type Ended,
	type Started,
	type Wanted,
} from '../n8n.mts';
import { Network, Process } from '../network.mts';
import { orderElsewhere, perform } from '../people.mts';
import { BASE_URL, SimulatedService } from '../service.mts';
import type { Notice } from '../../../sandbox/store.mts';
import { isEffect, orders, worksOf, type History, type Work } from './draw.mts';
import { modeOf, parametersFor, settingsOf, wantsOf, type Want } from './work.mts';

/** One execution, as people saw it end. */
export interface Run {
	readonly id: string;
	readonly work: Work;
	readonly wants: readonly Want[];
	readonly process: string;
	readonly startedAt: number;
	/** When each try of Retry On Fail began. */
	readonly tries: number[];
	endedAt: number;
	stoppedAt: number | undefined;
	fate: 'ended' | 'stopped' | 'killed' | 'stood still';
	/** What was thrown outside of n8n's own handling, or why it stands still. */
	crash: string;
	ended: Ended | undefined;
	/** The run of which this is n8n's *Retry*. */
	readonly retryOf: Run | undefined;
	/** Whether it was run again at the end, on a calm network. */
	readonly isLast: boolean;
}

export interface Played {
	readonly history: History;
	readonly service: SimulatedService;
	readonly network: Network;
	readonly credential: Credential;
	readonly runs: readonly Run[];
}

/** Longer than any promise of the package, and what nothing is waited for beyond. */
export const LONGEST_MS = 3_600_000;
/** Until the last runs: by then every pause for a quota or an outage is over. */
const BEFORE_LAST_MS = 1_200_000;
let histories = 0;

/** Nothing of one history is known in the next: every one has keys of its own. */
export function keysOf(seed: number) {
	const mark = `${seed}x${++histories}`;
	return { publicKey: `clePublique${mark}`, secretKey: `secret+deLaCle${mark}` };
}

/** n8n offers *Retry* for what has failed, also where the node failed because it was stopped. */
function isRetriable({ fate, ended }: Run): boolean {
	const isOfNode = /^Node(Api|Operation)Error$/.test(ended?.error?.name ?? '');
	return fate === 'ended' || (fate === 'stopped' && isOfNode);
}

class Player {
	readonly service: SimulatedService;
	readonly network: Network;
	readonly credential: Credential;
	readonly runs: Run[] = [];
	readonly others: readonly Notice[];
	private readonly processes: Process[];
	/** The process that works now; the last one works beside the others. */
	private slot = 0;
	private isLast = false;

	constructor({ seed, switches, faults, latencyMs, links, ...history }: History) {
		const keys = keysOf(seed);
		this.service = new SimulatedService(keys, switches);
		this.network = new Network(this.service, faults, latencyMs, links);
		const { requestsPerMinute } = history;
		const environment = seed % 2 === 0 ? 'test' : 'production';
		this.credential = { ...keys, baseUrl: BASE_URL, environment, requestsPerMinute };
		this.processes = Array.from({ length: SLOTS }, (_, at) => new Process(`n8n ${at}`));
		for (let left = history.before; left > 0; left--) orderElsewhere(this.service);
		this.others = this.service.notices;
		for (const one of history.past) perform(one, this.service);
		const [unreadable] = this.others;
		if (history.hasUnreadable && unreadable) this.network.unreadable = [unreadable];
		for (const { atCall, act } of history.meanwhile) {
			this.network.meanwhile.push({ atCall, happen: () => perform(act, this.service) });
		}
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

	private prepare(work: Work, wants: readonly Want[], retryOf?: Run): [Run, Wanted] {
		const slot = work.elsewhere ? SLOTS - 1 : this.slot;
		const process = this.processes[slot]!;
		const id = `run ${this.runs.length + 1}`;
		const times = { startedAt: elapsed(), tries: [], endedAt: 0, stoppedAt: undefined };
		const run: Run = {
			...{ id, work, wants, process: process.name, ...times, fate: 'ended', crash: '' },
			...{ ended: undefined, retryOf, isLast: this.isLast },
		};
		this.runs.push(run);
		const begins = () => run.tries.push(elapsed());
		runsAs(id, { network: this.network, process, run: () => id, begins });
		const items = wants.map(({ json }) => json);
		const set = {
			parameters: parametersFor(work, wants),
			settings: settingsOf(work),
			asTool: work.asTool,
		};
		return [run, { ...set, items, credential: this.credential, slot, id }];
	}

	/** Stops it, or kills n8n, when its time has come. */
	private async ending(run: Run, started: Started, slot: number): Promise<void> {
		const { end } = run.work;
		if (!end || run.retryOf) return;
		const calls = () => this.network.calls.filter((call) => call.run === run.id).length;
		while (calls() < end.atCall && run.endedAt === 0) await after(100);
		await after(end.delayMs);
		if (run.endedAt > 0) return;
		if (end.how === 'kill') return this.kill(slot);
		run.fate = 'stopped';
		run.stoppedAt = elapsed();
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

	private async begin(work: Work): Promise<Run> {
		const wants = wantsOf(work, this.others);
		const [run, wanted] = this.prepare(work, wants);
		await this.follow(run, start(wanted), wanted.slot);
		return run;
	}

	async work(work: Work): Promise<void> {
		const run = await this.begin(work);
		const failed = run.fate === 'killed' || run.ended?.error !== undefined;
		if (!failed || work.again === 'nothing') return;
		if (work.again === 'retry' && run.ended && isRetriable(run)) {
			const [second, again] = this.prepare(work, run.wants, run);
			await this.follow(second, retry(again, run.ended), again.slot);
			return;
		}
		await this.begin({ ...work, end: undefined });
	}

	/** Runs each item once more, without what guards it and on a calm network, where it changes something. */
	async last(work: Work): Promise<void> {
		const isNameless = (orders(work) || work.operation === 'contact') && modeOf(work) === 'none';
		if (!isEffect(work) || isNameless) return;
		this.isLast = true;
		const unguarded = {
			...{ ifDateMoves: undefined, publishBy: false, maximumTotal: undefined },
			...{ publishedToo: true, downloadFiles: false },
		};
		const plain = {
			...({ onError: 'continueRegularOutput', tries: 1, end: undefined } as const),
			...({ ifAlreadyOrdered: 'returnExisting', filler: 0 } as const),
		};
		for (const item of work.items) {
			const anew: Work = { ...work, ...unguarded, ...plain, items: [item] };
			// A person sets the option for a notice that is gone, as the node's error advises.
			const isGone = wantsOf(anew, this.others).every(({ stood, named }) => !named || !stood);
			await this.begin({ ...anew, alreadyCancelled: isGone });
		}
	}
}

async function playSteps(player: Player, { steps }: History): Promise<void> {
	for (const step of steps) {
		if (step.kind === 'act') perform(step.act, player.service);
		else if (step.kind === 'wait') await during(after(step.ms), LONGEST_MS * 2);
		else {
			const works = [player.work(step.work)];
			if (step.beside) works.push(player.work({ ...step.beside, elsewhere: true }));
			await during(Promise.all(works), LONGEST_MS * 3);
		}
	}
}

export async function play(history: History): Promise<Played> {
	beginAt(history.seed);
	const player = new Player(history);
	try {
		await playSteps(player, history);
		player.network.calm();
		await during(after(BEFORE_LAST_MS), LONGEST_MS);
		for (const work of worksOf(history)) await during(player.last(work), LONGEST_MS);
	} catch (thrown) {
		const run = player.runs.findLast(({ endedAt }) => endedAt === 0) ?? player.runs.at(-1)!;
		if (thrown instanceof StoodStill) run.fate = 'stood still';
		run.crash = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
	}
	forgetRuns();
	const { service, network, credential, runs } = player;
	return { history, service, network, credential, runs };
}
