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
import { additionalData, type Credential } from './executionData.mts';
import { Container, core } from './n8n.mts';
import { registerNodeType, workflowNode, workflowOf } from './nodeTypes.mts';
import { storedFor } from './stagedCursor.mts';

const TRIGGER_TYPE = 'n8n-nodes-legal-notice.legalNoticeTrigger';
const trigger = new LegalNoticeTrigger();
registerNodeType(TRIGGER_TYPE, trigger);

export const KEEPINGS = ['classic', 'scheduler', 'cursors'] as const;
export type Keeping = (typeof KEEPINGS)[number];

export interface PollerOptions {
	credential: Credential;
	parameters: INodeParameters;
	keeping?: Keeping;
	/** Milliseconds that the durable scheduler gives a poll. */
	budgetMs?: number;
	/** Answers lists in the place of a service; undefined for a web page. The own route of a notice answers as a list of one. */
	answer?: (path: string, references: readonly string[]) => object | undefined | Promise<object>;
	/** Changes what n8n gives a poll, such as a database that it cannot read. */
	change?: (context: IPollFunctions) => void;
}

const LISTS: Record<string, string> = {
	statut: '/annonces/statuts',
	documents: '/annonces/documents',
	factures: '/annonces/factures',
};

/** What the own route of a notice answers where a list of one is answered so. */
function ofOne(answer: object | undefined): object | undefined {
	const { annonces } = (answer ?? {}) as { annonces?: object[] };
	if (!annonces) return answer;
	const [entry] = annonces;
	if (entry) return { resultat: 'succes', ...entry };
	return { resultat: 'erreur', erreurs: ['err_annonce_introuvable'] };
}

type PollContext = InstanceType<typeof core.PollContext>;
type Begun = { workflow: Workflow; context: IPollFunctions };

let workflows = 0;
const nextId = () => `watching-${++workflows}`;

/** A workflow that begins with the trigger, on an n8n that can be stopped, killed and started again. */
export class Poller {
	/** Executions started, each with its items. */
	readonly executions: INodeExecutionData[][] = [];
	/** Failed polls. */
	readonly errors: Error[] = [];
	readonly logged: string[] = [];
	parameters: INodeParameters;
	nodeName = 'Legal Notice Trigger';
	private id = nextId();
	private readonly options: PollerOptions;
	private readonly keeping: Keeping;
	private database = '{}';
	private cursor: string | undefined;
	private active: Begun | undefined;

	constructor(options: PollerOptions) {
		this.options = options;
		this.parameters = options.parameters;
		this.keeping = options.keeping ?? 'classic';
	}

	/** Publishes the workflow. @returns what the first poll reports @throws what keeps it from becoming active */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<IDataObject[]> {
		// n8n stores what a workflow has in memory when it ends.
		if (this.active) this.store(this.active.workflow);
		const begun = this.begin(mode, 300_000);
		this.active = begun;
		return await this.reported(async () => {
			await this.execute(begun, true);
			this.store(begun.workflow);
		});
	}

	/** What the schedule does every minute. */
	async tick(): Promise<void> {
		const isClassic = this.keeping === 'classic';
		await this.execute(
			isClassic ? this.active! : this.begin('update', this.options.budgetMs ?? 36_000),
			false,
		);
	}

	/** Polls and returns the items of the execution that it started, if it did. @throws when the poll failed */
	async poll(): Promise<IDataObject[]> {
		return await this.reported(async () => await this.tick());
	}

	/** Ends n8n at once: what was not stored is gone. When it starts again, classic pollers are activated anew. */
	kill(): void {
		this.active = undefined;
		// What the process knew of the workflow, it knew by this.
		this.id = nextId();
	}

	/** "Fetch Test Event" of the editor. */
	async fetchTestEvent(): Promise<INodeExecutionData[]> {
		const workflow = this.workflow();
		const { data } = additionalData(this.options.credential, 'manual');
		const context = new core.PollContext(workflow, this.node(), data, 'manual', 'manual');
		const output = await trigger.poll.call(this.equipped(context));
		this.store(workflow);
		return output?.[0] ?? [];
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

	private async reported(work: () => Promise<void>): Promise<IDataObject[]> {
		const [executions, errors] = [this.executions.length, this.errors.length];
		await work();
		const error = this.errors[errors];
		if (error) throw error;
		return (this.executions[executions] ?? []).map(({ json }) => json);
	}

	private async execute({ workflow, context }: Begun, testing: boolean): Promise<void> {
		const executor = Container.get(core.PollTriggerExecutor);
		await executor.create(workflow, this.node(), context, () => true)(testing);
	}

	private workflow(): Workflow {
		const staticData = JSON.parse(this.database) as IDataObject;
		return workflowOf([this.node()], {}, { id: this.id, active: true, staticData });
	}

	private node(): INode {
		return { ...workflowNode(this.nodeName, TRIGGER_TYPE, this.parameters), id: 'trigger-1' };
	}

	private store(workflow: Workflow): void {
		if (workflow.staticData.__dataChanged !== true) return;
		this.database = JSON.stringify(workflow.staticData);
		workflow.staticData.__dataChanged = false;
	}

	private begin(mode: WorkflowActivateMode, budgetMs: number): Begun {
		const workflow = this.workflow();
		const { data } = additionalData(this.options.credential, 'trigger');
		const node = this.node();
		const isCursor = this.keeping === 'cursors';
		const stored = storedFor(workflow, node, budgetMs, isCursor ? () => this.cursor : undefined);
		const commit = () => {
			this.cursor = stored.take() ?? this.cursor;
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
			...stored.access,
		);
		return { workflow, context: this.equipped(context) };
	}

	/** With a logger that tests can read; the declarations of n8n's packages disagree in a field that no poll reads. */
	private equipped(context: PollContext): IPollFunctions {
		const write = (text: string) => void this.logged.push(text);
		const logger = { info: write, warn: write, error: write, debug: () => undefined };
		Object.defineProperty(context, 'logger', { value: logger });
		const { answer, change } = this.options;
		if (answer) {
			const request = async (_type: string, { url, body }: { url: string; body?: unknown }) => {
				const path = new URL(url).pathname;
				const { references = [] } = JSON.parse(String(body ?? '{}')) as { references?: string[] };
				const [, alone, route] = /\/annonce\/([^/]+)\/(\w+)$/.exec(path) ?? [];
				const answered = alone
					? ofOne(await answer(LISTS[route ?? ''] ?? path, [alone]))
					: await answer(path, references);
				const text = answered ? JSON.stringify(answered) : '<html>Service indisponible</html>';
				return { statusCode: 200, headers: {}, body: Buffer.from(text) };
			};
			Object.assign(context.helpers, { httpRequestWithAuthentication: request });
		}
		const equipped = context as unknown as IPollFunctions;
		change?.(equipped);
		return equipped;
	}
}
