/** The demo's second workflow: a notice that is ordered already, watched by the trigger every minute. */
import type { Client, StoredCredential } from '../lib/client.mts';
import { PACKAGE_NAME } from '../lib/paths.mts';
import { callService, demoOrder, type Account } from '../lib/serviceCall.mts';
import type { Workflow, WorkflowNode } from '../lib/workflow.mts';

export const WATCHED_NUMBER = 'DEMO-SUIVI-1';
export const WATCHING = 'Watch a legal notice';
export const TRIGGER = 'Legal Notice Trigger';

/** Orders the notice, unless an earlier start did, and switches its workflow on. @returns the workflow's id */
export async function watchDemoNotice(
	client: Client,
	credential: StoredCredential,
	service: Account,
): Promise<string> {
	// Refused when it exists: that is as good.
	await callService(service, 'POST', '/annonce-legale/api/externe/commande', {
		...demoOrder,
		dossier: 'DEMO-SUIVI',
		numero_commande: WATCHED_NUMBER,
	});
	// A person's changes, also switching it off, are kept.
	const known = (await client.workflows()).find(({ name }) => name === WATCHING);
	if (known) return known.id;
	const { id } = await client.createWorkflow(watching(credential));
	await client.activate(id);
	return id;
}

export function watching({ id, name, type }: StoredCredential): Workflow {
	const nodes: WorkflowNode[] = [
		{
			id: '7d0f0a52-0000-4000-8000-000000000001',
			name: TRIGGER,
			type: `${PACKAGE_NAME}.legalNoticeTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				events: ['newDocument', 'published', 'statusChanged', 'suspended'],
				references: WATCHED_NUMBER,
				firstSight: 'none',
				options: { downloadFiles: true },
			},
			credentials: { [type]: { id, name } },
		},
		{
			id: '7d0f0a52-0000-4000-8000-000000000002',
			name: 'Mail to the client',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [240, 0],
			parameters: {},
		},
		{
			id: '7d0f0a52-0000-4000-8000-000000000003',
			name: 'Note',
			type: 'n8n-nodes-base.stickyNote',
			typeVersion: 1,
			position: [-40, -240],
			parameters: {
				content: `## Watch a notice\nThe notice **${WATCHED_NUMBER}** is ordered in the sandbox. On the sandbox's page, choose **Mark as published** in the menu **Actions** of its row: within a minute this workflow runs, with the attestation as a file. The runs are under Executions.`,
				height: 200,
				width: 440,
				color: 5,
			},
		},
	];
	return {
		name: WATCHING,
		nodes,
		connections: {
			[TRIGGER]: { main: [[{ node: 'Mail to the client', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}
