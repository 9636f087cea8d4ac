/** The package's node as the tool of an agent. */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { runNode, type RunOptions } from './engine.mts';
import { workflowPackage } from './n8n.mts';
import { NODE_TYPE, registerNodeType, standIn, workflowNode } from './nodeTypes.mts';

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

/** Runs the node as an agent's tool, once for each set of arguments; returns what the model reads. */
export async function runTool(
	parameters: INodeParameters,
	credential: RunOptions['credential'],
	items: IDataObject[],
): Promise<string[]> {
	registerNodeType('agent', new Agent());
	registerNodeType(TOOL_TYPE, new LegalNoticeTool());
	const toolDescription = 'Works with legal notices';
	const tool = workflowNode('Order notices', TOOL_TYPE, { ...parameters, toolDescription });
	const ran = await runNode({ type: 'agent', parameters: {}, credential, items, tool });
	if (ran.error) throw ran.error;
	return ran.json.map(({ answer }) => String(answer));
}
