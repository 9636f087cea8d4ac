/** The demo's second workflow: a notice that is ordered already, watched by the trigger every minute. */
import type { StoredCredential } from '../lib/client.mts';
import { PACKAGE_NAME } from '../lib/paths.mts';
import { attached, chained, node, type Workflow } from '../lib/workflow.mts';

export const WATCHED_NUMBER = 'DEMO-SUIVI-1';
export const TRIGGER = 'Legal Notice Trigger';

export function watching(credential: StoredCredential): Workflow {
	const trigger = node(TRIGGER, `${PACKAGE_NAME}.legalNoticeTrigger`, 1, {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		events: ['newDocument', 'published', 'statusChanged', 'suspended'],
		references: WATCHED_NUMBER,
		firstSight: 'none',
		options: {},
	});
	const content = `## Watch a notice\nThe notice **${WATCHED_NUMBER}** is ordered in the sandbox. On the sandbox's page, press **Mark as published** in its row: within a minute this workflow runs, with the name of the attestation. The runs are under Executions.`;
	const note = node('Note', 'stickyNote', 1, { content, height: 200, width: 440, color: 5 });
	const mail = node('Mail to the client', 'noOp', 1);
	const workflow = chained('Watch a legal notice', [attached(trigger, credential), mail]);
	return { ...workflow, nodes: [...workflow.nodes, { ...note, position: [-40, -240] }] };
}
