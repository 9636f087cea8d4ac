import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { readPublication } from '../domain/codes';
import { publicationLabel } from '../domain/publicationLabel';
import { asThrown } from '../transport/failures';
import { byName, byValue, chosen, fetchList, matching, readable, text, withCode } from './lists';
import { datesOfPublication } from '../domain/dates';
import { InputProblem, readDepartment } from '../domain/parameters';

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
	const departement = current(this, 'department', readDepartment);
	const publications = await fetchList(this, '/publications', 'publications', { departement });
	const items = publications.map((publication) => ({
		name: publicationLabel(publication, departement === undefined),
		value: text(publication.id),
	}));
	if (items.length === 0) return { results: [noneFor(departement)] };
	return matching(items.sort(byName), filter);
}

/** A line that tells why there is nothing to choose; choosing it chooses nothing. */
function noneFor(departement: string | undefined): INodeListSearchItems {
	const name =
		departement === undefined
			? 'Your account has no publication'
			: `No publication of your account covers ${departement}`;
	return { name, value: '' };
}

/** Chooses no date: the way back once one was chosen. */
const NEXT_DATE = 'Next possible date';

export async function searchPublicationDates(
	this: ILoadOptionsFunctions,
): Promise<INodeListSearchResult> {
	const departement = current(this, 'department', readDepartment);
	const publication = current(this, 'publication', readPublication);
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
	const items = datesOfPublication(publications, publication).map(
		({ date_parution: date, date_bouclage: closing }) => ({
			name: `${weekday(text(date))}${text(date)}${closing ? ` (closes ${text(closing).slice(0, 16)})` : ''}`,
			value: text(date),
		}),
	);
	const next = { name: NEXT_DATE, value: '' };
	return { results: [next, ...matching(items.sort(byValue), undefined).results] };
}

/** What another field holds now, read as by an operation. */
function current<Value>(
	context: ILoadOptionsFunctions,
	name: string,
	read: (value: string) => Value,
): Value | undefined {
	const value = chosen(context, name);
	if (value === '') return undefined;
	try {
		return read(value);
	} catch (problem) {
		throw asThrown(readable(context, problem));
	}
}

function weekday(date: string): string {
	const moment = new Date(`${date}T12:00:00Z`);
	if (Number.isNaN(moment.getTime())) return '';
	return `${new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(moment)} `;
}
