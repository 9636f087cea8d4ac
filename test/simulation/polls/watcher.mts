/**
 * A workflow that begins with the trigger, polled as n8n does it, on an n8n that can be killed. Its state is kept in one of
 * n8n's three ways: `classic` (in memory while active, written with what is emitted), `scheduler` (read anew by every
 * poll, written with what is emitted), `cursors` (written by every successful poll).
 */
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	Workflow,
} from 'n8n-workflow';
import { Container, core } from '../../engine/n8n.mts';
import { workflowNode, workflowOf } from '../../engine/nodeTypes.mts';
import { storedFor } from '../../engine/stagedCursor.mts';
import { elapsed } from '../clock.mts';
import { runsAs, surroundings, triggerTypeOf, type Credential } from '../n8n.mts';
import { Process, type Network } from '../network.mts';

export const KEEPINGS = ['classic', 'scheduler', 'cursors'] as const;
export type Keeping = (typeof KEEPINGS)[number];

/** What n8n gives a poll, in milliseconds. */
export const BUDGET_MS = { classic: 300_000, scheduler: 36_000, cursors: 36_000 } as const;

export interface Poll {
	/** By which its calls are known. */
	readonly run: string;
	/** Whether it decides if the workflow can be published. */
	readonly publishes: boolean;
	readonly begunAt: number;
	/** Infinity where n8n was killed before. */
	endedAt: number;
	/** What it was to take at most. */
	readonly budgetMs: number;
	error: Error | undefined;
	/** What it started an execution with. */
	items: readonly INodeExecutionData[];
	/** What it handed over and n8n did not store, so that nothing was started. */
	dropped: readonly INodeExecutionData[];
}

/** What *Fetch Test Event* of the editor came to. */
export interface Tested {
	readonly items: readonly INodeExecutionData[];
	/** Whether what n8n stores for the trigger is another one afterwards. */
	readonly isStateChanged: boolean;
}

type Context = InstanceType<typeof core.PollContext>;

/** What n8n keeps of an active workflow, or makes for one poll. */
interface Begun {
	readonly workflow: Workflow;
	readonly context: Context;
	/** The polls that are at work in it: what comes of it belongs to the first, for the others give way. */
	readonly working: Poll[];
}

let watchers = 0;

export class Watcher {
	readonly polls: Poll[] = [];
	readonly tests: Tested[] = [];
	/** Everything that n8n stored, to look for secrets. */
	kept = '';
	parameters: INodeParameters = {};
	private readonly id = `watching ${++watchers}`;
	private readonly network: Network;
	private readonly credential: Credential;
	private readonly keeping: Keeping;
	private database = '{}';
	private cursor: string | undefined;
	private active: Begun | undefined;
	private process = new Process('none');
	private slot = 0;
	private isLocked = false;

	constructor(network: Network, credential: Credential, keeping: Keeping) {
		this.network = network;
		this.credential = credential;
		this.keeping = keeping;
	}

	/** n8n starts in a process of its own. */
	startAs(process: Process, slot: number): void {
		this.process = process;
		this.slot = slot;
		this.active = undefined;
	}

	/** Publishes the workflow. */
	async activate(): Promise<void> {
		this.isLocked = false;
		if (this.active) this.store(this.active.workflow, this.process);
		const begun = this.begin('activate', BUDGET_MS.classic);
		this.active = begun;
		await this.execute(begun, true, BUDGET_MS.classic);
		this.store(begun.workflow, this.process);
	}

	/** What the schedule does every minute. @param isStored whether n8n can store what the poll remembers with what it reports */
	async tick(isStored = true): Promise<void> {
		this.isLocked = !isStored;
		const isClassic = this.keeping === 'classic' && this.active;
		const budgetMs = BUDGET_MS[this.keeping];
		await this.execute(isClassic ? isClassic : this.begin('update', budgetMs), false, budgetMs);
	}

	/** What *Fetch Test Event* of the editor does, with a copy of the workflow. */
	async test(): Promise<void> {
		const run = `test ${this.tests.length + 1}`;
		const { workflow, context } = this.begin('manual', BUDGET_MS.classic);
		runsAs(context, { network: this.network, process: this.process, run: () => run });
		const before = JSON.stringify(workflow.staticData);
		const { type, typeVersion } = this.node();
		let items: readonly INodeExecutionData[] = [];
		try {
			const found = workflow.nodeTypes.getByNameAndVersion(type, typeVersion);
			[items = []] = (await found.poll?.call(context as never)) ?? [];
		} catch {
			// The editor shows the error; nothing else comes of it.
		}
		this.tests.push({ items, isStateChanged: JSON.stringify(workflow.staticData) !== before });
	}

	private node(): INode {
		const type = triggerTypeOf(this.slot);
		return { ...workflowNode('Legal Notice Trigger', type, this.parameters), id: 'trigger-1' };
	}

	private async execute(
		{ workflow, context, working }: Begun,
		publishes: boolean,
		budgetMs: number,
	): Promise<void> {
		const run = `poll ${this.polls.length + 1}`;
		const { process } = this;
		const poll: Poll = {
			...{ run, publishes, begunAt: elapsed(), endedAt: Infinity, budgetMs },
			...{ error: undefined, items: [], dropped: [] },
		};
		this.polls.push(poll);
		working.push(poll);
		const { network } = this;
		runsAs(context, { network, process, run: () => working[0]?.run ?? run });
		const executor = Container.get(core.PollTriggerExecutor);
		try {
			await executor.create(workflow, this.node(), context as never, () => true)(publishes);
		} catch (thrown) {
			// n8n tries to publish it again; meanwhile it polls as before.
			poll.error = thrown as Error;
		} finally {
			if (process.isAlive) poll.endedAt = elapsed();
			working.splice(working.indexOf(poll), 1);
		}
	}

	private store(workflow: Workflow, process: Process): void {
		if (!process.isAlive || workflow.staticData['__dataChanged'] !== true) return;
		this.database = JSON.stringify(workflow.staticData);
		this.kept += this.database;
		workflow.staticData['__dataChanged'] = false;
	}

	private begin(mode: 'activate' | 'update' | 'manual', budgetMs: number): Begun {
		const node = this.node();
		const staticData = JSON.parse(this.database) as IDataObject;
		const workflow = workflowOf([node], {}, { id: this.id, active: true, staticData });
		const data = surroundings(this.slot, this.credential, this.id, 'trigger');
		const { process } = this;
		const isCursor = this.keeping === 'cursors';
		const stored = storedFor(workflow, node, budgetMs, isCursor ? () => this.cursor : undefined);
		const working: Poll[] = [];
		const commit = () => {
			const taken = process.isAlive ? stored.take() : undefined;
			if (taken === undefined) return;
			this.cursor = taken;
			this.kept += taken;
		};
		const context = new core.PollContext(
			workflow,
			node,
			data,
			mode === 'manual' ? mode : 'trigger',
			mode,
			([items = []]) => {
				const [poll] = working;
				if (!process.isAlive || !poll) return;
				// A cursor is stored together with the execution, or neither; static data on its own, and nobody waits for it.
				if (this.isLocked && isCursor) {
					poll.dropped = items;
					return;
				}
				poll.items = items;
				if (this.isLocked) return;
				if (isCursor) commit();
				else this.store(workflow, process);
			},
			(error) => {
				if (working[0]) working[0].error = error;
			},
			() => Promise.resolve(commit()),
			...stored.access,
		);
		return { workflow, context, working };
	}
}
