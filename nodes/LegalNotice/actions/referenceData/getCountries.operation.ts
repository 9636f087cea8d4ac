/** Get Countries: the countries for the address of an advertiser (specification, endpoint 15). */
import { itemOperation, outputFields } from '../context';
import { listOnce } from '../lists';

export const getCountries = itemOperation({
	option: {
		name: 'Get Countries',
		value: 'getCountries',
		action: 'Get countries',
		description: 'List the countries (pays) with their three-letter codes',
	},
	properties: [],
	async execute(context) {
		return (await listOnce(context, '/pays', 'pays')).map((entry) => ({
			json: outputFields(entry),
		}));
	},
});
