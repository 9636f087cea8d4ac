import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { ExecutionClient } from '../transport/client';
import type { Answer } from '../transport/envelope';

/** What an operation may use; made once per execution. */
export interface OperationContext {
	readonly fn: IExecuteFunctions;
	readonly itemCount: number;
	/** The option 'Timeout' in milliseconds, one for all items; undefined when it was not added. @throws InputProblem */
	timeoutMs(): number | undefined;
	/** Reads the credential at the first use, once. */
	client(): Promise<ExecutionClient>;
	/** `GET client`, asked at most once per execution. */
	account(): Promise<Answer>;
	/** What was done of an item that is not finished; survives Retry On Fail. */
	readonly steps: StepMemory;
	/** Whether an AI agent runs the node as its tool. */
	readonly inTool: boolean;
}

/** Remembers within an execution what has been done for an item that takes several steps. */
export interface StepMemory {
	recall(itemIndex: number): IDataObject | undefined;
	remember(itemIndex: number, done: IDataObject): void;
}

/** One item that an operation returns; the router adds the pairing. */
export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
	/** Input items that it comes from, when it is not just the one worked on. */
	readonly from?: readonly number[];
}

/** What became of one input item. */
export type ItemResult =
	| {
			readonly output: readonly OutputItem[];
			/** Failures of parts of it, such as one file among several; the rest is in the output. */
			readonly alsoFailed?: readonly unknown[];
	  }
	| { readonly failure: unknown };

interface OperationBase<Value extends string> {
	/** The literal entry of the Operation dropdown. */
	readonly option: {
		readonly name: string;
		readonly value: Value;
		readonly action: string;
		readonly description: string;
	};
	readonly properties: INodeProperties[];
	/** Whether it changes something at the service; finished items are then never repeated in the same execution. */
	readonly hasEffect?: boolean;
	/** Output fields that name what was done, for the message of an execution that stops half way. */
	readonly doneBy?: readonly string[];
}

/** Works on one input item at a time; the router runs many at once. */
export interface ItemOperation<Value extends string = string> extends OperationBase<Value> {
	readonly kind: 'item';
	execute(context: OperationContext, itemIndex: number): Promise<readonly OutputItem[]>;
}

/** Works on the whole input at once, because the service takes many references in one call. */
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
