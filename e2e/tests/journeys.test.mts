/** The example workflows of `examples/`, each as a person starts it, on a real n8n with stand-ins for what is outside. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { firstSteps } from '../journeys/cases/firstSteps.mts';
import { tableToOrders } from '../journeys/cases/tableToOrders.mts';
import { openStage, stage } from '../journeys/stage.mts';
import { EXAMPLES } from '../lib/paths.mts';
import { after, before, describe, it } from '../lib/testing.mts';

/** Every example of `examples/`, by the name of its file, with the tests that play it. */
const journeys: Readonly<Record<string, () => void>> = {
	'quote-order-status': firstSteps,
	'table-to-orders': tableToOrders,
};

/** Played in desk.test.mts and deskOutside.test.mts, on one table. */
const DESK = [
	'accounting',
	'ai-drafts-a-notice',
	'approve-and-order',
	'correct-a-notice',
	'crm-deal-to-notice',
	'follow',
	'new-company',
	'page-of-notices',
	'when-something-fails',
];

describe('the journeys on n8n 2.41', () => {
	before(async () => {
		await openStage();
	});
	after(async () => await stage?.close());

	it('are all examples there are', () => {
		const workflows = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));
		const file = (example: string) => `${example}.json`;
		const played = Object.keys(journeys).map(file);
		const desk = DESK.map(file);
		assert.deepEqual(workflows.sort(), [...played, ...desk].sort());
	});

	for (const [example, play] of Object.entries(journeys)) describe(example, play);
});
