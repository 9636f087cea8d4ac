/** The desk with other programs: accounting tool, CRM and language model, each a stand-in, on a real n8n. */
import { after, before, describe } from '../lib/testing.mts';
import { accounting } from '../journeys/cases/accounting.mts';
import { aiDraftsANotice } from '../journeys/cases/aiDraftsANotice.mts';
import { crmDealToNotice } from '../journeys/cases/crmDealToNotice.mts';
import { openDesk, type Desk } from '../journeys/desk.mts';
import { openStage, stage } from '../journeys/stage.mts';

describe('the desk with other programs on n8n 2.41', () => {
	let desk: Desk;
	before(async () => {
		await openStage('deskOutside');
		desk = await openDesk();
	});
	after(async () => await stage?.close());

	describe('CRM deal to notice', () => crmDealToNotice(() => desk));
	describe('accounting', () => accounting(() => desk));
	describe('AI drafts a notice', () => aiDraftsANotice(() => desk));
});
