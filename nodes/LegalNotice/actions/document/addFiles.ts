import type { IBinaryKeyData } from 'n8n-workflow';

import type { NoticeFile } from '../../transport/fileLinks';
import type { ItemResult, OperationContext, OutputItem } from '../operation.types';
import { downloadsOf } from './downloads';

/** A file that an output item is to carry, and in which binary field. */
export interface WantedFile {
	readonly field: string;
	readonly file: NoticeFile;
}

/** Items that are not listed stay as they are. */
export type WantedFiles = ReadonlyMap<OutputItem, readonly WantedFile[]>;

/**
 * Downloads the files of output items. A file that cannot be had makes the input item that it belongs to fail, and
 * no other.
 */
export async function addFiles(
	context: OperationContext,
	results: readonly ItemResult[],
	wanted: WantedFiles,
): Promise<ItemResult[]> {
	const downloads = downloadsOf(context);
	const continues = context.fn.continueOnFail();
	if (!continues && results.some((result) => 'failure' in result)) return [...results];
	const withFiles = async (item: OutputItem): Promise<OutputItem> => {
		const binary: IBinaryKeyData = {};
		for (const { field, file } of wanted.get(item) ?? []) {
			binary[field] = await downloads.get(file);
		}
		return Object.keys(binary).length > 0 ? { ...item, binary } : item;
	};
	return await Promise.all(
		results.map(async (result): Promise<ItemResult> => {
			if ('failure' in result) return result;
			try {
				return { output: await Promise.all(result.output.map(withFiles)) };
			} catch (failure) {
				if (!continues) downloads.stop();
				return { failure };
			}
		}),
	);
}
