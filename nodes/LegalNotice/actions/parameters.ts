import type { IDataObject } from 'n8n-workflow';

import type { OperationContext } from './operation.types';

/** Value of a resource locator, whichever mode it is in; '' when nothing is chosen. */
export function locatorValue(context: OperationContext, name: string, itemIndex: number): unknown {
	return context.fn.getNodeParameter(name, itemIndex, '', { extractValue: true });
}

export function parameter(context: OperationContext, name: string, itemIndex: number): unknown {
	return context.fn.getNodeParameter(name, itemIndex, '');
}

/** A collection; a parameter of it that was not added is absent. */
export function collection(
	context: OperationContext,
	name: string,
	itemIndex: number,
): IDataObject {
	const value: unknown = context.fn.getNodeParameter(name, itemIndex, {});
	return typeof value === 'object' && value !== null ? (value as IDataObject) : {};
}

/** Text of a field: numbers are accepted, because tables and expressions hand them over. */
export function trimmed(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
