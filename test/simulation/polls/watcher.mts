/** A workflow that begins with the trigger, polled in a history: on an n8n of several processes, one after the other. */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { Poller, type Keeping } from '../../engine/poller.mts';
import { runsAs, surroundings, triggerTypeOf, type Credential } from '../n8n.mts';
import { Process, type Network } from '../network.mts';

/** What *Fetch Test Event* of the editor came to. */
export interface Tested {
	readonly items: readonly INodeExecutionData[];
	/** Whether what n8n stores for the trigger is another one afterwards. */
	readonly isStateChanged: boolean;
}

let watchers = 0;

export class Watcher extends Poller {
	readonly tests: Tested[] = [];
	protected readonly id = `watching ${++watchers}`;
	private readonly network: Network;
	private readonly credential: Credential;
	private slot = 0;
	private running = new Process('none');

	constructor(network: Network, credential: Credential, keeping: Keeping) {
		super(keeping);
		this.network = network;
		this.credential = credential;
	}

	protected override get type(): string {
		return triggerTypeOf(this.slot);
	}

	protected override surroundings(mode: 'manual' | 'trigger') {
		return surroundings(this.slot, this.credential, this.id, mode);
	}

	protected override equip(context: IPollFunctions, run: () => string): void {
		runsAs(context, { network: this.network, process: this.running, run });
	}

	/** n8n starts in a process of its own, with a copy of the package. */
	startAs(process: Process, slot: number): void {
		this.slot = slot;
		this.running = process;
		this.startIn(process);
	}

	/** *Fetch Test Event*: the editor shows its error, and nothing else comes of it. */
	async test(): Promise<void> {
		const before = this.kept;
		const items = await this.fetched(`test ${this.tests.length + 1}`).catch(() => []);
		this.tests.push({ items, isStateChanged: this.kept !== before });
	}
}
