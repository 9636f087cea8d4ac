import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { inBinaryFields } from '../../domain/pdf';
import { fullText } from '../../transport/errors';
import { downloadsOf } from './downloads';
import type { ItemTime, NoticeFile } from '../../transport/files';
import type { OperationContext } from '../context';

/** Files by binary field, and those that could not be had with the reason. Never throws. */
export async function tryFiles(
	context: OperationContext,
	files: readonly NoticeFile[],
): Promise<{ binary: IBinaryKeyData; missing: IDataObject[] }> {
	const downloads = downloadsOf(context);
	const binary: IBinaryKeyData = {};
	const missing: IDataObject[] = [];
	const time: ItemTime = {};
	for (const { file, field } of inBinaryFields(files)) {
		try {
			binary[field] = await downloads.get(file, time);
		} catch (failure) {
			missing.push(missingFile(file, failure));
		}
	}
	return { binary, missing };
}

/** A file that could not be had, as the output names it. */
export function missingFile({ type, numero }: NoticeFile, failure: unknown): IDataObject {
	return { type, ...(numero ? { numero } : {}), raison: fullText(failure) };
}
