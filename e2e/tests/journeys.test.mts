/** The example workflows of `examples/`, each as a person starts it, on a real n8n with stand-ins for what is outside. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { journeys } from '../journeys/cases/index.mts';
import { openStage, type Stage } from '../journeys/stage.mts';
import { EXAMPLES } from '../lib/paths.mts';
import { after, before, describe, it } from '../lib/testing.mts';

/** Played by the test of the demo. */
const FIRST_STEPS = 'quote-order-status';

describe('the journeys on n8n 2.41', () => {
	let stage: Stage;

	before(async () => {
		stage = await openStage();
	});
	after(async () => await stage?.close());

	it('are all examples there are', () => {
		const workflows = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));
		const files = workflows.map((file) => file.replace(/\.json$/, ''));
		const played = [FIRST_STEPS, ...journeys.map(({ example }) => example)];
		assert.deepEqual(files.sort(), played.sort());
	});

	for (const { example, play } of journeys) describe(example, () => play(() => stage));
});
