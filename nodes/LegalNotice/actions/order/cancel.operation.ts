/** Notice: Cancel, in four steps: reads a name, finds the one notice that it means, cancels it, and builds the output item. */
import {
	cancelOptions,
	downloadFilesField,
	effectNotice,
	referenceField,
} from '../../descriptions/references';
import { nonEmptyText } from '../../domain/parameters';
import { readReference } from '../../domain/references';
import { rethrown, ServiceFailure, UnknownOutcome } from '../../errors/failures';
import { filesOf } from '../../notices/files';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { type ItemMemory, itemOperation } from '../context';
import { flag, parameter } from '../itemParameters';
import { tryFiles } from '../noticeItems';
import { type Cancellations, deleteNotice, resolveAttempted, resolveNotice } from './cancellation';
import { cancelledDocuments, cancelledFields } from './output';

/** The fields of a finished item that the service has answered. */
const OF_SERVICE = ['reference', 'numero_commande', 'documents'];

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
	noteFinished({ cancellations }, finished) {
		const ofService = Object.entries(finished).filter(([name]) => OF_SERVICE.includes(name));
		const answer = finished.recupere === true ? undefined : Object.fromEntries(ofService);
		cancellations.set(String(finished.reference), Promise.resolve({ answer }));
	},
	async execute(context, itemIndex) {
		const asked = readReference(parameter(context, 'reference', itemIndex));
		const wantsFiles = flag(context, 'downloadFiles', itemIndex);
		const client = await context.client();
		const run = { client, cancellations: context.cancellations };
		const cancelled = await cancelNamed(run, asked, context.memoryOf(itemIndex));
		const cancellation = { asked, ...cancelled, ...cancelledDocuments(cancelled.answer) };
		const { documents, reference } = cancellation;
		const files = wantsFiles ? filesOf(documents, reference) : [];
		const { binary, missing } = await tryFiles(context, files);
		const json = cancelledFields(client, cancellation, missing);
		return [Object.keys(binary).length > 0 ? { json, binary } : { json }];
	},
});

interface Run {
	readonly client: ExecutionClient;
	readonly cancellations: Cancellations;
}

/** What was cancelled; without an answer when that was lost and the notice is gone. */
interface Cancelled {
	readonly reference: string;
	readonly answer: Answer | undefined;
}

/** @param memory of an earlier cancellation of the execution whose outcome is unknown */
async function cancelNamed(run: Run, asked: string, memory: ItemMemory): Promise<Cancelled> {
	const { client, cancellations } = run;
	if (cancellations.has(asked)) return await cancelByReference(run, asked, memory);
	const attempted = nonEmptyText(memory.recall()?.reference);
	const found =
		attempted === undefined
			? await resolveNotice(client, cancellations, asked)
			: await resolveAttempted(client, cancellations, asked, attempted);
	if (found) return await cancelByReference(run, found.reference, memory);
	if (attempted !== undefined) return { reference: attempted, answer: undefined };
	throw new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], asked });
}

async function cancelByReference(
	{ client, cancellations }: Run,
	reference: string,
	memory: ItemMemory,
): Promise<Cancelled> {
	try {
		const { answer } = await deleteNotice(client, cancellations, reference);
		return { reference, answer };
	} catch (failure) {
		if (failure instanceof UnknownOutcome) memory.remember({ reference });
		throw rethrown(failure);
	}
}
