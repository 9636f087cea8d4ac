/** Fills the lists that a person chooses from in the editor, each narrowed by the choices before it. */
import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	CATEGORIES_WITHOUT_FORFAIT,
	nameOf,
	FORFAITS_BY_CATEGORY,
	readCategory,
	readDepartment,
	readPublication,
	RESERVED_CATEGORIES,
} from '../reading/cells/codes';
import { datesOfPublication } from '../reading/cells/dates';
import { accountLogos } from '../domain/header';
import { InputProblem, trimmedText } from '../reading/cells/parameters';
import type { UnknownRecord } from '../reading/records';
import { createClient } from '../transport/client';
import { recordsOf } from '../transport/envelope';
import { untilStopped } from '../transport/pause';
import { explain, toOneLineError } from '../errors/words';
import { rethrown, ServiceFailure } from '../errors/failures';

type Editor = ILoadOptionsFunctions;
type List = readonly UnknownRecord[];
type Query = Readonly<Record<string, string | number | undefined>>;

/** A line of a list, and what is stored when it is chosen. */
interface Choice {
	name: string;
	value: string;
	/** Everyday words that find it as well, and that nobody sees. */
	words?: string;
}

async function departments(editor: Editor): Promise<Choice[]> {
	const list = await fetchList(editor, '/departements', 'departements');
	const choices = list.map(({ code, libelle, libelle_enrichi: rich }) =>
		choice(withCode(trimmedText(rich) || trimmedText(libelle), code), code),
	);
	return choices.sort(byValue);
}

async function publications(editor: Editor): Promise<Choice[]> {
	const departement = current(editor, 'department', readDepartment);
	const list = await fetchList(editor, '/publications', 'publications', { departement });
	// A newspaper that was chosen before stays in the list: alone in it, it would look like one of this department.
	if (list.length === 0)
		return [nothing(`Your account has no publication ${inDepartment(departement)}`)];
	const choices = list.map(publicationLine);
	return choices.sort(byName);
}

function inDepartment(departement: string | undefined): string {
	return departement === undefined ? 'to order in' : `in the department ${departement}`;
}

/**
 * Name, medium and department, in the words of the service, which are those of the trade: `papier` for a newspaper, `web` for
 * a news site (specification, Publication). More would be cut off in the panel of a small screen.
 */
function publicationLine({ id, libelle, departement, periodicite, type }: UnknownRecord): Choice {
	const parts = [libelle, type, departement].map(trimmedText).filter((part) => part !== '');
	const line = choice(parts.join(' · ') || trimmedText(id), id);
	return { ...line, words: trimmedText(periodicite) };
}

/** Chooses no date: the way back once one was chosen. */
const NEXT_DATE = 'Next possible date';

async function dates(editor: Editor): Promise<Choice[]> {
	const departement = current(editor, 'department', readDepartment);
	const publication = current(editor, 'publication', readPublication);
	if (departement === undefined || publication === undefined) {
		throw new InputProblem(
			'Publication Date',
			"The dates depend on the 'Department' and the 'Publication'.",
			'Choose both first, or leave the date empty to take the next one.',
		);
	}
	const query = { quantite: 20, publication, departement };
	const list = await fetchList(editor, '/dates-parutions', 'publications', query);
	const choices = datesOfPublication(list, publication).map((entry) => {
		const date = trimmedText(entry.date_parution);
		const closing = trimmedText(entry.date_bouclage).slice(0, 16);
		// At 1,024 pixels the year of the closing time would push its hour out of sight.
		const short = closing.slice(0, 4) === date.slice(0, 4) ? closing.slice(5) : closing;
		return choice(`${weekday(date)}${date}${closing && ` (closes ${short})`}`, date);
	});
	return [choice(NEXT_DATE, ''), ...choices.sort(byValue)];
}

async function categories(editor: Editor): Promise<Choice[]> {
	const list = await fetchCodes(editor, '/categories', 'categories');
	const choices = orKnown(list, KNOWN_CATEGORIES).map(({ code, libelle }) => {
		const known = nameOf('category', trimmedText(code));
		const label = trimmedText(libelle) || known.label;
		// Anybody sees these in the list, and only authorised partners may order them. With the code as well they would be cut off.
		const isReserved = RESERVED_CATEGORIES.includes(trimmedText(code));
		const shown = isReserved ? `${label} (réservée)` : withCode(label, code);
		return { ...choice(shown, code), words: known.words };
	});
	return choices.sort(byName);
}

async function forfaits(editor: Editor): Promise<Choice[]> {
	const category = current(editor, 'category', readCategory);
	const ofCategory = (list: List) =>
		list.filter(({ categorie_code: of }) => !category || trimmedText(of) === category);
	const list = ofCategory(await fetchCodes(editor, '/forfaits', 'forfaits'));
	const choices = orKnown(list, ofCategory(KNOWN_FORFAITS)).map((forfait) => {
		const known = nameOf('forfait', trimmedText(forfait.code));
		const label = withCode(trimmedText(forfait.libelle) || known.label, forfait.code);
		const of = trimmedText(forfait.categorie_code);
		const shown = category === undefined ? `${label}, ${of}` : label;
		return { ...choice(shown, forfait.code), words: known.words };
	});
	return choices.sort(byName);
}

async function contacts(editor: Editor): Promise<Choice[]> {
	const list = await fetchList(editor, '/contacts', 'contacts');
	const choices = list.map(({ id, nom, prenom, email }) => {
		const address = trimmedText(email);
		const words = [trimmedText(prenom), trimmedText(nom), address && `(${address})`];
		return choice(words.filter((word) => word !== '').join(' '), id);
	});
	return choices.sort(byName);
}

/** Countries for the address of the advertiser (specification, endpoint 15). */
async function countries(editor: Editor): Promise<Choice[]> {
	const list = await fetchList(editor, '/pays', 'pays');
	return list
		.map(({ code, libelle }) => choice(trimmedText(libelle) || trimmedText(code), code))
		.filter(({ name }) => name !== '')
		.sort(byName);
}

/** The logos of the account (specification, Client). */
async function logos(editor: Editor): Promise<Choice[]> {
	const account = await ask(editor, '/client', {});
	return [...accountLogos(account.entetes)].map(([value, { mimeType, bytes }], index) => ({
		name: `Logo ${index + 1} (${mimeType}, ${Math.ceil(bytes.length / 1000)} kB)`,
		value,
	}));
}

/** A list that the person can search in. */
function searched(read: (editor: Editor) => Promise<Choice[]>) {
	return async function (this: Editor, filter = ''): Promise<INodeListSearchResult> {
		const choices = await orReadable(this, read);
		const results = matching(choices, filter);
		// Thrown, the sentence would take the place of the search field as well.
		if (results.length > 0 || filter.trim() === '') return { results };
		return { results: [nothing(`Nothing here matches "${filter.trim()}"`)] };
	};
}

function whole(read: (editor: Editor) => Promise<Choice[]>) {
	return async function (this: Editor): Promise<INodePropertyOptions[]> {
		return await orReadable(this, read);
	};
}

export const loadOptions = { getAccountLogos: whole(logos), getCountries: whole(countries) };
export const listSearch = {
	searchCategories: searched(categories),
	searchContacts: searched(contacts),
	searchDepartments: searched(departments),
	searchForfaits: searched(forfaits),
	searchPublicationDates: searched(dates),
	searchPublications: searched(publications),
};

/** @throws an error whose message has the advice as well: the editor shows nothing else of it here */
async function orReadable<Value>(
	editor: Editor,
	read: (editor: Editor) => Promise<Value>,
): Promise<Value> {
	try {
		return await read(editor);
	} catch (failure) {
		throw rethrown(toOneLineError(editor.getNode(), failure));
	}
}

/** What is offered where an instance has no such list (specification, Category codes and Forfait codes). */
const KNOWN_CATEGORIES: List = [...FORFAITS_BY_CATEGORY.keys(), ...CATEGORIES_WITHOUT_FORFAIT].map(
	(code) => ({ code }),
);
const KNOWN_FORFAITS: List = [...FORFAITS_BY_CATEGORY].flatMap(([categorie_code, codes]) =>
	codes.map((code) => ({ code, categorie_code })),
);

function orKnown(given: List, known: List): List {
	return given.length === 0 ? known : given;
}

/** A list of the service by the name of its field. @throws ServiceFailure */
async function fetchList(
	editor: Editor,
	path: string,
	field: string,
	query: Query = {},
): Promise<List> {
	return recordsOf(await ask(editor, path, query), field);
}

/** The same for codes that are known: none where only this route fails, as on an instance of an older version. */
async function fetchCodes(editor: Editor, path: string, field: string): Promise<List> {
	try {
		return await fetchList(editor, path, field);
	} catch (failure) {
		if (concernsRouteOnly(failure)) return [];
		throw rethrown(failure);
	}
}

/** Whether other routes may well answer: neither keys and clock nor the way to the service are at fault. */
function concernsRouteOnly(failure: unknown): boolean {
	if (!(failure instanceof ServiceFailure)) return false;
	const { kind, facts } = failure;
	if (kind === 'blocked') return facts.status === 404 || facts.status === 405;
	if (kind === 'refusal') return explain(failure).httpCode !== '401';
	// A service that hangs answers no other call either.
	return kind === 'notTheService' || (kind === 'noAnswer' && facts.timedOutMs === undefined);
}

/** A person waits for the list, repetitions included. */
const PATIENCE_MS = 10_000;

/** Its calls go before bulk work, and give up with a sentence. @throws ServiceFailure */
async function ask(editor: Editor, path: string, query: Query): Promise<UnknownRecord> {
	const signal = AbortSignal.timeout(PATIENCE_MS);
	// Where others use the key up, the sentence about that comes first.
	const waits = { timeoutMs: PATIENCE_MS, maxWaitMs: PATIENCE_MS - 1_000 };
	const client = await createClient(editor, { priority: 'person', ...waits, signal });
	try {
		return await untilStopped(client.call({ method: 'GET', path, query }), signal);
	} catch (failure) {
		if (!signal.aborted) throw rethrown(failure);
		throw rethrown(new ServiceFailure('noAnswer', { timedOutMs: PATIENCE_MS, readOnly: true }));
	}
}

/** What another field holds now; undefined for nothing, or an expression without value yet. @throws InputProblem */
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
	return value === '' ? undefined : read(value);
}

/** "Augmentation de capital": in a label they may be missing. */
const PARTICLES = new Set(['au', 'aux', 'de', 'des', 'du', 'en', 'la', 'le', 'les', 'un', 'une']);

/**
 * Each line once, of those that the person searches for, without regard to case, accents and kinds of apostrophe. Those that
 * show the words whole come first, then those that are found by them: "SARL" is a SARL before it is an EURL, and "nom" is a
 * name before it is the beginning of a nomination.
 */
function matching(choices: readonly Choice[], filter: string): INodeListSearchItems[] {
	const words = searchable(filter)
		.split(/\s+/)
		.filter((word) => word !== '' && !PARTICLES.has(word))
		// "d'adresse"; of "d'or" too little would be left.
		.map((word) => word.replace(/^[dl]'(?=.{4})/, ''));
	const seen = new Set<string>();
	const found = choices.filter((one) => {
		const text = textOf(one);
		// Nobody could read an empty one, and so nobody choose it.
		if (one.name === '' || seen.has(one.value)) return false;
		if (!words.every((word) => text.includes(word))) return false;
		seen.add(one.value);
		return true;
	});
	const isIn = (text: string) => {
		// A code is one word: MOD_CAC_NOM is found by "nom", but it is none.
		const whole = new Set(searchable(text).split(/[^\p{Alpha}\d_]+/u));
		return words.every((word) => whole.has(word));
	};
	const rank = (one: Choice) => [isIn(one.name), isIn(textOf(one)), true].indexOf(true);
	const sorted = [...found].sort((one, other) => rank(one) - rank(other));
	return sorted.map(({ name, value }) => ({ name, value }));
}

function textOf({ name, value, words = '' }: Choice): string {
	return searchable(`${name} ${value} ${words}`);
}

/** A line that says why there is nothing to choose; chosen all the same, it chooses nothing. */
function nothing(sentence: string): Choice {
	return { name: sentence, value: '' };
}

function searchable(value: string): string {
	const plain = value
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase();
	// The service writes one apostrophe, keyboards and word processors others.
	return plain.replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'");
}

function choice(name: string, value: unknown): Choice {
	return { name, value: trimmedText(value) };
}

/** A label that shows its code, unless it does already. */
function withCode(name: unknown, of: unknown): string {
	const [label, code] = [trimmedText(name), trimmedText(of)];
	if (label === '') return code;
	if (label.includes(code)) return label;
	return `${label} (${code})`;
}

function byName(a: Choice, b: Choice): number {
	return a.name.localeCompare(b.name, 'fr');
}

function byValue(a: Choice, b: Choice): number {
	return a.value.localeCompare(b.value, 'fr');
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function weekday(date: string): string {
	const day = WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()];
	if (day === undefined) return '';
	return `${day} `;
}
