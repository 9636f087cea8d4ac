/** One call about notices, over the route for a list or for one of them, and what its answer says of each. */
import { isGiven } from '../reading/cells/parameters';
import { isRecord } from '../reading/records';
import { isPathSafe, referenceIn } from '../reading/cells/references';
import { ServiceFailure } from '../errors/failures';
import type { ServiceClient } from '../transport/client';
import type { Manner } from '../transport/sendingAgain';
import { type Answer, refusalIn } from '../transport/envelope';
import { hasBothNames, type NoticeReply } from './changes';
import { matchNotices, refusalOfOneNotice, saysAbsentOfOne } from './match';

/** Each route is named after the field in which its answers hold what is requested (specification, endpoints 4 to 9). */
export type Route = 'statut' | 'documents' | 'factures';

const PATHS: Readonly<Record<Route, string>> = {
	statut: '/annonces/statuts',
	documents: '/annonces/documents',
	factures: '/annonces/factures',
};

/** All calls of the client that is returned are made in this manner. */
export function clientWith(client: ServiceClient, manner: Manner): ServiceClient {
	return { ...client, call: async (call) => await client.call({ ...call, manner }) };
}

/**
 * Reads the status of a notice before something is ordered or cancelled, or what became of that.
 *
 * @param manner `LOOK_UP` for what has begun, `READ` before anything new begins
 */
export async function fetchStatus(
	client: ServiceClient,
	name: string,
	manner: Manner,
): Promise<NoticeReply> {
	return await askForNotice(clientWith(client, manner), 'statut', name);
}

/**
 * One notice over its own route, which refuses a name that it does not know: what answers there without a status has none yet.
 * A name that would not reach the service in a path as it is written is requested in a list.
 *
 * @throws ServiceFailure for what is not about this notice
 */
export async function askForNotice(
	client: ServiceClient,
	route: Route,
	name: string,
): Promise<NoticeReply> {
	try {
		if (isPathSafe(name)) return await askOverOwnRoute(client, route, name);
		return (await askForList(client, route, [name])).get(name);
	} catch (failure) {
		return refusalOfOneNotice(failure);
	}
}

async function askOverOwnRoute(client: ServiceClient, route: Route, reference: string) {
	const answer = await client.call({ method: 'GET', path: `/annonce/${reference}/${route}` });
	// A success that names no notice does not even say that it exists.
	if (referenceIn(answer) === undefined) {
		throw new ServiceFailure('notTheService', { missing: 'reference' });
	}
	if (matchNotices([reference], [answer]).size === 0) {
		throw new ServiceFailure('notTheService', { missing: `reference ${reference}` });
	}
	return readReply(answer, route);
}

/**
 * One call for a list.
 *
 * @returns an entry for each name; undefined where the answer leaves it out
 * @throws ServiceFailure
 */
export async function askForEntries(
	client: ServiceClient,
	route: Route,
	list: readonly string[],
): Promise<ReadonlyMap<string, Answer | undefined>> {
	const body = { references: list };
	const { annonces } = await client.call({ method: 'POST', path: PATHS[route], body });
	// A success without its list says nothing, not even that these notices do not exist.
	if (!Array.isArray(annonces)) {
		throw new ServiceFailure('notTheService', { missing: 'annonces', readOnly: true });
	}
	const entries = matchNotices(list, annonces.filter(isRecord));
	return new Map(list.map((reference) => [reference, entries.get(reference)]));
}

/** The same, with what the service says of each name. What the answer leaves out is absent. @throws ServiceFailure */
export async function askForList(
	client: ServiceClient,
	route: Route,
	list: readonly string[],
): Promise<ReadonlyMap<string, NoticeReply>> {
	const entries = await askForEntries(client, route, list);
	return new Map([...entries].map(([name, entry]) => [name, entry && readEntry(entry, route)]));
}

/**
 * What a service says of one name. How it says that a notice is absent, the specification leaves open: an entry may be a
 * refusal.
 */
function readReply(entry: Answer, route: Route): NoticeReply {
	const isRefused = entry.resultat === 'erreur';
	if (!isRefused && isGiven(entry[route])) return entry;
	if (isRefused || [entry.erreur, entry.erreurs].flat().some(isGiven)) return refusalOf(entry);
	return entry;
}

/** Reads an entry of a list: of an absent notice it may have only the name. */
export function readEntry(entry: Answer, route: Route): NoticeReply {
	return isBareName(entry, route) ? undefined : readReply(entry, route);
}

const BARE_FIELDS = new Set(['resultat', 'reference', 'numero_commande']);

/**
 * Whether a list of statuses has nothing of a notice but one name. The service may only repeat what it does not know; or the
 * notice has neither a status nor an order number yet, which its own route says.
 */
export function isBareName(entry: Answer, route: Route): boolean {
	if (route !== 'statut') return false;
	const others = Object.entries(entry).filter(([field]) => !BARE_FIELDS.has(field));
	return !hasBothNames(entry) && !others.some(([, value]) => isGiven(value));
}

function refusalOf({ erreur, erreurs, ...fields }: Answer): ServiceFailure | undefined {
	const refusal = refusalIn({ ...fields, erreurs: [erreurs, erreur] });
	return refusal.codes.length === 0 || saysAbsentOfOne(refusal) ? undefined : refusal;
}

export function holdsNotice(reply: NoticeReply): reply is Answer {
	return reply !== undefined && !(reply instanceof ServiceFailure);
}
