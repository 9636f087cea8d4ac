import type { IDataObject } from 'n8n-workflow';

import { includeLogosParameter, simplifyParameter } from '../../descriptions/lists';
import { trimmedText } from '../../domain/parameters';
import {
	type FoundLogo,
	dataOf,
	flag,
	itemOperation,
	logosIn,
	payload,
	wantsLogos,
	withLogos,
	withoutData,
} from '../context';

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
		const account = payload(await context.account());
		const simplify = flag(context, 'simplify', 'Simplify', itemIndex, true);
		if (!wantsLogos(context, itemIndex)) {
			return [{ json: simplify ? withoutLogos(account, () => true) : account }];
		}
		const { item, stored } = await withLogos(context, account, logosOf(account));
		const json = withoutLogos(item.json, (index) => simplify || stored.has(fieldOf(index)));
		return [{ ...item, json }];
	},
});

/** Logos are base64 and make up nearly all of the answer; how many there are, and of which kind, stays. */
function withoutLogos(account: IDataObject, leftOut: (index: number) => boolean): IDataObject {
	const logos = logosIn(account.entetes);
	if (!logos.some((_logo, index) => leftOut(index))) return account;
	const entetes = logos.map((logo, index) => (leftOut(index) ? withoutData(logo) : logo));
	return { ...account, entetes } as IDataObject;
}

function logosOf(account: IDataObject): FoundLogo[] {
	return logosIn(account.entetes).map((logo, index) => ({
		field: fieldOf(index),
		name: [trimmedText(account.numero_compte), String(index + 1)],
		label: `logo ${index + 1} of the account`,
		data: dataOf(logo),
	}));
}

function fieldOf(index: number): string {
	return `logo_${index + 1}`;
}
