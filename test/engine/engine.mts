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
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalData, type Credential } from './executionData.mts';
import { core } from './n8n.mts';
import { NODE_TYPE, workflowNode, workflowOf } from './nodeTypes.mts';

export { callMethod, testCredential } from './editorCalls.mts';
export type { Credential } from './executionData.mts';
export { core, engineFolder, workflowPackage } from './n8n.mts';
export { CREDENTIAL_TYPE, registerNodeType, standIn } from './nodeTypes.mts';

export interface NodeSettings {
	onError?: NonNullable<INode['onError']>;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

/** The other items go on where one fails. */
export const GOES_ON = { onError: 'continueRegularOutput' } as const;
/** n8n runs the node again where it fails. */
export const RETRIES = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

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
	/** A node that is connected to it as a tool. */
	tool?: INode;
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
	hints: unknown[];
}

/** Runs one node of the package on given items. */
export async function runNode(options: RunOptions): Promise<Result> {
	const { parameters, settings, tool, mode = 'manual', type = NODE_TYPE } = options;
	const { data, credentials } = additionalData(options.credential, mode);
	const startNode = workflowNode('Items', 'items', {});
	const node = { ...workflowNode('Node', type, parameters), ...settings };
	const to = (kind: 'main' | 'ai_tool') => ({ [kind]: [[{ node: 'Node', type: kind, index: 0 }]] });
	const workflow = workflowOf([startNode, node, ...(tool ? [tool] : [])], {
		Items: to('main'),
		...(tool ? { [tool.name]: to('ai_tool') } : {}),
	});
	const items = options.fullItems ?? (options.items ?? [{}]).map((json) => ({ json }));
	const execution = new core.WorkflowExecute(data, mode);
	const promise = execution.run({ workflow, startNode, pinData: { Items: items } });
	options.onStarted?.(() => void promise.cancel());
	const run = await promise;
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
		hints: task?.hints ?? [],
	};
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
