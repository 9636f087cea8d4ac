/** Step 4 of an order or a quote, its last part: adds the preview of the item as a file that opens with one click. */
import type { IDataObject } from 'n8n-workflow';

import { previewPage } from '../../domain/preview';
import { fullText } from '../../errors/words';
import { missingFile, safeFileName } from '../../notices/files';
import { nonEmptyText } from '../../reading/cells/parameters';
import type { OperationContext, OutputItem } from '../context';

/**
 * The item, with its preview in the binary field `epreuve` where there is one. It never fails: what is ordered must not be
 * lost because n8n cannot store a file.
 *
 * @param json of the item; its `reference` names the file
 * @param fileReference names the file of a notice that is not ordered
 */
export async function withPreviewFile(
	{ fn }: OperationContext,
	json: IDataObject,
	fileReference: string | undefined,
): Promise<OutputItem> {
	const { epreuve_html: html, reference, empreinte } = json;
	if (typeof html !== 'string') return { json };
	const name = [reference, fileReference, empreinte].find((one) => nonEmptyText(one) !== undefined);
	try {
		const page = Buffer.from(previewPage(html));
		const fileName = `${safeFileName(['epreuve', String(name)], '-')}.html`;
		const epreuve = await fn.helpers.prepareBinaryData(page, fileName, 'text/html');
		return { json, binary: { epreuve } };
	} catch (failure) {
		// An e-mail node sends without its attachment, and says nothing of that.
		const missing = missingFile({ type: 'epreuve' }, fullText(failure));
		return { json: { ...json, fichiers_manquants: [missing] } };
	}
}
