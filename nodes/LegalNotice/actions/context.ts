/** What an operation is and what it is given: the client, the parameters of its items, and what it keeps of them. */
import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { outputFields as fieldsOf } from '../domain/ownFields';
import { type InputProblem, readTimeout } from '../domain/parameters';
import type { UnknownRecord } from '../domain/records';
import { ServiceFailure } from '../errors/failures';
import { Downloads } from '../notices/downloads';
import type { NoticeFile } from '../notices/files';
import { createClient, type ExecutionClient } from '../transport/client';
import type { Answer } from '../transport/envelope';
import { threadYielder } from '../transport/timings';

/** A notice that is cancelled. */
export interface Deleted {
	/** The answer of the service, undefined where it was lost or refused. */
	readonly answer: Answer | undefined;
	/** No answer was lost, but the service did not know the notice any more: somebody else, or a second copy of the call, may have cancelled it. */
	readonly mayBeByOthers?: true;
}

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
	/** The cancellations that were done in this execution or are under way, by reference. */
	readonly cancellations: Map<string, Promise<Deleted>>;
	/** The notices that this execution replaces, each with the order number of its new one. */
	readonly replaced: Map<string, string>;
	/** Lets other work of n8n go on, when items have kept its thread for a while. */
	readonly yieldThread: () => Promise<void>;
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
	/** Takes note of an item that an earlier try of this execution has finished. */
	noteFinished?(context: OperationContext, finished: IDataObject): void;
	/** Takes note of what an earlier try has begun, as the item has remembered it. */
	noteBegun?(context: OperationContext, begun: IDataObject): void;
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

/** @param stop is aborted when an item has stopped the execution */
export function createContext(
	fn: IExecuteFunctions,
	{ hasEffect }: Operation,
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
		const priority = hasEffect ? 'beforeEffect' : 'bulk';
		client ??= createClient(fn, { ...limits(), timeoutOption: 'Timeout', stop, priority });
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
		cancellations: new Map(),
		replaced: new Map(),
		yieldThread: threadYielder(),
	};
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
