/** Get Categories: the kinds of notices with their style classes (specification, endpoint 18). */
import { itemOperation, outputFields } from '../context';
import { listOnce } from '../lists';

export const getCategories = itemOperation({
	option: {
		name: 'Get Categories',
		value: 'getCategories',
		action: 'Get notice categories',
		description: 'List the kinds of notices (catégories) with the style classes of each',
	},
	properties: [],
	async execute(context) {
		return (await listOnce(context, '/categories', 'categories')).map((entry) => ({
			json: outputFields(entry),
		}));
	},
});
