/** One call for notices, or a few: finds in the answers what was asked for, and says what a refusal is about. */
import { isGiven, nonEmptyText } from '../domain/parameters';
import { isPathSafe, referenceIn } from '../domain/references';
import { rethrown, serviceFailure, ServiceFailure } from '../errors/failures';
import type { ServiceCall, ServiceClient } from '../transport/client';
import { type Answer, recordsOf, refusalIn } from '../transport/envelope';
import { hasBothNames, type FoundNotice } from './changes';
import {
	entriesOf,
	matchNotices,
	concernsNotices,
	saysUnknownOfOne,
	refusalOfOneNotice,
	saysUnknown,
} from './match';

/** Each route is named after the field in which its answers hold what they are asked for. */
export type BatchRoute = 'statut' | 'factures' | 'documents';

/** Reads the status of a notice before an order or cancellation is repeated. @returns undefined also where only this name comes back, without a status */
export async function fetchStatus(client: ServiceClient, name: string): Promise<FoundNotice> {
	const found = await askForNotice(clientWith(client, { kind: 'lookUp' }), 'statut', name);
	const isOwnName = isAnswer(found) && referenceIn(found)?.toLowerCase() === name.toLowerCase();
	return isOwnName ? readEntry(found, 'statut') : found;
}

/** One notice over its own route; in a list where its name would not reach the service in a path as it is written. */
export async function askForNotice(
	client: ServiceClient,
	route: BatchRoute,
	name: string,
): Promise<FoundNotice> {
	if (isPathSafe(name)) return await askByPath(client, route, name);
	return (await askForList(client, route, [name])).found.get(name);
}

async function askByPath(
	client: ServiceClient,
	route: BatchRoute,
	reference: string,
): Promise<FoundNotice> {
	let answer: Answer;
	try {
		answer = await client.call({ method: 'GET', path: `/annonce/${reference}/${route}` });
	} catch (failure) {
		return refusalOfOneNotice(failure);
	}
	// A success that names no notice does not even say that it exists.
	if (referenceIn(answer) === undefined) {
		throw new ServiceFailure('notTheService', { missing: 'reference' });
	}
	// Every answer has the reference, and the order number if there is one: this one a proxy may have crossed with another.
	if (matchNotices([reference], [answer]).size === 0) {
		throw new ServiceFailure('notTheService', { missing: `reference ${reference}` });
	}
	return answer;
}

/** What a list was answered with. */
export interface ListReading {
	readonly found: ReadonlyMap<string, FoundNotice>;
	/** Whether a list of one failed, so that only the notice's own route, or the refusal itself, says something of it. */
	readonly failsAlone: boolean;
	/** What the answers have left out, and what it was then refused for: any of its notices may be at fault. */
	readonly refused?: Unread;
}

/** A list, or a part of one, that was not read. */
export interface Unread {
	readonly list: readonly string[];
	readonly failure: ServiceFailure;
}

/**
 * One call for a list, and others for what its answer leaves out.
 *
 * @throws ServiceFailure where nothing was read; of a list of one only where it is not about this notice
 */
export async function askForList(
	client: ServiceClient,
	route: BatchRoute,
	list: readonly string[],
): Promise<ListReading> {
	try {
		return { ...(await askUntilComplete(client, route, list)), failsAlone: false };
	} catch (failure) {
		const [only] = list;
		if (only === undefined || list.length > 1) throw rethrown(failure);
		const found = new Map([[only, await whyRefusedAlone(client, route, only, failure)]]);
		return { found, failsAlone: true };
	}
}

/** Where the answer to a list of one does not say what its notice is refused for, the notice's own route is asked, once. */
async function whyRefusedAlone(
	client: ServiceClient,
	route: BatchRoute,
	reference: string,
	failure: unknown,
): Promise<FoundNotice> {
	if (!saysNothing(failure) || !isPathSafe(reference)) return refusalOfOneNotice(failure);
	try {
		const found = await askByPath(clientWith(client, { once: true }), route, reference);
		// Here too only its name may come back where the service does not know it.
		return isAnswer(found) ? readEntry(found, route) : found;
	} catch (again) {
		throw rethrown(again instanceof ServiceFailure ? failure : again);
	}
}

/** All calls of the client that is returned are made in this manner. */
export function clientWith(
	client: ServiceClient,
	manner: Pick<ServiceCall, 'kind' | 'once'>,
): ServiceClient {
	return { ...client, call: async (call) => await client.call({ ...call, ...manner }) };
}

/** After a time-out, or without quota, another call would only cost as much again. */
function saysNothing(failure: unknown): boolean {
	if (!(failure instanceof ServiceFailure)) return false;
	if (failure.has('err_body_incorrect')) return true;
	const { kind, mayBeDone, facts } = failure;
	return mayBeDone && kind !== 'quota' && kind !== 'cancelled' && facts.timedOutMs === undefined;
}

/**
 * The specification names no maximum, and does not say whether an answer repeats a notice that was asked for under two
 * names. So an answer may hold the first notices of a list only: the rest is asked for again until none of it comes.
 */
async function askUntilComplete(
	client: ServiceClient,
	route: BatchRoute,
	list: readonly string[],
): Promise<Omit<ListReading, 'failsAlone'>> {
	const found = new Map<string, FoundNotice>();
	const open = new OpenRest(list);
	let matched = await askOnce(client, route, list);
	for (;;) {
		for (const [reference, entry] of matched) found.set(reference, readEntry(entry, route));
		const rest = open.after(matched);
		if (rest.length === 0) return { found };
		const answer = await askOnce(client, route, rest).catch(serviceFailure);
		if (answer instanceof ServiceFailure) {
			// What is left out of files may be known, and have none yet.
			const leavesOutUnknown = route === 'statut' && open.leavesOutUnknown;
			const inOrder = list.filter((reference) => rest.includes(reference));
			const partly = { found, rest: inOrder, leavesOutUnknown };
			return await withRefusedRest(client, route, partly, answer);
		}
		matched = answer;
	}
}

/** What of a list is to be asked for again, and in which order. */
class OpenRest {
	/** So many names of a list the service has read at least. */
	private longestRead = 0;
	private isTurned = false;
	/** Whether an answer has shown that the service leaves out what it does not know. */
	leavesOutUnknown = false;

	constructor(private rest: readonly string[]) {}

	/** @returns empty when asking again could bring nothing more */
	after(matched: ReadonlyMap<string, Answer>): readonly string[] {
		const { rest } = this;
		if (matched.size === 0) return this.turned();
		const read = lengthRead(rest, matched);
		this.leavesOutUnknown ||= rest.slice(0, read).some((name) => !matched.has(name));
		this.longestRead = Math.max(this.longestRead, read);
		// What stands behind the last notice that was answered comes first: before it, what is left out is unknown.
		const next = [...rest.slice(read), ...rest.slice(0, read)];
		this.rest = next.filter((name) => !matched.has(name));
		return this.rest;
	}

	/** Unknown ones at the beginning of a list may be all that the service has read of it: then it is asked for from its end, once. */
	private turned(): readonly string[] {
		const mayHide = this.rest.length > Math.max(1, this.longestRead);
		this.rest = mayHide && !this.isTurned ? [...this.rest].reverse() : [];
		this.isTurned = true;
		return this.rest;
	}
}

/** What was read stays read, whatever its rest was refused for. */
async function withRefusedRest(
	client: ServiceClient,
	route: BatchRoute,
	{ found, rest, leavesOutUnknown }: PartlyRead,
	failure: ServiceFailure,
): Promise<Omit<ListReading, 'failsAlone'>> {
	const isAnyAtFault = rest.length > 1 && mayConcernAnyOf(failure, leavesOutUnknown);
	if (isAnyAtFault) return { found, refused: { list: rest, failure } };
	const why = await whyRefused(client, route, rest, failure);
	return { found: new Map([...found, ...rest.map((reference) => [reference, why] as const)]) };
}

/** A list of which a rest is not read yet. */
interface PartlyRead {
	readonly found: ReadonlyMap<string, FoundNotice>;
	readonly rest: readonly string[];
	/** Whether the service leaves out what it does not know. */
	readonly leavesOutUnknown: boolean;
}

/** What the failure of the rest of a list says of each notice in it. */
async function whyRefused(
	client: ServiceClient,
	route: BatchRoute,
	rest: readonly string[],
	failure: ServiceFailure,
): Promise<FoundNotice> {
	if (rest.length > 1) return saysUnknown(failure) ? undefined : failure;
	return await whyRefusedAlone(client, route, String(rest[0]), failure).catch(serviceFailure);
}

/**
 * Whether the refusal of the rest of a list may be for any one of its notices: then it has to be bisected. A service that
 * leaves out the unknown ones among others refuses only a list that has no other.
 */
function mayConcernAnyOf(refusal: ServiceFailure, leavesOutUnknown: boolean): boolean {
	if (saysUnknown(refusal)) return !leavesOutUnknown;
	return concernsNotices(refusal) || saysNothing(refusal);
}

/** How many names of a list the service has read at least: a notice may be asked for again further on, by its other name. */
function lengthRead(list: readonly string[], matched: ReadonlyMap<string, Answer>): number {
	const notices = new Set<string>();
	let length = 0;
	for (const [at, name] of list.entries()) {
		const entry = matched.get(name);
		if (!entry) continue;
		const notice = referenceIn(entry) ?? name;
		if (!notices.has(notice)) length = at + 1;
		notices.add(notice);
	}
	return length;
}

const PATHS: Readonly<Record<BatchRoute, string>> = {
	statut: '/annonces/statuts',
	factures: '/annonces/factures',
	documents: '/annonces/documents',
};

/** @returns the entries of one answer by the references asked for */
async function askOnce(client: ServiceClient, route: BatchRoute, list: readonly string[]) {
	const body = { references: list };
	const answer = await client.call({ method: 'POST', path: PATHS[route], body });
	// A success without the list says nothing, not even that these notices do not exist (specification, endpoints 4, 6 and 8).
	if (answer.annonces === undefined) {
		throw new ServiceFailure('notTheService', { missing: 'annonces', readOnly: true });
	}
	return entriesOf(list, recordsOf(answer, 'annonces'));
}

/** A status for a name that the service does not know; the specification lists no such status. */
const UNKNOWN_STATUS = /^(inconnue?|introuvable)$/i;

/**
 * Reads an entry of a batch. What a service puts there for a reference that it does not know, the specification leaves
 * open: only that name, an empty status, one that says so, or a refusal.
 */
export function readEntry(entry: Answer, route: BatchRoute): FoundNotice {
	const { erreur, erreurs, ...fields } = entry;
	const isRefused = entry.resultat === 'erreur';
	if (!isRefused && isGiven(entry[route])) return hasUnknownStatus(entry) ? undefined : entry;
	const refusal = refusalIn({ ...fields, erreurs: [erreurs, erreur] });
	if (saysUnknownOfOne(refusal)) return undefined;
	if (refusal.codes.length > 0) return refusal;
	const isAboutNotice =
		!isRefused && !saysThatNone(entry) && (route !== 'statut' || hasBothNames(entry));
	return isAboutNotice ? entry : undefined;
}

function hasUnknownStatus({ statut }: Answer): boolean {
	return UNKNOWN_STATUS.test(nonEmptyText(statut) ?? '');
}

/** Whether an entry without what was asked for says that there is no such notice. A notice has no documents or invoices at first. */
function saysThatNone(entry: Answer): boolean {
	const { statut, erreur, erreurs } = entry;
	if (hasUnknownStatus(entry) || [erreurs, erreur].flat().some(isGiven)) return true;
	const isStatusEmpty = statut !== undefined && !isGiven(statut);
	return isStatusEmpty && !hasBothNames(entry);
}

export function isAnswer(found: FoundNotice): found is Answer {
	return found !== undefined && !(found instanceof ServiceFailure);
}
