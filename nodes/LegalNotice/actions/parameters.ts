import type { IDataObject } from 'n8n-workflow';

import type { OperationContext } from './operation.types';
import { readCollection, readFlag } from '../domain/parameters';

/**
 * Value of a resource locator, whichever mode it is in; '' when nothing is chosen or the field is hidden. n8n's own
 * extraction throws for a hidden field, whatever the fallback; the locators here need none, their value is the code.
 */
export function locatorValue(context: OperationContext, name: string, itemIndex: number): unknown {
	return valueOf(parameter(context, name, itemIndex));
}

/** Value of a locator as it is stored; inside a collection n8n hands over all of it. */
export function valueOf(locator: unknown): unknown {
	return typeof locator === 'object' && locator !== null && 'value' in locator
		? locator.value
		: locator;
}

export function parameter(context: OperationContext, name: string, itemIndex: number): unknown {
	return context.fn.getNodeParameter(name, itemIndex, '');
}

/** A yes or no. @throws InputProblem for what is neither */
export function flag(
	context: OperationContext,
	name: string,
	label: string,
	itemIndex: number,
	otherwise = false,
): boolean {
	const value: unknown = context.fn.getNodeParameter(name, itemIndex, otherwise);
	return readFlag(label, value) ?? otherwise;
}

const COLLECTIONS = { options: 'Options', header: 'Header', advertiser: 'Advertiser' } as const;

/** A collection; a parameter of it that was not added is absent. @throws InputProblem for what is no object */
export function collection(
	{ fn }: Pick<OperationContext, 'fn'>,
	name: keyof typeof COLLECTIONS,
	itemIndex: number,
): IDataObject {
	const value: unknown = fn.getNodeParameter(name, itemIndex, {});
	return readCollection(COLLECTIONS[name], value) as IDataObject;
}
