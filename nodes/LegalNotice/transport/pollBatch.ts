import { recordsOf, type Answer } from './answer';
import { ofOneNotice, readEntry } from './batchRefusal';
import { Batches } from './batchSearch';
import type { ServiceClient } from './service.types';
import { asThrown, ServiceFailure } from './failures';
import { matchNotices } from './matchNotices';
import { isPathSafe, nonEmptyText } from '../domain/parameters';

/** The three things that can be asked for many notices at once (specification, endpoints 4 to 9). */
export type BatchRoute = 'statut' | 'factures' | 'documents';

/**
 * What came of one reference: its answer, undefined when the service does not know it, or the refusal that concerns
 * just this notice.
 */
export type FoundNotice = Answer | ServiceFailure | undefined;

export type Found = ReadonlyMap<string, FoundNotice>;

export interface BatchOptions {
	/** References per call; made smaller when the service takes fewer, for whoever shares it. */
	readonly sizing?: { size: number };
	/** Filled as answers come, for a caller who may stop waiting, or who keeps what came before a failure. */
	readonly found?: Map<string, FoundNotice>;
}

const BATCH_PATHS: Record<BatchRoute, string> = {
	statut: '/annonces/statuts',
	factures: '/annonces/factures',
	documents: '/annonces/documents',
};

/** The specification names no maximum; a smaller one is found by splitting. */
export const START_SIZE = 100;

/**
 * Asks for many notices with as few calls as possible. References are asked once each, in batches; one plain
 * reference goes over its own route.
 *
 * The specification leaves open what an unknown reference does to a batch: it may be missing from the answer, or
 * the whole batch may be refused. In that case the batch is searched for the references to blame.
 *
 * @returns an entry for every reference asked
 * @throws ServiceFailure when the service cannot be asked at all
 */
export async function fetchNotices(
	client: ServiceClient,
	route: BatchRoute,
	references: Iterable<string>,
	options: BatchOptions = {},
): Promise<Found> {
	const asked = [...new Set(references)];
	const found = options.found ?? new Map<string, FoundNotice>();
	const [only] = asked;
	if (asked.length === 1 && only !== undefined && isPathSafe(only)) {
		found.set(only, await fetchSingle(client, route, only));
		return found;
	}
	const batches = new Batches(
		client,
		BATCH_PATHS[route],
		found,
		options.sizing ?? { size: START_SIZE },
	);
	await batches.fetchAll(asked);
	const doubtful = otherSpellings(asked, found).filter((name) => !batches.wasAlone(name));
	// Until they are answered, nothing is known of them.
	for (const reference of doubtful) found.delete(reference);
	if (doubtful.length > 0) await batches.fetchAll(doubtful);
	return found;
}

/**
 * One call about some notices, for whoever bisects refused lists by rules of its own.
 *
 * @param once whether a lost answer is not asked for again
 * @returns an entry for every reference asked
 * @throws ServiceFailure when the list as a whole is not answered
 */
export async function askForNotices(
	client: ServiceClient,
	route: BatchRoute,
	references: readonly string[],
	once = false,
): Promise<Found> {
	const [only = ''] = references;
	const isOne = references.length === 1;
	try {
		if (isOne && isPathSafe(only)) {
			return new Map([[only, await fetchSingle(client, route, only, once)]]);
		}
		const answer = await client.call({
			method: 'POST',
			path: BATCH_PATHS[route],
			body: { references },
			...(once ? { once } : {}),
		});
		const matched = matchNotices(references, recordsOf(answer, 'annonces'));
		return new Map(references.map((name) => [name, readEntry(matched.get(name))]));
	} catch (failure) {
		if (isOne) return new Map([[only, ofOneNotice(failure)]]);
		throw asThrown(failure);
	}
}

/**
 * Names without an answer that are another spelling of a notice that was found by an exact name. For a service that
 * ignores case and tells each notice once they are that notice, for one that does not they are unknown: only asking for
 * them without it tells which.
 */
function otherSpellings(asked: readonly string[], found: Found): string[] {
	const open = asked.filter((name) => found.has(name) && found.get(name) === undefined);
	if (open.length === 0) return [];
	const names = new Set<string>();
	for (const answer of asked.map((name) => found.get(name))) {
		if (!answer || answer instanceof ServiceFailure) continue;
		for (const name of [answer.reference, answer.numero_commande].map(nonEmptyText)) {
			if (name !== undefined) names.add(name.toLowerCase());
		}
	}
	return open.filter((name) => names.has(name.toLowerCase()));
}

async function fetchSingle(
	client: ServiceClient,
	route: BatchRoute,
	reference: string,
	once = false,
): Promise<FoundNotice> {
	try {
		const path = `/annonce/${reference}/${route}`;
		const answer = await client.call({ method: 'GET', path, ...(once ? { once } : {}) });
		if (namesNotice(answer)) return answer;
	} catch (failure) {
		return ofOneNotice(failure);
	}
	throw new ServiceFailure('notTheService', { missing: 'reference' });
}

/** A success that names no notice says nothing of the one that was asked, least of all that it exists. */
function namesNotice({ reference }: Answer): boolean {
	return (typeof reference === 'string' && reference !== '') || typeof reference === 'number';
}

export { concernsNotices, isOfUnknown, ofOneNotice, readEntry, saysUnknown } from './batchRefusal';
