import type { IDataObject } from 'n8n-workflow';

import type { OperationContext, OutputItem } from './operation.types';
import { flag, parameter } from './parameters';
import { readCount } from '../domain/parameters';
import { type Answer, recordsOf } from '../transport/envelope';

/** A list of an answer. @throws ServiceFailure when the answer has none: it is then not the service's */
export function listOf(answer: Answer, field: string): IDataObject[] {
	return recordsOf(answer, field) as IDataObject[];
}

/** One item per entry, up to the limit of the item's parameters. */
export function limited(
	context: OperationContext,
	itemIndex: number,
	entries: readonly IDataObject[],
): OutputItem[] {
	const all = flag(context, 'returnAll', 'Return All', itemIndex);
	const limit = all ? entries.length : readCount('Limit', parameter(context, 'limit', itemIndex));
	return entries.slice(0, limit).map((json) => ({ json }));
}
