import { categoryLocator } from '../../descriptions/locators';
import { readCategory } from '../../domain/codes';
import { listOf } from '../lists';
import { itemOperation } from '../operation.types';
import { locatorValue, trimmed } from '../parameters';

/** Legal forms and modifications with a regulated price (specification, endpoint 19, since 1.29). */
export const getForfaits = itemOperation({
	option: {
		name: 'Get Forfaits',
		value: 'getForfaits',
		action: 'Get forfaits',
		description: 'List the forfaits, the regulated flat prices of constitutions and modifications',
	},
	properties: [
		{
			...categoryLocator,
			required: false,
			description: 'Only the forfaits of this category; all without it',
		},
	],
	async execute(context, itemIndex) {
		const chosen = locatorValue(context, 'category', itemIndex);
		const category = trimmed(chosen) === '' ? undefined : readCategory(chosen);
		const client = await context.client();
		const answer = await client.call({ method: 'GET', path: '/forfaits' });
		return listOf(answer, 'forfaits')
			.filter(({ categorie_code: code }) => category === undefined || code === category)
			.map((json) => ({ json }));
	},
});
