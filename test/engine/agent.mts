/** The package's node as the tool of an agent. */
import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	ITaskData,
} from 'n8n-workflow';

import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { after } from '../simulation/clock.mts';
import { runNode, type NodeSettings, type RunOptions } from './engine.mts';
import { workflowPackage } from './n8n.mts';
import { NODE_TYPE, registerNodeType, standIn, workflowNode } from './nodeTypes.mts';
import { answering, type Answering } from './scripted.mts';

const { AiTool, Main } = workflowPackage.NodeConnectionTypes;
const TOOL_TYPE = `${NODE_TYPE}Tool`;
const TOOL_NAME = 'Order notices';

interface Tool {
	invoke(args: unknown): Promise<string>;
}

/** The next call begins when the one before it has ended. */
const ONE_BY_ONE = -1;

/** What a model reads of a tool that failed. */
const inWords = (error: { message: string }) => error.message;

/** An agent without a model: invokes its tool with given arguments and emits what the model would read. */
class Agent implements INodeType {
	description = standIn('agent', {
		inputs: [Main, AiTool],
		// n8n drops a parameter that a node does not have.
		properties: [{ displayName: 'Apart', name: 'apartMs', type: 'number', default: ONE_BY_ONE }],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Tool[];
		const invoke = async ({ json }: INodeExecutionData) => await tool?.invoke(json).catch(inWords);
		const calls = this.getInputData();
		const answers: unknown[] = [];
		const apartMs = Number(this.getNodeParameter('apartMs', 0));
		if (apartMs === ONE_BY_ONE) {
			for (const call of calls) answers.push(await invoke(call));
		} else {
			const begun = calls.map(async (call, at) => {
				if (at > 0) await after(at * apartMs);
				return await invoke(call);
			});
			answers.push(...(await Promise.all(begun)));
		}
		return [answers.map((answer) => ({ json: { answer } as IDataObject }))];
	}
}

/** An agent of version 3: asks n8n to run its tool as a node of the workflow, and is run again with what came of it. */
class EngineAgent implements INodeType {
	description = standIn('engineAgent', { inputs: [Main, AiTool] });

	async execute(
		this: IExecuteFunctions,
		response?: EngineResponse,
	): Promise<INodeExecutionData[][] | EngineRequest> {
		const answers = response?.actionResponses ?? [];
		if (answers.length > 0) {
			return [answers.map(({ data }) => ({ json: { answer: answerIn(data) } }))];
		}
		const actions = this.getInputData().map(({ json }, at) => ({
			actionType: 'ExecutionNodeAction' as const,
			nodeName: TOOL_NAME,
			input: json,
			type: AiTool,
			id: `call_${at}`,
			metadata: { itemIndex: at },
		}));
		return await Promise.resolve({ actions, metadata: {} });
	}
}

function answerIn({ error, data }: ITaskData): string {
	if (error) return inWords(error);
	return JSON.stringify(data?.ai_tool?.[0]?.map(({ json }) => json));
}

/** The package's node as n8n offers it to agents. */
class LegalNoticeTool extends LegalNotice {
	constructor() {
		super();
		this.description = {
			...this.description,
			name: 'legalNoticeTool',
			inputs: [],
			outputs: [AiTool],
			properties: [
				...this.description.properties,
				{ displayName: 'Description', name: 'toolDescription', type: 'string', default: 'tool' },
			],
		};
	}
}

function scriptedTool(answer: Answering): LegalNoticeTool {
	const [tool, node] = [new LegalNoticeTool(), new LegalNotice()];
	tool.execute = async function scripted() {
		answering(this, answer);
		return await node.execute.call(this);
	};
	return tool;
}

export interface ToolCalls {
	/** Retry On Fail of the tool. */
	settings?: NodeSettings;
	/** Each call begins so many milliseconds behind the one before it; when that one has ended without it. */
	apartMs?: number;
	/** Answers the calls of the interface in the place of a service. */
	answer?: Answering;
	/** Of n8n's agent: from 3 on the engine runs its tools as nodes. */
	agent?: 2 | 3;
}

/** Runs the node as an agent's tool, once for each set of arguments; returns what the model reads. */
export async function runTool(
	parameters: INodeParameters,
	credential: RunOptions['credential'],
	items: IDataObject[],
	{ settings, apartMs = ONE_BY_ONE, answer, agent = 2 }: ToolCalls = {},
): Promise<string[]> {
	registerNodeType('agent', new Agent());
	registerNodeType('engineAgent', new EngineAgent());
	registerNodeType(TOOL_TYPE, answer ? scriptedTool(answer) : new LegalNoticeTool());
	const toolDescription = 'Works with legal notices';
	const node = workflowNode(TOOL_NAME, TOOL_TYPE, { ...parameters, toolDescription });
	const ran = await runNode({
		type: agent === 3 ? 'engineAgent' : 'agent',
		parameters: agent === 3 ? {} : { apartMs },
		credential,
		items,
		tool: { ...node, ...settings },
	});
	if (ran.error) throw ran.error;
	return ran.json.map(({ answer }) => String(answer));
}
