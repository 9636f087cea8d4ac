import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { fetchList, text } from './lists';

/** Countries for the address of the advertiser (specification, endpoint 15). */
export async function getCountries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const countries = await fetchList(this, '/pays', 'pays');
	return countries
		.map(({ code, libelle }) => ({ name: text(libelle) || text(code), value: text(code) }))
		.sort((a, b) => a.name.localeCompare(b.name, 'fr'));
}

/** Style classes that a text may use, in the order of their rank (specification, endpoint 17). */
export async function getStyleClasses(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const styles = await fetchList(this, '/feuilles-styles', 'feuilles_styles');
	const seen = new Set<string>();
	return styles
		.map(({ classe, libelle, type, rang }) => ({
			name: `${text(libelle) || text(classe)} (${[text(classe), text(type)].filter(Boolean).join(', ')})`,
			value: text(classe),
			rank: Number(rang ?? 0),
		}))
		.filter(({ value }) => value !== '' && !seen.has(value) && seen.add(value))
		.sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'fr'))
		.map(({ name, value }) => ({ name, value }));
}
