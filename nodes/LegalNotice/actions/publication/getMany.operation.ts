import type { IDataObject } from 'n8n-workflow';

import { includeLogosParameter, listParameters, simplifyParameter } from '../../descriptions/lists';
import { departmentFilter } from '../../descriptions/filters';
import { isRecord } from '../../transport/answer';
import { limited, listOf } from '../lists';
import { wantsLogos, withLogos, withoutData } from '../logoFiles';
import { itemOperation, type OperationContext, type OutputItem } from '../operation.types';
import { flag, trimmed } from '../parameters';
import { readDepartmentFilter } from '../filters';

/** Newspapers and news sites of the account (specification, endpoint 10). */
export const getMany = itemOperation({
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many publications',
		description: 'List many newspapers and news sites (JAL) that your account can order in',
	},
	properties: [departmentFilter, ...listParameters, simplifyParameter, includeLogosParameter],
	async execute(context, itemIndex) {
		const departement = readDepartmentFilter(context, itemIndex);
		const client = await context.client();
		const answer = await client.call({
			method: 'GET',
			path: '/publications',
			query: { departement },
		});
		const simplify = flag(context, 'simplify', 'Simplify', itemIndex, true);
		const files = wantsLogos(context, itemIndex);
		const publications = limited(context, itemIndex, listOf(answer, 'publications'));
		return await Promise.all(
			publications.map(
				async ({ json }) => await publicationItem(context, json, { simplify, files }),
			),
		);
	},
});

/** Logos are base64 and make up nearly all of the answer: simplified they are left out, as files they move there. */
async function publicationItem(
	context: OperationContext,
	publication: IDataObject,
	{ simplify, files }: { simplify: boolean; files: boolean },
): Promise<OutputItem> {
	const { logo_web: logo, ...light } = publication;
	const json = simplify ? light : publication;
	if (!files || !isRecord(logo)) return { json };
	const id = trimmed(publication.id);
	const { item, stored } = await withLogos(context, json, [
		{
			field: 'logo',
			name: [id, trimmed(publication.libelle)],
			label: `logo of the publication ${id}`,
			data: logo.data,
		},
	]);
	if (simplify || !stored.has('logo')) return item;
	return { ...item, json: { ...item.json, logo_web: withoutData(logo) as IDataObject } };
}
