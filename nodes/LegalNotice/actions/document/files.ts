import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { inBinaryFields } from '../../notices/pdf';
import { fullText } from '../../errors/words';
import type { NoticeFile } from '../../notices/files';
import {
	type ItemResult,
	type OperationContext,
	type OutputItem,
	type WantedFile,
} from '../context';

/** Downloads the files of output items. A file that cannot be had costs the item that it belongs to, and no other. */
export async function addFiles(
	context: OperationContext,
	results: readonly ItemResult[],
): Promise<ItemResult[]> {
	const continues = context.fn.continueOnFail();
	if (!continues && results.some((result) => 'failure' in result)) return [...results];
	const fill = async ({ files = [], ...item }: OutputItem) => {
		const { binary, missing, failures } = await fetchFiles(context, files, !continues);
		if (failures.length > 0 && !files.every(({ optional }) => optional)) return { failures };
		const added = missing.length > 0 ? { fichiers_manquants: missing } : {};
		const filled = { ...item, json: { ...item.json, ...added } };
		return { item: Object.keys(binary).length > 0 ? { ...filled, binary } : filled, failures };
	};
	return await Promise.all(
		results.map(async (result): Promise<ItemResult> => {
			if ('failure' in result) return result;
			const filled = await Promise.all(result.output.map(fill));
			const output = filled.flatMap(({ item }) => item ?? []);
			// Items that share a file share its failure, which is reported once.
			const failures = [...new Set(filled.flatMap((one) => one.failures))];
			return failures.length > 0 ? { output, alsoFailed: failures } : { output };
		}),
	);
}

/** The files of one item, each in a binary field of its own. Never throws. */
export async function tryFiles(context: OperationContext, files: readonly NoticeFile[]) {
	try {
		return await fetchFiles(context, inBinaryFields(files), false);
	} catch (failure) {
		const missing: IDataObject[] = [{ type: 'document', raison: fullText(failure) }];
		return { binary: {}, missing };
	}
}

/** @param stops whether a file that cannot be had keeps others from being begun */
async function fetchFiles(context: OperationContext, files: readonly WantedFile[], stops: boolean) {
	const binary: IBinaryKeyData = {};
	// As the output names them, with the reason.
	const missing: IDataObject[] = [];
	const failures: unknown[] = [];
	const downloads = context.downloads();
	for (const { file, field } of files) {
		try {
			const data = await downloads.get(file);
			if (field !== undefined) binary[field] = data;
		} catch (failure) {
			if (stops) downloads.stop();
			const { type, numero } = file;
			missing.push({ type, ...(numero ? { numero } : {}), raison: fullText(failure) });
			failures.push(failure);
		}
	}
	return { binary, missing, failures };
}
