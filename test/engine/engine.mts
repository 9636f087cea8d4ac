/**
 * Runs the package in process on n8n's own engine: its workflow executor, its request helpers, its contexts.
 * Nothing of `this.helpers` is imitated; what the node sends goes over real HTTP.
 */
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameterResourceLocator,
	INodeParameters,
	IRun,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalData, type Credential } from './executionData.mts';
import { core, workflowPackage } from './n8n.mts';
import { Items, knownTypes, NODE_TYPE, workflowNode } from './nodeTypes.mts';

export { runTool } from './agent.mts';
export { callMethod, testCredential } from './editorCalls.mts';
export { additionalData, type Credential } from './executionData.mts';
export { core, engineFolder, workflowPackage } from './n8n.mts';
export { CREDENTIAL_TYPE, registerNodeType, standIn } from './nodeTypes.mts';

export interface NodeSettings {
	onError?: NonNullable<INode['onError']>;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

export interface RunOptions {
	parameters: INodeParameters;
	credential: Credential;
	/** Input items; one empty item without it. */
	items?: IDataObject[];
	/** Input items with files; instead of `items`. */
	fullItems?: INodeExecutionData[];
	settings?: NodeSettings;
	mode?: WorkflowExecuteMode;
	type?: string;
	/** Called with a function that stops the execution, as the Stop button does. */
	onStarted?: (stop: () => void) => void;
}

export interface Result {
	/** Items of the main output. */
	items: INodeExecutionData[];
	/** Their JSON, for short assertions. */
	json: IDataObject[];
	/** Items of the error output. */
	errorItems: INodeExecutionData[];
	/** The error that stopped the execution. */
	error:
		| (Error & { description?: string | null; httpCode?: string | null; context?: IDataObject })
		| undefined;
	/** What a person reads of it, or nothing. */
	told: string;
	advice: string;
	/** Input items that each item of the main output is paired with. */
	pairs: unknown[];
	/** Everything that n8n would store of the execution, as text, to look for secrets. */
	stored: string;
	credentialReads: number;
	run: IRun;
	hints: unknown[];
}

/** Runs one node of the package on given items. */
export async function runNode(options: RunOptions): Promise<Result> {
	const mode = options.mode ?? 'manual';
	const { data, credentials } = additionalData(options.credential, mode);
	const workflow = workflowOf(options);
	Items.queue.set(
		workflow.id,
		options.fullItems ?? (options.items ?? [{}]).map((json) => ({ json })),
	);
	const execution = new core.WorkflowExecute(data, mode);
	const startNode = workflow.getNode('Items');
	if (!startNode) throw new Error('no start node');
	const promise = execution.run({ workflow, startNode });
	options.onStarted?.(() => void promise.cancel());
	const run = await promise;
	Items.queue.delete(workflow.id);
	const task = run.data.resultData.runData.Node?.at(-1);
	const main = task?.data?.main ?? [];
	const error = (task?.error ?? run.data.resultData.error) as Result['error'];
	return {
		items: main[0] ?? [],
		json: (main[0] ?? []).map((item) => item.json),
		errorItems: main[1] ?? [],
		error,
		told: error?.message ?? '',
		advice: error?.description ?? '',
		pairs: (main[0] ?? []).map(({ pairedItem }) => pairedItem),
		stored: JSON.stringify(run.data),
		credentialReads: credentials.reads,
		run,
		hints: task?.hints ?? [],
	};
}

let workflows = 0;

function workflowOf({ type = NODE_TYPE, parameters, settings }: RunOptions): Workflow {
	return new workflowPackage.Workflow({
		id: `workflow-${++workflows}`,
		name: 'test',
		active: false,
		nodeTypes: knownTypes,
		settings: { executionOrder: 'v1' },
		nodes: [
			workflowNode('Items', 'items', {}),
			{ ...workflowNode('Node', type, parameters), ...settings },
		],
		connections: { Items: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
	});
}

/** A resource locator as the editor stores it when a code is typed. */
export function byId(value: string | number): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value };
}

/** Items with one binary field. */
export function withFile(json: IDataObject, data: Buffer, field = 'data'): INodeExecutionData {
	const mimeType = 'application/octet-stream';
	return { json, binary: { [field]: { data: data.toString('base64'), mimeType } } };
}
