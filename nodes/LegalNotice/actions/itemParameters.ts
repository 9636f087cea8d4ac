/**
 * Reads the parameters of one item. n8n makes `undefined` of an expression that throws or names a field that is not there: taken
 * for an empty field it would choose another date, or let an order out without its guard, so it stops everywhere.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	DIGITAL_PROOF_LABEL,
	EMAIL_PROOF_LABEL,
	FORFAIT_LABEL,
	PAPER_PROOFS_LABEL,
	PREVIEW_LABEL,
	TITLE_LABEL,
	InputProblem,
	isGiven,
	readCollection,
	readFlag,
	trimmedText,
	visibleText,
} from '../reading/cells/parameters';
import { REFERENCE_LABEL } from '../reading/cells/references';
import type { OperationContext } from './context';

/** A table has nothing here for a notice that it has not seen yet, and some tables leave out such fields: it counts as changed. */
const OF_A_TABLE = ['previousStatus', 'previousReason'];

/** @throws InputProblem for an expression that finds nothing */
export function parameter(context: OperationContext, name: string, itemIndex: number): unknown {
	const value: unknown = context.fn.getNodeParameter(name, itemIndex, '');
	if (OF_A_TABLE.includes(name)) return value;
	const parts = partsAmongWords(context.written[name]);
	const lost = lostPart(context, parts, itemIndex);
	if (lost !== undefined) throw foundNothing(name, undefined, lost);
	// An empty date is the next one, and blanks around the braces make an empty text of nothing.
	if (name === 'publicationDate' && parts.length > 0 && !isGiven(valueOf(value))) {
		throw foundNothing(name);
	}
	return found(name, value);
}

/**
 * The expressions among words, or beside one another. One that is alone is left out: its value says what it found.
 *
 * @param written the parameter as the workflow has it
 */
function partsAmongWords(written: unknown): string[] {
	const template = valueOf(written);
	if (typeof template !== 'string' || !template.startsWith('=')) return [];
	const parts = expressionsIn(template);
	return parts.length === 1 && parts[0] === template.slice(1) ? [] : parts;
}

/** An expression with a condition, or with another value in the place of nothing, may mean nothing; `?.` alone is none. */
const CONDITION = /[&|:<>=!]|\?(?!\.)|\?\.\d/;
/** The names of columns have signs as well. */
const IN_QUOTES = /'[^'\\]*'|"[^"\\]*"/g;

/** The first of these that finds nothing: n8n makes an empty text of it, and nobody would see the hole. */
function lostPart(
	{ fn }: Pick<OperationContext, 'fn'>,
	parts: readonly string[],
	itemIndex: number,
): string | undefined {
	return parts.find((part) => {
		if (CONDITION.test(part.replace(IN_QUOTES, ''))) return false;
		try {
			return fn.evaluateExpression(part, itemIndex) === undefined;
		} catch {
			// Braces inside an expression cut it: n8n has evaluated the whole one.
			return false;
		}
	});
}

/** Double braces with all between them. */
function expressionsIn(template: string): string[] {
	const parts: string[] = [];
	for (let end = 0; ; ) {
		const begin = template.indexOf('{{', end);
		end = template.indexOf('}}', begin) + 2;
		if (begin < 0 || end < 2) return parts;
		parts.push(template.slice(begin, end));
	}
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

/** Of a name, as a message quotes it. */
const LONGEST_NAME = 60;

/**
 * The names by which a person knows an item, by their output fields; it never throws, because it is for an item that has failed.
 *
 * @param names parameters with their output fields
 */
export function namesOfItem(
	{ fn }: OperationContext,
	names: Readonly<Record<string, string>>,
	itemIndex: number,
): Record<string, string> {
	const given: Record<string, string> = {};
	for (const [name, field] of Object.entries(names)) {
		try {
			const text = trimmedText(valueOf(fn.getNodeParameter(name, itemIndex, '')));
			if (text !== '') given[field] = text.slice(0, LONGEST_NAME);
		} catch {
			// An expression that fails names nothing.
		}
	}
	return given;
}

/** @throws InputProblem */
function found<Value>(name: string, value: Value, inside?: string): Value {
	const given = valueOf(value);
	const isLost = Array.isArray(given) ? given.includes(undefined) : given === undefined;
	if (isLost) throw foundNothing(name, inside);
	return value;
}

/** Only where an empty field means something, `??` may say what. */
function foundNothing(name: string, inside?: string, part?: string): InputProblem {
	const label = labelOf(name);
	const field = inside === undefined ? `'${label}'` : `'${label}' of '${inside}'`;
	const again = 'Drag the field for it from the input panel again';
	const empty = FLAGS.includes(name) ? 'false' : "''";
	let advice = `${again}. For items that lack the field, add ?? ${empty} after its name.`;
	if (GUARDS.includes(name)) advice = `${again}, or remove the option: a guard cannot be empty.`;
	const isAlone = part === undefined;
	if (isAlone && inside === undefined && NEVER_EMPTY.includes(name))
		advice = `${again}, or type the value.`;
	const which = isAlone ? 'The expression' : `The expression ${part.slice(0, LONGEST_NAME)}`;
	return new InputProblem(inside ?? label, `${which} in ${field} returns no value.`, advice);
}

/** @throws InputProblem for what is neither yes nor no */
export function flag(
	context: OperationContext,
	name: string,
	itemIndex: number,
	otherwise = false,
): boolean {
	const value: unknown = found(name, context.fn.getNodeParameter(name, itemIndex, otherwise));
	return readFlag(labelOf(name), value) ?? otherwise;
}

const COLLECTIONS = { options: 'Options', header: 'Header', advertiser: 'Advertiser' } as const;

/** Options that keep a notice from being ordered: left empty, one would let out what it was to stop. */
const GUARDS = [
	'maximumTotal',
	'approvedPrint',
	'publishBy',
	'ifDateMoves',
	'ifTextChanges',
	'ifAlreadyOrdered',
	'ifTextLooksUnfinished',
];

/** What every item needs. */
const NEVER_EMPTY = ['fileReference', 'orderNumber', 'reference', 'text'];

const FLAGS = [
	'digitalProof',
	'downloadFiles',
	'emailProof',
	'firstParagraphAsTitle',
	'includePreview',
	'oldNoticeAlreadyCancelled',
	'returnAll',
	'returnWithoutDocuments',
	'returnWithoutInvoices',
	'simplify',
];

/** These labels cannot be made of the parameter's name. */
const LABELS = new Map([
	['approvedPrint', 'Approved Fingerprint'],
	['billingMode', 'Billing'],
	['digitalProof', DIGITAL_PROOF_LABEL],
	['emailProof', EMAIL_PROOF_LABEL],
	['firstParagraphAsTitle', TITLE_LABEL],
	['forfait', FORFAIT_LABEL],
	['includePreview', PREVIEW_LABEL],
	['paperProofs', PAPER_PROOFS_LABEL],
	['previewFileReference', 'File Reference in Preview'],
	['returnWithoutInvoices', 'Return Notices Without Invoices'],
	['firstSight', 'When First Seen'],
	['logoBinaryField', 'Logo Input Data Field Name'],
	['quantity', 'Number of Dates'],
	['reference', REFERENCE_LABEL],
	['returnWithoutDocuments', 'Return Notices Without Documents'],
]);

/** Makes the label of a parameter's name: `Maximum Total` of `maximumTotal`. */
function labelOf(name: string): string {
	const words = name.replace(/[A-Z]/g, ' $&').replace(/^./, (letter) => letter.toUpperCase());
	return LABELS.get(name) ?? words;
}

/**
 * The fields of a collection. An option that is empty is as if it were not set, unless it guards an order.
 *
 * @throws InputProblem for what is no object, for a field that its expression did not find, and for an empty guard
 */
export function collection(
	{ fn, written }: Pick<OperationContext, 'fn' | 'written'>,
	name: keyof typeof COLLECTIONS,
	itemIndex: number,
): IDataObject {
	const label = COLLECTIONS[name];
	const value: unknown = found(name, fn.getNodeParameter(name, itemIndex, {}));
	const fields = Object.entries(readCollection(label, value));
	const inside = new Map(Object.entries(written[name] ?? {}));
	for (const [field, given] of fields) {
		const part = lostPart({ fn }, partsAmongWords(inside.get(field)), itemIndex);
		if (part !== undefined) throw foundNothing(field, label, part);
		found(field, given, label);
	}
	const filled = name === 'options' ? fields.filter(isFilled) : fields;
	return Object.fromEntries(filled) as IDataObject;
}

/** @throws InputProblem for a guard that is not */
function isFilled([field, locator]: [string, unknown]): boolean {
	if (!isEmpty(valueOf(locator))) return true;
	if (!GUARDS.includes(field)) return false;
	const label = labelOf(field);
	throw new InputProblem(
		label,
		`The option '${label}' was added, but is empty.`,
		'Check the expression in it, or remove the option.',
	);
}

/** A person sees nothing in it: no value, blanks, or signs that are not shown. */
function isEmpty(given: unknown): boolean {
	if (typeof given === 'string') return visibleText(given) === '';
	return !isGiven(given) || (Array.isArray(given) && given.length === 0);
}
