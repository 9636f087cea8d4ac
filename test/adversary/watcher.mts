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

type Context = InstanceType<typeof core.PollContext>;

export const CLASSIC_BUDGET_MS = 300_000;
const DURABLE_BUDGET_MS = 36_000;
let watchers = 0;

export class Watcher {
	readonly emitted: Emitted[] = [];
	readonly errors: Error[] = [];
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
		await this.execute(begun);
		this.store(begun.workflow, this.process);
	}

	/** What the schedule does every minute. */
	async tick(): Promise<void> {
		const isClassic = this.keeping === 'classic' && this.active;
		await this.execute(isClassic ? isClassic : this.begin('update', DURABLE_BUDGET_MS));
	}

	private node(): INode {
		const type = triggerTypeOf(this.slot);
		return { ...workflowNode('Legal Notice Trigger', type, this.parameters), id: 'trigger-1' };
	}

	private async execute({ workflow, context }: { workflow: Workflow; context: Context }) {
		this.polls++;
		const run = `poll ${this.polls}`;
		runsAs(this.id, { world: this.world, process: this.process, run });
		const executor = Container.get(core.PollTriggerExecutor);
		await executor.create(workflow, this.node(), context as never, () => true)(false);
	}

	private store(workflow: Workflow, process: Process): void {
		if (!process.isAlive || workflow.staticData['__dataChanged'] !== true) return;
		this.database = JSON.stringify(workflow.staticData);
		this.kept += this.database;
		workflow.staticData['__dataChanged'] = false;
	}

	private begin(mode: 'activate' | 'update', budgetMs: number) {
		const node = this.node();
		const staticData = JSON.parse(this.database) as IDataObject;
		const workflow = workflowOf([node], {}, { id: this.id, active: true, staticData });
		const helper = credentialsInMemory(workflowPackage, copyOf(this.slot).credential, {
			...this.credential,
		});
		const data = executionInMemory(core, helper, this.id, 'trigger');
		const { process } = this;
		const isCursor = this.keeping === 'cursors';
		let staged: IDataObject | undefined;
		const commit = () => {
			if (staged && process.isAlive) this.cursor = JSON.stringify(staged);
		};
		const context = new core.PollContext(
			workflow,
			node,
			data,
			'trigger',
			mode,
			([items = []]) => {
				if (!process.isAlive) return;
				this.emitted.push({ at: elapsed(), poll: this.polls, items });
				if (isCursor) commit();
				else this.store(workflow, process);
			},
			(error) => void this.errors.push(error),
			() => Promise.resolve(commit()),
			async (poll) => {
				if (isCursor) staged = JSON.parse(this.cursor ?? '{}') as IDataObject;
				return await poll();
			},
			() => staged ?? workflow.getStaticData('node', node),
			() => budgetMs,
		);
		return { workflow, context };
	}
}
