import type { ServiceClient } from '../../transport/client';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { InputProblem, REFERENCE_LABEL, isPathSafe } from '../../domain/parameters';
import { ofOneNotice, readEntry } from '../../transport/batch';
import { type Answer, recordsOf } from '../../transport/envelope';

/** A notice that was named exactly, with a reference that can stand in a path. */
export interface NamedNotice {
	readonly reference: string;
	/** What the status route says of it. */
	readonly answer: Answer;
}

/**
 * @returns undefined when the service knows no notice of exactly this name
 * @throws InputProblem when its reference cannot stand in a path
 */
export async function resolveNotice(
	client: ServiceClient,
	asked: string,
): Promise<NamedNotice | undefined> {
	if (asked === '.' || asked === '..') {
		throw new InputProblem(
			REFERENCE_LABEL,
			`'${REFERENCE_LABEL}' cannot be "${asked}".`,
			'Give the reference that the service returned, or the order number given when ordering.',
		);
	}
	const notice = await findExactly(client, asked);
	const reference = notice?.reference;
	if (!notice || (typeof reference !== 'string' && typeof reference !== 'number')) return undefined;
	const text = String(reference);
	if (!isPathSafe(text)) {
		throw new InputProblem(
			REFERENCE_LABEL,
			`The notice "${asked}" has the reference "${text}", which cannot be written into an address without risk of cancelling another one. Nothing was cancelled.`,
			'Ask the service to cancel it.',
		);
	}
	return { reference: text, answer: notice };
}

async function findExactly(client: ServiceClient, asked: string): Promise<Answer | undefined> {
	try {
		const answer = await client.call({
			method: 'POST',
			path: '/annonces/statuts',
			body: { references: [asked] },
		});
		// Nothing is touched, and nothing counts as gone, on the word of an answer without the list.
		if (answer.annonces === undefined) {
			throw new ServiceFailure('notTheService', { missing: 'annonces' });
		}
		const named = namedIn(recordsOf(answer, 'annonces'), asked);
		const distinct = new Set(named.map(({ reference }) => String(reference)));
		if (distinct.size > 1) {
			throw new InputProblem(
				REFERENCE_LABEL,
				`"${asked}" names ${distinct.size} notices: ${[...distinct].join(', ')}. Nothing was cancelled.`,
				'Give the reference that the service returned.',
			);
		}
		return named[0];
	} catch (failure) {
		const refused = ofOneNotice(failure);
		if (refused) throw asThrown(refused);
		return undefined;
	}
}

/** The notices of exactly this name. @throws ServiceFailure when the service refuses one of them */
function namedIn(entries: readonly Answer[], asked: string): Answer[] {
	return entries.flatMap((entry) => {
		if (!sameText(entry.reference, asked) && !sameText(entry.numero_commande, asked)) return [];
		const notice = readEntry(entry);
		if (notice instanceof ServiceFailure) throw notice;
		return notice ? [notice] : [];
	});
}

function sameText(value: unknown, asked: string): boolean {
	return (typeof value === 'string' || typeof value === 'number') && String(value) === asked;
}
