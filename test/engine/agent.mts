/** The package's node as the tool of an agent. */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { additionalData, type Credential } from './executionData.mts';
import { core, workflowPackage } from './n8n.mts';
import {
	Items,
	knownTypes,
	NODE_TYPE,
	registerNodeType,
	standIn,
	workflowNode,
} from './nodeTypes.mts';

const { AiTool, Main } = workflowPackage.NodeConnectionTypes;
const TOOL_TYPE = `${NODE_TYPE}Tool`;

/** An agent without a model: invokes its tool with given arguments and emits what the model would read. */
class Agent implements INodeType {
	description = standIn('agent', { inputs: [Main, AiTool] });

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const tools = (await this.getInputConnectionData(AiTool, 0)) as Array<{
			invoke(args: unknown): Promise<string>;
		}>;
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
			outputs: [AiTool],
			properties: [
				...this.description.properties,
				{ displayName: 'Description', name: 'toolDescription', type: 'string', default: 'tool' },
			],
		};
	}
}

let runs = 0;

/** Runs the node as an agent's tool, once for each set of arguments; returns what the model reads. */
export async function runTool(
	parameters: INodeParameters,
	credential: Credential,
	calls: IDataObject[],
): Promise<string[]> {
	registerNodeType('agent', new Agent());
	registerNodeType(TOOL_TYPE, new LegalNoticeTool());
	const { data } = additionalData(credential);
	const id = `tool-${++runs}`;
	const workflow = new workflowPackage.Workflow({
		id,
		name: 'test',
		active: false,
		nodeTypes: knownTypes,
		settings: { executionOrder: 'v1' },
		nodes: [
			workflowNode('Items', 'items', {}),
			workflowNode('Agent', 'agent', {}),
			workflowNode('Order notices', TOOL_TYPE, {
				...parameters,
				toolDescription: 'Works with legal notices',
			}),
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
