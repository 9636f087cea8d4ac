import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { fileNamePart } from '../domain/pdf';
import { logoOf } from '../domain/header';
import { isRecord } from '../domain/records';
import { type OperationContext, type OutputItem, beside, flag } from './context';

/** A logo of an answer (specification, Publication and Client), with what its file is called. */
export interface FoundLogo {
	/** Binary field. */
	readonly field: string;
	/** Parts of the file's name. */
	readonly name: readonly unknown[];
	/** Names it in a sentence: `logo of the publication 12`. */
	readonly label: string;
	readonly logo: unknown;
}

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' } as const;

/**
 * Logos are base64 and make up nearly all of an answer: simplified they are left out, as files they move there. One
 * that cannot be read is reported: the list is worth more than its pictures.
 *
 * @param json makes the item's fields of the logos as they are to be shown, in their order
 */
export async function withLogos(
	context: OperationContext,
	itemIndex: number,
	found: readonly FoundLogo[],
	json: (shown: unknown[], simplify: boolean) => IDataObject,
): Promise<OutputItem> {
	const simplify = flag(context, 'simplify', 'Simplify', itemIndex, true);
	const files = flag(context, 'includeLogos', 'Include Logos as Files', itemIndex);
	const binary: IBinaryKeyData = {};
	const avertissements: string[] = [];
	const shown: unknown[] = [];
	for (const { field, name, label, logo } of found) {
		const { data, ...light } = isRecord(logo) ? logo : { data: logo };
		const file = files ? logoOf(data) : undefined;
		if (file) {
			const parts = ['logo', ...name].map((part) => fileNamePart(String(part)));
			const fileName = `${parts.join('_')}.${EXTENSIONS[file.mimeType]}`;
			const { prepareBinaryData } = context.fn.helpers;
			binary[field] = await prepareBinaryData(file.bytes, fileName, file.mimeType);
		} else if (files) {
			avertissements.push(`The ${label} is no JPEG, PNG or PDF file, so there is no file of it.`);
		}
		shown.push(simplify || file ? light : logo);
	}
	const fields = json(shown, simplify);
	return {
		json: avertissements.length > 0 ? beside(fields, { avertissements }) : fields,
		...(Object.keys(binary).length > 0 ? { binary } : {}),
	};
}
