import type { IDataObject } from 'n8n-workflow';

import { cancelOptions, downloadFilesField, referenceField } from '../../descriptions/references';
import { UnknownOutcome } from '../../domain/operationStop';
import {
	InputProblem,
	REFERENCE_LABEL,
	isPathSafe,
	nonEmptyText,
	readReference,
} from '../../domain/parameters';
import { listOfFields, recordList } from '../../domain/records';
import { fetchNotices, ofOneNotice, readEntry, saysUnknown } from '../../transport/batch';
import type { ExecutionClient, ServiceClient } from '../../transport/client';
import { type Answer, recordsOf } from '../../transport/envelope';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { filesOf } from '../../transport/files';
import { beside, flag, itemOperation, parameter, payload } from '../context';
import { tryFiles } from '../document/files';

/** Cancels a notice for good (specification, endpoint 3). */
export const cancel = itemOperation({
	option: {
		name: 'Cancel',
		value: 'cancel',
		action: 'Cancel notice',
		description: 'Cancel an ordered notice for good; returns its invoice and credit note (avoir)',
	},
	hasEffect: true,
	properties: [referenceField, downloadFilesField, cancelOptions],
	async execute(context, itemIndex) {
		const asked = readReference(parameter(context, 'reference', itemIndex));
		const files = flag(context, 'downloadFiles', 'Download Files', itemIndex);
		const client = await context.client();
		const { reference, answer } = await cancelNotice(client, asked, {
			recall: () => nonEmptyText(context.steps.recall(itemIndex)?.reference),
			remember: (attempted) => context.steps.remember(itemIndex, { reference: attempted }),
		});
		const { documents, notes } = cancelledDocuments(answer);
		const raw = { reference, ...(answer ? payload(answer) : {}), documents };
		const added: IDataObject = {
			demande: asked,
			annulee: true,
			// The answer was lost and the notice is gone: whether it had been invoiced is not known.
			recupere: answer === undefined,
			environnement: client.environment,
		};
		if (notes.length > 0) added.avertissements = notes;
		if (!files) return [{ json: beside(raw, added) }];
		// The notice is cancelled: a file that cannot be had is told beside that, never instead of it.
		const { binary, missing } = await tryFiles(context, filesOf(documents, reference));
		if (missing.length > 0) added.fichiers_manquants = missing;
		const json = beside(raw, added);
		return [Object.keys(binary).length > 0 ? { json, binary } : { json }];
	},
});

export interface Cancelled {
	/** The service's own reference. */
	readonly reference: string;
	/** Undefined when the answer was lost and the notice is gone. */
	readonly answer: Answer | undefined;
}

/**
 * Cancels the notice that was named and no other: what was given is looked up through the route that takes it in
 * the body, and only the service's own reference, returned for exactly that text, goes into a path.
 *
 * @param attempts reference whose cancellation was attempted before in the execution, with an unknown outcome
 */
export async function cancelNotice(
	client: ExecutionClient,
	asked: string,
	attempts: { recall(): string | undefined; remember(reference: string): void },
): Promise<Cancelled> {
	const notice = await resolveNotice(client, asked);
	if (!notice) {
		const attempted = attempts.recall();
		if (attempted !== undefined) return { reference: attempted, answer: undefined };
		throw new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], asked });
	}
	try {
		return await deleteNotice(client, notice.reference);
	} catch (failure) {
		if (failure instanceof UnknownOutcome) attempts.remember(notice.reference);
		throw asThrown(failure);
	}
}

/**
 * @param reference the service's own, safe in a path
 * @throws UnknownOutcome when it cannot be known whether the notice was cancelled
 */
export async function deleteNotice(client: ExecutionClient, reference: string): Promise<Cancelled> {
	const gone: Cancelled = { reference, answer: undefined };
	return await exactlyOnce(client, {
		send: async (sideEffect) => {
			const path = `/annonce/${reference}`;
			return { reference, answer: await client.call({ method: 'DELETE', path, sideEffect }) };
		},
		// Not found any more, after an attempt whose answer was lost: that attempt did it.
		settledBy: async (failure, lost) => (lost && saysUnknown(failure) ? gone : undefined),
		look: async () => ((await isGone(client, reference)) ? gone : undefined),
		repeatable: true,
		unknown: (reason) =>
			new UnknownOutcome(
				`It is not known whether the notice ${reference} was cancelled.`,
				'Notice > Get Status tells: a cancelled notice is no longer found.',
				reason,
				`notice ${reference}, not known whether cancelled`,
				true,
			),
	});
}

/** Whether a notice that was there is no longer found; false also when that cannot be asked: a resend then tells. */
async function isGone(client: ExecutionClient, reference: string): Promise<boolean> {
	try {
		return (await fetchNotices(client, 'statut', [reference])).get(reference) === undefined;
	} catch {
		return false;
	}
}

export interface CancelledDocuments {
	readonly documents: IDataObject[];
	/** Sentences for a person; the notice is cancelled, whatever the answer says of its documents. */
	readonly notes: string[];
}

/**
 * The invoice and the credit note of a cancellation, however the service lists them (specification, endpoint 3).
 *
 * @param answer undefined when it was lost: then there is nothing to read
 */
export function cancelledDocuments(answer: Answer | undefined): CancelledDocuments {
	if (!answer) {
		return {
			documents: [],
			notes: ['The answer was lost: whether there is a credit note is not known.'],
		};
	}
	const given = answer.documents;
	return {
		documents: listOfFields(given).map((document) => ({ ...document }) as IDataObject),
		notes: recordList(given) ? [] : ['The documents of the cancellation could not be read.'],
	};
}

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
	const text = nonEmptyText(notice?.reference);
	if (!notice || text === undefined) return undefined;
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
