/**
 * n8n's own engine in a process of its own, told by messages what to run with the published package: for what a server
 * hides behind its database, such as memory and processor time. `startEngine` is its other end.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type { ICredentialType, IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import type { INodeTypes, IPollFunctions, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import type * as WorkflowPackage from 'n8n-workflow';
import { credentialsInMemory, executionInMemory } from '../../test/engine/inMemory.mts';
import { inFlight, PREFIX, signedHeaders, type BareCall, type Keys } from './bare.mts';
import type { Job, JobResult } from './startEngine.mts';

type Outcome = Pick<JobResult, 'items' | 'stateBytes'>;

const CREDENTIAL_TYPE = 'legalNoticeApi';
/** As many as the package has. */
const IN_FLIGHT = 64;

const folder = mkdtempSync(join(tmpdir(), 'legal-notice-bench-engine-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// Read by n8n-core when it is loaded.
Object.assign(process.env, {
	N8N_USER_FOLDER: folder,
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

const packageFolder = process.argv[2] ?? '';
const { n8n } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};
const create = <T,>(file: string): T[] =>
	Object.values(load(join(packageFolder, file)) as object).map((Type: new () => T) => new Type());

/** A node that is not the package's. */
const typeOf = (name: string, more: object, execute: NonNullable<INodeType['execute']>) => {
	const description = { name, version: 1, properties: [], outputs: ['main'], ...more };
	return { description, execute } as unknown as INodeType;
};

let given: IDataObject[] = [];
const itemsNode = typeOf('items', { inputs: [] }, () =>
	Promise.resolve([given.map((json) => ({ json }))]),
);

/** n8n's own request helper called bare: each item is a call, signed when its turn comes. */
const bareHelper = typeOf(
	'bareHelper',
	{ inputs: ['main'], credentials: [{ name: CREDENTIAL_TYPE, required: true }] },
	async function (this: IExecuteFunctions) {
		const keys = await this.getCredentials<Keys & { baseUrl: string }>(CREDENTIAL_TYPE);
		const calls = this.getInputData().map(({ json }) => json as unknown as BareCall);
		const out = await inFlight(calls, IN_FLIGHT, async (call) => {
			const body = Buffer.from(JSON.stringify(call.body));
			const headers = signedHeaders(keys, call, body.toString());
			const url = `${keys.baseUrl}${PREFIX}${call.path}`;
			const request = { method: call.method, url, headers, body, json: false };
			const json = (await this.helpers.httpRequest(request)) as IDataObject;
			if (json['resultat'] !== 'succes') throw new Error(JSON.stringify(json));
			return { json };
		});
		return [out];
	},
);

const all = [itemsNode, bareHelper, ...n8n.nodes.flatMap((file) => create<INodeType>(file))];
const types = new Map(all.map((type) => [type.description.name, type]));
const [credentialType] = n8n.credentials.flatMap((file) => create<ICredentialType>(file));

function typeNamed(name: string): INodeType {
	const type = types.get(name);
	if (!type) throw new Error(`There is no node ${name}.`);
	return type;
}

function workflowOf(type: string, { parameters }: Job) {
	const node = { typeVersion: 1, position: [0, 0] as [number, number] };
	const nodeTypes: INodeTypes = {
		getByName: typeNamed,
		getByNameAndVersion: typeNamed,
		getKnownTypes: () => ({}),
	};
	const credentials = { [CREDENTIAL_TYPE]: { id: '1', name: 'Legal Notice API' } };
	return new n8nWorkflow.Workflow({
		id: 'bench',
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
		nodes: [
			{ ...node, id: '1', name: 'Items', type: 'items', parameters: {} },
			{ ...node, id: '2', name: 'Node', type, parameters, credentials },
		],
		connections: { Items: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
	});
}

function dataOf({ credential }: Job): IWorkflowExecuteAdditionalData {
	if (!credentialType) throw new Error('The package has no credential.');
	const data = { environment: 'test', requestsPerMinute: 300, ...credential };
	const credentials = credentialsInMemory(n8nWorkflow, credentialType, data);
	return executionInMemory(core, credentials, '1', 'trigger');
}

/** Runs the action node once, or another type of node. */
async function run(job: Job): Promise<Outcome> {
	given = job.items;
	const workflow = workflowOf(job.type ?? 'legalNotice', job);
	const startNode = workflow.getNode('Items');
	if (!startNode) throw new Error('The workflow has no start.');
	const execution = new core.WorkflowExecute(dataOf(job), 'trigger');
	const { data: result } = await execution.run({ workflow, startNode });
	const task = result.resultData.runData['Node']?.at(-1);
	const error = task?.error ?? result.resultData.error;
	if (error) throw new Error(`${error.message} ${error.description ?? ''}`);
	return { items: task?.data?.main?.[0]?.length ?? 0, stateBytes: 0 };
}

/** Polls the trigger as n8n's classic poller does: the same workflow, and the state in it, at every poll. */
function watch(job: Job): () => Promise<Outcome> {
	const type = typeNamed('legalNoticeTrigger');
	const workflow = workflowOf('legalNoticeTrigger', job);
	const node = workflow.getNode('Node');
	if (!node || !type.poll) throw new Error('The package has no trigger.');
	const context = new core.PollContext(workflow, node, dataOf(job), 'trigger', 'activate');
	const poll = type.poll.bind(context as unknown as IPollFunctions);
	return async () => {
		const items = (await poll())?.[0]?.length ?? 0;
		return { items, stateBytes: JSON.stringify(workflow.getStaticData('node', node)).length };
	};
}

const watches = new Map<string, () => Promise<Outcome>>();

async function measured(job: Job): Promise<JobResult> {
	const { watch: name } = job;
	if (name !== undefined && !watches.has(name)) watches.set(name, watch(job));
	globalThis.gc?.();
	const before = process.memoryUsage().heapUsed;
	let most = before;
	const sample = () => (most = Math.max(most, process.memoryUsage().heapUsed));
	const sampling = setInterval(sample, 20);
	const cpu = process.cpuUsage();
	const started = performance.now();
	const outcome = await (watches.get(name ?? '')?.() ?? run(job));
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(cpu);
	clearInterval(sampling);
	return { ...outcome, ms, cpuMs: (user + system) / 1000, heapMB: (most - before) / 1e6 };
}

process.on('message', (job: Job) => {
	const answer = (result: object) => process.send?.(result);
	measured(job).then(answer, (error: unknown) => answer({ error: String(error) }));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
