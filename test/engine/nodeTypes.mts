/** The kinds of nodes that the engine knows: the package's own, and stand-ins for what lies around it. */
import type {
	IConnections,
	INode,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	Workflow,
} from 'n8n-workflow';

import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { workflowPackage } from './n8n.mts';

const { Main } = workflowPackage.NodeConnectionTypes;
export const CREDENTIAL_TYPE = 'legalNoticeApi';
export const NODE_TYPE = 'n8n-nodes-legal-notice.legalNotice';

/** What n8n has to know of a node that replaces another one. */
export function standIn(
	name: string,
	more: Partial<INodeTypeDescription> = {},
): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['input'],
		version: 1,
		description: '',
		defaults: { name },
		inputs: [Main],
		outputs: [Main],
		properties: [],
		...more,
	};
}

/** A node of a workflow, with the credential. */
export function workflowNode(name: string, type: string, parameters: INodeParameters): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [CREDENTIAL_TYPE]: { id: '1', name: 'Legal Notice API' } },
	};
}

const nodeTypes = new Map<string, INodeType>([
	// Its output is pinned: it represents whatever comes before the node.
	['items', { description: standIn('items', { inputs: [] }) }],
	[NODE_TYPE, new LegalNotice()],
]);

/** Makes another node type known, such as a probe of a test. */
export function registerNodeType(name: string, type: INodeType): void {
	nodeTypes.set(name, type);
}

export const knownTypes: INodeTypes = {
	getByName: (name) => typeNamed(name),
	getByNameAndVersion: (name) => typeNamed(name),
	getKnownTypes: () => ({}),
};

export function typeNamed(name: string): INodeType {
	const type = nodeTypes.get(name);
	if (!type) throw new Error(`unknown node type ${name}`);
	return type;
}

let workflows = 0;

type Parameters = ConstructorParameters<typeof Workflow>[0];

/** Without connections, of one node alone. */
export function workflowOf(
	nodes: INode[],
	connections: IConnections = {},
	more: Partial<Pick<Parameters, 'id' | 'active' | 'staticData' | 'settings'>> = {},
): Workflow {
	return new workflowPackage.Workflow({
		id: `workflow-${++workflows}`,
		name: 'test',
		active: false,
		nodeTypes: knownTypes,
		settings: { executionOrder: 'v1' },
		nodes,
		connections,
		...more,
	});
}
