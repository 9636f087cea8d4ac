/** Notice: Replace. */
import type { IDataObject } from 'n8n-workflow';

import { replaceParameters } from '../../descriptions/notice';
import { replaceOptions } from '../../descriptions/noticeOptions';
import { effectNotice, referenceField } from '../../descriptions/references';
import { readFlag, readReference } from '../../domain/parameters';
import { collection, itemOperation, parameter } from '../context';
import { orderFields } from './output';
import { refuseSharedNumbers } from './orderNumbers';
import { type CancelledNotice, Replacement, type ToReplace } from './replacement';
import { readOrder } from './request';
import { subjectOf } from './summary';

/** The edit that the interface lacks: cancels a notice and orders its correction, everything checked before. */
export const replace = itemOperation({
	option: {
		name: 'Replace',
		value: 'replace',
		action: 'Replace notice (cancels, orders anew)',
		description:
			'Correct an ordered notice: quote the new text, cancel the old notice, order the new one',
	},
	hasEffect: true,
	refuse: refuseSharedNumbers,
	doneBy: ['reference', 'numero_commande'],
	properties: [
		effectNotice(
			'Running this step cancels the old notice for good and places a new binding order. On production it is published and billed.',
		),
		{
			...referenceField,
			description:
				'The notice to be replaced: the reference of the service or your own order number',
		},
		...replaceParameters,
		replaceOptions,
	],
	async execute(context, itemIndex) {
		const asked = readReference(parameter(context, 'reference', itemIndex));
		const { oldNoticeAlreadyCancelled } = collection(context, 'options', itemIndex);
		const alreadyCancelled =
			readFlag('Old Notice Already Cancelled', oldNoticeAlreadyCancelled) ?? false;
		const input = await readOrder(context, itemIndex, 'replace');
		const client = await context.client();
		const order = { input, asked, alreadyCancelled };
		const replacement = new Replacement(client, order, {
			recall: () => context.steps.recall(itemIndex),
			remember: (done) => context.steps.remember(itemIndex, done),
		});
		const { placed, quoted, body, cancelled } = await replacement.run();
		const notes = [...input.notice.notes, ...(cancelled?.notes ?? [])];
		const done = { ...input, body, notice: { ...input.notice, notes } };
		const subject = await subjectOf(context, input.body);
		const replaced = { ...oldNoticeFields(order, cancelled), demande: asked };
		return [{ json: orderFields({ client, input: done, placed, quoted, subject, replaced }) }];
	},
});

/** Output fields about the notice that was replaced. */
function oldNoticeFields(
	{ input, asked, alreadyCancelled }: ToReplace,
	cancelled: CancelledNotice | undefined,
): IDataObject {
	if (cancelled) {
		const { reference: ancienne_reference, orderNumber, documents } = cancelled;
		const number = orderNumber === undefined ? {} : { ancien_numero_commande: orderNumber };
		return { ancienne_reference, ...number, documents_annulation: documents };
	}
	// A number of the person's own may be that of any notice; an automatic one is made of the old reference.
	const isGone = alreadyCancelled || input.numberMode === 'automatic';
	return isGone ? { ancienne_reference: asked } : {};
}
