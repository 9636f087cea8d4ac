import { isPathSafe } from '../domain/reference';
import type { Answer } from './answer';
import { ofOneNotice } from './batchRefusal';
import { Batches } from './batchSearch';
import type { ServiceClient } from './service.types';
import { ServiceFailure } from './failures';

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
	return found;
}

async function fetchSingle(
	client: ServiceClient,
	route: BatchRoute,
	reference: string,
): Promise<FoundNotice> {
	try {
		const answer = await client.call({ method: 'GET', path: `/annonce/${reference}/${route}` });
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
