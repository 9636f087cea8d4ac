/** The desk while what is outside is away, or takes a call and says nothing more. */
import { after, before, describe } from '../lib/testing.mts';
import { outages } from '../journeys/cases/outages.mts';
import { hanging } from '../journeys/cases/hanging.mts';
import { openStage, stage } from '../journeys/stage.mts';

describe('outages of the desk on n8n 2.41', () => {
	before(async () => {
		await openStage('deskOutages');
	});
	after(async () => await stage?.close());

	describe('outages', outages);
	describe('what is outside hangs', hanging);
});
