/** Expressions of saved workflows, computed by n8n's own engine without running the workflow. */
import type { IDataObject, INodeTypes } from 'n8n-workflow';
import { workflowPackage } from '../engine/engine.mts';

const type = { description: { properties: [] } };
const { expression } = new workflowPackage.Workflow({
	active: false,
	nodeTypes: { getByNameAndVersion: () => type } as unknown as INodeTypes,
	nodes: [{ id: '', name: 'Here', type: '', typeVersion: 1, position: [0, 0], parameters: {} }],
	connections: {},
});

/** What becomes of a parameter for an item. */
export function resolved(value: string, json: IDataObject) {
	return expression.getParameterValue(value, null, 0, 0, 'Here', [{ json }], 'manual', {});
}

/** What other nodes put out is looked for in the item itself. */
export const ofOneItem = (value: string): string =>
	value
		.replace(/\$\(("[^"]*"|'[^']*')\)\.(item|first\(\)|last\(\))/g, '({ json: $json, binary: {} })')
		.replace(/(\$\(("[^"]*"|'[^']*')\)|\$input)\.all\(\)/g, '[{ json: $json }]')
		.replace(/\$\(("[^"]*"|'[^']*')\)\.isExecuted/g, 'true')
		.replaceAll('({ json: $json, binary: {} }).json', '$json');
