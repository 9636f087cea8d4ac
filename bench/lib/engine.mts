/**
 * n8n's own engine in this process, running the published package: for what a server hides behind its database, such as
 * memory and processor time.
 */
import { createRequire } from 'node:module';
import type * as Core from 'n8n-core';
import type {
	IConnections,
	ICredentialType,
	IDataObject,
	INode,
	INodeType,
	IPollFunctions,
} from 'n8n-workflow';
import type * as WorkflowPackage from 'n8n-workflow';
import type { Account } from '../../e2e/lib/serviceCall.mts';
import { attached, chained, node, type WorkflowNode } from '../../e2e/lib/workflow.mts';
import { credentialsInMemory, executionInMemory } from '../../test/engine/inMemory.mts';
import { ownNode } from './ownNodes.mts';
import { create, FOLDER, n8n } from './package.mts';

/** A node with the name by which n8n knows its type. */
export interface Peer {
	readonly type: string;
	readonly node: INodeType;
}

export interface Job {
	/** What does the work in the place of the package. */
	readonly peer?: Peer;
	readonly parameters: INode['parameters'];
	readonly items: readonly IDataObject[];
	readonly account: Account;
	readonly requestsPerMinute?: number;
}

const CREDENTIAL_TYPE = 'legalNoticeApi';

// Read by n8n-core when it is loaded.
Object.assign(process.env, {
	N8N_USER_FOLDER: FOLDER,
	N8N_ENCRYPTION_KEY: 'bench',
	N8N_LOG_LEVEL: 'silent',
});
const load = createRequire(import.meta.url);
load('reflect-metadata');
const core = load('n8n-core') as typeof Core;
const n8nWorkflow = load('n8n-workflow') as typeof WorkflowPackage;
const network = createRequire(load.resolve('n8n-core'))('@n8n/backend-network') as {
	configureGlobalAxiosDefaults(): void;
};
network.configureGlobalAxiosDefaults();

const types = n8n.nodes.flatMap((file) => create<INodeType>(file));
const [credentialType] = n8n.credentials.flatMap((file) => create<ICredentialType>(file));

function typeNamed(name: string): INodeType {
	const type = types.find(({ description }) => description.name === name);
	if (!type) throw new Error(`There is no node ${name}.`);
	return type;
}

/** Behind a node that hands over the items. @param typeOf finds the types of the steps */
function workflowOf(
	steps: readonly WorkflowNode[],
	items: readonly IDataObject[],
	typeOf: (type: string, version?: number) => INodeType,
) {
	const given = items.map((json) => ({ json }));
	const description = { name: 'items', version: 1, properties: [], inputs: [], outputs: ['main'] };
	const execute = () => Promise.resolve([given]);
	const source = { description, execute } as unknown as INodeType;
	const byName = (type: string, version?: number) =>
		type === SOURCE ? source : typeOf(type, version);
	const { nodes, connections } = chained('bench', [node('Items', SOURCE, 1), ...steps]);
	return new n8nWorkflow.Workflow({
		id: 'bench',
		active: false,
		nodeTypes: { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) },
		settings: { executionOrder: 'v1' },
		nodes: nodes as unknown as INode[],
		connections: connections as IConnections,
	});
}

const SOURCE = 'bench.items';

/** The workflow of a job: one node. */
function workflowFor(name: string, { parameters, items, peer }: Job) {
	const { type, node: worker } = peer ?? { type: `bench.${name}`, node: typeNamed(name) };
	const [typeVersion = 1] = [worker.description.version].flat().slice(-1);
	const credential = { id: '1', name: 'Legal Notice API', type: CREDENTIAL_TYPE, data: {} };
	const step = attached(node('Node', type, typeVersion, parameters), credential);
	return workflowOf([step], items, () => worker);
}

function dataOf({ account, requestsPerMinute = 300 }: Pick<Job, 'account' | 'requestsPerMinute'>) {
	if (!credentialType) throw new Error('The package has no credential.');
	const { url: baseUrl, ...keys } = account;
	const data = { environment: 'test', baseUrl, ...keys, requestsPerMinute };
	const credentials = credentialsInMemory(n8nWorkflow, credentialType, data);
	return executionInMemory(core, credentials, '1', 'trigger');
}

/** Runs the action node once. @throws Error when the node failed */
export async function execute(job: Job) {
	return await executed(
		workflowFor('legalNotice', job),
		'Node',
		job.account,
		job.requestsPerMinute,
	);
}

/** Runs steps of n8n's own, one after the other. @throws Error when the last one was not reached */
export async function executeSteps(
	steps: readonly WorkflowNode[],
	items: readonly IDataObject[],
	account: Account,
) {
	return await executed(workflowOf(steps, items, ownNode), steps.at(-1)?.name ?? '', account);
}

async function executed(
	workflow: WorkflowPackage.Workflow,
	last: string,
	account: Account,
	requestsPerMinute = 300,
) {
	const startNode = workflow.getNode('Items');
	if (!startNode) throw new Error('The workflow has no start.');
	const data = dataOf({ account, requestsPerMinute });
	const execution = new core.WorkflowExecute(data, 'trigger');
	const { data: result } = await execution.run({ workflow, startNode });
	const task = result.resultData.runData[last]?.at(-1);
	const error = task?.error ?? result.resultData.error;
	if (error) throw new Error(`${error.message} ${error.description ?? ''}`);
	return { items: task?.data?.main?.[0]?.length ?? 0 };
}

export async function runNode(job: Job) {
	return await measured(async () => await execute(job));
}

/**
 * Watches as n8n's classic poller does: the same workflow, and the state in it, at every poll.
 * @returns what polls once and gives the number of events, and what gives the bytes of the state as n8n stores it
 */
export function watcher(job: Job) {
	const type = typeNamed('legalNoticeTrigger');
	const workflow = workflowFor('legalNoticeTrigger', job);
	const node = workflow.getNode('Node');
	if (!node || !type.poll) throw new Error('The package has no trigger.');
	const context = new core.PollContext(workflow, node, dataOf(job), 'trigger', 'activate');
	const pollOnce = type.poll.bind(context as unknown as IPollFunctions);
	const poll = async () => ({ items: (await pollOnce())?.[0]?.length ?? 0 });
	const stateBytes = () => JSON.stringify(workflow.getStaticData('node', node)).length;
	return { poll, stateBytes };
}

export function watch(job: Job) {
	const { poll, stateBytes } = watcher(job);
	return async () => ({ ...(await measured(poll)), stateBytes: stateBytes() });
}

/**
 * Collects garbage before the work, which is not the work's.
 *
 * @returns with `ms`, `cpuMs` of the process, which other work on the machine does not lengthen, and the MB that the heap
 * grew to above what it was before, sampled
 */
async function measured<Outcome>(work: () => Promise<Outcome>) {
	globalThis.gc?.();
	const before = process.memoryUsage().heapUsed;
	let most = before;
	const sample = () => (most = Math.max(most, process.memoryUsage().heapUsed));
	const sampling = setInterval(sample, 20);
	const cpu = process.cpuUsage();
	const started = performance.now();
	const outcome = await work().finally(() => clearInterval(sampling));
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(cpu);
	return { ...outcome, ms, cpuMs: (user + system) / 1000, heapMB: (most - before) / 1e6 };
}
