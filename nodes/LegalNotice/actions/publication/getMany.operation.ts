import type { IDataObject } from 'n8n-workflow';

import { listParameters, simplifyParameter } from '../../descriptions/lists';
import { departmentFilter } from '../../descriptions/filters';
import { limited, listOf } from '../lists';
import { itemOperation } from '../operation.types';
import { readDepartmentFilter } from '../filters';

/** Newspapers and news sites of the account (specification, endpoint 10). */
export const getMany = itemOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many publications',
		description: 'List many newspapers and news sites (JAL) that your account can order in',
	},
	properties: [departmentFilter, ...listParameters, simplifyParameter],
	async execute(context, itemIndex) {
		const departement = readDepartmentFilter(context, itemIndex);
		const client = await context.client();
		const answer = await client.call({
			method: 'GET',
			path: '/publications',
			query: { departement },
		});
		const simplify = context.fn.getNodeParameter('simplify', itemIndex, true) === true;
		const publications = listOf(answer, 'publications');
		return limited(context, itemIndex, simplify ? publications.map(withoutLogo) : publications);
	},
});

/** Logos are base64 and make up nearly all of the answer. */
function withoutLogo(publication: IDataObject): IDataObject {
	const light = { ...publication };
	delete light.logo_web;
	return light;
}
