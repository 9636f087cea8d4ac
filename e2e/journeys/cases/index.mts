/** Every example of `examples/` with the test that plays it. */
import type { Stage } from '../stage.mts';
import { aiDraftsPersonApproves } from './aiDraftsPersonApproves.mts';
import { closingTimeReminder } from './closingTimeReminder.mts';
import { composedNotice } from './composedNotice.mts';
import { correctANotice } from './correctANotice.mts';
import { crmDealToOrder } from './crmDealToOrder.mts';
import { formToApprovedOrder } from './formToApprovedOrder.mts';
import { invoicesByMail, invoicesToAccounting } from './invoices.mts';
import { monthEndReconciliation } from './monthEndReconciliation.mts';
import { orderSleepWake } from './orderSleepWake.mts';
import { publishedToClientMail } from './publishedToClientMail.mts';
import { suspendedToTicket } from './suspendedToTicket.mts';
import { tableToOrders } from './tableToOrders.mts';
import { watchTable } from './watchTable.mts';

export interface Journey {
	/** Name of the file, without `.json`. */
	readonly example: string;
	/** Declares its tests. */
	readonly play: (stage: () => Stage) => void;
}

export const journeys: readonly Journey[] = [
	{ example: 'form-to-approved-order', play: formToApprovedOrder },
	{ example: 'table-to-orders', play: tableToOrders },
	{ example: 'crm-deal-to-order', play: crmDealToOrder },
	{ example: 'published-to-client-mail', play: publishedToClientMail },
	{ example: 'invoices-by-mail', play: invoicesByMail },
	{ example: 'invoices-to-accounting', play: invoicesToAccounting },
	{ example: 'watch-table', play: watchTable },
	{ example: 'correct-a-notice', play: correctANotice },
	{ example: 'closing-time-reminder', play: closingTimeReminder },
	{ example: 'ai-drafts-person-approves', play: aiDraftsPersonApproves },
	{ example: 'month-end-reconciliation', play: monthEndReconciliation },
	{ example: 'suspended-to-ticket', play: suspendedToTicket },
	{ example: 'order-and-sleep', play: orderSleepWake },
	// Played with its other half, order-and-sleep.
	{ example: 'wake-the-order', play: () => undefined },
	{
		example: 'compose-constitution',
		play: composedNotice('compose-constitution', 'annonce-constitution', 'forme', [
			'SARL',
			'EURL',
			'SAS',
			'SASU',
			'SCI',
		]),
	},
	{
		example: 'compose-modification',
		play: composedNotice('compose-modification', 'annonce-modification', 'nature', [
			'Transfert du siège',
			'Changement de dirigeant',
			'Changement de dénomination',
			'Modification du capital',
			'Modification de l’objet',
		]),
	},
	{
		example: 'compose-dissolution',
		play: composedNotice('compose-dissolution', 'annonce-dissolution', 'nature', [
			'Dissolution anticipée',
			'Clôture de liquidation',
		]),
	},
];
