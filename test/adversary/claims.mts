/** What a run says: its items and errors as a person reads them, each with the item that it is about. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Run } from './play.mts';

export interface Reported {
	/** The input items that it is paired with. */
	readonly items: readonly number[];
	/** Of an item that succeeded. */
	readonly json: IDataObject | undefined;
	/** Of one that failed, or of the error that stopped the node: everything that a person reads of it. */
	readonly failure: string | undefined;
	readonly output: INodeExecutionData | undefined;
}

function pairsOf({ pairedItem }: INodeExecutionData): number[] {
	const given = Array.isArray(pairedItem)
		? pairedItem
		: pairedItem === undefined
			? []
			: [pairedItem];
	return given.map((one) => (typeof one === 'number' ? one : one.item));
}

function failureOf(item: INodeExecutionData, isErrorOutput: boolean): string | undefined {
	const { json, error } = item;
	if (error) return `${error.message} ${String(error.description ?? '')}`;
	const { error: text, message } = json;
	// What failed has both, and what succeeded has neither from the node itself.
	const isFailure = typeof text === 'string' && (typeof message === 'string' || isErrorOutput);
	return isFailure ? `${text} ${String(message ?? '')}` : undefined;
}

export function reportOf({ ended }: Run): Reported[] {
	if (!ended) return [];
	const items = [...ended.items, ...ended.errorItems];
	const ofItems = items.map((output): Reported => {
		const failure = failureOf(output, ended.errorItems.includes(output));
		const json = failure === undefined ? output.json : undefined;
		return { items: pairsOf(output), json, failure, output };
	});
	const { error } = ended;
	if (!error) return ofItems;
	const itemIndex = error.context?.['itemIndex'];
	const failure = `${error.message} ${error.description ?? ''}`;
	const about = typeof itemIndex === 'number' ? [itemIndex] : [];
	return [...ofItems, { items: about, json: undefined, failure, output: undefined }];
}

/** All that a run says, as one text. */
export function reportText(run: Run): string {
	return reportOf(run)
		.map(({ json, failure }) => failure ?? JSON.stringify(json))
		.join('\n');
}
