/**
 * Runs the package in process on n8n's own engine: its workflow executor, its request helpers, its contexts.
 * Nothing of `this.helpers` is imitated; what the node sends goes over real HTTP.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All that n8n writes: its settings, and files that it keeps outside of the items. */
export const engineFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
afterAll(() => rmSync(engineFolder, { recursive: true, force: true }));

// Read by n8n-core when it is loaded.
process.env.N8N_USER_FOLDER = engineFolder;
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
process.env.N8N_LOG_LEVEL = 'silent';

// As n8n loads them: the package under test then meets the very same classes.
const load = createRequire(import.meta.url);
load('reflect-metadata');
export const core = load('n8n-core') as typeof Core;
export const workflowPackage = load('n8n-workflow') as typeof WorkflowPackage;
// n8n does this when it starts; the copy is the one that n8n-core itself uses.
const network = createRequire(load.resolve('n8n-core'))('@n8n/backend-network') as {
	configureGlobalAxiosDefaults(): void;
};
network.configureGlobalAxiosDefaults();

import type * as Core from 'n8n-core';
import type * as WorkflowPackage from 'n8n-workflow';
import type {
	IBinaryKeyData,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameterResourceLocator,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';

export const CREDENTIAL_TYPE = 'legalNoticeApi';

/** What the credential form holds. */
export interface Credential {
	environment?: 'test' | 'production';
	baseUrl: string;
	publicKey: string;
	secretKey: string;
	requestsPerMinute?: number;
}

const credentialType: ICredentialType = new LegalNoticeApi();

/** Emits the items of its parameter; stands in for whatever comes before the node. */
class Items implements INodeType {
	description = {
		displayName: 'Items',
		name: 'items',
		group: ['input' as const],
		version: 1,
		description: 'Emits given items',
		defaults: { name: 'Items' },
		inputs: [],
		outputs: [workflowPackage.NodeConnectionTypes.Main],
		properties: [],
	};

	static queue = new Map<string, INodeExecutionData[]>();

	execute(this: { getWorkflow(): { id?: string } }): Promise<INodeExecutionData[][]> {
		return Promise.resolve([Items.queue.get(this.getWorkflow().id ?? '') ?? []]);
	}
}

const nodeTypes = new Map<string, INodeType>([
	['items', new Items()],
	['n8n-nodes-legal-notice.legalNotice', new LegalNotice()],
]);

/** Makes another node type known, such as a probe of a test. */
export function registerNodeType(name: string, type: INodeType): void {
	nodeTypes.set(name, type);
}

const knownTypes: INodeTypes = {
	getByName: (name) => typeNamed(name),
	getByNameAndVersion: (name) => typeNamed(name),
	getKnownTypes: () => ({}),
};

function typeNamed(name: string): INodeType {
	const type = nodeTypes.get(name);
	if (!type) throw new Error(`unknown node type ${name}`);
	return type;
}

/** The part of n8n's credential service that the engine asks, over credentials held in memory. */
class MemoryCredentials extends workflowPackage.ICredentialsHelper {
	reads = 0;

	private readonly credential: Credential;

	constructor(credential: Credential) {
		super();
		this.credential = credential;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		if (typeof credentialType.authenticate !== 'function') throw new Error('no authenticate');
		return await credentialType.authenticate(credentials, options);
	}

	preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	getCredentials(): Promise<never> {
		return Promise.reject(new Error('not used by the engine here'));
	}

	getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		return Promise.resolve({ requestsPerMinute: 300, environment: 'test', ...this.credential });
	}

	updateCredentials(): Promise<void> {
		return Promise.resolve();
	}

	updateCredentialsOauthTokenData(): Promise<void> {
		return Promise.resolve();
	}

	getCredentialsProperties(): ICredentialType['properties'] {
		return credentialType.properties;
	}
}

let executions = 0;

export function additionalData(
	credential: Credential,
	mode: WorkflowExecuteMode = 'manual',
): { data: IWorkflowExecuteAdditionalData; credentials: MemoryCredentials } {
	const executionId = String(++executions);
	const credentials = new MemoryCredentials(credential);
	const url = 'http://127.0.0.1:1/';
	const data = {
		credentialsHelper: credentials,
		hooks: new core.ExecutionLifecycleHooks(mode, executionId, {
			id: executionId,
			name: 'test',
			active: false,
			isArchived: false,
			activeVersionId: null,
			nodes: [],
			connections: {},
			createdAt: new Date(),
			updatedAt: new Date(),
		}),
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: url,
		instanceBaseUrl: url,
		formBaseUrl: url,
		formWaitingBaseUrl: url,
		formTestBaseUrl: url,
		webhookBaseUrl: url,
		webhookWaitingBaseUrl: url,
		webhookTestBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
		variables: {},
		logAiEvent: () => undefined,
		setExecutionStatus: () => undefined,
	};
	return { data: data as unknown as IWorkflowExecuteAdditionalData, credentials };
}

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
	const error = task?.error ?? run.data.resultData.error;
	return {
		items: main[0] ?? [],
		json: (main[0] ?? []).map((item) => item.json),
		errorItems: main[1] ?? [],
		error: error as Result['error'],
		stored: JSON.stringify(run.data),
		credentialReads: credentials.reads,
		run,
		hints: task?.hints ?? [],
	};
}

function workflowOf(options: RunOptions): Workflow {
	const type = options.type ?? 'n8n-nodes-legal-notice.legalNotice';
	return new workflowPackage.Workflow({
		id: `workflow-${executions}`,
		name: 'test',
		active: false,
		nodeTypes: knownTypes,
		settings: { executionOrder: 'v1' },
		nodes: [
			{
				id: '1',
				name: 'Items',
				type: 'items',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: '2',
				name: 'Node',
				type,
				typeVersion: 1,
				position: [200, 0],
				parameters: options.parameters,
				credentials: { [CREDENTIAL_TYPE]: { id: '1', name: 'Legal Notice API' } },
				...options.settings,
			},
		],
		connections: { Items: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
	});
}

/** A resource locator as the editor stores it when a code is typed. */
export function byId(value: string | number): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value };
}

/** Items with one binary field. */
export async function withFile(
	json: IDataObject,
	field: string,
	bytes: Buffer,
	fileName: string,
	mimeType: string,
): Promise<INodeExecutionData> {
	const file = { data: bytes.toString('base64'), fileName, mimeType };
	const binary: IBinaryKeyData = { [field]: file };
	return await Promise.resolve({ json, binary });
}

/** Calls a list method of the node as the editor does. */
export async function callMethod<Returned>(
	kind: 'listSearch' | 'loadOptions',
	name: string,
	parameters: INodeParameters,
	credential: Credential,
	...args: unknown[]
): Promise<Returned> {
	const { data } = additionalData(credential, 'internal');
	data.currentNodeParameters = parameters;
	const node: INode = {
		id: 'uuid-1234',
		name: 'Temp-Node',
		type: 'n8n-nodes-legal-notice.legalNotice',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [CREDENTIAL_TYPE]: { id: '1', name: 'Legal Notice API' } },
	};
	const workflow = new workflowPackage.Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: knownTypes,
	});
	const context = new core.LoadOptionsContext(workflow, node, data, '');
	const methods = typeNamed(node.type).methods?.[kind] as
		| Record<string, (this: unknown, ...given: unknown[]) => Promise<Returned>>
		| undefined;
	const method = methods?.[name];
	if (!method) throw new Error(`the node has no ${kind} method ${name}`);
	return await method.call(context, ...args);
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/**
 * Tests the credential as n8n's credential tester does: its request through the declarative engine, then its rules
 * on what came back, the first that matches being the failure.
 */
export async function testCredential(credential: Credential): Promise<CredentialTestResult> {
	const { data } = additionalData(credential, 'internal');
	const test = credentialType.test;
	if (!test) throw new Error('the credential has no test');
	const probe: INodeType = {
		description: {
			displayName: 'Temp',
			name: 'temp',
			group: ['input'],
			version: 1,
			description: '',
			defaults: { name: 'Temp' },
			inputs: [workflowPackage.NodeConnectionTypes.Main],
			outputs: [workflowPackage.NodeConnectionTypes.Main],
			credentials: [{ name: CREDENTIAL_TYPE, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request: test.request },
					default: '',
				},
			],
		},
	};
	const node: INode = {
		id: 'temp',
		name: 'Temp',
		type: 'temp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [CREDENTIAL_TYPE]: { id: '1', name: 'Legal Notice API' } },
	};
	registerNodeType('temp', probe);
	const workflow = new workflowPackage.Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: knownTypes,
	});
	const inputData = { main: [[{ json: {} }]] };
	const context = new core.ExecuteContext(
		workflow,
		node,
		data,
		'internal',
		workflowPackage.createRunExecutionData({}),
		0,
		[{ json: {} }],
		inputData,
		{ node, data: {}, source: null },
		[],
	);
	const decrypted = {
		id: '1',
		name: 'Legal Notice API',
		type: CREDENTIAL_TYPE,
		data: { requestsPerMinute: 300, environment: 'test', ...credential },
	};
	let answer: unknown;
	try {
		const output = await new core.RoutingNode(context, probe, decrypted).runNode();
		answer = output?.[0]?.[0]?.json;
	} catch (error) {
		return { status: 'Error', message: error instanceof Error ? error.message : String(error) };
	}
	for (const rule of test.rules ?? []) {
		if (rule.type !== 'responseSuccessBody') continue;
		const value = rule.properties.key
			.split(/[.[\]]+/)
			.filter((key) => key !== '')
			.reduce<unknown>(
				(at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
				answer,
			);
		if (value === rule.properties.value)
			return { status: 'Error', message: rule.properties.message };
	}
	return { status: 'OK', message: 'Connection successful!' };
}

/** An agent without a model: invokes its tool with given arguments and emits what the model would read. */
class Agent implements INodeType {
	description = {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform' as const],
		version: 1,
		description: 'Invokes its tool',
		defaults: { name: 'Agent' },
		inputs: [workflowPackage.NodeConnectionTypes.Main, workflowPackage.NodeConnectionTypes.AiTool],
		outputs: [workflowPackage.NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const tools = (await this.getInputConnectionData(
			workflowPackage.NodeConnectionTypes.AiTool,
			0,
		)) as Array<{ invoke(args: unknown): Promise<string> }>;
		const answers: INodeExecutionData[] = [];
		for (const { json } of this.getInputData()) {
			const answer = await tools[0]?.invoke(json).catch((error: Error) => error.message);
			answers.push({ json: { answer } });
		}
		return [answers];
	}
}

/** The package's node as n8n offers it to agents. */
class LegalNoticeTool extends LegalNotice {
	constructor() {
		super();
		this.description = {
			...this.description,
			name: 'legalNoticeTool',
			inputs: [],
			outputs: [workflowPackage.NodeConnectionTypes.AiTool],
			properties: [
				...this.description.properties,
				{ displayName: 'Description', name: 'toolDescription', type: 'string', default: 'tool' },
			],
		};
	}
}

/** Runs the node as an agent's tool, once for each set of arguments; returns what the model reads. */
export async function runTool(
	parameters: INodeParameters,
	credential: Credential,
	calls: IDataObject[],
): Promise<string[]> {
	registerNodeType('agent', new Agent());
	registerNodeType('n8n-nodes-legal-notice.legalNoticeTool', new LegalNoticeTool());
	const { data } = additionalData(credential);
	const id = `tool-${executions}`;
	const workflow = new workflowPackage.Workflow({
		id,
		name: 'test',
		active: false,
		nodeTypes: knownTypes,
		settings: { executionOrder: 'v1' },
		nodes: [
			{ id: '1', name: 'Items', type: 'items', typeVersion: 1, position: [0, 0], parameters: {} },
			{ id: '2', name: 'Agent', type: 'agent', typeVersion: 1, position: [0, 0], parameters: {} },
			{
				id: '3',
				name: 'Order notices',
				type: 'n8n-nodes-legal-notice.legalNoticeTool',
				typeVersion: 1,
				position: [0, 0],
				parameters: { ...parameters, toolDescription: 'Works with legal notices' },
				credentials: { [CREDENTIAL_TYPE]: { id: '1', name: 'Legal Notice API' } },
			},
		],
		connections: {
			Items: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			'Order notices': { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
	});
	Items.queue.set(
		id,
		calls.map((json) => ({ json })),
	);
	const startNode = workflow.getNode('Items');
	if (!startNode) throw new Error('no start node');
	const run = await new core.WorkflowExecute(data, 'manual').run({ workflow, startNode });
	const task = run.data.resultData.runData.Agent?.at(-1);
	if (task?.error) throw task.error;
	return (task?.data?.main?.[0] ?? []).map(({ json }) => String(json.answer));
}
