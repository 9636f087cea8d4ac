/**
 * Polls the trigger as n8n does: through its own executor and its own poll context, with a database that is just
 * text. The three ways in which n8n keeps the state of a poller:
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
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { LegalNoticeTrigger } from '../../nodes/LegalNotice/LegalNoticeTrigger.node.ts';
import { carried } from '../../nodes/LegalNotice/trigger/state.ts';
import { additionalData, type Credential } from './executionData.mts';
import { Container, core, workflowPackage } from './n8n.mts';
import { knownTypes, registerNodeType, workflowNode } from './nodeTypes.mts';

const TRIGGER_TYPE = 'n8n-nodes-legal-notice.legalNoticeTrigger';
const trigger = new LegalNoticeTrigger();
registerNodeType(TRIGGER_TYPE, trigger);

export type Keeping = 'classic' | 'scheduler' | 'cursors';

export interface PollerOptions {
	credential: Credential;
	parameters: INodeParameters;
	keeping?: Keeping;
	/** Milliseconds that a poll gets; by default 300,000, or 36,000 with the durable scheduler. */
	budgetMs?: number;
}

type PollContext = InstanceType<typeof core.PollContext>;

let workflows = 0;

/** A workflow that begins with the trigger, on an n8n that can be stopped, killed and started again. */
export class Poller {
	/** Executions started, each with its items. */
	readonly executions: INodeExecutionData[][] = [];
	/** Failed polls. */
	readonly errors: Error[] = [];
	readonly logged: string[] = [];
	parameters: INodeParameters;
	nodeName = 'Legal Notice Trigger';
	private readonly id = `watching-${++workflows}`;
	private readonly credential: Credential;
	private readonly keeping: Keeping;
	private readonly budgetMs: number;
	private database = '{}';
	private cursor: string | undefined;
	private active: { workflow: Workflow; context: PollContext } | undefined;

	constructor({ credential, parameters, keeping = 'classic', budgetMs }: PollerOptions) {
		this.credential = credential;
		this.parameters = parameters;
		this.keeping = keeping;
		this.budgetMs = budgetMs ?? (keeping === 'classic' ? 300_000 : 36_000);
	}

	/** Publishes the workflow. @throws what keeps it from becoming active */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<void> {
		const workflow = this.workflow();
		const budgetMs = this.keeping === 'classic' ? this.budgetMs : 300_000;
		const context = this.context(workflow, mode, budgetMs);
		this.active = { workflow, context };
		await this.execute(workflow, context, true);
		this.store(workflow);
	}

	/** What the schedule does every minute. */
	async tick(): Promise<void> {
		if (this.keeping === 'classic') {
			if (!this.active) throw new Error('not active');
			await this.execute(this.active.workflow, this.active.context, false);
			return;
		}
		const workflow = this.workflow();
		await this.execute(workflow, this.context(workflow, 'update', this.budgetMs), false);
	}

	/** Polls and returns the items of the execution that it started, if it did. @throws when the poll failed */
	async poll(): Promise<IDataObject[]> {
		const [executions, errors] = [this.executions.length, this.errors.length];
		await this.tick();
		const error = this.errors[errors];
		if (error) throw error;
		return (this.executions[executions] ?? []).map(({ json }) => json);
	}

	/** Ends n8n at once and starts it again: what was not stored is gone. */
	async killAndRestart(): Promise<void> {
		this.active = undefined;
		carried.clear();
		if (this.keeping === 'classic') await this.activate('init');
	}

	/** "Fetch Test Event" of the editor. */
	async fetchTestEvent(): Promise<INodeExecutionData[]> {
		const workflow = this.workflow();
		const { data } = additionalData(this.credential, 'manual');
		const context = new core.PollContext(workflow, this.node(), data, 'manual', 'manual');
		const output = await trigger.poll.call(pollFunctions(this.listened(context)));
		this.store(workflow);
		return output?.[0] ?? [];
	}

	/** The stored state of the node, as text. */
	get stored(): string {
		if (this.cursor !== undefined) return this.cursor;
		const data = JSON.parse(this.database) as IDataObject;
		return JSON.stringify(data[`node:${this.nodeName}`] ?? {});
	}

	/** Puts something in the place of the stored state. */
	keep(data: IDataObject): void {
		this.database = JSON.stringify({ [`node:${this.nodeName}`]: data });
	}

	private async execute(workflow: Workflow, context: PollContext, testing: boolean): Promise<void> {
		const executor = Container.get(core.PollTriggerExecutor);
		await executor.create(workflow, this.node(), pollFunctions(context), () => true)(testing);
	}

	private workflow(): Workflow {
		return new workflowPackage.Workflow({
			id: this.id,
			name: 'test',
			active: true,
			nodeTypes: knownTypes,
			settings: { executionOrder: 'v1' },
			nodes: [this.node()],
			connections: {},
			staticData: JSON.parse(this.database) as IDataObject,
		});
	}

	private node(): INode {
		const node = workflowNode(this.nodeName, TRIGGER_TYPE, this.parameters);
		return { ...node, id: 'trigger-1' };
	}

	private store(workflow: Workflow): void {
		if (workflow.staticData.__dataChanged !== true) return;
		this.database = JSON.stringify(workflow.staticData);
		workflow.staticData.__dataChanged = false;
	}

	private context(workflow: Workflow, mode: WorkflowActivateMode, budgetMs: number): PollContext {
		const { data } = additionalData(this.credential, 'trigger');
		const node = this.node();
		const isCursor = this.keeping === 'cursors';
		let staged: IDataObject | undefined;
		const commit = () => {
			if (staged) this.cursor = JSON.stringify(staged);
		};
		const context = new core.PollContext(
			workflow,
			node,
			data,
			'trigger',
			mode,
			(items) => {
				this.executions.push(items[0] ?? []);
				if (isCursor) commit();
				else this.store(workflow);
			},
			(error) => this.errors.push(error),
			() => Promise.resolve(commit()),
			async (poll) => {
				if (isCursor) staged = JSON.parse(this.cursor ?? '{}') as IDataObject;
				return await poll();
			},
			() => staged ?? workflow.getStaticData('node', node),
			() => budgetMs,
		);
		return this.listened(context);
	}

	/** What the trigger logs is kept, for tests to read. */
	private listened(context: PollContext): PollContext {
		const write = (text: string) => void this.logged.push(text);
		const logger = { info: write, warn: write, error: write, debug: () => undefined };
		Object.defineProperty(context, 'logger', { value: logger });
		return context;
	}
}

/** The declarations of n8n's packages disagree in a field that no poll reads. */
function pollFunctions(context: PollContext): IPollFunctions {
	return context as unknown as IPollFunctions;
}
