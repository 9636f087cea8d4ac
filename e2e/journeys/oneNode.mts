import type { StoredCredential } from '../lib/client.mts';
import type { Json } from '../lib/execution.mts';
import { PACKAGE_NAME } from '../lib/paths.mts';
import type { Workflow } from '../lib/workflow.mts';

/** The name that the editor gives the node. */
export const NODE = 'Legal Notice';

/** A quote in which nothing is filled in yet. */
export function emptyQuote(credential: StoredCredential): Workflow {
	return workflowOf(credential, { resource: 'notice', operation: 'quote' });
}

/** A click and one node. */
function workflowOf({ id, name, type }: StoredCredential, parameters: Json): Workflow {
	const start = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0] as const,
		parameters: {},
	};
	const node = {
		id: 'node',
		name: NODE,
		type: `${PACKAGE_NAME}.legalNotice`,
		typeVersion: 1,
		position: [240, 0] as const,
		parameters,
		credentials: { [type]: { id, name } },
	};
	return {
		name: 'Panels',
		nodes: [start, node],
		connections: { Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
