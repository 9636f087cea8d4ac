/** Plays a history of the trigger in virtual time, and then polls for a while on a calm network. */
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import type { Notice } from '../../../sandbox/store.mts';
import { after, beginAt, during, elapsed, StoodStill } from '../clock.mts';
import { forgetRuns, SLOTS, type Credential } from '../n8n.mts';
import { Network, Process } from '../network.mts';
import { orderElsewhere, perform } from '../people.mts';
import { keysOf } from '../runs/play.mts';
import { BASE_URL, SimulatedService } from '../service.mts';
import type { Watching, WatchStep } from './draw.mts';
import { BUDGET_MS } from '../../engine/poller.mts';
import { Watcher } from './watcher.mts';

/** A name of the list, and the notice that it names. */
export interface Entry {
	readonly asked: string;
	readonly notice: Notice | undefined;
}

export interface Watched {
	readonly history: Watching;
	readonly service: SimulatedService;
	readonly network: Network;
	readonly credential: Credential;
	readonly watcher: Watcher;
	readonly list: readonly Entry[];
	/** When the first poll had ended: what there was by then is known. */
	readonly begunAt: number;
	/** When the last step had ended: from then on nothing strikes. */
	readonly calmAt: number;
	readonly crash: string;
}

/** In the list beside what there is; it may be ordered later. */
export const UNKNOWN = 'INCONNUE';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** More than what waits, or is requested in turn, may need. */
const CALM_POLLS = 25;

/** A list as people write it. */
function inWriting(listed: readonly string[], how: Watching['written']): NodeParameterValueType {
	if (how === 'lines') return `${listed.map((one) => ` ${one} `).join('\r\n')}\n\n`;
	if (how === 'commas') return listed.join(' ,');
	return how === 'json' ? JSON.stringify(listed) : [...listed];
}

/** A name that may be ordered later. */
const entryOf = (asked: string, service: SimulatedService): Entry => ({
	asked,
	get notice() {
		return service.notices.find(({ numero_commande: number }) => number === asked);
	},
});

class Play {
	readonly service: SimulatedService;
	readonly network: Network;
	readonly credential: Credential;
	readonly watcher: Watcher;
	readonly list: readonly Entry[];
	private readonly history: Watching;
	private slot = 0;
	private process = new Process('n8n 0');

	constructor(history: Watching) {
		this.history = history;
		const { seed, switches, latencyMs, faults, keeping, byNumber, attestsLater } = history;
		const keys = keysOf(seed);
		const attests = attestsLater && {
			attestationBeforePublication: false,
			attestationAtPublication: false,
		};
		this.service = new SimulatedService(keys, { ...switches, ...attests });
		this.network = new Network(this.service, faults, latencyMs);
		const environment = seed % 2 === 0 ? 'test' : 'production';
		this.credential = { ...keys, baseUrl: BASE_URL, environment, requestsPerMinute: 300 };
		for (let left = history.before; left > 0; left--) orderElsewhere(this.service);
		for (const one of history.past) perform(one, this.service);
		const named = this.service.notices.map((notice): Entry => {
			const { reference, numero_commande: number } = notice;
			return { notice, asked: byNumber ? (number ?? reference) : reference };
		});
		this.list = history.hasUnknown ? [...named, entryOf(UNKNOWN, this.service)] : named;
		this.watcher = new Watcher(this.network, this.credential, keeping);
		this.watcher.startAs(this.process, 0);
		this.watcher.parameters = this.parameters();
	}

	private parameters(): INodeParameters {
		const { events, firstSight, written, stopWatching } = this.history;
		const options = stopWatching === undefined ? {} : { stopWatching };
		const references = inWriting(
			this.list.map(({ asked }) => asked),
			written,
		);
		return { events: [...events], references, firstSight, options };
	}

	private async poll(begin: () => Promise<unknown>, budgetMs: number): Promise<void> {
		await during(Promise.race([begin(), this.process.death]), 3 * budgetMs);
	}

	async publish(): Promise<void> {
		await this.poll(async () => await this.watcher.activate(), BUDGET_MS.classic);
	}

	async tick({ overlaps = false, isStored = true } = {}): Promise<void> {
		await during(after(MINUTE), MINUTE * 2);
		const tick = async () => await this.watcher.tick(isStored);
		const both = async () => await Promise.all([tick(), tick()]);
		await this.poll(overlaps ? both : tick, BUDGET_MS[this.history.keeping]);
	}

	private async kill(afterMs: number | undefined): Promise<void> {
		if (this.slot + 1 >= SLOTS) return;
		const dying = this.process;
		if (afterMs !== undefined) {
			void after(afterMs).then(() => dying.kill());
			await this.poll(async () => await this.watcher.tick(), BUDGET_MS[this.history.keeping]);
		}
		dying.kill();
		this.slot++;
		this.process = new Process(`n8n ${this.slot}`);
		this.watcher.startAs(this.process, this.slot);
		if (this.history.keeping === 'classic') await this.publish();
	}

	async step(one: WatchStep): Promise<void> {
		switch (one.kind) {
			case 'act':
				return perform(one.act, this.service);
			case 'kill':
				return await this.kill(one.afterMs);
			case 'publish':
				return await this.publish();
			case 'order':
				return orderElsewhere(this.service, UNKNOWN);
			case 'end':
				for (const { reference } of this.service.standing) {
					this.service.byPeople(() => void this.service.sandbox.notices.cancel(reference));
				}
				return;
			case 'day':
				return await during(after(DAY), DAY * 2);
			case 'test':
				return await during(this.watcher.test(), BUDGET_MS.classic);
			default:
				return await this.tick(one);
		}
	}

	/** The service cannot read the first notices of the list any more, nor any list that holds one. */
	spoilNotices(): void {
		this.network.readableAlone = this.history.readableAlone;
		this.network.unreadable = this.service.notices.slice(0, this.history.unreadable);
	}

	async calm(): Promise<void> {
		this.network.calm();
		this.spoilNotices();
		// What a suspension withholds can be read when it has ended.
		if (this.service.settings.suspendedNotice !== 'usable') {
			for (const { reference, statut, cancelled } of this.service.notices) {
				if (statut !== 'suspendue' || cancelled) continue;
				this.service.byPeople(() => this.service.sandbox.notices.backToBePublished(reference));
			}
		}
		for (let left = CALM_POLLS; left > 0; left--) await this.tick();
		const { stopWatching } = this.history;
		if (stopWatching === undefined) return;
		// Until nothing that is published is watched any more.
		for (let left = stopWatching + 1; left > 0; left--) {
			await this.step({ kind: 'day' });
			await this.tick();
		}
	}
}

export async function watch(history: Watching): Promise<Watched> {
	beginAt(history.seed);
	const play = new Play(history);
	const { service, network, credential, watcher, list } = play;
	let crash = '';
	let begunAt = 0;
	let calmAt = Infinity;
	try {
		network.isHeld = !history.strikesFirst;
		await play.publish();
		// With durable cursors n8n stores nothing before the first scheduled poll.
		await play.tick();
		begunAt = elapsed();
		// What happens now comes after what the first poll has read.
		await during(after(1), MINUTE);
		network.isHeld = false;
		play.spoilNotices();
		for (const one of history.steps) await play.step(one);
		calmAt = elapsed();
		await play.calm();
	} catch (thrown) {
		crash = thrown instanceof Error ? thrown.message : String(thrown);
		if (!(thrown instanceof StoodStill)) crash += ` ${(thrown as Error).stack ?? ''}`;
	}
	forgetRuns();
	return { history, service, network, credential, watcher, list, begunAt, calmAt, crash };
}
