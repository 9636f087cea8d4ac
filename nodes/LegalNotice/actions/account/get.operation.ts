/** Get: the customer account that the keys belong to (specification, endpoint 12). */
import type { IDataObject } from 'n8n-workflow';

import { simplifyParameter } from '../../descriptions/locators';
import { isRecord } from '../../reading/records';
import { itemOperation, outputFields, without } from '../context';
import { flag } from '../itemParameters';
import { readAccount } from '../lists';

export const get = itemOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account',
		description: 'Get your customer account: address, default billing (mode de facturation), logos',
	},
	properties: [simplifyParameter],
	async execute(context, itemIndex) {
		const account = outputFields(await readAccount(context));
		const logos = account.entetes;
		const simplify = flag(context, 'simplify', itemIndex, true);
		if (!simplify || !Array.isArray(logos)) return [{ json: account }];
		const entetes: IDataObject[] = logos.filter(isRecord).map((logo) => without(logo, ['data']));
		return [{ json: { ...account, entetes } }];
	},
});
