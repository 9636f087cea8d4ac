import type { IDataObject } from 'n8n-workflow';

import { includeLogosParameter, listParameters, simplifyParameter } from '../../descriptions/lists';
import { departmentFilter } from '../../descriptions/filters';
import { shortList } from './shortList';
import { trimmedText } from '../../domain/parameters';
import {
	type FoundLogo,
	type OperationContext,
	type OutputItem,
	dataOf,
	flag,
	itemOperation,
	limited,
	listOnce,
	logosIn,
	readDepartmentFilter,
	wantsLogos,
	withLogos,
	withoutData,
} from '../context';

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
		const simplify = flag(context, 'simplify', 'Simplify', itemIndex, true);
		const files = wantsLogos(context, itemIndex);
		const all = await listOnce(context, '/publications', 'publications', { departement });
		const publications = limited(context, itemIndex, all);
		if (context.inTool && simplify && !files) {
			const short = shortList(
				publications.map(({ json }) => json),
				all.length,
			);
			return short.map((json) => ({ json }));
		}
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
	const logos = files ? logosIn(logo) : [];
	if (logos.length === 0) return { json };
	const id = trimmedText(publication.id);
	const found = logos.map((one, index): FoundLogo & { logo: unknown } => {
		const place = index === 0 ? [] : [String(index + 1)];
		return {
			field: ['logo', ...place].join('_'),
			name: [id, trimmedText(publication.libelle), ...place],
			label: ['logo', ...place, `of the publication ${id}`].join(' '),
			data: dataOf(one),
			logo: one,
		};
	});
	const { item, stored } = await withLogos(context, json, found);
	if (simplify || stored.size === 0) return item;
	const rest = found.map(({ field, logo: one }) => (stored.has(field) ? withoutData(one) : one));
	const single = logos.length === 1 && !Array.isArray(logo);
	return { ...item, json: { ...item.json, logo_web: single ? rest[0] : rest } as IDataObject };
}
