/** What an operation is and what it is given: the client, the parameters of its items, and what it keeps of them. */
import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { outputFields as fieldsOf } from '../domain/ownFields';
import {
	InputProblem,
	isGiven,
	PREVIEW_LABEL,
	readCollection,
	readFlag,
	readTimeout,
	REFERENCE_LABEL,
} from '../domain/parameters';
import type { UnknownRecord } from '../domain/records';
import { ServiceFailure } from '../errors/failures';
import { Downloads } from '../notices/downloads';
import type { NoticeFile } from '../notices/files';
import { createClient, type ExecutionClient } from '../transport/client';
import type { Answer } from '../transport/envelope';
import { takingTurns } from '../transport/timings';

/** What the operations of one execution share; it is made once. */
export interface OperationContext {
	readonly fn: IExecuteFunctions;
	/** The option 'Timeout' of the first item holds for all: they share calls. @throws InputProblem */
	client(): Promise<ExecutionClient>;
	/** All items share it, so that they have at most three downloads under way together. @throws InputProblem */
	downloads(): Downloads;
	/** What was done of an item that is not finished; survives Retry On Fail. */
	memoryOf(itemIndex: number): ItemMemory;
	/** Whether an AI agent runs the node as its tool. */
	readonly inTool: boolean;
	/** Lists asked for in this execution, by path and query. */
	readonly reads: Map<string, Promise<Answer>>;
	/** Lets other work of n8n go on, when items have kept its thread for a while. */
	readonly turn: () => Promise<void>;
}

/** What an operation keeps of one item from one try of an execution to the next. */
export interface ItemMemory {
	recall(): IDataObject | undefined;
	remember(done: IDataObject): void;
}

export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
	/** Input items that it comes from, when it is not just the one worked on. */
	readonly from?: readonly number[];
	/** These are still to be downloaded. */
	readonly files?: readonly WantedFile[];
}

export interface WantedFile {
	readonly file: NoticeFile;
	/** Binary field; undefined when another item carries it, and this one only must not come without it. */
	readonly field: string | undefined;
	/** Whether the item comes out without it all the same, naming it. */
	readonly optional?: boolean;
}

export type ItemResult =
	| {
			readonly output: readonly OutputItem[];
			/** Failures of parts, such as one file of several. */
			readonly alsoFailed?: readonly unknown[];
	  }
	| { readonly failure: unknown };

interface OperationBase<Value extends string> {
	readonly option: {
		readonly name: string;
		readonly value: Value;
		readonly action: string;
		readonly description: string;
	};
	readonly properties: INodeProperties[];
	/** It changes something at the service: a finished item is never repeated in the execution. */
	readonly hasEffect?: boolean;
	/** Output fields that name what was done, for the error that stops half way. */
	readonly doneBy?: readonly string[];
}

/** @typeParam Ahead what `prepare` finds out of one item */
export interface ItemOperation<Value extends string = string, Ahead = unknown>
	extends OperationBase<Value> {
	readonly kind: 'item';
	/** One item after another: two of them at one moment could meet at the service. */
	readonly serial?: boolean;
	/** Why items are refused that only all items together show, by item; before anything is sent. */
	refuse?(
		context: OperationContext,
		itemIndexes: readonly number[],
	): Promise<ReadonlyMap<number, InputProblem>>;
	/** What is found out of many items together before the first of them is worked on: something for each of them. */
	prepare?(
		context: OperationContext,
		itemIndexes: readonly number[],
	): Promise<ReadonlyMap<number, Ahead>>;
	/** @param ahead what `prepare` found out of this item */
	execute(
		context: OperationContext,
		itemIndex: number,
		ahead: Ahead,
	): Promise<readonly OutputItem[]>;
}

/** The service takes many references in one call. */
export interface WholeInputOperation<Value extends string = string> extends OperationBase<Value> {
	readonly kind: 'wholeInput';
	/** @returns one result per given item index, in that order */
	execute(context: OperationContext, itemIndexes: readonly number[]): Promise<ItemResult[]>;
}

export type Operation<Value extends string = string> =
	| ItemOperation<Value>
	| WholeInputOperation<Value>;

/** Keeps the literal value of an operation's option, so that the registry can check its name. */
export function itemOperation<const Value extends string, Ahead = unknown>(
	operation: Omit<ItemOperation<Value, Ahead>, 'kind'>,
): ItemOperation<Value, Ahead> {
	return { kind: 'item', ...operation };
}

export function wholeInputOperation<const Value extends string>(
	operation: Omit<WholeInputOperation<Value>, 'kind'>,
): WholeInputOperation<Value> {
	return { kind: 'wholeInput', ...operation };
}

export function createContext(
	fn: IExecuteFunctions,
	memoryOf: OperationContext['memoryOf'],
	stop: AbortSignal,
): OperationContext {
	let client: Promise<ExecutionClient> | undefined;
	let downloads: Downloads | undefined;
	const limits = () => {
		const timeoutMs = readTimeout('Timeout', fn.getNodeParameter('options.timeout', 0, ''));
		const signal = fn.getExecutionCancelSignal();
		if (timeoutMs === undefined) return { signal };
		return { signal, timeoutMs };
	};
	const connect = async () => {
		client ??= createClient(fn, { ...limits(), timeoutOption: 'Timeout', stop });
		return await client;
	};
	return {
		fn,
		client: connect,
		downloads: () => {
			downloads ??= new Downloads(fn, connect, limits());
			return downloads;
		},
		memoryOf,
		// The type that n8n makes of a node for agents ends with it.
		inTool: fn.getNode().type.endsWith('Tool'),
		reads: new Map(),
		turn: takingTurns(),
	};
}

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
	if (!isGiven(valueOf(value)) && hidesNothing(context, name, itemIndex)) throw foundNothing(name);
	return found(name, value);
}

/** Whether an expression would hide that it finds nothing: with a blank around its braces it becomes an empty text. */
function hidesNothing({ fn }: OperationContext, name: string, itemIndex: number): boolean {
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

/** Whether an item was not begun, because another one had stopped the execution before. */
export function isNotStarted(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.kind === 'notStarted';
}

/** Puts the fields of an item together (`domain/ownFields.ts`), in n8n's type for them. */
export function outputFields(sent: UnknownRecord, added: IDataObject = {}): IDataObject {
	return fieldsOf(sent, added) as IDataObject;
}

export function without(json: UnknownRecord, fields: readonly string[]): IDataObject {
	const left = Object.entries(json).filter(([name]) => !fields.includes(name));
	return Object.fromEntries(left) as IDataObject;
}
