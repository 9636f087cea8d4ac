/** Notice: Cancel. */
import {
	cancelOptions,
	downloadFilesField,
	effectNotice,
	referenceField,
} from '../../descriptions/references';
import { nonEmptyText, readReference } from '../../domain/parameters';
import { filesOf } from '../../notices/files';
import { flag, itemOperation, parameter } from '../context';
import { tryFiles } from '../document/files';
import { cancelledDocuments, cancelledFields } from './output';
import { cancelNotice } from './place';

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
		const cancellation = { asked, reference, answer, ...cancelledDocuments(answer) };
		const wanted = files ? filesOf(cancellation.documents, reference) : [];
		const { binary, missing } = await tryFiles(context, wanted);
		const json = cancelledFields(client, cancellation, missing);
		return [Object.keys(binary).length > 0 ? { json, binary } : { json }];
	},
});
