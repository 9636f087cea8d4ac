import type { IDataObject } from 'n8n-workflow';

import {
	cancelOptions,
	downloadFilesField,
	effectNotice,
	referenceField,
} from '../../descriptions/references';
import { UnknownOutcome } from '../../errors/stops';
import {
	InputProblem,
	REFERENCE_LABEL as LABEL,
	isPathSafe,
	nonEmptyText,
	readReference,
	referenceIn,
} from '../../domain/parameters';
import { listOfFields, recordList } from '../../domain/records';
import { fetchStatus, ofOneNotice, readEntry, saysUnknown } from '../../notices/ask';
import type { ExecutionClient, ServiceClient } from '../../transport/client';
import { type Answer, recordsOf } from '../../transport/envelope';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { asThrown, ServiceFailure } from '../../errors/failures';
import { filesOf } from '../../notices/files';
import { flag, itemOperation, parameter } from '../context';
import { tryFiles } from '../document/files';
import { tellDone } from '../done';
import { inReadingOrder } from './output';
import { agrees } from './registered';
import { cancelSummary } from './summary';

/** Cancels a notice for good (specification, endpoint 3). */
export const cancel = itemOperation({
	option: {
		name: 'Cancel',
		value: 'cancel',
		action: 'Cancel notice for good',
		description: 'Cancel an ordered notice for good; returns its invoice and credit note (avoir)',
	},
	hasEffect: true,
	properties: [
		effectNotice(
			'Running this step cancels the notice for good. On production it will not be published.',
		),
		referenceField,
		downloadFilesField,
		cancelOptions,
	],
	async execute(context, itemIndex) {
		const asked = readReference(parameter(context, 'reference', itemIndex));
		const files = flag(context, 'downloadFiles', itemIndex);
		const client = await context.client();
		const { reference, answer } = await cancelNotice(client, asked, {
			recall: () => nonEmptyText(context.steps.recall(itemIndex)?.reference),
			remember: (attempted) => context.steps.remember(itemIndex, { reference: attempted }),
		});
		const { documents, notes } = cancelledDocuments(answer);
		const wanted = files ? filesOf(documents, reference) : [];
		const { binary, missing } = await tryFiles(context, wanted);
		const told: Answer = answer ?? {};
		const sent = 'documents' in told ? { ...told, documents } : told;
		const certain: IDataObject = {
			resume: `Annulée : annonce ${reference}`,
			reference,
			demande: asked,
			annulee: true,
			recupere: answer === undefined,
			environnement: client.environment,
			...(notes.length > 0 ? { avertissements: notes } : {}),
			...(missing.length > 0 ? { fichiers_manquants: missing } : {}),
		};
		const resume = () => ({ resume: cancelSummary(reference, answer) });
		const json = inReadingOrder(tellDone(sent, certain, { resume }));
		return [Object.keys(binary).length > 0 ? { json, binary } : { json }];
	},
});

/**
 * Cancels the notice that was named and no other: only the service's own reference, returned for exactly the text
 * that was given, goes into a path.
 *
 * @param attempts reference of an earlier cancellation of the execution whose outcome is unknown
 * @returns no answer when it was lost and the notice is gone
 */
export async function cancelNotice(
	client: ExecutionClient,
	asked: string,
	attempts: { recall(): string | undefined; remember(reference: string): void },
): Promise<{ reference: string; answer: Answer | undefined }> {
	const reference = (await resolveNotice(client, asked))?.reference;
	if (reference === undefined) {
		const attempted = attempts.recall();
		if (attempted !== undefined) return { reference: attempted, answer: undefined };
		throw new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], asked });
	}
	try {
		return { reference, ...(await deleteNotice(client, reference)) };
	} catch (failure) {
		if (failure instanceof UnknownOutcome) attempts.remember(reference);
		throw asThrown(failure);
	}
}

/** No answer when it was lost and the notice is gone. */
interface Deleted {
	readonly answer: Answer | undefined;
}

/** @param reference the service's own, safe in a path. @throws UnknownOutcome */
export async function deleteNotice(client: ExecutionClient, reference: string): Promise<Deleted> {
	const path = `/annonce/${reference}`;
	const gone = { answer: undefined };
	return await exactlyOnce<Deleted>(client, {
		send: async (sideEffect) => {
			const answer = await client.call({ method: 'DELETE', path, sideEffect });
			if (agrees(answer.reference, reference)) return { answer };
			throw new ServiceFailure('notTheService', { missing: `reference ${reference}` });
		},
		// Not found any more, after an attempt whose answer was lost: that attempt did it.
		settledBy: async (failure, lost) => (lost && saysUnknown(failure) ? gone : undefined),
		look: async () => {
			try {
				return (await fetchStatus(client, reference)) === undefined ? gone : undefined;
			} catch {
				// A resend tells.
				return undefined;
			}
		},
		repeatable: true,
		unknown: (reason) =>
			new UnknownOutcome(
				`It is not known whether the notice ${reference} was cancelled.`,
				'Notice > Get Status does not find a cancelled notice.',
				reason,
				{ open: `notice ${reference}, not known whether cancelled`, repeatable: true },
			),
	});
}

/** Invoice and credit note of a cancellation (specification, endpoint 3). @param answer undefined when it was lost */
export function cancelledDocuments(answer: Answer | undefined): {
	documents: IDataObject[];
	notes: string[];
} {
	if (!answer) {
		const notes = ['The answer was lost: whether there is a credit note is not known.'];
		return { documents: [], notes };
	}
	return {
		documents: listOfFields(answer.documents).map((one) => ({ ...one }) as IDataObject),
		notes: recordList(answer.documents)
			? []
			: ['The documents of the cancellation could not be read.'],
	};
}

export interface NamedNotice {
	readonly reference: string;
	readonly answer: Answer;
}

/** The notice of exactly this name, if there is one. @throws InputProblem when its reference cannot stand in a path */
export async function resolveNotice(
	client: ServiceClient,
	asked: string,
): Promise<NamedNotice | undefined> {
	const notices = await findExactly(client, asked);
	const [reference, ...others] = notices.keys();
	const answer = reference === undefined ? undefined : notices.get(reference);
	if (reference === undefined || !answer) return undefined;
	if (others.length > 0) {
		throw new InputProblem(
			LABEL,
			`"${asked}" names ${notices.size} notices: ${[...notices.keys()].join(', ')}. Nothing was cancelled.`,
			'Give the reference that the service returned.',
		);
	}
	if (isPathSafe(reference)) return { reference, answer };
	throw new InputProblem(
		LABEL,
		`The reference "${reference}" cannot stand in an address without risk of cancelling another one. Nothing was cancelled.`,
		'Ask the service to cancel it.',
	);
}

/** The notices of exactly this name, by reference. @throws ServiceFailure when the service refuses one of them */
async function findExactly(client: ServiceClient, asked: string): Promise<Map<string, Answer>> {
	const found = new Map<string, Answer>();
	try {
		const body = { references: [asked] };
		const answer = await client.call({ method: 'POST', path: '/annonces/statuts', body });
		// Nothing is touched, and nothing counts as gone, on the word of an answer without the list.
		if (answer.annonces === undefined) {
			throw new ServiceFailure('notTheService', { missing: 'annonces' });
		}
		for (const entry of recordsOf(answer, 'annonces')) {
			const names = [entry.reference, entry.numero_commande].map(nonEmptyText);
			const notice = names.includes(asked) ? readEntry(entry, 'statut') : undefined;
			if (notice instanceof ServiceFailure) throw notice;
			const reference = referenceIn(notice ?? {});
			if (notice && reference !== undefined) found.set(reference, notice);
		}
	} catch (failure) {
		const refused = ofOneNotice(failure);
		if (refused) throw asThrown(refused);
	}
	return found;
}
