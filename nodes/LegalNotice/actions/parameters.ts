import type { IDataObject } from 'n8n-workflow';

import type { OperationContext } from './operation.types';
import { InputProblem, isGiven, readCollection, readFlag } from '../domain/parameters';

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
	const fields = readCollection(COLLECTIONS[name], value) as IDataObject;
	if (name === 'options') refuseEmpty(fields);
	return fields;
}

/**
 * n8n makes `undefined` of an expression that throws. An option that was added and comes to nothing is none that was
 * left out: taken for that, a guard would let an order out unguarded.
 */
function refuseEmpty(options: IDataObject): void {
	for (const [name, option] of Object.entries(options)) {
		const value = valueOf(option);
		if (isGiven(value) && !(Array.isArray(value) && value.length === 0)) continue;
		const label = LABELS.get(name) ?? labelOf(name);
		throw new InputProblem(
			label,
			`The option '${label}' was added, but is empty.`,
			'Check the expression in it, or remove the option.',
		);
	}
}

/** Options whose label is not their name. */
const LABELS: ReadonlyMap<string, string> = new Map([['firstSight', 'When First Seen']]);

/** `Maximum Total` of `maximumTotal`. */
function labelOf(name: string): string {
	return name.replace(/[A-Z]/g, ' $&').replace(/^./, (letter) => letter.toUpperCase());
}
