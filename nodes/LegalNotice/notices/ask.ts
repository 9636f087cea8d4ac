/** Asks for many notices with few calls, and finds in the answers what was asked for. */
import { isGiven, isPathSafe, nonEmptyText, referenceIn } from '../domain/parameters';
import type { ServiceClient } from '../transport/client';
import { concernsNotices, isLost, isOfBody, isOfList, isOfUnknown, saysUnknown } from './answers';
import type { FoundNotice } from './changes';
import { type Answer, recordsOf, refusalIn } from '../transport/envelope';
import { asThrown, ServiceFailure } from '../errors/failures';

/** Each is also the field in which its answers say what they are asked for. */
export type BatchRoute = 'statut' | 'factures' | 'documents';

export type Found = ReadonlyMap<string, FoundNotice>;

interface Reading {
	readonly client: ServiceClient;
	readonly route: BatchRoute;
	readonly found: Map<string, FoundNotice>;
	/** References per call; smaller when the service takes fewer. */
	size: number;
	answered: boolean;
}

/** The specification names no maximum; a smaller one is found by bisecting. */
export const START_SIZE = 100;

/**
 * Asks for each reference once, in lists of 100; one plain reference goes over its own route. A list that cannot be
 * read costs only its own references.
 *
 * @returns an entry for every reference asked
 * @throws ServiceFailure when nothing at all could be read
 */
export async function fetchNotices(
	client: ServiceClient,
	route: BatchRoute,
	references: Iterable<string>,
): Promise<Found> {
	const asked = [...new Set(references)];
	const found = new Map<string, FoundNotice>();
	const [only] = asked;
	if (only === undefined) return found;
	if (asked.length === 1 && isPathSafe(only)) {
		return found.set(only, await fetchSingle(client, route, only));
	}
	const reading: Reading = { client, route, found, size: START_SIZE, answered: false };
	let next = 0;
	const take = () => asked.slice(next, (next += reading.size));
	// The first list alone: when it is too long for the service, the others become shorter.
	const first = take();
	await readList(reading, first, true);
	const lost = failureOf(found, first);
	if (lost && !isOfList(lost) && !isLost(lost)) throw lost;
	const rest: Array<Promise<void>> = [];
	// What a whole list is refused for, reference by reference, is not the fault of references.
	while (next < asked.length) rest.push(readList(reading, take(), reading.answered));
	await Promise.all(rest);
	const failure = failureOf(found, asked);
	if (failure) throw failure;
	return found;
}

/** The status of one notice, by its reference or order number. */
export async function fetchStatus(client: ServiceClient, name: string): Promise<FoundNotice> {
	return (await fetchNotices(client, 'statut', [name])).get(name);
}

/** What cannot be read gets the failure of its smallest list, or `noAnswer` where that is about another notice. */
async function readList(
	reading: Reading,
	list: readonly string[],
	mayBisect: boolean,
): Promise<void> {
	const { found } = reading;
	const failure = await readWhole(reading, list);
	if (!failure) return;
	const ofEach = concernsNotices(failure) ? new ServiceFailure('noAnswer') : failure;
	for (const reference of list) found.set(reference, ofEach);
	if (list.length < 2 || !mayBisect || !isOfList(failure)) return;
	const size = partSize(list, failure);
	for (let at = 0; at < list.length; at += size) {
		await readList(reading, list.slice(at, at + size), true);
	}
	// Nothing of it was at fault: then it was too long.
	const isLength = list.every((reference) => isAnswer(found.get(reference)));
	if (isLength) reading.size = Math.min(reading.size, size);
}

/** @returns why none of the list was read */
async function readWhole(
	reading: Reading,
	list: readonly string[],
): Promise<ServiceFailure | undefined> {
	const { client, route, found } = reading;
	try {
		const answers = await askForNotices(client, route, list);
		for (const [reference, answer] of answers) found.set(reference, answer);
		reading.answered = true;
		return undefined;
	} catch (thrown) {
		if (thrown instanceof ServiceFailure) return thrown;
		throw asThrown(thrown);
	}
}

/** Lists of fewer references are asked for one by one where several of them may be unknown: that costs less. */
const SHORT_LIST = 8;

/** How many references go into each part of a list that was refused: half of it, until it is short. */
export function partSize(list: readonly string[], failure: ServiceFailure): number {
	const isShort = list.length < SHORT_LIST && concernsNotices(failure);
	return isShort ? 1 : Math.ceil(list.length / 2);
}

/** One call, and another for what its answer leaves out. @throws ServiceFailure, of a list of one only where it is not about this notice */
export async function askForNotices(
	client: ServiceClient,
	route: BatchRoute,
	list: readonly string[],
): Promise<Map<string, FoundNotice>> {
	const [only] = list;
	try {
		return await askUntilComplete(client, route, list);
	} catch (failure) {
		if (list.length !== 1 || only === undefined) throw asThrown(failure);
		// Why a list of one is refused as a whole, or answered with other notices, the notice's own route says.
		if ((isOfBody(failure) || isOfOthers(failure)) && isPathSafe(only)) {
			return new Map([[only, await fetchSingle(client, route, only)]]);
		}
		return new Map([[only, ofOneNotice(failure)]]);
	}
}

/** An answer may hold the first notices of a list only, or one for two spellings of its name: the rest is asked for again. */
async function askUntilComplete(
	client: ServiceClient,
	route: BatchRoute,
	list: readonly string[],
): Promise<Map<string, FoundNotice>> {
	const found = new Map<string, FoundNotice>();
	let rest = list;
	let matched = await askOnce(client, route, rest);
	while (matched.size > 0) {
		for (const [reference, entry] of matched) found.set(reference, readEntry(entry, route));
		rest = rest.filter((reference) => !found.has(reference));
		if (rest.length === 0) return found;
		const answer = await askAgain(client, route, rest);
		if (answer instanceof ServiceFailure) {
			const ofEach = saysUnknown(answer) ? undefined : answer;
			for (const reference of rest) found.set(reference, ofEach);
			return found;
		}
		matched = answer;
	}
	for (const reference of rest) found.set(reference, undefined);
	return found;
}

/** One call. @returns the notices of its answer by the references asked for */
async function askOnce(client: ServiceClient, route: BatchRoute, list: readonly string[]) {
	const path = route === 'statut' ? '/annonces/statuts' : `/annonces/${route}`;
	const answer = await client.call({ method: 'POST', path, body: { references: list } });
	// A success without the list says nothing, not even that these notices do not exist (specification, endpoints 4, 6 and 8).
	if (answer.annonces === undefined) {
		throw new ServiceFailure('notTheService', { missing: 'annonces', readOnly: true });
	}
	const entries = recordsOf(answer, 'annonces');
	const matched = matchNotices(list, entries);
	if (matched.size === 0 && areOfOthers(entries)) {
		throw new ServiceFailure('notTheService', { missing: OF_OTHERS, readOnly: true });
	}
	return matched;
}

const OF_OTHERS = 'references';

function isOfOthers(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.facts.missing === OF_OTHERS;
}

/** Answers that a proxy crossed name notices that nobody asked for; entries without a name are of unknown ones. */
function areOfOthers(entries: readonly Answer[]): boolean {
	const isNamed = (entry: Answer) =>
		referenceIn(entry) !== undefined || nonEmptyText(entry.numero_commande) !== undefined;
	return entries.length > 0 && entries.every(isNamed);
}

/** What was read before stays read, whatever the rest meets with. */
async function askAgain(client: ServiceClient, route: BatchRoute, rest: readonly string[]) {
	try {
		return await askOnce(client, route, rest);
	} catch (failure) {
		if (failure instanceof ServiceFailure) return failure;
		throw asThrown(failure);
	}
}

async function fetchSingle(
	client: ServiceClient,
	route: BatchRoute,
	reference: string,
): Promise<FoundNotice> {
	try {
		const answer = await client.call({ method: 'GET', path: `/annonce/${reference}/${route}` });
		// A success that names no notice does not even say that it exists.
		if (referenceIn(answer) !== undefined) return answer;
	} catch (failure) {
		return ofOneNotice(failure);
	}
	throw new ServiceFailure('notTheService', { missing: 'reference' });
}

/**
 * By reference, then by order number, exactly; then without regard to case among what no exact name has found: else a
 * service that tells upper from lower case would give somebody the answer of his neighbour.
 */
function matchNotices(asked: readonly string[], notices: readonly Answer[]): Map<string, Answer> {
	const exactly = matchSpelled(asked, notices, String);
	const taken = new Set(exactly.values());
	const openNotices = notices.filter((notice) => !taken.has(notice));
	const openNames = asked.filter((reference) => !exactly.has(reference));
	const inAnyCase = matchSpelled(openNames, openNotices, (text) => text.toLowerCase());
	return new Map([...exactly, ...inAnyCase]);
}

function matchSpelled(
	asked: readonly string[],
	notices: readonly Answer[],
	spelling: (text: string) => string,
): Map<string, Answer> {
	const byName = new Map<string, Answer>();
	const orderNumberIn = (notice: Answer) => nonEmptyText(notice.numero_commande);
	// The names written last count: a reference goes before an order number.
	for (const read of [orderNumberIn, referenceIn]) {
		for (const notice of notices) byName.set(spelling(read(notice) ?? ''), notice);
	}
	const matched = new Map<string, Answer>();
	for (const reference of asked) {
		const notice = byName.get(spelling(reference));
		if (notice) matched.set(reference, notice);
	}
	return matched;
}

export function isAnswer(found: FoundNotice): found is Answer {
	return found !== undefined && !(found instanceof ServiceFailure);
}

/** Undefined when anything is known of any of these. */
function failureOf(found: Found, references: readonly string[]): ServiceFailure | undefined {
	const failures = references.map((reference) => found.get(reference));
	const [first] = failures;
	const isRead = (one: FoundNotice) => !(one instanceof ServiceFailure) || concernsNotices(one);
	return first instanceof ServiceFailure && !failures.some(isRead) ? first : undefined;
}

/**
 * Reads an entry of a batch. What a service puts there for a reference that it does not know, the specification leaves
 * open: only its names, an empty status, or a refusal. Every notice has a status, so an entry without one is of none.
 */
export function readEntry(entry: Answer | undefined, route: BatchRoute): FoundNotice {
	if (!entry) return undefined;
	const { erreur, erreurs, ...fields } = entry;
	const isRefused = entry.resultat === 'erreur';
	if (!isRefused && isGiven(entry[route])) return entry;
	const refusal = refusalIn({ ...fields, erreurs: [erreurs, erreur] });
	if (refusal.codes.length > 0) return isOfUnknown(refusal) ? undefined : refusal;
	// A notice has no documents or invoices at first.
	return route !== 'statut' && !isRefused && isPlain(entry) ? entry : undefined;
}

/** Whether nothing in an entry says that there is no such notice. */
function isPlain({ statut, erreur, erreurs }: Answer): boolean {
	const isEmpty = statut !== undefined && !isGiven(statut);
	return !isEmpty && ![erreurs, erreur].flat().some(isGiven);
}

/** @throws any failure that is not about the one reference that was asked */
export function ofOneNotice(failure: unknown): ServiceFailure | undefined {
	if (!(failure instanceof ServiceFailure)) throw failure;
	if (isOfUnknown(failure)) return undefined;
	if (!concernsNotices(failure)) throw failure;
	return failure;
}
