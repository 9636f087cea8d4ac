/** Notice: Cancel, in four steps: reads a name, finds the one notice that it means, cancels it, and builds the output item. */
import {
	cancelOptions,
	downloadFilesField,
	effectNotice,
	referenceField,
	toolNotice,
} from '../../descriptions/references';
import { nonEmptyText, readChoice } from '../../reading/cells/parameters';
import { readReference } from '../../reading/cells/references';
import { outcomeOf, rethrown, ServiceFailure, Stop } from '../../errors/failures';
import { filesOf } from '../../notices/files';
import { oneAtATime } from '../../transport/exactlyOnce';
import { itemOperation, type OperationContext } from '../context';
import { collection, flag, parameter } from '../itemParameters';
import { filesOfCancelled } from '../noticeItems';
import { cancelOnce, type Cancelled, resolveNotice } from './cancellation';
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
		nextRun: () => ({
			sentence:
				'Before you run it again, remove the items of cancelled notices: the service does not know these any more.',
			isWarning: true,
		}),
	},
	properties: [
		effectNotice('Cancels the notice for good; on production it will not be published.'),
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
		const cancelled = await cancelNamed(context, { requested, policy });
		const cancellation = { requested, ...cancelled, ...cancelledDocuments(cancelled.answer) };
		const { documents, reference } = cancellation;
		const files = wantsFiles ? filesOf(documents, reference, 'documents') : [];
		const { binary, missing } = await filesOfCancelled(context, files);
		const json = cancelledFields(client, cancellation, missing);
		return [Object.keys(binary).length > 0 ? { json, binary } : { json }];
	},
});

interface ToCancel {
	readonly requested: string;
	/** What happens to a notice that is published. */
	readonly policy: 'fail' | 'cancel';
}

/** What the items of this execution know of a cancellation that was sent. */
interface Sent {
	readonly reference: string;
	/** Where it is known to be done. */
	readonly done?: Cancelled;
}

/**
 * Cancels the notice of this name. How far that is, all items of the run know under every name of the notice, because items,
 * also of a later try, may name one otherwise: both come to the same.
 *
 * @throws Stop, ServiceFailure
 */
async function cancelNamed(
	context: OperationContext,
	{ requested, policy }: ToCancel,
): Promise<Cancelled> {
	const kept = context.shared<Sent>('cancelled');
	const before = kept[requested];
	if (before?.done) return before.done;
	const client = await context.client();
	const notice = await resolveNotice(client, requested);
	const name = notice?.reference ?? kept[requested]?.reference;
	if (name === undefined) throw notFound();
	return await oneAtATime(client, { kind: 'cancel', name }, async () => {
		const sent = kept[name];
		if (sent?.done) return sent.done;
		if (!notice) {
			// What an earlier try, or another item, may have cancelled is cancelled where it is not found any more.
			if (!sent) throw notFound();
			return { reference: name, answer: undefined, status: undefined };
		}
		const { reference, answer: status } = notice;
		if (status.statut === 'parue' && policy === 'fail') {
			throw new Stop(
				`The notice ${reference} is published already.`,
				'To correct it, order a correction (rectificatif) of the category RECTIF. ' +
					"To cancel it although it is published, set the option 'If Already Published' to Cancel.",
				{ outcome: { kind: 'nothing', why: 'guard', said: 'It was not cancelled.' } },
			);
		}
		const names = [reference, nonEmptyText(status.numero_commande) ?? reference, requested];
		const keep = (one: Sent | undefined) => {
			for (const own of names) kept[own] = one;
		};
		// Sent, it may be done whatever becomes of its answer.
		keep({ reference });
		try {
			const cancelled = { ...(await cancelOnce(client, reference, sent !== undefined)), status };
			keep({ reference, done: cancelled });
			return cancelled;
		} catch (failure) {
			if (outcomeOf(failure)?.kind === 'nothing') keep(sent);
			throw rethrown(failure);
		}
	});
}

function notFound(): ServiceFailure {
	return new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'] });
}
