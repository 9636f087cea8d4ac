/** Get Forfaits: the legal forms and modifications with a regulated price (specification, endpoint 19, since 1.29). */
import { categoryFilter } from '../../descriptions/locators';
import { readCategory } from '../../domain/codes';
import { itemOperation, outputFields } from '../context';
import { chosen, listOnce } from '../lists';

export const getForfaits = itemOperation({
	option: {
		name: 'Get Forfaits',
		value: 'getForfaits',
		action: 'Get forfaits',
		description: 'List the forfaits, the regulated flat prices of constitutions and modifications',
	},
	properties: [categoryFilter],
	async execute(context, itemIndex) {
		const category = chosen(context, itemIndex, {
			name: 'category',
			label: 'Category',
			read: readCategory,
		});
		const forfaits = await listOnce(context, '/forfaits', 'forfaits');
		return forfaits
			.filter(({ categorie_code: code }) => category === undefined || code === category)
			.map((entry) => ({ json: outputFields(entry) }));
	},
});
