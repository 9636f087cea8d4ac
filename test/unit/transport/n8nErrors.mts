/** What n8n makes its errors of, and the node that they belong to. */
import { createRequire } from 'node:module';
import type * as WorkflowPackage from 'n8n-workflow';
import type { INode } from 'n8n-workflow';

// The package loads n8n-workflow as n8n does, so its classes are those of the CommonJS build.
export const { NodeApiError, NodeOperationError, UserError } = createRequire(import.meta.url)(
	'n8n-workflow',
) as typeof WorkflowPackage;

export const node: INode = {
	id: '1',
	name: 'Legal Notice',
	type: 'n8n-nodes-legal-notice.legalNotice',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
