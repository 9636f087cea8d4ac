import type { IDataObject } from 'n8n-workflow';

import { simplifyParameter } from '../../descriptions/lists';
import { isRecord } from '../../transport/answer';
import { payload } from '../notice/noticeOutput';
import { itemOperation } from '../operation.types';

/** The customer account that the keys belong to (specification, endpoint 12). */
export const get = itemOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the account',
		description:
			'Get the account of the keys: address, default billing (mode de facturation), logos',
	},
	properties: [simplifyParameter],
	async execute(context, itemIndex) {
		const account = payload(await context.account());
		const simplify = context.fn.getNodeParameter('simplify', itemIndex, true) === true;
		return [{ json: simplify ? withoutLogos(account) : account }];
	},
});

/** Logos are base64 and make up nearly all of the answer; how many there are, and of which kind, stays. */
function withoutLogos(account: IDataObject): IDataObject {
	if (!Array.isArray(account.entetes)) return account;
	const entetes = account.entetes.filter(isRecord).map((logo) => {
		const light = { ...logo };
		delete light.data;
		return light as IDataObject;
	});
	return { ...account, entetes };
}
