import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { FORFAITS_BY_CATEGORY, readPublication } from '../domain/codes';
import { readDepartment } from '../domain/department';
import { InputProblem } from '../domain/inputProblem';
import { isRecord } from '../transport/answer';
import { asThrown } from '../transport/failures';
import { chosen, fetchList, matching, readable, text, type Entry } from './lists';

/** The lists behind the resource locators, each narrowed by the choices before it. Sorted by what is shown. */

export async function searchDepartments(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const departments = await fetchList(this, '/departements', 'departements');
	const items = departments.map(({ code, libelle, libelle_enrichi: rich }) => ({
		name: withCode(text(rich) || text(libelle), text(code)),
		value: text(code),
	}));
	return matching(items.sort(byValue), filter);
}

export async function searchPublications(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const departement = currentDepartment(this);
	const publications = await fetchList(this, '/publications', 'publications', { departement });
	const items = publications.map((publication) => ({
		name: publicationLabel(publication, departement === undefined),
		value: text(publication.id),
	}));
	return matching(items.sort(byName), filter);
}

export async function searchPublicationDates(
	this: ILoadOptionsFunctions,
): Promise<INodeListSearchResult> {
	const departement = currentDepartment(this);
	const publication = currentPublication(this);
	if (departement === undefined || publication === undefined) {
		throw readable(
			this,
			new InputProblem(
				'Publication Date',
				"The dates depend on the 'Department' and the 'Publication'.",
				'Choose both first, or leave the date empty to take the next one.',
			),
		);
	}
	const publications = await fetchList(this, '/dates-parutions', 'publications', {
		quantite: 20,
		publication,
		departement,
	});
	const dates = publications
		.filter(({ id }) => id === undefined || Number(id) === publication)
		.flatMap(({ dates: list }) => (Array.isArray(list) ? list.filter(isRecord) : []));
	const items = dates.map(({ date_parution: date, date_bouclage: closing }) => ({
		name: `${weekday(text(date))}${text(date)}${closing ? ` (closes ${text(closing).slice(0, 16)})` : ''}`,
		value: text(date),
	}));
	return matching(items.sort(byValue), undefined);
}

export async function searchCategories(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const categories = await fetchList(this, '/categories', 'categories');
	const items = categories.map(({ code, libelle }) => ({
		name: withCode(text(libelle), text(code)),
		value: text(code),
	}));
	return matching(items.sort(byName), filter);
}

export async function searchForfaits(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const category = chosen(this, 'category');
	const forfaits = await liveForfaits(this);
	const items = forfaits
		.filter(({ categorie_code: code }) => category === '' || text(code) === category)
		.map(({ code, libelle, categorie_code: of }) => ({
			name: `${withCode(text(libelle), text(code))}${category === '' ? `, ${text(of)}` : ''}`,
			value: text(code),
		}));
	return matching(items.sort(byName), filter);
}

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
	return matching(items.sort(byName), filter);
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
		return Object.entries(FORFAITS_BY_CATEGORY).flatMap(([category, codes]) =>
			codes.map((code) => ({ code, libelle: code, categorie_code: category })),
		);
	}
}

function currentDepartment(context: ILoadOptionsFunctions): string | undefined {
	const value = chosen(context, 'department');
	if (value === '') return undefined;
	try {
		return readDepartment(value);
	} catch (problem) {
		throw asThrown(readable(context, problem));
	}
}

function currentPublication(context: ILoadOptionsFunctions): number | undefined {
	const value = chosen(context, 'publication');
	if (value === '') return undefined;
	try {
		return readPublication(value);
	} catch (problem) {
		throw asThrown(readable(context, problem));
	}
}

/** What a publication offers, in the line that is chosen from. */
function publicationLabel(publication: Entry, withDepartment: boolean): string {
	const { libelle, periodicite, type, departement } = publication;
	const offers = [
		withDepartment ? text(departement) : '',
		text(periodicite),
		type === 'web' ? 'web' : '',
		publication.entete === true ? 'header' : '',
		publication.justificatif_numerique === true ? 'digital proof' : '',
		publication.justificatif_papier === true ? 'paper proof' : '',
	].filter((part) => part !== '');
	return offers.length > 0 ? `${text(libelle)} (${offers.join(', ')})` : text(libelle);
}

function withCode(label: string, code: string): string {
	return label === '' || label.includes(code) ? label || code : `${label} (${code})`;
}

function weekday(date: string): string {
	const moment = new Date(`${date}T12:00:00Z`);
	if (Number.isNaN(moment.getTime())) return '';
	return `${new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(moment)} `;
}

function byName(a: { name: string }, b: { name: string }): number {
	return a.name.localeCompare(b.name, 'fr');
}

function byValue(a: { value: string }, b: { value: string }): number {
	return a.value.localeCompare(b.value, 'fr', { numeric: false });
}
