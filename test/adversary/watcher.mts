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
import { credentialsInMemory, executionInMemory } from '../engine/inMemory.mts';
import { Container, core, workflowPackage } from '../engine/n8n.mts';
import { workflowNode, workflowOf } from '../engine/nodeTypes.mts';
import { StagedCursor } from '../engine/stagedCursor.mts';
import { elapsed } from './clock.mts';
import type { Credential } from './engine.mts';
import { copyOf, runsAs, triggerTypeOf } from './processes.mts';
import { Process, type World } from './world.mts';

export const KEEPINGS = ['classic', 'scheduler', 'cursors'] as const;
export type Keeping = (typeof KEEPINGS)[number];

/** An execution that a poll started. */
export interface Emitted {
	readonly at: number;
	readonly poll: number;
	readonly items: readonly INodeExecutionData[];
}

/** What a poll can see: the names in its list, and the notices that the service does not find just then. */
export interface Visible {
	readonly listed: ReadonlySet<string>;
	readonly hidden: ReadonlySet<string>;
}

export interface Poll extends Visible {
	/** By which its calls are known. */
	readonly run: string;
	/** Whether it decides if the workflow can be published: then it takes over from a poll that is still at work. */
	readonly publishes: boolean;
	readonly begunAt: number;
	/** Infinity where n8n was killed before. */
	endedAt: number;
	/** Also where the node has only logged it, as in the poll that publishes the workflow. */
	isFailed: boolean;
}

/** What *Fetch Test Event* of the editor came to. */
export interface Tested {
	readonly items: readonly INodeExecutionData[];
	readonly error: Error | undefined;
	/** Whether what n8n stores for the trigger is another one afterwards. */
	readonly isStateChanged: boolean;
}

type Context = InstanceType<typeof core.PollContext>;

export const CLASSIC_BUDGET_MS = 300_000;
const DURABLE_BUDGET_MS = 36_000;
let watchers = 0;

export class Watcher {
	readonly emitted: Emitted[] = [];
	readonly errors: Error[] = [];
	/** When the last of them came. */
	lastErrorAt = -1;
	readonly played: Poll[] = [];
	/** What the polls that begin now can see. */
	visible: Visible = { listed: new Set(), hidden: new Set() };
	/** What *Fetch Test Event* showed, or why it failed. */
	readonly tests: Tested[] = [];
	/** When n8n has stored what the trigger remembers. */
	readonly storedAt: number[] = [];
	/** Everything that n8n stored, to look for secrets. */
	kept = '';
	parameters: INodeParameters = {};
	polls = 0;
	private readonly id = `watching ${++watchers}`;
	private readonly world: World;
	private readonly credential: Credential;
	private readonly keeping: Keeping;
	private database = '{}';
	private cursor: string | undefined;
	private active: { workflow: Workflow; context: Context } | undefined;
	private process = new Process('none');
	private slot = 0;

	constructor(world: World, credential: Credential, keeping: Keeping) {
		this.world = world;
		this.credential = credential;
		this.keeping = keeping;
	}

	get budgetMs(): number {
		return this.keeping === 'classic' ? CLASSIC_BUDGET_MS : DURABLE_BUDGET_MS;
	}

	/** n8n starts in a process of its own. */
	startAs(process: Process, slot: number): void {
		this.process = process;
		this.slot = slot;
		this.active = undefined;
	}

	/** Publishes the workflow. */
	async activate(): Promise<void> {
		if (this.active) this.store(this.active.workflow, this.process);
		const begun = this.begin('activate', CLASSIC_BUDGET_MS);
		this.active = begun;
		try {
			await this.execute(begun, true);
		} catch (thrown) {
			// n8n tries to publish it again; meanwhile it polls as before.
			this.failed(thrown as Error);
		}
		this.store(begun.workflow, this.process);
	}

	/** What the schedule does every minute. */
	async tick(): Promise<void> {
		const isClassic = this.keeping === 'classic' && this.active;
		await this.execute(isClassic ? isClassic : this.begin('update', DURABLE_BUDGET_MS), false);
	}

	/** What *Fetch Test Event* of the editor does, with a copy of the workflow. */
	async test(): Promise<void> {
		const run = `test ${this.tests.length + 1}`;
		const { workflow, context } = this.begin('manual', CLASSIC_BUDGET_MS);
		runsAs(this.id, { world: this.world, process: this.process, run });
		const before = JSON.stringify(workflow.staticData);
		const { type, typeVersion } = this.node();
		let items: readonly INodeExecutionData[] = [];
		let error: Error | undefined;
		try {
			const found = workflow.nodeTypes.getByNameAndVersion(type, typeVersion);
			[items = []] = (await found.poll?.call(context as never)) ?? [];
		} catch (thrown) {
			error = thrown as Error;
		}
		const isStateChanged = JSON.stringify(workflow.staticData) !== before;
		this.tests.push({ items, error, isStateChanged });
	}

	/** How long what n8n has stored of the trigger is, as text. */
	get storedLength(): number {
		return (this.cursor ?? this.database).length;
	}

	/** What is stored is that of another program, which nobody can read. */
	spoil(): void {
		const foreign = { version: -1 };
		if (this.cursor !== undefined) this.cursor = JSON.stringify(foreign);
		const names = Object.keys(JSON.parse(this.database) as IDataObject);
		this.database = JSON.stringify(Object.fromEntries(names.map((name) => [name, foreign])));
	}

	private node(): INode {
		const type = triggerTypeOf(this.slot);
		return { ...workflowNode('Legal Notice Trigger', type, this.parameters), id: 'trigger-1' };
	}

	private failed(error: Error): void {
		this.errors.push(error);
		this.lastErrorAt = elapsed();
	}

	/** @param publishes whether the poll decides if the workflow can be published: n8n then throws what it throws */
	private async execute(
		{ workflow, context }: { workflow: Workflow; context: Context },
		publishes: boolean,
	) {
		this.polls++;
		const run = `poll ${this.polls}`;
		const { process } = this;
		const times = { begunAt: elapsed(), endedAt: Infinity, isFailed: false };
		const poll: Poll = { run, publishes, ...this.visible, ...times };
		this.played.push(poll);
		runsAs(this.id, { world: this.world, process, run });
		const executor = Container.get(core.PollTriggerExecutor);
		const failures = this.errors.length;
		const loggedBefore = this.world.logged.length;
		try {
			await executor.create(workflow, this.node(), context as never, () => true)(publishes);
		} catch (thrown) {
			poll.isFailed = true;
			throw thrown;
		} finally {
			if (process.isAlive) poll.endedAt = elapsed();
			// A failure that passes by itself does not keep a workflow from being published.
			const logged = this.world.logged.slice(loggedBefore);
			poll.isFailed ||= this.errors.length > failures || logged.includes('The first poll failed');
		}
	}

	private store(workflow: Workflow, process: Process): void {
		if (!process.isAlive || workflow.staticData['__dataChanged'] !== true) return;
		this.database = JSON.stringify(workflow.staticData);
		// With a cursor that is what polls read.
		if (this.keeping !== 'cursors') this.storedAt.push(elapsed());
		this.kept += this.database;
		workflow.staticData['__dataChanged'] = false;
	}

	private begin(mode: 'activate' | 'update' | 'manual', budgetMs: number) {
		const node = this.node();
		const staticData = JSON.parse(this.database) as IDataObject;
		const workflow = workflowOf([node], {}, { id: this.id, active: true, staticData });
		const helper = credentialsInMemory(workflowPackage, copyOf(this.slot).credential, {
			...this.credential,
		});
		const data = executionInMemory(core, helper, this.id, 'trigger');
		const { process } = this;
		const isCursor = this.keeping === 'cursors';
		let staged: StagedCursor | undefined;
		const commit = () => {
			const taken = process.isAlive ? staged?.take() : undefined;
			if (taken === undefined) return;
			this.cursor = taken;
			this.storedAt.push(elapsed());
		};
		const context = new core.PollContext(
			workflow,
			node,
			data,
			mode === 'manual' ? mode : 'trigger',
			mode,
			([items = []]) => {
				if (!process.isAlive) return;
				this.emitted.push({ at: elapsed(), poll: this.polls, items });
				if (isCursor) commit();
				else this.store(workflow, process);
			},
			(error) => this.failed(error),
			() => Promise.resolve(commit()),
			async (poll) => {
				if (isCursor) staged = new StagedCursor(this.cursor);
				return await poll();
			},
			() => staged?.data ?? workflow.getStaticData('node', node),
			() => budgetMs,
		);
		return { workflow, context };
	}
}
