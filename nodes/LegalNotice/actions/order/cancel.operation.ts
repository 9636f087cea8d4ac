/** Notice: Cancel, in four steps: reads a name, finds the one notice that it means, cancels it, and builds the output item. */
import type { IDataObject } from 'n8n-workflow';

import {
	lookupOptions,
	timeoutOfEffect,
	downloadFilesField,
	effectNotice,
	referenceField,
} from '../../descriptions/references';
import { nonEmptyText } from '../../reading/cells/parameters';
import { readReference } from '../../reading/cells/references';
import { isRecord } from '../../reading/records';
import { rethrown, ServiceFailure } from '../../errors/failures';
import { filesOf } from '../../notices/files';
import { type Cancelled, type Cancelling, itemOperation, type OperationContext } from '../context';
import { flag, parameter } from '../itemParameters';
import { cameToNothing } from '../memory';
import { tryFiles } from '../noticeItems';
import { cancelOnce, type NamedNotice, resolveNotice } from './cancellation';
import { cancelledDocuments, cancelledFields } from './output';

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
		{ ...lookupOptions, options: [timeoutOfEffect] },
	],
	async execute(context, itemIndex) {
		const asked = readReference(parameter(context, 'reference', itemIndex));
		const wantsFiles = flag(context, 'downloadFiles', itemIndex);
		const client = await context.client();
		const cancelled = await cancelNamed(context, itemIndex, asked);
		const cancellation = { asked, ...cancelled, ...cancelledDocuments(cancelled.answer) };
		const { documents, reference } = cancellation;
		const files = wantsFiles ? filesOf(documents, reference, 'documents') : [];
		const { binary, missing } = await tryFiles(context, files);
		const json = cancelledFields(client, cancellation, missing);
		return [Object.keys(binary).length > 0 ? { json, binary } : { json }];
	},
});

async function cancelNamed(
	context: OperationContext,
	itemIndex: number,
	asked: string,
): Promise<Cancelled> {
	const client = await context.client();
	const memory = context.memoryOf(itemIndex);
	const begun = nonEmptyText(memory.recall()?.reference) ?? sentFor(context, asked);
	const notice = begunIn(context, asked) ? undefined : await resolveNotice(client, asked);
	const names = notice ? namesOf(notice, asked) : [asked];
	// Another item may have named the same notice otherwise, and have cancelled it meanwhile: both come to the same.
	const other = names.map((name) => begunIn(context, name)).find((one) => one !== undefined);
	if (other) return await memory.during({ reference: other.reference }, () => other.done);
	if (!notice) return goneBefore(asked, begun);
	const { reference } = notice;
	const done = memory.during({ reference }, async () => {
		const wasSent = begun === reference;
		return await keeping(context, names, reference, () => cancelOnce(client, reference, wasSent));
	});
	for (const name of names) context.cancellations.set(name, { reference, done });
	return await done;
}

/** @param begun the notice that an earlier try may have cancelled: not found any more, it was. @throws ServiceFailure */
function goneBefore(asked: string, begun: string | undefined): Cancelled {
	if (begun !== undefined) return { reference: begun, answer: undefined };
	throw new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], asked });
}

function namesOf({ reference, answer }: NamedNotice, asked: string): string[] {
	return [reference, nonEmptyText(answer.numero_commande) ?? reference, asked];
}

/** Where cancellations stand, by every name of their notice: it survives Retry On Fail. */
const SECTION = 'cancelled';

/** Writes down where the cancellation of a notice stands, for items of a later try that name it otherwise. */
async function keeping(
	context: OperationContext,
	names: readonly string[],
	reference: string,
	work: () => Promise<Cancelled>,
): Promise<Cancelled> {
	const shared = context.shared(SECTION);
	const before = shared[reference] ?? {};
	const keep = (kept: IDataObject[string]) => {
		for (const name of names) shared[name] = kept;
	};
	// Sent, it may be done whatever becomes of its answer.
	keep({ reference });
	try {
		const cancelled = await work();
		keep({ reference, answer: cancelled.answer ? { ...cancelled.answer } : null });
		return cancelled;
	} catch (failure) {
		if (cameToNothing(failure)) keep(before);
		throw rethrown(failure);
	}
}

/** The reference of the notice of this name that an earlier try may have cancelled, for whichever item. */
function sentFor(context: OperationContext, name: string): string | undefined {
	const kept = context.shared(SECTION)[name];
	return isRecord(kept) ? nonEmptyText(kept.reference) : undefined;
}

/** The cancellation of a notice by an item of this execution, done or under way. */
function begunIn(context: OperationContext, name: string): Cancelling | undefined {
	const underWay = context.cancellations.get(name);
	if (underWay) return underWay;
	const kept = context.shared(SECTION)[name];
	if (!isRecord(kept) || kept.answer === undefined) return undefined;
	const reference = String(kept.reference);
	const answer = isRecord(kept.answer) ? kept.answer : undefined;
	return { reference, done: Promise.resolve({ reference, answer }) };
}
