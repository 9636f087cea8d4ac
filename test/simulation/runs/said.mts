/** What a run said in the end, read from what n8n has of it: its items, their pairs, and its error. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Run } from './play.mts';

/** What came of one input item. */
export interface Said {
	readonly items: readonly IDataObject[];
	readonly binaries: ReadonlyArray<INodeExecutionData['binary']>;
	/** Why it failed, as text. */
	readonly failure: string | undefined;
}

function textOfError(error: unknown): string {
	if (typeof error !== 'object' || error === null) return String(error);
	const { message = '', description = '' } = error as { message?: string; description?: string };
	return `${message} ${description}`;
}

/** All items, those of the error output too. */
export function itemsOf({ ended }: Run): INodeExecutionData[] {
	return ended ? [...ended.items, ...ended.errorItems] : [];
}

/** The numbers of the input items that an item is paired with. */
export function pairsOf({ pairedItem }: INodeExecutionData): number[] {
	const all = Array.isArray(pairedItem) ? pairedItem : [pairedItem];
	return all.map((one) => (typeof one === 'number' ? one : (one?.item ?? -1)));
}

function failureOf({ json, error }: INodeExecutionData): string | undefined {
	const inJson = json['error'];
	if (error === undefined && inJson === undefined) return undefined;
	return `${textOfError(error ?? '')} ${textOfError(inJson ?? '')} ${String(json['message'] ?? '')}`;
}

/** What a run said of its input item of that number. */
export function saidOf(run: Run, index: number): Said {
	const own = itemsOf(run).filter((item) => pairsOf(item).includes(index));
	const failures = own.map(failureOf);
	const good = own.filter((_item, at) => failures[at] === undefined);
	return {
		items: good.map(({ json }) => json),
		binaries: good.map(({ binary }) => binary),
		failure: failures.find((failure) => failure !== undefined),
	};
}

/** The error that ended it. */
export const errorOf = ({ ended }: Run): string => (ended?.error ? textOfError(ended.error) : '');

/** Everything that a person can read of it. */
export function reportOf(run: Run): string {
	const items = itemsOf(run).map((item) => `${JSON.stringify(item.json)} ${failureOf(item) ?? ''}`);
	return `${errorOf(run)}\n${items.join('\n')}`;
}
