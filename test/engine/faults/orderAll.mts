import { runNode } from '../engine.mts';
import type { Account } from './types.mts';

/**
 * Orders a notice for each file, before a fault, under the file's name and a prefix as its number.
 *
 * @throws the error of the execution
 */
export async function orderAll(
	{ credential, notice }: Account,
	files: readonly string[],
	prefix = '',
): Promise<void> {
	const { error } = await runNode({
		credential,
		items: files.map((file) => ({ file, number: `${prefix}${file}` })),
		parameters: {
			...notice,
			resource: 'notice',
			operation: 'order',
			fileReference: '={{ $json.file }}',
			text: '=Avis {{ $json.number }}.',
			orderNumberMode: 'custom',
			orderNumber: '={{ $json.number }}',
		} as never,
	});
	if (error) throw error;
}
