/** Notice: Replace, in the steps of an order: reads the item, checks it, cancels the old notice, places the new one, and builds the output item. */
import type { IDataObject } from 'n8n-workflow';

import { replaceParameters } from '../../descriptions/notice';
import { effectNotice, referenceField, toolNotice } from '../../descriptions/references';
import { readFlag } from '../../reading/cells/parameters';
import { readReference } from '../../reading/cells/references';
import { itemOperation } from '../context';
import { collection, parameter } from '../itemParameters';
import { missedDay } from './openDate';
import { nextRunOfOrders, refuseSharedNumbers } from './orderNumbers';
import { orderFields } from './output';
import { inWords } from './printable';
import { type CancelledNotice, replaceNotice, type ToReplace } from './replacement';
import { readOrder } from './request';

/** The edit that the interface lacks: checks everything, cancels a notice, and orders its correction. */
export const replace = itemOperation({
	option: {
		name: 'Replace',
		value: 'replace',
		action: 'Replace notice (cancels, orders anew)',
		description:
			'Correct an ordered notice: quote the new text, cancel the old notice, order the new one',
	},
	names: { fileReference: 'dossier' },
	hasSummary: true,
	effect: {
		noun: 'notice',
		done: 'replaced',
		references: ({ ancienne_reference: old, reference }) =>
			old === undefined ? [reference] : [old, 'by', reference],
		nextRun: nextRunOfOrders,
	},
	refuse: refuseSharedNumbers,
	properties: [
		effectNotice(
			"Cancels the old notice for good and places a binding order, on production published and billed; 'Maximum Total' limits its price.",
		),
		toolNotice(
			"As a tool: let the model fill in 'Text' at most. 'Maximum Total' and 'Approved Fingerprint' belong to a person, the old notice and all else to the workflow. Put a human review before this tool.",
		),
		{
			...referenceField,
			description:
				'The notice to be replaced: the reference of the service or your own order number',
			hint: 'Cancels the notice of this reference. The new notice gets a reference of its own.',
		},
		...replaceParameters,
	],
	async execute(context, itemIndex) {
		const requested = readReference(parameter(context, 'reference', itemIndex));
		const { oldNoticeAlreadyCancelled } = collection(context, 'options', itemIndex);
		const isCancelled = readFlag('Old Notice Already Cancelled', oldNoticeAlreadyCancelled);
		const input = await readOrder(context, itemIndex, 'replace');
		const toReplace = { input, requested, alreadyCancelled: isCancelled === true };
		const client = await context.client();
		const { placed, number, cancelled } = await replaceNotice(context, itemIndex, toReplace);
		const body = { ...input.body, numero_commande: number };
		const warnings = [...(placed.warnings ?? []), ...(cancelled?.warnings ?? [])];
		const order = { input: { ...input, body }, placed: { ...placed, warnings } };
		const words = await inWords(context, input.notice, body);
		const replaced = { ...oldNoticeFields(toReplace, cancelled), demande: requested };
		const missed = await missedDay(context, input.notice, placed.answer, true);
		return [{ json: orderFields({ client, ...order, replaced, missed, ...words }) }];
	},
});

/** Output fields about the notice that was replaced. */
function oldNoticeFields(
	{ input, requested, alreadyCancelled }: ToReplace,
	cancelled: CancelledNotice | undefined,
): IDataObject {
	if (cancelled) {
		const { reference, orderNumber, documents } = cancelled;
		const fields: IDataObject = { ancienne_reference: reference };
		if (orderNumber !== undefined) fields.ancien_numero_commande = orderNumber;
		return { ...fields, documents_annulation: documents };
	}
	// A number of the person's own may be that of any notice; an automatic one is made of the old name.
	if (alreadyCancelled || input.numberMode === 'automatic')
		return { ancienne_reference: requested };
	return {};
}
