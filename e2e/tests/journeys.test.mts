/** The example workflows of `examples/`, each as a person starts it, on a real n8n with stand-ins for what is outside. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { aiDraftsPersonApproves } from '../journeys/cases/aiDraftsPersonApproves.mts';
import { closingTimeReminder } from '../journeys/cases/closingTimeReminder.mts';
import { composedNotice } from '../journeys/cases/composedNotice.mts';
import { correctANotice } from '../journeys/cases/correctANotice.mts';
import { crmDealToOrder } from '../journeys/cases/crmDealToOrder.mts';
import { firstSteps } from '../journeys/cases/firstSteps.mts';
import { formToApprovedOrder } from '../journeys/cases/formToApprovedOrder.mts';
import { invoicesByMail, invoicesToAccounting } from '../journeys/cases/invoices.mts';
import { monthEndReconciliation } from '../journeys/cases/monthEndReconciliation.mts';
import { orderSleepWake } from '../journeys/cases/orderSleepWake.mts';
import { publishedToClientMail } from '../journeys/cases/publishedToClientMail.mts';
import { suspendedToTicket } from '../journeys/cases/suspendedToTicket.mts';
import { tableToOrders } from '../journeys/cases/tableToOrders.mts';
import { watchTable } from '../journeys/cases/watchTable.mts';
import { openStage, stage } from '../journeys/stage.mts';
import { EXAMPLES } from '../lib/paths.mts';
import { after, before, describe, it } from '../lib/testing.mts';

/** Every example of `examples/`, by the name of its file, with the tests that play it. */
const journeys: Readonly<Record<string, () => void>> = {
	'quote-order-status': firstSteps,
	'form-to-approved-order': formToApprovedOrder,
	'table-to-orders': tableToOrders,
	'crm-deal-to-order': crmDealToOrder,
	'published-to-client-mail': publishedToClientMail,
	'invoices-by-mail': invoicesByMail,
	'invoices-to-accounting': invoicesToAccounting,
	'watch-table': watchTable,
	'correct-a-notice': correctANotice,
	'closing-time-reminder': closingTimeReminder,
	'ai-drafts-person-approves': aiDraftsPersonApproves,
	'month-end-reconciliation': monthEndReconciliation,
	'suspended-to-ticket': suspendedToTicket,
	'order-and-sleep': orderSleepWake,
	// Played with its other half, order-and-sleep.
	'wake-the-order': () => undefined,
	'compose-constitution': composedNotice('compose-constitution', 'annonce-constitution', 'forme', [
		'SARL',
		'EURL',
		'SAS',
		'SASU',
		'SCI',
	]),
	'compose-modification': composedNotice('compose-modification', 'annonce-modification', 'nature', [
		'Transfert du siège',
		'Changement de dirigeant',
		'Changement de dénomination',
		'Modification du capital',
		'Modification de l’objet',
	]),
	'compose-dissolution': composedNotice('compose-dissolution', 'annonce-dissolution', 'nature', [
		'Dissolution anticipée',
		'Clôture de liquidation',
	]),
};

describe('the journeys on n8n 2.41', () => {
	before(async () => {
		await openStage();
	});
	after(async () => await stage?.close());

	it('are all examples there are', () => {
		const workflows = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));
		const played = Object.keys(journeys).map((example) => `${example}.json`);
		assert.deepEqual(workflows.sort(), played.sort());
	});

	for (const [example, play] of Object.entries(journeys)) describe(example, play);
});
