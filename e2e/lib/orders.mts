/** Workflows that order one notice for each of a list of files (dossiers), as many as a test wants. */
import type { StoredCredential } from './client.mts';
import type { Json } from './execution.mts';
import { PACKAGE_NAME } from './paths.mts';
import type { Workflow, WorkflowNode } from './workflow.mts';

/** Names of the nodes, as they stand in the runs. */
export const START = 'Start';
export const NOTICES = 'Notices';
export const EACH_NOTICE = 'Each notice';
export const ORDER = 'Order the notice';

/** Of the sandbox's demo account. */
export const PUBLICATION = '12';
/** Dissolution of a company: needs no forfait, so that n8n hides that field. */
const CATEGORY = 'DISSOL';
/** A publication that no account has: refused by the service, not by the node. */
export const UNKNOWN_PUBLICATION = '999999';

/** One item of the workflow. */
export interface NoticeItem extends Json {
	/** The file's own reference, which makes the notice one of its kind. */
	readonly dossier: string;
	readonly publication: string;
}

export interface OrderWorkflow {
	readonly name: string;
	readonly notices: readonly NoticeItem[];
	readonly credential: StoredCredential;
	/** Started by a call to `/webhook/<path>`, as in production; without one, by hand. */
	readonly webhookPath?: string;
	/** Settings of the order's node, such as `onError` or `retryOnFail`. */
	readonly settings?: Readonly<Record<string, unknown>>;
	/** Nodes behind the order, each at the output of the same place in the list. */
	readonly next?: readonly WorkflowNode[];
}

/** `count` notices with dossiers `<prefix>-001`, `<prefix>-002` and so on. */
export function numberedNotices(prefix: string, count: number): NoticeItem[] {
	return Array.from({ length: count }, (_, index) => ({
		dossier: `${prefix}-${String(index + 1).padStart(3, '0')}`,
		publication: PUBLICATION,
	}));
}

/** The list lies in the workflow itself: `n8n execute` and production runs know no pinned data. */
export function orderWorkflow(wanted: OrderWorkflow): Workflow {
	const { name, notices, next = [] } = wanted;
	const chain = [
		start(wanted.webhookPath),
		node(NOTICES, 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ notices }),
			options: {},
		}),
		node(EACH_NOTICE, 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'notices', options: {} }),
		orderNode(wanted),
	];
	const connections: Record<string, unknown> = {};
	chain.forEach((from, index) => {
		const to = chain[index + 1];
		if (to) connections[from.name] = { main: [[link(to)]] };
	});
	if (next.length > 0) connections[ORDER] = { main: next.map((to) => [link(to)]) };
	return {
		name,
		nodes: [...chain, ...next],
		connections,
		settings: { executionOrder: 'v1' },
	};
}

/** A node that does nothing, to see which items reach it. */
export const sink = (name: string): WorkflowNode => node(name, 'n8n-nodes-base.noOp', 1, {});

function start(webhookPath: string | undefined): WorkflowNode {
	if (webhookPath === undefined) return node(START, 'n8n-nodes-base.manualTrigger', 1, {});
	return {
		...node(START, 'n8n-nodes-base.webhook', 2, {
			path: webhookPath,
			httpMethod: 'POST',
			responseMode: 'onReceived',
			options: {},
		}),
		webhookId: webhookPath,
	};
}

function orderNode({ credential, settings = {} }: OrderWorkflow): WorkflowNode {
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	const { id, name, type } = credential;
	return {
		...node(ORDER, `${PACKAGE_NAME}.legalNotice`, 1, {
			resource: 'notice',
			operation: 'order',
			department: byId('75'),
			publication: byId('={{ $json.publication }}'),
			category: byId(CATEGORY),
			publicationDate: { __rl: true, mode: 'list', value: '' },
			textFormat: 'plainText',
			text: '=SOCIÉTÉ EXEMPLE DÉMO, dossier {{ $json.dossier }}, dissolution anticipée.',
			fileReference: '={{ $json.dossier }}',
			orderNumberMode: 'automatic',
			billingMode: 'prescripteur',
			options: {},
		}),
		credentials: { [type]: { id, name } },
		...settings,
	};
}

function node(name: string, type: string, typeVersion: number, parameters: Json): WorkflowNode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

const link = ({ name }: WorkflowNode) => ({ node: name, type: 'main', index: 0 });
