/** Get Departments: all departments, also those that no publication of the account covers (specification, endpoint 16). */
import { itemOperation, outputFields } from '../context';
import { listOnce } from '../lists';

export const getDepartments = itemOperation({
	option: {
		name: 'Get Departments',
		value: 'getDepartments',
		action: 'Get departments',
		description: 'List the departments (départements) with their codes',
	},
	properties: [],
	async execute(context) {
		return (await listOnce(context, '/departements', 'departements')).map((entry) => ({
			json: outputFields(entry),
		}));
	},
});
