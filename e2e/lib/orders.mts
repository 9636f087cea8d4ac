/** Workflows that order one notice for each of a list of files (dossiers), as many as a test wants. */
import type { StoredCredential } from './client.mts';
import { PACKAGE_NAME } from './paths.mts';
import { attached, chained, link, node, type Workflow } from './workflow.mts';

/** Names of the nodes, as they stand in the runs. */
export const START = 'Start';
export const ORDER = 'Order the notice';

/** A publication that no account has: refused by the service, not by the node. */
export const UNKNOWN_PUBLICATION = '999999';

/** One item of the workflow. */
export interface NoticeItem {
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
	/** Nodes that do nothing behind the order, each at the output of the same place in the list. */
	readonly next?: readonly string[];
}

/** `count` notices with dossiers `<prefix>-001`, `<prefix>-002` and so on, for the sandbox's demo account. */
export function numberedNotices(prefix: string, count: number): NoticeItem[] {
	return Array.from({ length: count }, (_, index) => ({
		dossier: `${prefix}-${String(index + 1).padStart(3, '0')}`,
		publication: '12',
	}));
}

/** The list lies in the workflow itself: production runs know no pinned data. */
export function orderWorkflow(wanted: OrderWorkflow): Workflow {
	const { name, notices, credential, webhookPath: path, settings, next = [] } = wanted;
	const hook = { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} };
	const start = path
		? { ...node(START, 'webhook', 2, hook), webhookId: path }
		: node(START, 'manualTrigger', 1);
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	const order = node(ORDER, `${PACKAGE_NAME}.legalNotice`, 1, {
		resource: 'notice',
		operation: 'order',
		department: byId('75'),
		publication: byId('={{ $json.publication }}'),
		category: byId('DISSOL'),
		publicationDate: { __rl: true, mode: 'list', value: '' },
		textFormat: 'plainText',
		text: '=SOCIÉTÉ EXEMPLE DÉMO, dossier {{ $json.dossier }}, dissolution anticipée.',
		fileReference: '={{ $json.dossier }}',
		orderNumberMode: 'automatic',
		billingMode: 'prescripteur',
		options: {},
	});
	const list = { mode: 'raw', jsonOutput: JSON.stringify({ notices }), options: {} };
	const workflow = chained(name, [
		start,
		node('Notices', 'set', 3.4, list),
		node('Each notice', 'splitOut', 1, { fieldToSplitOut: 'notices', options: {} }),
		{ ...attached(order, credential), ...settings },
	]);
	return {
		...workflow,
		nodes: [...workflow.nodes, ...next.map((sink) => node(sink, 'noOp', 1))],
		connections: { ...workflow.connections, [ORDER]: { main: next.map((sink) => [link(sink)]) } },
	};
}
