/**
 * n8n's own engine in this process, running the published package on given items: for what a server process hides
 * behind its database, such as memory and processor time. Used in a child process, see `engineChild.mts`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type * as Core from 'n8n-core';
import type {
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import type * as WorkflowPackage from 'n8n-workflow';
import { credentialsInMemory, executionInMemory } from '../../test/engine/inMemory.mts';
import { PREFIX, signedHeaders, type BareCall } from './bare.mts';
import type { Keys } from './service.mts';

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
/** As many as the package has. */
const IN_FLIGHT = 64;

function loadEngine() {
	const folder = mkdtempSync(join(tmpdir(), 'legal-notice-bench-engine-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	// Read by n8n-core when it is loaded.
	process.env['N8N_USER_FOLDER'] = folder;
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
		this.#types.set('bareHelper', this.#bareHelperNode());
	}

	type(name: string): INodeType {
		const type = this.#types.get(name);
		if (!type) throw new Error(`The package has no node ${name}.`);
		return type;
	}

	/** Runs the action node once, or another type of node. */
	async run(
		parameters: INode['parameters'],
		items: IDataObject[],
		credential: Credential,
		type = 'legalNotice',
	): Promise<EngineRun> {
		this.#items = items;
		const workflow = this.workflow(type, parameters);
		const { data, credentials } = this.#execution(credential);
		const execution = new this.core.WorkflowExecute(data, 'trigger');
		const startNode = workflow.getNode('Items');
		if (!startNode) throw new Error('The workflow has no start.');
		const { data: result } = await execution.run({ workflow, startNode });
		const task = result.resultData.runData['Node']?.at(-1);
		const error = task?.error ?? result.resultData.error;
		return {
			items: task?.data?.main?.[0]?.length ?? 0,
			credentialReads: credentials.reads,
			...(error && { error: `${error.message} ${error.description ?? ''}` }),
		};
	}

	/** Polls the trigger as n8n's classic poller does: the same workflow, and the state in it, at every poll. */
	watch(parameters: INode['parameters'], credential: Credential): Watch {
		const type = this.type(TRIGGER);
		const workflow = this.workflow(TRIGGER, parameters);
		const node = workflow.getNode('Node');
		if (!node || !type.poll) throw new Error('The package has no trigger.');
		const { data } = this.#execution(credential);
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

	#execution(credential: Credential): {
		data: IWorkflowExecuteAdditionalData;
		credentials: { readonly reads: number };
	} {
		const credentials = credentialsInMemory(this.#workflow, this.#credentialType, {
			environment: 'test',
			requestsPerMinute: 300,
			...credential,
		});
		const id = String(this.#executions);
		return { data: executionInMemory(this.core, credentials, id, 'trigger'), credentials };
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

	/** n8n's own request helper called bare: each item is a call, signed when its turn comes; 64 are in flight. */
	#bareHelperNode(): INodeType {
		return {
			description: {
				...this.#itemsNode().description,
				name: 'bareHelper',
				inputs: ['main'],
				credentials: [{ name: CREDENTIAL_TYPE, required: true }],
			},
			async execute(this: IExecuteFunctions) {
				const keys = await this.getCredentials<Keys & { baseUrl: string }>(CREDENTIAL_TYPE);
				const calls = this.getInputData().map(({ json }) => json as unknown as BareCall);
				const left = calls.entries();
				const out: INodeExecutionData[] = [];
				const work = async () => {
					for (const [at, { method, path, body }] of left) {
						const bytes = Buffer.from(JSON.stringify(body));
						const answer = (await this.helpers.httpRequest({
							method,
							url: `${keys.baseUrl}${PREFIX}${path}`,
							headers: signedHeaders(keys, method, path, bytes.toString()),
							body: bytes,
							json: false,
						})) as IDataObject;
						if (answer['resultat'] !== 'succes') throw new Error(JSON.stringify(answer));
						out[at] = { json: answer, pairedItem: at };
					}
				};
				await Promise.all(Array.from({ length: IN_FLIGHT }, work));
				return [out];
			},
		};
	}
}
