/** The desk: one table and the workflows that keep it, played on a real n8n with a real mail server and the sandbox. */
import { after, before, describe } from '../lib/testing.mts';
import { approveAndOrder } from '../journeys/cases/approveAndOrder.mts';
import { openDesk, type Desk } from '../journeys/desk.mts';
import { openStage, stage } from '../journeys/stage.mts';

describe('the desk on n8n 2.41', () => {
	let desk: Desk;
	before(async () => {
		await openStage('desk');
		desk = await openDesk();
	});
	after(async () => await stage?.close());

	describe('approve and order', () => approveAndOrder(() => desk));
});
