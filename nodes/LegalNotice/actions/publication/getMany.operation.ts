import type { IDataObject } from 'n8n-workflow';

import {
	departmentFilter,
	includeLogosParameter,
	listParameters,
	simplifyParameter,
} from '../../descriptions/lists';
import { readDepartment, trimmedText } from '../../domain/parameters';
import { itemOperation } from '../context';
import { chosen, limited, listOnce, withLogos } from '../lists';

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
		const departement = chosen(context, 'department', 'Department', itemIndex, readDepartment);
		const all = await listOnce(context, '/publications', 'publications', { departement });
		return await Promise.all(
			limited(context, itemIndex, all).map(async ({ json: publication }) => {
				const { logo_web: logo, ...light } = publication;
				const id = trimmedText(publication.id);
				const label = `logo of the publication ${id}`;
				const name = [id, trimmedText(publication.libelle)];
				const found = isEmpty(logo) ? [] : [{ field: 'logo', name, label, logo }];
				return await withLogos(context, itemIndex, found, ([shown], simplify) => {
					if (simplify) return light;
					return found.length > 0
						? ({ ...publication, logo_web: shown } as IDataObject)
						: publication;
				});
			}),
		);
	},
});

function isEmpty(logo: unknown): boolean {
	return logo === undefined || logo === null || logo === '';
}
