/** The lists of the service that come out as they are (specification, endpoints 15, 16, 18 and 19). */
import { categoryFilter } from '../../descriptions/locators';
import { readCategory } from '../../reading/cells/codes';
import { itemOperation, outputFields } from '../context';
import { chosen, sharedList } from '../lists';

/** Makes the operation that lists the entries in a field of one route. */
function listing<const Value extends string>(
	path: string,
	field: string,
	option: { name: string; value: Value; action: string; description: string },
) {
	return itemOperation({
		option,
		properties: [],
		async execute(context) {
			return (await sharedList(context, path, field)).map((entry) => ({
				json: outputFields(entry),
			}));
		},
	});
}

export const getCategories = listing('/categories', 'categories', {
	name: 'Get Categories',
	value: 'getCategories',
	action: 'Get notice categories',
	description: 'List the kinds of notices (catégories) with the style classes of each',
});

export const getCountries = listing('/pays', 'pays', {
	name: 'Get Countries',
	value: 'getCountries',
	action: 'Get countries',
	description: 'List the countries (pays) with their three-letter codes',
});

/** All departments, also those that no publication of the account covers. */
export const getDepartments = listing('/departements', 'departements', {
	name: 'Get Departments',
	value: 'getDepartments',
	action: 'Get departments',
	description: 'List the departments (départements) with their codes',
});

/** The legal forms and modifications with a regulated price; the route exists since version 1.29. */
export const getForfaits = itemOperation({
	option: {
		name: 'Get Flat Rates (Forfaits)',
		value: 'getForfaits',
		action: 'Get flat rates (forfaits)',
		description: 'List the regulated flat prices (forfaits) of constitutions and modifications',
	},
	properties: [categoryFilter],
	async execute(context, itemIndex) {
		const category = chosen(context, itemIndex, {
			name: 'category',
			label: 'Category',
			read: readCategory,
		});
		const forfaits = await sharedList(context, '/forfaits', 'forfaits');
		return forfaits
			.filter(({ categorie_code: code }) => category === undefined || code === category)
			.map((entry) => ({ json: outputFields(entry) }));
	},
});
