/**
 * n8n's own engine in this process, running the published package on given items: for what a server process hides
 * behind its database, such as memory and processor time. Used in a child process, see `engineChild.mts`.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeType,
	INodeTypes,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import type * as WorkflowPackage from 'n8n-workflow';

export type Credential = Readonly<Record<string, string | number>>;

export interface EngineRun {
	readonly items: number;
	readonly error?: string;
	readonly credentialReads: number;
}

export interface Watch {
	poll(): Promise<{ items: number; stateBytes: number }>;
}

const CREDENTIAL_TYPE = 'legalNoticeApi';
const TRIGGER = 'legalNoticeTrigger';
/** Expressions such as `$execution.resumeUrl` are made of these; nothing calls them. */
const ADDRESSES = [
	'restApiUrl',
	'instanceBaseUrl',
	'formBaseUrl',
	'formWaitingBaseUrl',
	'formTestBaseUrl',
	'webhookBaseUrl',
	'webhookWaitingBaseUrl',
	'webhookTestBaseUrl',
	'mcpBaseUrl',
	'mcpTestBaseUrl',
];

function loadEngine() {
	// Read by n8n-core when it is loaded.
	process.env['N8N_USER_FOLDER'] = mkdtempSync(join(tmpdir(), 'legal-notice-bench-engine-'));
	process.env['N8N_ENCRYPTION_KEY'] = 'bench';
	process.env['N8N_LOG_LEVEL'] = 'silent';
	const load = createRequire(import.meta.url);
	load('reflect-metadata');
	const core = load('n8n-core') as typeof Core;
	const network = createRequire(load.resolve('n8n-core'))('@n8n/backend-network') as {
		configureGlobalAxiosDefaults(): void;
	};
	network.configureGlobalAxiosDefaults();
	return { core, workflow: load('n8n-workflow') as typeof WorkflowPackage };
}

export class Engine {
	readonly core: typeof Core;
	readonly #workflow: typeof WorkflowPackage;
	readonly #types = new Map<string, INodeType>();
	readonly #credentialType: ICredentialType;
	#items: IDataObject[] = [];
	#executions = 0;

	/** @param packageFolder with the package's package.json */
	constructor(packageFolder: string) {
		const { core, workflow } = loadEngine();
		this.core = core;
		this.#workflow = workflow;
		const load = createRequire(join(packageFolder, 'package.json'));
		const { n8n } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
			n8n: { nodes: string[]; credentials: string[] };
		};
		const create = <T,>(file: string): T => {
			const [Type] = Object.values(load(join(packageFolder, file)) as Record<string, new () => T>);
			if (!Type) throw new Error(`${basename(file)} exports nothing.`);
			return new Type();
		};
		for (const file of n8n.nodes) {
			const type = create<INodeType>(file);
			this.#types.set(type.description.name, type);
		}
		this.#credentialType = create<ICredentialType>(n8n.credentials[0] ?? '');
		this.#types.set('items', this.#itemsNode());
	}

	type(name: string): INodeType {
		const type = this.#types.get(name);
		if (!type) throw new Error(`The package has no node ${name}.`);
		return type;
	}

	/** Runs the action node once. */
	async run(
		parameters: INode['parameters'],
		items: IDataObject[],
		credential: Credential,
	): Promise<EngineRun> {
		this.#items = items;
		const reads = { count: 0 };
		const workflow = this.workflow('legalNotice', parameters);
		const data = this.additionalData(credential, reads);
		const execution = new this.core.WorkflowExecute(data, 'trigger');
		const startNode = workflow.getNode('Items');
		if (!startNode) throw new Error('The workflow has no start.');
		const { data: result } = await execution.run({ workflow, startNode });
		const task = result.resultData.runData['Node']?.at(-1);
		const error = task?.error ?? result.resultData.error;
		return {
			items: task?.data?.main?.[0]?.length ?? 0,
			credentialReads: reads.count,
			...(error && { error: `${error.message} ${error.description ?? ''}` }),
		};
	}

	/** Polls the trigger as n8n's classic poller does: the same workflow, and the state in it, at every poll. */
	watch(parameters: INode['parameters'], credential: Credential): Watch {
		const type = this.type(TRIGGER);
		const workflow = this.workflow(TRIGGER, parameters);
		const node = workflow.getNode('Node');
		if (!node || !type.poll) throw new Error('The package has no trigger.');
		const data = this.additionalData(credential);
		const context = new this.core.PollContext(workflow, node, data, 'trigger', 'activate');
		const poll = type.poll.bind(context as unknown as IPollFunctions);
		return {
			poll: async () => ({
				items: (await poll())?.[0]?.length ?? 0,
				stateBytes: JSON.stringify(workflow.getStaticData('node', node)).length,
			}),
		};
	}

	workflow(type: string, parameters: INode['parameters']): Workflow {
		const node = { typeVersion: 1, position: [0, 0] as [number, number] };
		const nodeTypes = {
			getByName: (name: string) => this.type(name),
			getByNameAndVersion: (name: string) => this.type(name),
			getKnownTypes: () => ({}),
		} satisfies INodeTypes;
		return new this.#workflow.Workflow({
			id: `bench-${++this.#executions}`,
			name: 'bench',
			active: false,
			nodeTypes,
			settings: { executionOrder: 'v1' },
			nodes: [
				{ ...node, id: '1', name: 'Items', type: 'items', parameters: {} },
				{
					...node,
					id: '2',
					name: 'Node',
					type,
					parameters,
					credentials: { [CREDENTIAL_TYPE]: { id: '1', name: 'Legal Notice API' } },
				},
			],
			connections: { Items: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		});
	}

	/** What an execution gets from n8n: here only credentials, held in memory. */
	additionalData(
		credential: Credential,
		reads: { count: number } = { count: 0 },
	): IWorkflowExecuteAdditionalData {
		const type = this.#credentialType;
		const helper = {
			getParentTypes: () => [],
			isCredentialUsableByNode: () => true,
			authenticate: async (
				credentials: ICredentialDataDecryptedObject,
				_type: string,
				options: IHttpRequestOptions,
			) =>
				typeof type.authenticate === 'function'
					? await type.authenticate(credentials, options)
					: options,
			preAuthentication: () => Promise.resolve(undefined),
			runPreAuthentication: () => Promise.resolve(undefined),
			getDecrypted: () => {
				reads.count++;
				return Promise.resolve({ environment: 'test', requestsPerMinute: 300, ...credential });
			},
			getCredentialsProperties: () => type.properties,
		};
		const id = String(this.#executions);
		const data = {
			credentialsHelper: Object.assign(
				Object.create(this.#workflow.ICredentialsHelper.prototype) as object,
				helper,
			),
			executionId: id,
			currentNodeExecutionIndex: 0,
			...Object.fromEntries(ADDRESSES.map((name) => [name, 'http://127.0.0.1:1/'])),
			variables: {},
			hooks: new this.core.ExecutionLifecycleHooks('trigger', id, {
				id,
				name: 'bench',
				active: false,
				isArchived: false,
				activeVersionId: null,
				nodes: [],
				connections: {},
				createdAt: new Date(),
				updatedAt: new Date(),
			}),
			logAiEvent: () => undefined,
			setExecutionStatus: () => undefined,
		};
		return data as unknown as IWorkflowExecuteAdditionalData;
	}

	#itemsNode(): INodeType {
		const { Main } = this.#workflow.NodeConnectionTypes;
		return {
			description: {
				displayName: 'Items',
				name: 'items',
				group: ['input'],
				version: 1,
				description: 'Puts out given items',
				defaults: { name: 'Items' },
				inputs: [],
				outputs: [Main],
				properties: [],
			},
			execute: () => Promise.resolve([this.#items.map((json) => ({ json }))]),
		};
	}
}
