import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	PREVIEW_LABEL,
	InputProblem,
	isGiven,
	readCollection,
	readFlag,
	readTimeout,
} from '../domain/parameters';
import { type ExecutionClient, createClient } from '../transport/client';
import type { Answer } from '../transport/envelope';
import { ServiceFailure } from '../transport/failures';
import { Downloads, type NoticeFile } from '../transport/files';

/** Made once per execution. */
export interface OperationContext {
	readonly fn: IExecuteFunctions;
	readonly itemCount: number;
	/** The option 'Timeout' of the first item holds for all: they share calls. @throws InputProblem */
	client(): Promise<ExecutionClient>;
	/** Of all items, so that the number at once holds for all of them. @throws InputProblem */
	downloads(): Downloads;
	readonly steps: StepMemory;
	/** Whether an AI agent runs the node as its tool. */
	readonly inTool: boolean;
	/** Lists asked for in this execution, by path and query. */
	readonly reads: Map<string, Promise<Answer>>;
}

/** What was done of an item that is not finished; survives Retry On Fail. */
export interface StepMemory {
	recall(itemIndex: number): IDataObject | undefined;
	remember(itemIndex: number, done: IDataObject): void;
}

export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
	/** Input items that it comes from, when it is not just the one worked on. */
	readonly from?: readonly number[];
	/** Still to be downloaded. */
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

export interface ItemOperation<Value extends string = string> extends OperationBase<Value> {
	readonly kind: 'item';
	execute(context: OperationContext, itemIndex: number): Promise<readonly OutputItem[]>;
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
export function itemOperation<const Value extends string>(
	operation: Omit<ItemOperation<Value>, 'kind'>,
): ItemOperation<Value> {
	return { kind: 'item', ...operation };
}

export function wholeInputOperation<const Value extends string>(
	operation: Omit<WholeInputOperation<Value>, 'kind'>,
): WholeInputOperation<Value> {
	return { kind: 'wholeInput', ...operation };
}

export function createContext(
	fn: IExecuteFunctions,
	steps: StepMemory,
	stop: AbortSignal,
	itemCount: number,
): OperationContext {
	let client: Promise<ExecutionClient> | undefined;
	let downloads: Downloads | undefined;
	const limits = () => {
		const timeoutMs = readTimeout('Timeout', fn.getNodeParameter('options.timeout', 0, ''));
		const signal = fn.getExecutionCancelSignal();
		return { signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
	};
	const connect = async () =>
		await (client ??= createClient(fn, { ...limits(), timeoutOption: 'Timeout', stop }));
	return {
		fn,
		itemCount,
		client: connect,
		downloads: () => (downloads ??= new Downloads(fn, connect, limits())),
		steps,
		// The type that n8n makes of a node for agents ends with it.
		inTool: fn.getNode().type.endsWith('Tool'),
		reads: new Map(),
	};
}

export function parameter(context: OperationContext, name: string, itemIndex: number): unknown {
	return context.fn.getNodeParameter(name, itemIndex, '');
}

/** '' for nothing. n8n's own extraction throws for a hidden field. */
export function locatorValue(context: OperationContext, name: string, itemIndex: number): unknown {
	return valueOf(parameter(context, name, itemIndex));
}

/** Inside a collection n8n hands over the whole locator. */
export function valueOf(locator: unknown): unknown {
	return typeof locator === 'object' && locator !== null && 'value' in locator
		? locator.value
		: locator;
}

/** @throws InputProblem for what is neither yes nor no */
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

/** Options whose label is not their name in words. */
const OTHER_LABELS = new Map([
	['fileReference', 'File Reference in Preview'],
	['includeProof', PREVIEW_LABEL],
	['returnWithoutInvoices', 'Return Notices Without Invoices'],
	['firstSight', 'When First Seen'],
	['returnWithoutDocuments', 'Return Notices Without Documents'],
]);

/**
 * @throws InputProblem for what is no object, and for an option that was added and comes to nothing: n8n makes
 * `undefined` of an expression that throws, and an order would go out without its guard
 */
export function collection(
	{ fn }: Pick<OperationContext, 'fn'>,
	name: keyof typeof COLLECTIONS,
	itemIndex: number,
): IDataObject {
	const value: unknown = fn.getNodeParameter(name, itemIndex, {});
	const fields = readCollection(COLLECTIONS[name], value) as IDataObject;
	if (name !== 'options') return fields;
	for (const [field, option] of Object.entries(fields)) {
		const given = valueOf(option);
		if (isGiven(given) && !(Array.isArray(given) && given.length === 0)) continue;
		// `Maximum Total` of `maximumTotal`.
		const words = field.replace(/[A-Z]/g, ' $&').replace(/^./, (letter) => letter.toUpperCase());
		const label = OTHER_LABELS.get(field) ?? words;
		throw new InputProblem(
			label,
			`The option '${label}' was added, but is empty.`,
			'Check the expression in it, or remove the option.',
		);
	}
	return fields;
}

/** Another item had stopped the execution before. */
export function isNotStarted(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.kind === 'notStarted';
}

export function payload(answer: Answer): IDataObject {
	return without(answer, ['resultat']);
}

export function without(
	json: Readonly<Record<string, unknown>>,
	fields: readonly string[],
): IDataObject {
	const left = Object.entries(json).filter(([name]) => !fields.includes(name));
	return Object.fromEntries(left) as IDataObject;
}

/** An interface field is never replaced. */
export function beside(raw: Readonly<Record<string, unknown>>, added: IDataObject): IDataObject {
	return { ...raw, ...added, ...raw } as IDataObject;
}
