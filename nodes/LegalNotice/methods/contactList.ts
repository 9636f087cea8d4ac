import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { byName, fetchList, matching, text } from './lists';

/** Tells why there is nothing to choose; choosing it chooses nobody. */
const NONE = 'Your account has no contact';

export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const contacts = await fetchList(this, '/contacts', 'contacts');
	const items = contacts.map(({ id, nom, prenom, email }) => ({
		name: [`${text(prenom)} ${text(nom)}`.trim(), text(email) && `(${text(email)})`]
			.filter((part) => part !== '')
			.join(' '),
		value: text(id),
	}));
	if (items.length === 0) return { results: [{ name: NONE, value: '' }] };
	return matching(items.sort(byName), filter);
}
