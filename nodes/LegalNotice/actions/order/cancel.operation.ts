/** Notice: Cancel, in four steps: reads a name, finds the one notice that it means, cancels it, and builds the output item. */
import type { IDataObject } from 'n8n-workflow';

import {
	cancelOptions,
	downloadFilesField,
	effectNotice,
	referenceField,
	toolNotice,
} from '../../descriptions/references';
import { nonEmptyText, readChoice } from '../../reading/cells/parameters';
import { readReference } from '../../reading/cells/references';
import { isRecord } from '../../reading/records';
import { outcomeOf, rethrown, ServiceFailure, Stop } from '../../errors/failures';
import { filesOf } from '../../notices/files';
import type { Answer } from '../../transport/envelope';
import { oneAtATime } from '../../transport/exactlyOnce';
import { itemOperation, type OperationContext } from '../context';
import { collection, flag, parameter } from '../itemParameters';
import { tryFiles } from '../noticeItems';
import { cancelOnce, type Cancelled, type NamedNotice, resolveNotice } from './cancellation';
import { cancelledDocuments, cancelledFields } from './output';

/** Cancels a notice for good (specification, endpoint 3). */
export const cancel = itemOperation({
	option: {
		name: 'Cancel',
		value: 'cancel',
		action: 'Cancel notice for good',
		description: 'Cancel an ordered notice for good; returns its invoice and credit note (avoir)',
	},
	names: { reference: 'demande' },
	hasSummary: true,
	effect: {
		noun: 'notice',
		done: 'cancelled',
		references: ({ reference }) => [reference],
		again: () =>
			'Before you run it again, remove the items of cancelled notices: the service does not find these any more.',
	},
	properties: [
		effectNotice(
			'Running this step cancels the notice for good. On production it will not be published.',
		),
		toolNotice(
			'As a tool: the notice to cancel comes from the workflow or a person, not from the model. Put a human review before this tool.',
		),
		{
			...referenceField,
			description: 'The notice to cancel: the reference of the service or your own order number',
			hint: 'Cancels this notice, one for each input item: type it, or drag reference from the node before',
		},
		downloadFilesField,
		cancelOptions,
	],
	async execute(context, itemIndex) {
		const requested = readReference(parameter(context, 'reference', itemIndex));
		const wantsFiles = flag(context, 'downloadFiles', itemIndex);
		const { ifAlreadyPublished } = collection(context, 'options', itemIndex);
		const policies = ['fail', 'cancel'] as const;
		const policy = readChoice('If Already Published', ifAlreadyPublished, policies) ?? 'fail';
		const client = await context.client();
		const cancelled = await cancelNamed(context, itemIndex, { requested, policy });
		const cancellation = { requested, ...cancelled, ...cancelledDocuments(cancelled.answer) };
		const { documents, reference } = cancellation;
		const files = wantsFiles ? filesOf(documents, reference, 'documents') : [];
		const { binary, missing } = await tryFiles(context, files);
		const json = cancelledFields(client, cancellation, missing);
		return [Object.keys(binary).length > 0 ? { json, binary } : { json }];
	},
});

interface ToCancel {
	readonly requested: string;
	/** What happens to a notice that is published. */
	readonly policy: 'fail' | 'cancel';
}

/** Where cancellations of the run stand, by every name of their notice: items, also of a later try, may name one otherwise. */
const SECTION = 'cancelled';

/** @throws Stop, ServiceFailure */
async function cancelNamed(
	context: OperationContext,
	itemIndex: number,
	{ requested, policy }: ToCancel,
): Promise<Cancelled> {
	const done = cancelledIn(context, requested);
	if (done) return done;
	const client = await context.client();
	const memory = context.memoryOf<{ reference: string }>(itemIndex);
	const sentBefore = memory.recall()?.reference;
	const notice = await resolveNotice(client, requested);
	const name = notice?.reference ?? sentBefore ?? sentIn(context, requested);
	if (name === undefined) throw unknownNotice();
	return await oneAtATime(client, { kind: 'cancel', name }, async () => {
		// Another item may have named the same notice otherwise, and have cancelled it meanwhile: both come to the same.
		const other = cancelledIn(context, name);
		if (other) return other;
		const sent = sentBefore ?? sentIn(context, name);
		if (!notice) {
			// What an earlier try, or another item, may have cancelled is cancelled where it is not found any more.
			if (sent === undefined) throw unknownNotice();
			return { reference: sent, answer: undefined, status: undefined };
		}
		const { reference, answer: status } = notice;
		if (status.statut === 'parue' && policy === 'fail') {
			throw new Stop(
				`The notice ${reference} is published already.`,
				'A correction (rectificatif) is a notice of its own, of the category RECTIF. ' +
					"To cancel it all the same, set the option 'If Already Published' to Cancel.",
				{ outcome: { kind: 'nothing', why: 'guard', said: 'It was not cancelled.' } },
			);
		}
		return await memory.during({ reference }, async () => {
			return await keeping(context, { notice, requested }, async () => {
				return { ...(await cancelOnce(client, reference, sent === reference)), status };
			});
		});
	});
}

function unknownNotice(): ServiceFailure {
	return new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'] });
}

/** Writes down where the cancellation of a notice stands. */
async function keeping(
	context: OperationContext,
	{ notice, requested }: { readonly notice: NamedNotice; readonly requested: string },
	work: () => Promise<Cancelled>,
): Promise<Cancelled> {
	const { reference, answer } = notice;
	const shared = context.shared(SECTION);
	const before = shared[reference] ?? {};
	const keep = (kept: IDataObject[string]) => {
		const number = nonEmptyText(answer.numero_commande) ?? reference;
		for (const name of [reference, number, requested]) shared[name] = kept;
	};
	// Sent, it may be done whatever becomes of its answer.
	keep({ reference });
	try {
		const cancelled = await work();
		keep({ reference, done: { ...cancelled } });
		return cancelled;
	} catch (failure) {
		if (outcomeOf(failure)?.kind === 'nothing') keep(before);
		throw rethrown(failure);
	}
}

/** The notice of this name whose cancellation was sent, for whichever item, also where its outcome is not known. */
function sentIn(context: OperationContext, name: string): string | undefined {
	const kept = context.shared(SECTION)[name];
	return isRecord(kept) ? nonEmptyText(kept.reference) : undefined;
}

/** The cancellation of the notice of this name, done by an item of this execution. */
function cancelledIn(context: OperationContext, name: string): Cancelled | undefined {
	const kept = context.shared(SECTION)[name];
	if (!isRecord(kept) || !isRecord(kept.done)) return undefined;
	const { answer, status } = kept.done;
	return { reference: String(kept.reference), answer: recordOr(answer), status: recordOr(status) };
}

function recordOr(kept: unknown): Answer | undefined {
	return isRecord(kept) ? kept : undefined;
}
