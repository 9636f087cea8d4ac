import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { fetchList, text } from './lists';

/** Countries for the address of the advertiser (specification, endpoint 15). */
export async function getCountries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const countries = await fetchList(this, '/pays', 'pays');
	return countries
		.map(({ code, libelle }) => ({ name: text(libelle) || text(code), value: text(code) }))
		.sort((a, b) => a.name.localeCompare(b.name, 'fr'));
}
