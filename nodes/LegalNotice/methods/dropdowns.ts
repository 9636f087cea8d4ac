/** Fills the lists that a person chooses from in the editor, each narrowed by the choices before it. */
import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	CATEGORIES_WITHOUT_FORFAIT,
	FORFAITS_BY_CATEGORY,
	readCategory,
	readDepartment,
	readPublication,
	RESERVED_CATEGORIES,
} from '../domain/codes';
import { datesOfPublication } from '../domain/dates';
import { accountLogos } from '../domain/header';
import { InputProblem, trimmedText } from '../domain/parameters';
import type { UnknownRecord } from '../domain/records';
import { createClient } from '../transport/client';
import { recordsOf } from '../transport/envelope';
import { explain, fullText, toNodeError } from '../errors/words';
import { rethrown, ServiceFailure } from '../errors/failures';

type Editor = ILoadOptionsFunctions;
type List = readonly UnknownRecord[];
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

/** The line that a person chooses a publication by; a narrow panel cuts its end off. */
function publicationLabel(publication: UnknownRecord, withDepartment: boolean): string {
	const { id, libelle, departement, periodicite, type } = publication;
	const parts = [nameAndCode(trimmedText(libelle), trimmedText(id))];
	if (withDepartment) parts.push(trimmedText(departement));
	parts.push(inSmallLetters(trimmedText(periodicite)));
	if (type === 'web') parts.push('web');
	parts.push(proofsOf(publication));
	if (publication.entete === true) parts.push('en-tête possible');
	return parts.filter((part) => part !== '').join(' · ');
}

function nameAndCode(name: string, code: string): string {
	if (name === '') return code;
	return `${name} (${code})`;
}

function inSmallLetters(words: string): string {
	return words.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

function proofsOf(publication: UnknownRecord): string {
	const proofs: string[] = [];
	if (publication.justificatif_numerique === true) proofs.push('numérique');
	if (publication.justificatif_papier === true) proofs.push('papier');
	if (proofs.length === 0) return '';
	return `justificatif ${proofs.join(' + ')}`;
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
	const categories = await fetchCodes(this, '/categories', 'categories');
	const items = orKnown(categories, KNOWN_CATEGORIES).map(({ code, libelle }) => {
		const label = withCode(libelle, code);
		// Anybody sees these in the list; only authorised partners may order them.
		const isReserved = RESERVED_CATEGORIES.includes(trimmedText(code));
		if (isReserved) return choice(`${label} · réservée aux partenaires agréés`, code);
		return choice(label, code);
	});
	return matching(items.sort(byName), filter);
}

async function searchForfaits(this: Editor, filter?: string): Promise<INodeListSearchResult> {
	const category = current(this, 'category', readCategory);
	const ofCategory = (forfaits: List) =>
		forfaits.filter(({ categorie_code: of }) => !category || trimmedText(of) === category);
	const forfaits = ofCategory(await fetchCodes(this, '/forfaits', 'forfaits'));
	const listed = orKnown(forfaits, ofCategory(KNOWN_FORFAITS));
	const items = listed.map(({ code, libelle, categorie_code: of }) => {
		const label = withCode(libelle, code);
		if (category === undefined) return choice(`${label}, ${trimmedText(of)}`, code);
		return choice(label, code);
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
		.filter(({ name }) => name !== '')
		.sort(byName);
}

/** The logos of the account (specification, Client). */
async function getAccountLogos(this: Editor): Promise<INodePropertyOptions[]> {
	const account = await orReadable(this, () => ask(this, '/client', {}));
	return [...accountLogos(account.entetes)].map(([value, { mimeType, bytes }], index) => ({
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

/** What is offered where an instance has no such list (specification, Category codes and Forfait codes). */
const KNOWN_CATEGORIES: List = [...FORFAITS_BY_CATEGORY.keys(), ...CATEGORIES_WITHOUT_FORFAIT].map(
	(code) => ({ code }),
);
const KNOWN_FORFAITS: List = [...FORFAITS_BY_CATEGORY].flatMap(([categorie_code, codes]) =>
	codes.map((code) => ({ code, categorie_code })),
);

/** What is known stands in for a list that the service does not give. */
function orKnown(given: List, known: List): List {
	if (given.length === 0) return known;
	return given;
}

/** A list of the service by the name of its field. @throws an error whose message says everything */
function fetchList(editor: Editor, path: string, field: string, query: Query = {}): Promise<List> {
	return orReadable(editor, async () => recordsOf(await ask(editor, path, query), field));
}

/** The same for codes that are known: none where only this route fails, as on an instance of an older version. */
function fetchCodes(editor: Editor, path: string, field: string): Promise<List> {
	return orReadable(editor, async () => {
		try {
			return recordsOf(await ask(editor, path, {}), field);
		} catch (failure) {
			if (concernsRouteOnly(failure)) return [];
			throw rethrown(failure);
		}
	});
}

/** @throws an error whose message says everything: the editor shows nothing else of it here */
async function orReadable<Value>(editor: Editor, read: () => Promise<Value>): Promise<Value> {
	try {
		return await read();
	} catch (failure) {
		throw rethrown(readable(editor, failure));
	}
}

/** Whether other routes may well answer: neither keys and clock nor the way to the service are at fault. */
function concernsRouteOnly(failure: unknown): boolean {
	if (!(failure instanceof ServiceFailure)) return false;
	const { kind, facts } = failure;
	if (kind === 'blocked') return facts.status === 404 || facts.status === 405;
	if (kind === 'refusal') return explain(failure).httpCode !== '401';
	return kind === 'notTheService' || kind === 'noAnswer';
}

/** A person waits for the list: its calls go before bulk work, and give up early with a sentence. */
async function ask(editor: Editor, path: string, query: Query): Promise<UnknownRecord> {
	const urgent = { priority: 'person', timeoutMs: 15_000, maxWaitMs: 10_000 } as const;
	const client = await createClient(editor, urgent);
	return await client.call({ method: 'GET', path, query });
}

/** The advice goes into the message. */
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
	const value = currentText(editor, name);
	if (value === '') return undefined;
	try {
		return read(value);
	} catch (problem) {
		throw rethrown(readable(editor, problem));
	}
}

function currentText(editor: Editor, name: string): string {
	try {
		return trimmedText(editor.getCurrentNodeParameter(name, { extractValue: true }));
	} catch {
		return '';
	}
}

/** Each line once, of those that the person searches for, without regard to case, accents and kinds of apostrophe. */
function matching(items: readonly INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const words = searchable(filter).split(/\s+/);
	const seen = new Set<unknown>();
	const results = items.filter(({ name, value }) => {
		const text = searchable(`${name} ${String(value)}`);
		// Nobody could read it, and so nobody choose it.
		if (name === '') return false;
		if (seen.has(value) || !words.every((word) => text.includes(word))) return false;
		seen.add(value);
		return true;
	});
	return { results };
}

function searchable(value: string): string {
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
	if (label === '') return code;
	if (label.includes(code)) return label;
	return `${label} (${code})`;
}

function byName(a: { name: string }, b: { name: string }): number {
	return a.name.localeCompare(b.name, 'fr');
}

function byValue(a: { value: string }, b: { value: string }): number {
	return a.value.localeCompare(b.value, 'fr');
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function weekday(date: string): string {
	const day = WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()];
	if (day === undefined) return '';
	return `${day} `;
}
