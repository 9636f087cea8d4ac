/** The lists that a person chooses from in the editor, each narrowed by the choices before it. */
import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	publicationLabel,
	readCategory,
	readPublication,
	RESERVED_CATEGORIES,
} from '../domain/codes';
import { datesOfPublication } from '../domain/dates';
import { accountLogos } from '../domain/header';
import { InputProblem, readDepartment, trimmedText } from '../domain/parameters';
import { createClient } from '../transport/client';
import { recordsOf } from '../transport/envelope';
import { fullText, toNodeError } from '../transport/errors';
import { asThrown } from '../transport/failures';

type Editor = ILoadOptionsFunctions;
type Query = Readonly<Record<string, string | number | undefined>>;

async function searchDepartments(this: Editor, filter?: string): Promise<INodeListSearchResult> {
	const departments = await fetchList(this, '/departements', 'departements');
	const items = departments.map(({ code, libelle, libelle_enrichi: rich }) =>
		choice(withCode(trimmedText(rich) || trimmedText(libelle), code), code),
	);
	return matching(items.sort(byValue), filter);
}

async function searchPublications(this: Editor, filter?: string): Promise<INodeListSearchResult> {
	const departement = current(this, 'department', readDepartment);
	const publications = await fetchList(this, '/publications', 'publications', { departement });
	const items = publications.map((publication) =>
		choice(publicationLabel(publication, departement === undefined), publication.id),
	);
	return matching(items.sort(byName), filter);
}

/** Chooses no date: the way back once one was chosen. */
const NEXT_DATE = 'Next possible date';

async function searchPublicationDates(this: Editor): Promise<INodeListSearchResult> {
	const departement = current(this, 'department', readDepartment);
	const publication = current(this, 'publication', readPublication);
	if (departement === undefined || publication === undefined) {
		const problem = new InputProblem(
			'Publication Date',
			"The dates depend on the 'Department' and the 'Publication'.",
			'Choose both first, or leave the date empty to take the next one.',
		);
		throw readable(this, problem);
	}
	const query = { quantite: 20, publication, departement };
	const publications = await fetchList(this, '/dates-parutions', 'publications', query);
	const items = datesOfPublication(publications, publication).map((entry) => {
		const date = trimmedText(entry.date_parution);
		const closing = trimmedText(entry.date_bouclage).slice(0, 16);
		return choice(`${weekday(date)}${date}${closing && ` (closes ${closing})`}`, date);
	});
	const { results } = matching(items.sort(byValue));
	return { results: [choice(NEXT_DATE, ''), ...results] };
}

async function searchCategories(this: Editor, filter?: string): Promise<INodeListSearchResult> {
	const categories = await fetchList(this, '/categories', 'categories');
	const items = categories.map(({ code, libelle }) => {
		// Anybody sees these in the list; only authorised partners may order them.
		const mark = RESERVED_CATEGORIES.includes(trimmedText(code)) ? ' (reserved)' : '';
		return choice(withCode(libelle, code) + mark, code);
	});
	return matching(items.sort(byName), filter);
}

async function searchForfaits(this: Editor, filter?: string): Promise<INodeListSearchResult> {
	const category = current(this, 'category', readCategory);
	const forfaits = await fetchList(this, '/forfaits', 'forfaits');
	const items = forfaits
		.filter(({ categorie_code: of }) => category === undefined || trimmedText(of) === category)
		.map(({ code, libelle, categorie_code: of }) => {
			const ofCategory = category === undefined ? `, ${trimmedText(of)}` : '';
			return choice(withCode(libelle, code) + ofCategory, code);
		});
	return matching(items.sort(byName), filter);
}

async function searchContacts(this: Editor, filter?: string): Promise<INodeListSearchResult> {
	const contacts = await fetchList(this, '/contacts', 'contacts');
	const items = contacts.map(({ id, nom, prenom, email }) => {
		const names = [prenom, nom].map(trimmedText);
		const address = trimmedText(email);
		return choice([...names, address && `(${address})`].filter(Boolean).join(' '), id);
	});
	return matching(items.sort(byName), filter);
}

/** Countries for the address of the advertiser (specification, endpoint 15). */
async function getCountries(this: Editor): Promise<INodePropertyOptions[]> {
	const countries = await fetchList(this, '/pays', 'pays');
	return countries
		.map(({ code, libelle }) => choice(trimmedText(libelle) || trimmedText(code), code))
		.sort(byName);
}

/** The logos of the account (specification, Client). */
async function getAccountLogos(this: Editor): Promise<INodePropertyOptions[]> {
	const [account] = await fetchList(this, '/client');
	return [...accountLogos(account?.entetes)].map(([value, { mimeType, bytes }], index) => ({
		name: `Logo ${index + 1} (${mimeType}, ${Math.ceil(bytes.length / 1000)} kB)`,
		value,
	}));
}

export const loadOptions = { getAccountLogos, getCountries };
export const listSearch = {
	searchCategories,
	searchContacts,
	searchDepartments,
	searchForfaits,
	searchPublicationDates,
	searchPublications,
};

/** A person waits for the list: its calls go before bulk work, and give up early with a sentence. */
async function fetchList(
	editor: Editor,
	path: string,
	field?: string,
	query: Query = {},
): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> {
	const urgent = { priority: 'interactive', timeoutMs: 15_000, maxWaitMs: 10_000 } as const;
	try {
		const client = await createClient(editor, urgent);
		const answer = await client.call({ method: 'GET', path, query });
		return field === undefined ? [answer] : recordsOf(answer, field);
	} catch (failure) {
		throw asThrown(readable(editor, failure));
	}
}

/** The editor shows only the message of an error here, so the advice goes into it. */
function readable(editor: Editor, failure: unknown): Error {
	const error = toNodeError(editor.getNode(), failure);
	error.message = fullText(error);
	return error;
}

/** What another field holds now; undefined for nothing, or an expression without value yet. */
function current<Value>(
	editor: Editor,
	name: string,
	read: (value: string) => Value,
): Value | undefined {
	let value = '';
	try {
		value = trimmedText(editor.getCurrentNodeParameter(name, { extractValue: true }));
	} catch {
		return undefined;
	}
	try {
		return value === '' ? undefined : read(value);
	} catch (problem) {
		throw asThrown(readable(editor, problem));
	}
}

/** Each line once, of those that the person searches for, without regard to case, accents and kinds of apostrophe. */
function matching(items: readonly INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const words = comparable(filter).split(/\s+/);
	const seen = new Set<unknown>();
	const results = items.filter(({ name, value }) => {
		const text = comparable(`${name} ${String(value)}`);
		if (seen.has(value) || !words.every((word) => text.includes(word))) return false;
		seen.add(value);
		return true;
	});
	return { results };
}

function comparable(value: string): string {
	const plain = value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
	// The service writes one apostrophe, keyboards and word processors others.
	return plain.replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'");
}

function choice(name: string, value: unknown): { name: string; value: string } {
	return { name, value: trimmedText(value) };
}

/** A label that shows its code, unless it does already. */
function withCode(name: unknown, of: unknown): string {
	const [label, code] = [trimmedText(name), trimmedText(of)];
	return label === '' || label.includes(code) ? label || code : `${label} (${code})`;
}

function byName(a: { name: string }, b: { name: string }): number {
	return a.name.localeCompare(b.name, 'fr');
}

function byValue(a: { value: string }, b: { value: string }): number {
	return a.value.localeCompare(b.value, 'fr');
}

function weekday(date: string): string {
	const moment = new Date(`${date}T12:00:00Z`);
	if (Number.isNaN(moment.getTime())) return '';
	return `${new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(moment)} `;
}
