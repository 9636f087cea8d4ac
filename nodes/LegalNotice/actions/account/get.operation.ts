import type { IDataObject } from 'n8n-workflow';

import { includeLogosParameter, simplifyParameter } from '../../descriptions/lists';
import { trimmedText } from '../../domain/parameters';
import { itemOperation, payload } from '../context';
import { readAccount, withLogos } from '../lists';

/** The customer account that the keys belong to (specification, endpoint 12). */
export const get = itemOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account',
		description:
			'Get the account of the keys: address, default billing (mode de facturation), logos',
	},
	properties: [simplifyParameter, includeLogosParameter],
	async execute(context, itemIndex) {
		const account = payload(await readAccount(context));
		const logos: unknown[] = Array.isArray(account.entetes) ? account.entetes : [];
		const found = logos.map((logo, index) => ({
			field: `logo_${index + 1}`,
			name: [trimmedText(account.numero_compte), index + 1],
			label: `logo ${index + 1} of the account`,
			logo,
		}));
		const item = await withLogos(context, itemIndex, found, (entetes) =>
			logos.length > 0 ? ({ ...account, entetes } as IDataObject) : account,
		);
		return [item];
	},
});
