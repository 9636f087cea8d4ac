import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { downloadsOf } from './downloads';
import { missingFile } from './tryFiles';
import type { ItemTime, NoticeFile } from '../../transport/files';
import { type ItemResult, type OperationContext, type OutputItem, beside } from '../context';

/** A file that belongs to an output item. */
export interface WantedFile {
	readonly file: NoticeFile;
	/** Binary field that carries it; undefined when another item does, and this one only must not come without it. */
	readonly field: string | undefined;
	/** Whether the item comes out without it all the same, naming it. */
	readonly optional?: boolean;
}

/** Items that are not listed stay as they are. */
export type WantedFiles = ReadonlyMap<OutputItem, readonly WantedFile[]>;

interface Filled {
	/** Undefined when it lacks a file that it must not come without. */
	readonly item: OutputItem | undefined;
	readonly failures: readonly unknown[];
}

/** Downloads the files of output items. A file that cannot be had costs the item that it belongs to, and no other. */
export async function addFiles(
	context: OperationContext,
	results: readonly ItemResult[],
	wanted: WantedFiles,
): Promise<ItemResult[]> {
	const downloads = downloadsOf(context);
	const continues = context.fn.continueOnFail();
	if (!continues && results.some((result) => 'failure' in result)) return [...results];

	const fill = async (item: OutputItem): Promise<Filled> => {
		const binary: IBinaryKeyData = {};
		const missing: IDataObject[] = [];
		const failures: unknown[] = [];
		const time: ItemTime = {};
		for (const { field, file, optional } of wanted.get(item) ?? []) {
			try {
				const data = await downloads.get(file, time);
				if (field !== undefined) binary[field] = data;
			} catch (failure) {
				if (!continues) downloads.stop();
				failures.push(failure);
				if (optional !== true) return { item: undefined, failures };
				missing.push(missingFile(file, failure));
			}
		}
		const json =
			missing.length > 0 ? beside(item.json, { fichiers_manquants: missing }) : item.json;
		const filled = Object.keys(binary).length > 0 ? { ...item, json, binary } : { ...item, json };
		return { item: filled, failures };
	};

	return await Promise.all(
		results.map(async (result): Promise<ItemResult> => {
			if ('failure' in result) return result;
			const filled = await Promise.all(result.output.map(fill));
			const output = filled.flatMap(({ item }) => item ?? []);
			// Items that share a file share its failure, which is told once.
			const failures = [...new Set(filled.flatMap((one) => one.failures))];
			return failures.length > 0 ? { output, alsoFailed: failures } : { output };
		}),
	);
}
