import { isPathSafe } from '../domain/reference';
import { recordsOf, type Answer } from './answer';
import { isListedCode } from './errorTable';
import type { ServiceClient } from './client';
import { asThrown, ServiceFailure } from './failures';

/** The three things that can be asked for many notices at once (specification, endpoints 4 to 9). */
export type BatchRoute = 'statut' | 'factures' | 'documents';

/**
 * What came of one reference: its answer, undefined when the service does not know it, or the refusal that concerns
 * just this notice.
 */
export type Found = ReadonlyMap<string, Answer | ServiceFailure | undefined>;

export interface BatchOptions {
	/** References per call; made smaller when the service takes fewer, for whoever shares it. */
	readonly sizing?: { size: number };
	/** Filled as answers come, for a caller who may stop waiting, or who keeps what came before a failure. */
	readonly found?: Map<string, Answer | ServiceFailure | undefined>;
}

const BATCH_PATHS: Record<BatchRoute, string> = {
	statut: '/annonces/statuts',
	factures: '/annonces/factures',
	documents: '/annonces/documents',
};

/** The specification names no maximum; a smaller one is found by splitting. */
export const START_SIZE = 100;
/** Listed for one reference; a batch may say it of its list in the plural. */
const UNKNOWN_CODE =
	/^err_(annonces?_introuvables?|references?_(incorrectes?|absentes?|inconnues?))$/;
const SUSPENDED = 'err_annonce_suspendue';
/** A batch that is not answered in time is cut in two, and once more: then it is not its size. */
const MAX_SLOW_CUTS = 2;

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
	const found = options.found ?? new Map<string, Answer | ServiceFailure | undefined>();
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
): Promise<Answer | ServiceFailure | undefined> {
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

/** What a refusal says of the one reference that was asked; any other failure is thrown on. */
function ofOneNotice(failure: unknown): ServiceFailure | undefined {
	if (!(failure instanceof ServiceFailure) || !concernsNotices(failure)) throw failure;
	return saysUnknown(failure) ? undefined : failure;
}

/** Whether a refusal is about notices of the batch, not about the call. */
function concernsNotices(failure: ServiceFailure): boolean {
	return saysUnknown(failure) || failure.has(SUSPENDED);
}

function saysUnknown(failure: ServiceFailure): boolean {
	return failure.codes.some((code) => UNKNOWN_CODE.test(code));
}

/** How a service may refuse a list for its length; the specification names no code for it. */
function saysTooLarge(failure: ServiceFailure): boolean {
	if (failure.has('err_body_incorrect')) return true;
	if (failure.codes.length > 0) return !failure.ambiguous && !failure.codes.some(isListedCode);
	return [413, 414].includes(failure.facts.status ?? 0);
}

/** How a list that is too long for the service may end, although nobody refuses it. */
function saysTooSlow(failure: ServiceFailure): boolean {
	return failure.kind === 'noAnswer' || failure.facts.status === 504;
}

class Batches {
	private slowCuts = 0;

	constructor(
		private readonly client: ServiceClient,
		private readonly path: string,
		private readonly found: Map<string, Answer | ServiceFailure | undefined>,
		private readonly sizing: { size: number },
	) {}

	async fetchAll(references: readonly string[]): Promise<void> {
		// The first batch alone: when it is too large for the service, the others are cut before they are sent.
		let next = 0;
		const take = () => references.slice(next, (next += this.sizing.size));
		await this.fetchBatch(take());
		const rest: Array<Promise<void>> = [];
		while (next < references.length) rest.push(this.fetchBatch(take()));
		// What can be read is read, also when one of them fails.
		const failed = (await Promise.allSettled(rest)).find(({ status }) => status === 'rejected');
		if (failed?.status === 'rejected') throw asThrown(failed.reason);
	}

	private async fetchBatch(batch: readonly string[]): Promise<void> {
		if (batch.length === 0) return;
		if (batch.length > this.sizing.size) {
			for (let at = 0; at < batch.length; at += this.sizing.size) {
				await this.fetchBatch(batch.slice(at, at + this.sizing.size));
			}
			return;
		}
		const failure = await this.ask(batch);
		if (!failure) return;
		if (batch.length > 1 && this.mayCut(failure)) {
			this.sizing.size = Math.max(1, Math.min(this.sizing.size, Math.floor(batch.length / 2)));
			await this.fetchBatch(batch);
		} else if (!concernsNotices(failure)) {
			throw failure;
		} else if (batch.length > 1) {
			await this.search(batch);
		} else {
			this.found.set(batch[0] ?? '', ofOneNotice(failure));
		}
	}

	private mayCut(failure: ServiceFailure): boolean {
		return saysTooLarge(failure) || (saysTooSlow(failure) && this.slowCuts++ < MAX_SLOW_CUTS);
	}

	/**
	 * Finds the references for which a batch was refused: one by one while they are bad, in groups that double while
	 * they are good. A group is only tried when earlier groups saved at least the call that it may cost (one call
	 * on credit), so that a batch of nothing but unknown references is not asked more often than it has references.
	 */
	private async search(batch: readonly string[]): Promise<void> {
		let at = 0;
		let group = 1;
		let used = 0;
		while (at < batch.length) {
			const saved = at - used + (batch.length > 8 ? 1 : 0);
			const size = saved >= 1 ? Math.min(group, batch.length - at, this.sizing.size) : 1;
			used++;
			const failure = await this.ask(batch.slice(at, at + size));
			if (!failure) {
				at += size;
				group = Math.min(size * 2, batch.length);
			} else if (!concernsNotices(failure) && !(saysTooLarge(failure) && size > 1)) {
				throw failure;
			} else if (size > 1) {
				group = Math.floor(size / 2);
			} else {
				this.found.set(batch[at] ?? '', ofOneNotice(failure));
				at++;
				group = 1;
			}
		}
	}

	/** One call; fills in what it answers. References missing from a successful answer are unknown. */
	private async ask(batch: readonly string[]): Promise<ServiceFailure | undefined> {
		try {
			const answer = await this.client.call({
				method: 'POST',
				path: this.path,
				body: { references: batch },
			});
			const matched = matchNotices(batch, recordsOf(answer, 'annonces'));
			for (const reference of batch) this.found.set(reference, matched.get(reference));
			return undefined;
		} catch (failure) {
			if (!(failure instanceof ServiceFailure)) throw asThrown(failure);
			if (concernsNotices(failure) || saysTooLarge(failure) || saysTooSlow(failure)) return failure;
			throw asThrown(failure);
		}
	}
}

/**
 * Pairs what was asked with what came back: by the service's reference, then by order number, exactly; then, for what
 * is still open on both sides, without regard to case. The order of the answer does not matter.
 */
export function matchNotices(
	asked: readonly string[],
	notices: readonly Answer[],
): Map<string, Answer> {
	const matched = new Map<string, Answer>();
	for (const spelling of [exactly, ignoringCase]) {
		for (const field of ['reference', 'numero_commande'] as const) {
			const byName = new Map<string, Answer>();
			const taken = new Set(matched.values());
			const open = spelling === exactly ? notices : notices.filter((notice) => !taken.has(notice));
			for (const notice of open) {
				const name = notice[field];
				if (typeof name === 'string' || typeof name === 'number') {
					byName.set(spelling(String(name)), notice);
				}
			}
			for (const reference of asked) {
				const notice = byName.get(spelling(reference));
				if (notice && !matched.has(reference)) matched.set(reference, notice);
			}
		}
	}
	return matched;
}

function exactly(text: string): string {
	return text;
}

function ignoringCase(text: string): string {
	return text.toLowerCase();
}
