import type { IDataObject } from 'n8n-workflow';

import { replaceParameters } from '../../descriptions/notice';
import { replaceOptions } from '../../descriptions/noticeOptions';
import { effectNotice, referenceField } from '../../descriptions/references';
import { readFlag, readReference } from '../../domain/parameters';
import { collection, itemOperation, parameter } from '../context';
import { orderFields } from './output';
import { refuseSharedNumbers } from './registered';
import { Replacement } from './replacement';
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
		const replacement = new Replacement(client, input, asked, {
			recall: () => context.steps.recall(itemIndex),
			remember: (done) => context.steps.remember(itemIndex, done),
		});
		const { placed, quoted } = await replacement.run(alreadyCancelled);
		// A number of the person's own may be that of any notice; an automatic one is made of the old reference.
		const isGone = alreadyCancelled || input.numberMode === 'automatic';
		const { avertissements: warnings, ...replaced }: IDataObject =
			replacement.cancelled ?? (isGone ? { ancienne_reference: asked } : {});
		const notes = [...input.notice.notes, ...(Array.isArray(warnings) ? warnings.map(String) : [])];
		const done = { ...input, body: replacement.body, notice: { ...input.notice, notes } };
		const subject = await subjectOf(context, input.body);
		const about = { ...replaced, demande: asked };
		const told = { client, input: done, placed, quoted, subject, replaced: about };
		return [{ json: orderFields(told) }];
	},
});
