import { referenceField } from '../../descriptions/locators';
import { readReference } from '../../domain/reference';
import { itemOperation } from '../operation.types';
import { parameter } from '../parameters';
import { cancelNotice } from './cancelNotice';
import { payload } from './noticeOutput';

/** Cancels a notice for good (specification, endpoint 3). */
export const cancel = itemOperation({
	option: {
		name: 'Cancel',
		value: 'cancel',
		action: 'Cancel a notice',
		description: 'Cancel an ordered notice for good; returns its invoice and credit note (avoir)',
	},
	hasEffect: true,
	properties: [referenceField],
	async execute(context, itemIndex) {
		const asked = readReference(parameter(context, 'reference', itemIndex));
		const client = await context.client();
		const { reference, answer } = await cancelNotice(client, asked);
		return [
			{
				json: {
					reference,
					...(answer ? payload(answer) : {}),
					documents: Array.isArray(answer?.documents) ? answer.documents : [],
					demande: asked,
					annulee: true,
					// The answer was lost and the notice is gone: whether it had been invoiced is not known.
					recupere: answer === undefined,
					environnement: client.environment,
				},
			},
		];
	},
});
