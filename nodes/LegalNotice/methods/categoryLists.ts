import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { FORFAITS_BY_CATEGORY, readCategory, RESERVED_CATEGORIES } from '../domain/codes';
import { asThrown } from '../transport/failures';
import { byName, chosen, fetchList, matching, text, withCode, type Entry } from './lists';

export async function searchCategories(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const categories = await fetchList(this, '/categories', 'categories');
	const items = categories.map(({ code, libelle }) => ({
		name: `${withCode(text(libelle), text(code))}${reservedMark(text(code), text(libelle))}`,
		value: text(code),
	}));
	return matching(items.sort(byName), filter);
}

/** Anybody sees these in the list; only authorised partners may order them. */
function reservedMark(code: string, label: string): string {
	return RESERVED_CATEGORIES.includes(code) && !/r[eé]serv/i.test(label) ? ' (reserved)' : '';
}

export async function searchForfaits(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const given = chosen(this, 'category');
	const category = given === '' ? '' : readCategory(given);
	const forfaits = await liveForfaits(this);
	const items = forfaits
		.filter(({ categorie_code: code }) => category === '' || text(code) === category)
		.map(({ code, libelle, categorie_code: of }) => ({
			name: `${withCode(text(libelle), text(code))}${category === '' ? `, ${text(of)}` : ''}`,
			value: text(code),
		}));
	if (items.length === 0) return { results: [noneFor(category)] };
	return matching(items.sort(byName), filter);
}

/** A line that tells why there is nothing to choose; choosing it chooses nothing. */
function noneFor(category: string): INodeListSearchItems {
	const name =
		category === '' ? 'The service lists no forfait' : `No forfait for the category ${category}`;
	return { name, value: '' };
}

/** What the editor has to be told rather than be given a list that hides it. */
const TELL = ['401', '403', '429', '503'];

/**
 * The route exists since 1.29. How an older instance refuses it is not specified, so the codes of the specification
 * are offered whatever it answers, unless the keys, the quota or the connection are to blame.
 */
async function liveForfaits(context: ILoadOptionsFunctions): Promise<Entry[]> {
	try {
		return await fetchList(context, '/forfaits', 'forfaits');
	} catch (error) {
		const known = error instanceof NodeApiError && !TELL.includes(error.httpCode ?? '503');
		if (!known || /^3/.test(error.httpCode ?? '')) throw asThrown(error);
		return [...FORFAITS_BY_CATEGORY].flatMap(([category, codes]) =>
			codes.map((code) => ({ code, libelle: code, categorie_code: category })),
		);
	}
}
