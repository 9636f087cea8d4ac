import { isPathSafe, nonEmptyText } from '../domain/parameters';
import type { ServiceClient } from './client';
import { type Answer, recordsOf, refusalIn } from './envelope';
import { isListedCode } from './errorTable';
import { asThrown, ServiceFailure } from './failures';

/** The three things that can be asked for many notices at once (specification, endpoints 4 to 9). */
export type BatchRoute = 'statut' | 'factures' | 'documents';

/**
 * What came of one reference: its answer, undefined when the service does not know it, or why it could not be read. A
 * failure that {@link concernsNotices} is about this notice; any other one may be shared by a whole list.
 */
export type FoundNotice = Answer | ServiceFailure | undefined;

export type Found = ReadonlyMap<string, FoundNotice>;

interface Reading {
	readonly client: ServiceClient;
	readonly route: BatchRoute;
	readonly found: Map<string, FoundNotice>;
	/** References per call; made smaller when the service takes fewer. */
	size: number;
	/** Whether anything was answered. */
	answered: boolean;
}

const BATCH_PATHS: Record<BatchRoute, string> = {
	statut: '/annonces/statuts',
	factures: '/annonces/factures',
	documents: '/annonces/documents',
};
/** The specification names no maximum; a smaller one is found by bisecting. */
export const START_SIZE = 100;

/** Listed for one reference (`err_reference_incorrect`); a batch may say it of its list, in the plural or agreeing. */
const UNKNOWN_CODE =
	/^err_(annonces?_introuvables?|reference_(incorrecte?|absente?|inconnue?)|references_(incorrectes|absentes|inconnue?s?))$/;
/** The pattern `err_{champ}_incorrect` over the list itself: for its length, or for what it contains. */
const LIST_CODE = /^err_(references_(incorrect|absent))$/;
const SUSPENDED = 'err_annonce_suspendue';
/** What a batch is asked for (specification, endpoints 4, 6 and 8). */
const DATA_FIELDS = ['statut', 'documents', 'factures'];

/**
 * Asks for many notices with as few calls as possible: each reference once, in lists of 100; one plain reference goes
 * over its own route. A list that cannot be read costs only its own references.
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
	// The first list alone: when it is too long for the service, the others are made shorter before they are sent.
	const first = take();
	await readList(reading, first, true);
	const lost = failureOf(found, first);
	if (lost && !isOfList(lost) && !isLost(lost)) throw lost;
	const rest: Array<Promise<void>> = [];
	// What a whole list is refused for, reference by reference, is not the fault of references.
	while (next < asked.length) rest.push(readList(reading, take(), reading.answered));
	await Promise.all(rest);
	const spellings = otherSpellings(asked, found);
	if (spellings.length > 0) await readList(reading, spellings, true);
	const failure = failureOf(found, asked);
	if (failure) throw failure;
	return found;
}

/**
 * A reference that could not be read gets the failure of the smallest list that it was in, or `noAnswer` where that is
 * about some other notice of it.
 */
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

/**
 * Asks for one list in one call; references missing from a success are unknown.
 *
 * @throws ServiceFailure, of a list of one only where it is not about this notice
 */
export async function askForNotices(
	client: ServiceClient,
	route: BatchRoute,
	list: readonly string[],
): Promise<Map<string, FoundNotice>> {
	const path = BATCH_PATHS[route];
	const [only] = list;
	try {
		const answer = await client.call({ method: 'POST', path, body: { references: list } });
		const matched = matchNotices(list, recordsOf(answer, 'annonces'));
		return new Map(list.map((reference) => [reference, readEntry(matched.get(reference))]));
	} catch (failure) {
		if (list.length !== 1 || only === undefined) throw asThrown(failure);
		return new Map([[only, ofOneNotice(failure)]]);
	}
}

async function fetchSingle(
	client: ServiceClient,
	route: BatchRoute,
	reference: string,
): Promise<FoundNotice> {
	try {
		const answer = await client.call({ method: 'GET', path: `/annonce/${reference}/${route}` });
		// A success that names no notice says nothing of the one that was asked, least of all that it exists.
		if (nonEmptyText(answer.reference) !== undefined) return answer;
	} catch (failure) {
		return ofOneNotice(failure);
	}
	throw new ServiceFailure('notTheService', { missing: 'reference' });
}

/**
 * Pairs what was asked with what came back, in any order: by the service's reference, then by order number, exactly;
 * then without regard to case, but only with what no exact name has found: else a service that tells upper from lower
 * case would give somebody the answer of his neighbour.
 */
export function matchNotices(
	asked: readonly string[],
	notices: readonly Answer[],
): Map<string, Answer> {
	const matched = new Map<string, Answer>();
	const lower = (text: string) => text.toLowerCase();
	for (const spelling of [String, lower]) {
		const taken = new Set(matched.values());
		const open = spelling === lower ? notices.filter((notice) => !taken.has(notice)) : notices;
		for (const field of ['reference', 'numero_commande']) {
			const byName = new Map(
				open.map((notice) => [spelling(nonEmptyText(notice[field]) ?? ''), notice]),
			);
			for (const reference of asked) {
				const notice = byName.get(spelling(reference));
				if (notice && !matched.has(reference)) matched.set(reference, notice);
			}
		}
	}
	return matched;
}

/**
 * Names without an answer that are another spelling of a notice that was found: only asking for them without it tells
 * whether the service ignores case.
 */
function otherSpellings(asked: readonly string[], found: Found): string[] {
	const names = new Set<string>();
	for (const notice of found.values()) {
		if (!isAnswer(notice)) continue;
		for (const name of [notice.reference, notice.numero_commande].map(nonEmptyText)) {
			if (name !== undefined) names.add(name.toLowerCase());
		}
	}
	return asked.filter((name) => found.get(name) === undefined && names.has(name.toLowerCase()));
}

function isAnswer(found: FoundNotice): found is Answer {
	return found !== undefined && !(found instanceof ServiceFailure);
}

/** The failure that kept all of these from being read; undefined when anything is known of any of them. */
function failureOf(found: Found, references: readonly string[]): ServiceFailure | undefined {
	const failures = references.map((reference) => found.get(reference));
	const [first] = failures;
	const isRead = (one: FoundNotice) => !(one instanceof ServiceFailure) || concernsNotices(one);
	return first instanceof ServiceFailure && !failures.some(isRead) ? first : undefined;
}

/**
 * What an entry of a batch says of its notice. The specification leaves open what an unknown reference does to a
 * batch: its entry may be a refusal of its own.
 *
 * @returns undefined for an unknown notice
 */
export function readEntry(entry: Answer | undefined): FoundNotice {
	if (!entry) return undefined;
	const refusal = refusalIn(entry);
	const tells = DATA_FIELDS.some((field) => (entry[field] ?? null) !== null);
	if (entry.resultat !== 'erreur' && (tells || refusal.codes.length === 0)) return entry;
	return isOfUnknown(refusal) ? undefined : refusal;
}

/** What a refusal says of the one reference that was asked; any other failure is thrown on. */
export function ofOneNotice(failure: unknown): ServiceFailure | undefined {
	if (!(failure instanceof ServiceFailure)) throw failure;
	if (isOfUnknown(failure)) return undefined;
	if (!concernsNotices(failure)) throw failure;
	return failure;
}

/** Whether the refusal of one reference says that there is no such notice: a list of one is not too long. */
function isOfUnknown(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.codes.some((code) => LIST_CODE.test(code));
}

export function concernsNotices(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.has(SUSPENDED);
}

export function saysUnknown(failure: ServiceFailure): boolean {
	return failure.codes.some((code) => UNKNOWN_CODE.test(code));
}

/** Whether a refusal is for what stands in the list, or for its length, for which the specification names no code. */
function isOfList(failure: ServiceFailure): boolean {
	if (concernsNotices(failure)) return true;
	if (failure.has('err_body_incorrect')) return !failure.ambiguous;
	if (failure.codes.length > 0) {
		return failure.kind === 'refusal' && !failure.codes.some(isListedCode);
	}
	return [413, 414].includes(failure.facts.status ?? 0);
}

/** An answer that was lost or is not the service's: another list may fare better. */
function isLost({ kind, ambiguous }: ServiceFailure): boolean {
	return ambiguous || kind === 'redirect' || kind === 'blocked';
}
