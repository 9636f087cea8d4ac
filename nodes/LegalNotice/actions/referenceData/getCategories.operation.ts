import { listOf } from '../lists';
import { itemOperation } from '../operation.types';

/** Kinds of notices with their style classes (specification, endpoint 18). */
export const getCategories = itemOperation({
	option: {
		name: 'Get Categories',
		value: 'getCategories',
		action: 'Get notice categories',
		description: 'List the kinds of notices (catégories) with the style classes of each',
	},
	properties: [],
	async execute(context) {
		const client = await context.client();
		const answer = await client.call({ method: 'GET', path: '/categories' });
		return listOf(answer, 'categories').map((json) => ({ json }));
	},
});
