import type { IDataObject } from 'n8n-workflow';

import { downloadFilesField } from '../../descriptions/references';
import { cancelOptions, referenceField } from '../../descriptions/references';
import { tryFiles } from '../document/tryFiles';
import { cancelledDocuments } from './cancelledDocuments';
import { cancelNotice } from './cancelNotice';
import { readReference } from '../../domain/parameters';
import { filesOf } from '../../transport/files';
import { beside, flag, itemOperation, parameter, payload } from '../context';

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
			recall: () => textOf(context.steps.recall(itemIndex)?.reference),
			remember: (attempted) => context.steps.remember(itemIndex, { reference: attempted }),
		});
		const { documents, notes } = cancelledDocuments(answer);
		const raw: IDataObject = {
			reference,
			...(answer ? payload(answer) : {}),
			documents,
		};
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

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
