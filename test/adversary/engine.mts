/** Executions on n8n's own engine: Retry On Fail, On Error, Stop, and *Retry* of an execution that has ended. */
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IRun,
	IRunExecutionData,
} from 'n8n-workflow';
import { credentialsInMemory, executionInMemory } from '../engine/inMemory.mts';
import { core, workflowPackage } from '../engine/n8n.mts';
import { workflowNode, workflowOf } from '../engine/nodeTypes.mts';
import type { NodeSettings } from '../engine/engine.mts';
import { copyOf, nodeTypeOf } from './processes.mts';
import type { Keys } from './service.mts';

export interface Credential extends Keys {
	readonly environment: 'test' | 'production';
	readonly baseUrl: string;
	readonly requestsPerMinute: number;
}

export interface Wanted {
	readonly parameters: INodeParameters;
	readonly items: readonly IDataObject[];
	readonly settings: NodeSettings;
	readonly credential: Credential;
	readonly slot: number;
	/** Of the execution. */
	readonly id: string;
}

/** What an execution left behind, as people and n8n's database see it. */
export interface Ended {
	readonly items: readonly INodeExecutionData[];
	readonly errorItems: readonly INodeExecutionData[];
	readonly error: (Error & { description?: string | null; context?: IDataObject }) | undefined;
	readonly stored: string;
	readonly data: IRunExecutionData;
}

export interface Started {
	readonly done: Promise<Ended>;
	readonly stop: () => void;
}

function prepare({ parameters, settings, credential, slot, id }: Wanted) {
	const helper = credentialsInMemory(workflowPackage, copyOf(slot).credential, { ...credential });
	const data = executionInMemory(core, helper, id, 'manual');
	const startNode = workflowNode('Items', 'items', {});
	const node = { ...workflowNode('Node', nodeTypeOf(slot), parameters), ...settings };
	const connections = { Items: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] } };
	// Another zone makes every expression slower: n8n hands each of them the hour there.
	const zoned = { executionOrder: 'v1' as const, timezone: 'UTC' };
	const workflow = workflowOf([startNode, node], connections, { settings: zoned });
	return { data, startNode, workflow };
}

export function start(wanted: Wanted): Started {
	const { data, startNode, workflow } = prepare(wanted);
	const execution = new core.WorkflowExecute(data, 'manual');
	const pinData = { Items: wanted.items.map((json) => ({ json })) };
	const promise = execution.run({ workflow, startNode, pinData });
	return { done: promise.then(ended), stop: () => void promise.cancel() };
}

/** *Retry* of the list of executions: what n8n stored is run on from the node that failed. */
export function retry(wanted: Wanted, before: Ended): Started {
	const { data, workflow } = prepare(wanted);
	const stored = before.data;
	const { resultData } = stored;
	delete resultData.error;
	resultData.runData[resultData.lastNodeExecuted ?? '']?.pop();
	const execution = new core.WorkflowExecute(data, 'retry', stored);
	const promise = execution.processRunExecutionData(workflow);
	return { done: promise.then(ended), stop: () => void promise.cancel() };
}

function ended({ data }: IRun): Ended {
	const task = data.resultData.runData['Node']?.at(-1);
	const main = task?.data?.['main'] ?? [];
	return {
		items: main[0] ?? [],
		errorItems: main[1] ?? [],
		error: (task?.error ?? data.resultData.error) as Ended['error'],
		stored: JSON.stringify(data),
		data,
	};
}
