import { isGiven, isPathSafe, nonEmptyText, referenceIn } from '../domain/parameters';
import type { ServiceClient } from '../transport/client';
import { type Answer, recordsOf, refusalIn } from '../transport/envelope';
import { isListedCode } from '../errors/table';
import { asThrown, ServiceFailure } from '../errors/failures';

/** Each is also the field in which its answers say what they are asked for. */
export type BatchRoute = 'statut' | 'factures' | 'documents';

/** Undefined when unknown. A failure that {@link concernsNotices} is about this notice, another one about its list. */
export type FoundNotice = Answer | ServiceFailure | undefined;

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

/** Listed is `err_reference_incorrect`; a batch may say it of its list, in the plural or agreeing. */
const UNKNOWN_CODE =
	/^err_(?!references_(incorrect|absent)$)(annonces?_introuvables?|references?_(incorrect|absent|inconnu)e?s?)$/;
/** The pattern `err_{champ}_incorrect` over the list itself: for its length, or for what it contains. */
const LIST_CODE = /^err_(references_(incorrect|absent))$/;
const SUSPENDED = 'err_annonce_suspendue';

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
	const { client, route, found } = reading;
	let failure: ServiceFailure;
	try {
		for (const [reference, answer] of await askForNotices(client, route, list)) {
			found.set(reference, answer);
		}
		reading.answered = true;
		return;
	} catch (thrown) {
		if (!(thrown instanceof ServiceFailure)) throw asThrown(thrown);
		failure = thrown;
	}
	const ofEach = concernsNotices(failure) ? new ServiceFailure('noAnswer') : failure;
	for (const reference of list) found.set(reference, ofEach);
	if (list.length < 2 || !mayBisect || !isOfList(failure)) return;
	// Where several of a few may be unknown, asking for each costs less.
	const isShort = concernsNotices(failure) && list.length < 8;
	const size = isShort ? 1 : Math.ceil(list.length / 2);
	for (let at = 0; at < list.length; at += size) {
		await readList(reading, list.slice(at, at + size), true);
	}
	// Nothing of it was at fault: then it was too long.
	const all = list.map((reference) => found.get(reference));
	if (all.every(isAnswer)) reading.size = Math.min(reading.size, size);
}

/** One call. @throws ServiceFailure, of a list of one only where it is not about this notice */
export async function askForNotices(
	client: ServiceClient,
	route: BatchRoute,
	list: readonly string[],
): Promise<Map<string, FoundNotice>> {
	const path = `/annonces/${route === 'statut' ? 'statuts' : route}`;
	const [only] = list;
	try {
		const answer = await client.call({ method: 'POST', path, body: { references: list } });
		const matched = matchNotices(list, recordsOf(answer, 'annonces'));
		const found = new Map(
			list.map((reference) => [reference, readEntry(matched.get(reference), route)]),
		);
		const rest = list.filter((reference) => !matched.has(reference));
		if (matched.size > 0 && rest.length > 0) {
			for (const [reference, one] of await askAgain(client, route, rest)) found.set(reference, one);
		}
		return found;
	} catch (failure) {
		if (list.length !== 1 || only === undefined) throw asThrown(failure);
		// Why a list of one is refused as a whole, the notice's own route says.
		if (isOfBody(failure) && isPathSafe(only)) {
			return new Map([[only, await fetchSingle(client, route, only)]]);
		}
		return new Map([[only, ofOneNotice(failure)]]);
	}
}

/** What an answer leaves out: it may hold the first notices of a list only, or one for two spellings of its name. */
async function askAgain(client: ServiceClient, route: BatchRoute, rest: readonly string[]) {
	try {
		return await askForNotices(client, route, rest);
	} catch (failure) {
		if (!(failure instanceof ServiceFailure)) throw asThrown(failure);
		return rest.map((one) => [one, saysUnknown(failure) ? undefined : failure] as const);
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
export function matchNotices(
	asked: readonly string[],
	notices: readonly Answer[],
): Map<string, Answer> {
	const matched = new Map<string, Answer>();
	for (const spelling of [String, (text: string) => text.toLowerCase()]) {
		const taken = new Set(spelling === String ? [] : matched.values());
		const open = notices.filter((notice) => !taken.has(notice));
		const names = [referenceIn, (notice: Answer) => nonEmptyText(notice.numero_commande)];
		for (const read of names) {
			const nameOf = (notice: Answer) => spelling(read(notice) ?? '');
			const byName = new Map(open.map((notice) => [nameOf(notice), notice]));
			for (const reference of asked) {
				const notice = byName.get(spelling(reference));
				if (notice && !matched.has(reference)) matched.set(reference, notice);
			}
		}
	}
	return matched;
}

function isAnswer(found: FoundNotice): found is Answer {
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

/** One reference is not refused for the length of its list. */
function isOfUnknown(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.codes.some((code) => LIST_CODE.test(code));
}

export function concernsNotices(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.has(SUSPENDED);
}

export function saysUnknown(failure: ServiceFailure): boolean {
	return failure.codes.some((code) => UNKNOWN_CODE.test(code));
}

/** Whether a refusal is for what is in the list, or for its length, for which the specification names no code. */
function isOfList(failure: ServiceFailure): boolean {
	if (concernsNotices(failure)) return true;
	if (isOfBody(failure)) return !failure.ambiguous;
	if (failure.codes.length === 0) return [413, 414].includes(failure.facts.status ?? 0);
	return failure.kind === 'refusal' && !failure.codes.some(isListedCode);
}

function isOfBody(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.has('err_body_incorrect');
}

/** Another list may fare better. */
function isLost({ kind, ambiguous }: ServiceFailure): boolean {
	return ambiguous || kind === 'redirect' || kind === 'blocked';
}
