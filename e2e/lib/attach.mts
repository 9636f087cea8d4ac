/** Which credential belongs to which node of an example. */
import type { StoredCredential } from './client.mts';
import { attached, withCredential, type Workflow, type WorkflowNode } from './workflow.mts';

const wanted: ReadonlyArray<[(node: WorkflowNode) => boolean, string]> = [
	[({ type }) => type.startsWith('n8n-nodes-base.emailSend'), 'smtp'],
	[({ parameters }) => parameters['genericAuthType'] === 'httpHeaderAuth', 'httpHeaderAuth'],
	[({ parameters }) => parameters['authentication'] === 'headerAuth', 'httpHeaderAuth'],
	[({ parameters }) => parameters['authentication'] === 'basicAuth', 'httpBasicAuth'],
	[({ type }) => type.endsWith('.lmChatOpenAi'), 'openAiApi'],
];

/**
 * @param own of this package's nodes
 * @param others of all the other types
 */
export function withCredentials(
	workflow: Workflow,
	own: StoredCredential,
	others: readonly StoredCredential[],
): Workflow {
	const nodes = workflow.nodes.map((node) => {
		const [, type] = wanted.find(([fits]) => fits(node)) ?? [];
		const credential = others.find((one) => one.type === type);
		return credential ? attached(node, credential) : node;
	});
	return withCredential({ ...workflow, nodes }, own);
}
