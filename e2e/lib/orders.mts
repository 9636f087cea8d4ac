/** Workflows that order one notice for each of a list of files (dossiers), as many as a test wants. */
import type { StoredCredential } from './client.mts';
import { PACKAGE_NAME } from './paths.mts';
import { attached, chained, node, type Workflow } from './workflow.mts';

/** Names of the nodes, as they appear in the runs. */
export const START = 'Start';
export const ORDER = 'Order the notice';

/** One item of the workflow. */
interface NoticeItem {
	/** The file's own reference, which makes the notice one of its kind. */
	readonly dossier: string;
	readonly publication: string;
}

interface OrderWorkflow {
	readonly name: string;
	readonly notices: readonly NoticeItem[];
	readonly credential: StoredCredential;
	/** Started by a call to `/webhook/<path>`, as in production; without one, by hand. */
	readonly webhookPath?: string;
	/** Settings of the order's node, such as `onError` or `retryOnFail`. */
	readonly settings?: Readonly<Record<string, unknown>>;
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
	const { name, notices, credential, webhookPath: path, settings } = wanted;
	const hook = { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} };
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	const order = node(ORDER, `${PACKAGE_NAME}.legalNotice`, 1, {
		resource: 'notice',
		operation: 'order',
		department: byId('75'),
		publication: byId('={{ $json.publication }}'),
		category: byId('DISSOL'),
		text: '=SOCIÉTÉ EXEMPLE DÉMO, dossier {{ $json.dossier }}, dissolution anticipée.',
		fileReference: '={{ $json.dossier }}',
		billingMode: 'prescripteur',
	});
	const list = { mode: 'raw', jsonOutput: JSON.stringify({ notices }), options: {} };
	return chained(name, [
		path
			? { ...node(START, 'webhook', 2, hook), webhookId: path }
			: node(START, 'manualTrigger', 1),
		node('Notices', 'set', 3.4, list),
		node('Each notice', 'splitOut', 1, { fieldToSplitOut: 'notices', options: {} }),
		{ ...attached(order, credential), ...settings },
	]);
}
