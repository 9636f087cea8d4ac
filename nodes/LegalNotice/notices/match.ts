/** Finds in an answer the notices that were asked for, by reference or order number. */
import { nonEmptyText, referenceIn } from '../domain/parameters';
import { ServiceFailure } from '../errors/failures';
import type { Answer } from '../transport/envelope';

/** The entries by the names asked for. @throws ServiceFailure for an answer about others, which says nothing of these */
export function entriesOf(asked: readonly string[], entries: readonly Answer[]) {
	const matched = matchNotices(asked, entries);
	if (matched.size === 0 && areOfOthers(entries)) {
		throw new ServiceFailure('notTheService', { missing: OF_OTHERS, readOnly: true });
	}
	return matched;
}

/** An answer about other notices is said to lack this: the references that were asked for. */
export const OF_OTHERS = 'references';

/** Answers that a proxy crossed name notices that nobody asked for; entries without a name are of unknown ones. */
function areOfOthers(entries: readonly Answer[]): boolean {
	const isNamed = (entry: Answer) =>
		referenceIn(entry) !== undefined || orderNumberIn(entry) !== undefined;
	return entries.length > 0 && entries.every(isNamed);
}

/**
 * Names are matched exactly first, references before order numbers. Only what no exact name has found is matched without
 * regard to case: a service for which case matters would else give one customer the answer of another.
 */
export function matchNotices(
	asked: readonly string[],
	notices: readonly Answer[],
): Map<string, Answer> {
	const exactly = matchSpelled(asked, notices, String);
	// A notice that was asked for under two names may come twice, and is taken each time.
	const taken = new Set([...exactly.values()].map(referenceIn));
	const openNotices = notices.filter((notice) => !taken.has(referenceIn(notice)));
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
	// The names written last count: a reference goes before an order number.
	for (const nameIn of [orderNumberIn, referenceIn]) {
		for (const notice of notices) byName.set(spelling(nameIn(notice) ?? ''), notice);
	}
	const matched = new Map<string, Answer>();
	for (const reference of asked) {
		const notice = byName.get(spelling(reference));
		if (notice) matched.set(reference, notice);
	}
	return matched;
}

function orderNumberIn({ numero_commande: number }: Answer): string | undefined {
	return nonEmptyText(number);
}
