import type { StoredCredential } from '../lib/client.mts';
import { PACKAGE_NAME } from '../lib/paths.mts';
import type { Workflow } from '../lib/workflow.mts';

/** The name that the editor gives the node. */
export const NODE = 'Legal Notice';

/** A quote in which nothing is filled in yet. */
export function emptyQuote({ id, name, type }: StoredCredential): Workflow {
	const start = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0] as const,
		parameters: {},
	};
	const quote = {
		id: 'quote',
		name: NODE,
		type: `${PACKAGE_NAME}.legalNotice`,
		typeVersion: 1,
		position: [240, 0] as const,
		parameters: { resource: 'notice', operation: 'quote' },
		credentials: { [type]: { id, name } },
	};
	return {
		name: 'Panels',
		nodes: [start, quote],
		connections: { Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
