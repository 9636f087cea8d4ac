/** Reads the parameters of one item, and refuses what an expression has lost: taken for empty, it would choose something else. */
import type { IDataObject } from 'n8n-workflow';

import {
	InputProblem,
	isGiven,
	PREVIEW_LABEL,
	readCollection,
	readFlag,
} from '../domain/parameters';
import { REFERENCE_LABEL } from '../domain/references';
import type { OperationContext } from './context';

/** Fields that choose nothing and guard nothing: one that a table leaves out is empty. */
const MAY_BE_EMPTY = [
	'text',
	'lastName',
	'firstName',
	'portalPassword',
	'previousStatus',
	'previousReason',
	'quantity',
];

/** @throws InputProblem for an expression that finds nothing, but in one that may be missing */
export function parameter(context: OperationContext, name: string, itemIndex: number): unknown {
	const value: unknown = context.fn.getNodeParameter(name, itemIndex, '');
	if (MAY_BE_EMPTY.includes(name)) return value;
	if (!isGiven(valueOf(value)) && isPaddedExpression(context, name, itemIndex))
		throw foundNothing(name);
	return found(name, value);
}

/** Whether an expression would hide that it finds nothing: with a blank around its braces it becomes an empty text. */
function isPaddedExpression({ fn }: OperationContext, name: string, itemIndex: number): boolean {
	const raw: unknown = fn.getNodeParameter(name, itemIndex, '', { rawExpressions: true });
	const written = valueOf(raw);
	if (typeof written !== 'string' || !/^=.*\{\{/s.test(written)) return false;
	return !/^=\{\{(?:(?!\}\}).)*\}\}$/s.test(written);
}

/** Takes the value out of its locator here, because n8n's own extraction throws for a hidden field. @throws InputProblem */
export function locatorValue(context: OperationContext, name: string, itemIndex: number): unknown {
	return valueOf(parameter(context, name, itemIndex));
}

/** Inside a collection n8n hands over the whole locator. */
export function valueOf(locator: unknown): unknown {
	const isLocator = typeof locator === 'object' && locator !== null && 'value' in locator;
	return isLocator ? locator.value : locator;
}

/**
 * n8n makes `undefined` of an expression that throws or names a field that is not there. Taken for an empty field it
 * would choose another date, or let an order out without its guard.
 *
 * @throws InputProblem
 */
function found<Value>(name: string, value: Value, inside?: string): Value {
	const given = valueOf(value);
	const isLost = Array.isArray(given) ? given.includes(undefined) : given === undefined;
	if (isLost) throw foundNothing(name, inside);
	return value;
}

function foundNothing(name: string, inside?: string): InputProblem {
	const label = parameterLabel(name);
	const field = inside === undefined ? `'${label}'` : `'${label}' of '${inside}'`;
	return new InputProblem(
		inside ?? label,
		`The expression in ${field} returns no value.`,
		'Check the names in it: the item may not have such a field. Remove spaces and other characters before {{ and after }}. ' +
			"If the field may be missing, add ?? '' after its name.",
	);
}

/** @throws InputProblem for what is neither yes nor no */
export function flag(
	context: OperationContext,
	name: string,
	itemIndex: number,
	otherwise = false,
): boolean {
	const value: unknown = found(name, context.fn.getNodeParameter(name, itemIndex, otherwise));
	return readFlag(parameterLabel(name), value) ?? otherwise;
}

const COLLECTIONS = { options: 'Options', header: 'Header', advertiser: 'Advertiser' } as const;

/** These labels cannot be made of the parameter's name. */
const LABELS = new Map([
	['billingMode', 'Billing'],
	['includeProof', PREVIEW_LABEL],
	['returnWithoutInvoices', 'Return Notices Without Invoices'],
	['firstSight', 'When First Seen'],
	['logoBinaryField', 'Logo Input Data Field Name'],
	['quantity', 'Number of Dates'],
	['reference', REFERENCE_LABEL],
	['returnWithoutDocuments', 'Return Notices Without Documents'],
]);

/** The option of this name is another field than the parameter. */
const FILE_OPTION = 'File Reference in Preview';

/** Makes the label of a parameter's name: `Maximum Total` of `maximumTotal`. */
function parameterLabel(name: string): string {
	const words = name.replace(/[A-Z]/g, ' $&').replace(/^./, (letter) => letter.toUpperCase());
	return LABELS.get(name) ?? words;
}

/** @throws InputProblem for what is no object, for an option that was added and comes to nothing, and for a lost header */
export function collection(
	{ fn }: Pick<OperationContext, 'fn'>,
	name: keyof typeof COLLECTIONS,
	itemIndex: number,
): IDataObject {
	const label = COLLECTIONS[name];
	const value: unknown = found(name, fn.getNodeParameter(name, itemIndex, {}));
	const fields = readCollection(label, value) as IDataObject;
	for (const [field, given] of Object.entries(fields)) {
		if (name === 'options') checkOption(field, valueOf(given));
		if (name === 'header') found(field, given, label);
	}
	return fields;
}

function checkOption(field: string, given: unknown): void {
	if (isGiven(given) && !(Array.isArray(given) && given.length === 0)) return;
	const label = field === 'fileReference' ? FILE_OPTION : parameterLabel(field);
	throw new InputProblem(
		label,
		`The option '${label}' was added, but is empty.`,
		'Check the expression in it, or remove the option.',
	);
}
