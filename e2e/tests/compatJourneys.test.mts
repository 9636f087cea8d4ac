/** The example workflows on the oldest supported n8n: the same files, as far as that version has their nodes. */
import { journeys } from '../journeys/cases/index.mts';
import { openStage, type Stage } from '../journeys/stage.mts';
import { whyNotInstalled } from '../lib/software.mts';
import { after, before, describe, it } from '../lib/testing.mts';

const VERSION = '1.123';

const missing = whyNotInstalled(VERSION);

describe(`the journeys on n8n ${VERSION}`, () => {
	if (missing) {
		it('are played', () => undefined, { skip: missing });
		return;
	}
	let stage: Stage;

	before(async () => {
		stage = await openStage(VERSION);
	});
	after(async () => await stage?.close());

	for (const { example, play, versions } of journeys) {
		if (versions?.includes(VERSION) ?? true) describe(example, () => play(() => stage));
	}
});
