/**
 * Polls a workflow that begins with the trigger as n8n does: through its own executor and its own poll context, with a
 * database that is just text, on an n8n that can be stopped, killed and started again. The three ways in which n8n keeps the
 * state of a trigger:
 *
 * - `classic`: one workflow in memory for as long as it is active, written when something is emitted
 * - `scheduler`: the durable scheduler without durable cursors; every poll reads the database anew, and only a poll
 *   that emits writes it
 * - `cursors`: the durable scheduler with durable cursors; every successful poll writes its own cursor
 */
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Container, core } from './n8n.mts';
import { workflowNode, workflowOf } from './nodeTypes.mts';

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

/** A process of n8n. */
interface Running {
	readonly isAlive: boolean;
}

type Context = InstanceType<typeof core.PollContext>;

/** What n8n keeps of an active workflow, or makes for one poll. */
interface Begun {
	readonly workflow: Workflow;
	readonly context: Context;
	/** The polls that are at work in it: what comes of it belongs to the first, for the others give way. */
	readonly working: Poll[];
}

export abstract class Poller {
	readonly polls: Poll[] = [];
	/** Everything that n8n stored, to look for secrets. */
	kept = '';
	parameters: INodeParameters = {};
	nodeName = 'Legal Notice Trigger';
	protected readonly keeping: Keeping;
	private readonly budgetMs: number;
	private database = '{}';
	private cursor: string | undefined;
	private active: Begun | undefined;
	private process: Running = { isAlive: true };
	private isLocked = false;

	/** @param budgetMs what the durable scheduler gives a poll */
	constructor(keeping: Keeping, budgetMs: number = BUDGET_MS[keeping]) {
		this.keeping = keeping;
		this.budgetMs = budgetMs;
	}

	/** Of the node, as it is registered. */
	protected abstract get type(): string;
	/** Of the workflow. */
	protected abstract get id(): string;
	protected abstract surroundings(mode: 'manual' | 'trigger'): IWorkflowExecuteAdditionalData;
	/** Has the calls of a context answered, before each poll. @param run whose they are at the moment */
	protected abstract equip(context: IPollFunctions, run: () => string): void;

	/** n8n starts in a process of its own: what was not stored is gone. */
	startIn(process: Running): void {
		this.process = process;
		this.active = undefined;
	}

	/** Publishes the workflow. */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<void> {
		this.isLocked = false;
		// n8n stores what a workflow has in memory when it ends.
		if (this.active) this.store(this.active.workflow, this.process);
		const begun = this.begin(mode, BUDGET_MS.classic);
		this.active = begun;
		await this.execute(begun, BUDGET_MS.classic, true);
		this.store(begun.workflow, this.process);
	}

	/** What the schedule does every minute. @param isStored whether n8n can store what the poll remembers with what it reports */
	async tick(isStored = true): Promise<void> {
		this.isLocked = !isStored;
		const classic = this.keeping === 'classic' ? this.active : undefined;
		await this.execute(classic ?? this.begin('update', this.budgetMs), this.budgetMs);
	}

	/** What *Fetch Test Event* of the editor does, with a copy of the workflow. */
	protected async fetched(run: string): Promise<readonly INodeExecutionData[]> {
		const { workflow, context } = this.begin('manual', BUDGET_MS.classic);
		this.equip(context as never, () => run);
		const { type, typeVersion } = this.node();
		const found = workflow.nodeTypes.getByNameAndVersion(type, typeVersion);
		try {
			const [items = []] = (await found.poll?.call(context as never)) ?? [];
			return items;
		} finally {
			this.store(workflow, this.process);
		}
	}

	/** The stored state of the node, as text. */
	get stored(): string {
		if (this.cursor !== undefined) return this.cursor;
		const data = JSON.parse(this.database) as IDataObject;
		return JSON.stringify(data[`node:${this.nodeName}`] ?? {});
	}

	/** Puts something in its place. */
	set stored(text: string) {
		if (this.keeping === 'cursors') this.cursor = text;
		else this.database = JSON.stringify({ [`node:${this.nodeName}`]: JSON.parse(text) as unknown });
	}

	private node(): INode {
		return { ...workflowNode(this.nodeName, this.type, this.parameters), id: 'trigger-1' };
	}

	private async execute(begun: Begun, budgetMs: number, publishes = false): Promise<void> {
		const { workflow, context, working } = begun;
		const run = `poll ${this.polls.length + 1}`;
		const { process } = this;
		const poll: Poll = {
			...{ run, publishes, begunAt: performance.now(), endedAt: Infinity, budgetMs },
			...{ error: undefined, items: [], dropped: [] },
		};
		this.polls.push(poll);
		working.push(poll);
		this.equip(context as never, () => working[0]?.run ?? run);
		const executor = Container.get(core.PollTriggerExecutor);
		try {
			await executor.create(workflow, this.node(), context as never, () => true)(publishes);
		} catch (thrown) {
			// n8n tries to publish it again; meanwhile it polls as before.
			poll.error = thrown as Error;
		} finally {
			if (process.isAlive) poll.endedAt = performance.now();
			working.splice(working.indexOf(poll), 1);
		}
	}

	private store(workflow: Workflow, process: Running): void {
		if (!process.isAlive || workflow.staticData['__dataChanged'] !== true) return;
		this.database = JSON.stringify(workflow.staticData);
		this.kept += this.database;
		workflow.staticData['__dataChanged'] = false;
	}

	private begin(mode: WorkflowActivateMode, budgetMs: number): Begun {
		const node = this.node();
		const staticData = JSON.parse(this.database) as IDataObject;
		const workflow = workflowOf([node], {}, { id: this.id, active: true, staticData });
		const inEditor = mode === 'manual';
		const data = this.surroundings(inEditor ? 'manual' : 'trigger');
		const { process } = this;
		const isCursor = this.keeping === 'cursors' && !inEditor;
		const cursor = isCursor ? new StagedCursor() : undefined;
		const working: Poll[] = [];
		const commit = () => {
			const taken = process.isAlive ? cursor?.take() : undefined;
			if (taken === undefined) return;
			this.cursor = taken;
			this.kept += taken;
		};
		const context = new core.PollContext(
			workflow,
			node,
			data,
			inEditor ? 'manual' : 'trigger',
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
			async (poll) => {
				cursor?.open(this.cursor);
				return await poll();
			},
			() => cursor?.data ?? workflow.getStaticData('node', node),
			() => budgetMs,
		);
		return { workflow, context, working };
	}
}

/** What a poll with a durable cursor reads and writes before n8n stores it. */
class StagedCursor {
	data: IDataObject | undefined;
	private known = '';

	/** @param stored of the poll before; undefined before the first */
	open(stored = '{}'): void {
		this.known = stored;
		this.data = JSON.parse(stored) as IDataObject;
	}

	/**
	 * n8n stores no cursor that its poll has not changed (`takeStagedCursor` in n8n 2.41): a poll that another one has
	 * taken over puts nothing old over what that one has stored.
	 *
	 * @returns what is to be stored, if anything is
	 */
	take(): string | undefined {
		const text = JSON.stringify(this.data);
		if (this.data === undefined || text === this.known) return undefined;
		this.known = text;
		return text;
	}
}
