/** The desk: one table and the workflows that keep it, played on a real n8n with a real mail server and the sandbox. */
import { after, before, describe } from '../lib/testing.mts';
import { approveAndOrder } from '../journeys/cases/approveAndOrder.mts';
import { follow } from '../journeys/cases/follow.mts';
import { correctANotice, newCompany } from '../journeys/cases/forms.mts';
import { pageOfNotices } from '../journeys/cases/pageOfNotices.mts';
import { setUp } from '../journeys/cases/setUp.mts';
import { kills, outages } from '../journeys/cases/whenSomethingFails.mts';
import { openDesk, type Desk } from '../journeys/desk.mts';
import { openStage, stage } from '../journeys/stage.mts';

describe('the desk on n8n 2.41', () => {
	let opened: Desk;
	const desk = () => opened;
	before(async () => {
		await openStage('desk');
	});
	after(async () => await stage?.close());

	describe('set-up by two commands', setUp);
	describe('at work', () => {
		before(async () => {
			opened = await openDesk();
		});
		describe('approve and order', () => approveAndOrder(desk));
		describe('page of notices', () => pageOfNotices(desk));
		describe('new company', () => newCompany(desk));
		describe('correct a notice', () => correctANotice(desk));
		describe('follow', () => follow(desk));
		describe('outages', () => outages(desk));
		describe('n8n is killed', () => kills(desk));
	});
});
