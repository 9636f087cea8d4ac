/** Get Many: the newspapers and news sites of the account (specification, endpoint 10). */
import { departmentFilter, listParameters, simplifyParameter } from '../../descriptions/locators';
import { itemOperation, without } from '../context';
import { flag } from '../itemParameters';
import { chosenDepartment, limited, sharedList } from '../lists';

export const getMany = itemOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many publications',
		description:
			'List many newspapers and news sites (SHAL: JAL, SPEL) that your account can order in',
	},
	properties: [departmentFilter, ...listParameters, simplifyParameter],
	async execute(context, itemIndex) {
		const departement = chosenDepartment(context, itemIndex);
		const all = await sharedList(context, '/publications', 'publications', {
			query: { departement },
		});
		const items = limited(context, itemIndex, all);
		if (!flag(context, 'simplify', itemIndex, true)) return items;
		// Logos are base64 and make up nearly all of an answer.
		return items.map(({ json }) => ({ json: without(json, ['logo_web']) }));
	},
});
