/**
 * n8n's own engine around the package: executions with Retry On Fail, Stop and *Retry*, in several processes, each with a
 * copy of the package in memory. What the node sends goes to the network of the history.
 */
import { jest } from '@jest/globals';
import type {
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IPollFunctions,
	IRun,
	IRunExecutionData,
} from 'n8n-workflow';
import type { NodeSettings } from '../engine/engine.mts';
import { credentialsInMemory, executionInMemory } from '../engine/inMemory.mts';
import { core, workflowPackage } from '../engine/n8n.mts';
import { registerNodeType, standIn, workflowNode, workflowOf } from '../engine/nodeTypes.mts';
import type { Network, Outgoing, Process, Response } from './network.mts';

/** Of one credential, as n8n hands it to the node. */
export interface Credential {
	readonly environment: 'test' | 'production';
	readonly baseUrl: string;
	readonly publicKey: string;
	readonly secretKey: string;
	readonly requestsPerMinute: number;
}

interface Copy {
	readonly node: INodeType;
	readonly trigger: INodeType;
	readonly credential: ICredentialType;
}

/** A module of the package as it is loaded; what it exports can be swapped. */
export type Module = Record<string, unknown>;
/** Swaps something in a copy of the package. @param load takes a path inside it, without its ending */
export type Swap = (load: (path: string) => Module) => void;

/** Where the sources are, from this file; `dist` has the same folders. */
const SOURCES = '../..';

function load(swap: Swap | undefined): Copy {
	let copy: Copy | undefined;
	jest.isolateModules(() => {
		const loaded = (path: string) => jest.requireActual<Module>(`${SOURCES}/${path}.ts`);
		const made = (path: string, name: string) => new (loaded(path)[name] as new () => unknown)();
		// Nodes read what they need when they are made, so that everything is swapped before.
		swap?.(loaded);
		copy = {
			node: made('nodes/LegalNotice/LegalNotice.node', 'LegalNotice') as INodeType,
			trigger: made('nodes/LegalNotice/LegalNoticeTrigger.node', 'LegalNoticeTrigger') as INodeType,
			credential: made(
				'credentials/LegalNoticeApi.credentials',
				'LegalNoticeApi',
			) as ICredentialType,
		};
	});
	if (!copy) throw new Error('The package could not be loaded.');
	return copy;
}

/** Which process of which network an execution runs in; asked by what stands in for n8n's request helpers. */
interface Running {
	readonly network: Network;
	readonly process: Process;
	/** Of the moment: polls that overlap may share a context. */
	readonly run: () => string;
	/** Called when n8n begins a try of the node. */
	readonly begins?: () => void;
}

/** By the identifier of an execution, or the context of a poll. */
const running = new Map<unknown, Running>();

/** Says whose calls those of an execution are. */
export function runsAs(execution: string | object, what: Running): void {
	running.set(execution, what);
}

export function forgetRuns(): void {
	running.clear();
}

/** Puts the network in the place of n8n's request helpers; everything else of the context is n8n's own. */
function equip(
	context: IExecuteFunctions | IPollFunctions,
	copy: Copy,
	execution: string | object,
): void {
	const who = running.get(execution);
	if (!who) throw new Error('Nobody runs this execution.');
	who.begins?.();
	const signed = async (type: string, options: Outgoing): Promise<Response> => {
		const credentials = await context.getCredentials(type);
		const { authenticate } = copy.credential;
		if (typeof authenticate !== 'function') throw new Error('The credential does not sign.');
		const sent = await authenticate.call(copy.credential, credentials, options as never);
		return await who.network.request(context.getNode(), who.run(), who.process, sent as Outgoing);
	};
	Object.assign(context.helpers, {
		httpRequestWithAuthentication: signed,
		httpRequest: async (options: Outgoing) => await who.network.file(who.process, options),
	});
	const log = (level: string) => (text: string, more?: object) =>
		who.network.log(level, text, more);
	const logger = { info: log('info'), warn: log('warn'), error: log('error'), debug: log('debug') };
	Object.defineProperty(context, 'logger', { value: logger, configurable: true });
}

/** Processes of n8n in a history: as many as may be killed, and a last one that works beside the others. */
export const SLOTS = 4;
const copies: Copy[] = [];

const nodeTypeOf = (slot: number, asTool = false): string =>
	`simulation.legalNotice${slot}${asTool ? 'Tool' : ''}`;
export const triggerTypeOf = (slot: number): string => `simulation.legalNoticeTrigger${slot}`;

function copyOf(slot: number): Copy {
	const copy = copies[slot];
	if (!copy) throw new Error(`There is no process ${slot}.`);
	return copy;
}

/** Loads the package as often as there are processes in a history. @param swap breaks each copy on purpose */
export function loadCopies(swap?: Swap): void {
	const silent = () => undefined;
	workflowPackage.LoggerProxy.init({ info: silent, warn: silent, error: silent, debug: silent });
	for (let slot = 0; slot < SLOTS; slot++) {
		const copy = load(swap);
		copies[slot] = copy;
		const { description } = copy.node;
		const ofTool = { name: 'legalNoticeTool', inputs: [], outputs: [AiTool] };
		for (const asTool of [false, true]) {
			registerNodeType(nodeTypeOf(slot, asTool), {
				description: asTool ? { ...description, ...ofTool } : description,
				async execute() {
					equip(this, copy, this.getExecutionId());
					return (await copy.node.execute?.call(this)) as never;
				},
			});
		}
		registerNodeType(triggerTypeOf(slot), {
			description: copy.trigger.description,
			async poll() {
				equip(this, copy, this);
				return (await copy.trigger.poll?.call(this)) ?? null;
			},
		});
	}
}

const { AiTool, Main } = workflowPackage.NodeConnectionTypes;
const AGENT = 'simulation.agent';

/** An agent without a model: calls its tool once for each item. What it would tell a person is the answer, or the failure. */
registerNodeType(AGENT, {
	description: standIn('agent', { inputs: [Main, AiTool] }),
	async execute() {
		const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Array<{
			invoke(args: unknown): Promise<string>;
		}>;
		const items: INodeExecutionData[] = [];
		for (const [item, { json }] of this.getInputData().entries()) {
			const all = await tool!.invoke(json).then(
				(answer) => JSON.parse(answer) as IDataObject[],
				({ message }: Error) => [{ error: message, message }],
			);
			items.push(...all.map((one) => ({ json: one, pairedItem: { item } })));
		}
		return [items];
	},
});

/** What an execution gets from n8n beside its workflow. */
export function surroundings(
	slot: number,
	credential: Credential,
	id: string,
	mode: 'manual' | 'trigger',
) {
	const helper = credentialsInMemory(workflowPackage, copyOf(slot).credential, { ...credential });
	return executionInMemory(core, helper, id, mode);
}

/** One execution of the node on some items. */
export interface Wanted {
	readonly parameters: INodeParameters;
	readonly items: readonly IDataObject[];
	readonly settings: NodeSettings;
	readonly credential: Credential;
	readonly slot: number;
	/** Of the execution. */
	readonly id: string;
	/** Whether an agent runs the node as its tool. */
	readonly asTool?: boolean;
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

function prepare({ parameters, settings, credential, slot, id, asTool = false }: Wanted) {
	const data = surroundings(slot, credential, id, 'manual');
	const startNode = workflowNode('Items', 'items', {});
	const node: INode = {
		...workflowNode(asTool ? 'Tool' : 'Node', nodeTypeOf(slot, asTool), parameters),
		...settings,
	};
	const agent = workflowNode('Node', AGENT, {});
	const connections = {
		Items: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] },
		...(asTool && { Tool: { ai_tool: [[{ node: 'Node', type: AiTool, index: 0 }]] } }),
	};
	// Another zone makes every expression slower: n8n hands each of them the hour there.
	const zoned = { executionOrder: 'v1' as const, timezone: 'UTC' };
	const nodes = asTool ? [startNode, agent, node] : [startNode, node];
	const workflow = workflowOf(nodes, connections, { settings: zoned });
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
