/** The desk when n8n is killed in the middle of a step, and started again. */
import { after, before, describe } from '../lib/testing.mts';
import { killed } from '../journeys/cases/killed.mts';
import { killedInBetween } from '../journeys/cases/killedInBetween.mts';
import { openStage, stage } from '../journeys/stage.mts';

describe('the desk on an n8n 2.41 that is killed', () => {
	before(async () => {
		await openStage('deskKilled');
	});
	after(async () => await stage?.close());

	describe('n8n is killed', killed);
	describe('n8n is killed in between', killedInBetween);
});
