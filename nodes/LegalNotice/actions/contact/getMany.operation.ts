/** Get Many: the people of the account (specification, endpoint 13). */
import { listParameters } from '../../descriptions/locators';
import { itemOperation } from '../context';
import { limited, sharedList } from '../lists';

export const getMany = itemOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many contacts',
		description: 'List many contacts of your account; their IDs can be chosen when ordering',
	},
	properties: [...listParameters],
	async execute(context, itemIndex) {
		return limited(context, itemIndex, await sharedList(context, '/contacts', 'contacts'));
	},
});
