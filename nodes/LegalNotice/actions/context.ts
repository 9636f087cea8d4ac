/** What an operation is and what it is given: the client, the parameters of its items, and what it keeps of them. */
import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';

import { outputFields as fieldsOf } from '../domain/ownFields';
import { type InputProblem, nonEmptyText, readTimeout } from '../reading/cells/parameters';
import type { UnknownRecord } from '../reading/records';
import { Downloads } from '../notices/downloads';
import type { NoticeFile } from '../notices/files';
import { createClient, type ExecutionClient } from '../transport/client';
import type { Answer } from '../transport/envelope';

/** What the operations of one execution share; it is made once. */
export interface OperationContext {
	readonly fn: IExecuteFunctions;
	/** The node's parameters as the workflow has them, with their expressions: n8n copies the node at each call. */
	readonly written: INodeParameters;
	/** The option 'Timeout' of the first item holds for all: they share calls. @throws InputProblem */
	client(): Promise<ExecutionClient>;
	/** All items share it, so that they have at most three downloads under way together. @throws InputProblem */
	downloads(): Downloads;
	/** What was done of an item that is not finished; survives Retry On Fail. Only operations with an effect have it. */
	memoryOf<Progress extends object>(itemIndex: number): ItemMemory<Progress>;
	/** What all items share, by a name of what it is about: plain data. It survives Retry On Fail. */
	shared<Kept>(record: string): Record<string, Kept | undefined>;
	/** It is aborted when an item has stopped the execution. */
	readonly stop: AbortSignal;
	/** Whether an AI agent runs the node as its tool. */
	readonly inTool: boolean;
	/** Answers that are the same for all items, under way or here, by path and query (`lists.ts`). */
	readonly answers: Map<string, Promise<Answer>>;
	/** Of these the lists of names that are here: whoever needs one then waits for nothing, and sets no timer. */
	readonly optionalLists: Map<string, IDataObject[]>;
}

/** What an operation keeps of one item from one try of the run to the next. */
export interface ItemMemory<Progress extends object> {
	/** How far an earlier try came, as far as that may be done. */
	recall(): Progress | undefined;
	/** Written when it is certain how far it came, and more is to follow: what an earlier try left unknown is settled by that. */
	remember(progress: Progress): void;
	/**
	 * Remembers what begins before it begins, until it is certain how it ended: else a later try would take somebody else's
	 * order, or cancellation, for its own.
	 */
	during<Done>(progress: Progress, effect: () => Promise<Done>): Promise<Done>;
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

/** An effect in words, for a run of many items. */
export interface EffectWords {
	readonly noun: 'notice' | 'contact';
	/** As in: 2 notices ARE ordered. */
	readonly done: string;
	/** What a person has to know of an item that is done, beside its name: its reference. */
	references(json: IDataObject): readonly unknown[];
	/** @param done the items that are done, by their place */
	nextRun(
		done: ReadonlyMap<number, readonly IDataObject[]>,
		context: OperationContext,
	): NextRunWords;
}

/** What the next run of the same items comes to for those that are done. */
export interface NextRunWords {
	readonly sentence: string;
	/** What is done has to be removed first. It is said whatever else a person has to look at. */
	readonly isWarning: boolean;
}

interface OperationBase<Value extends string> {
	readonly option: {
		readonly name: string;
		readonly value: Value;
		readonly action: string;
		readonly description: string;
	};
	readonly properties: INodeProperties[];
	/** The parameters by which a person knows an item, the best first, with the output field that each is in a failed item. */
	readonly names?: Readonly<Record<string, string>>;
	/** Whether what it puts out begins with `resume`. */
	readonly hasSummary?: boolean;
	/** What it changes at the service, in words: a finished item is then never repeated in the execution. */
	readonly effect?: EffectWords;
}

/** @template Common what the items of a run find out together */
export interface ItemOperation<Value extends string = string, Common = unknown>
	extends OperationBase<Value> {
	readonly kind: 'item';
	/** Why items are refused that only all items together show, by item; before anything is sent. */
	refuse?(
		context: OperationContext,
		itemIndexes: readonly number[],
	): Promise<ReadonlyMap<number, InputProblem>>;
	/** Called before the first of these items, which are worked on in this order. */
	begin?(context: OperationContext, itemIndexes: readonly number[]): Common;
	/** @param common what `begin` has returned */
	execute(
		context: OperationContext,
		itemIndex: number,
		common: Common,
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
export function itemOperation<const Value extends string, Common = unknown>(
	operation: Omit<ItemOperation<Value, Common>, 'kind'>,
): ItemOperation<Value, Common> {
	return { kind: 'item', ...operation };
}

export function wholeInputOperation<const Value extends string>(
	operation: Omit<WholeInputOperation<Value>, 'kind'>,
): WholeInputOperation<Value> {
	return { kind: 'wholeInput', ...operation };
}

/** @param kept what is remembered of the items, and what is aborted when one of them stops the execution */
export function createContext(
	fn: IExecuteFunctions,
	{ effect }: Operation,
	kept: Pick<OperationContext, 'memoryOf' | 'shared' | 'stop' | 'inTool'>,
): OperationContext {
	let client: Promise<ExecutionClient> | undefined;
	let downloads: Downloads | undefined;
	const limits = () => {
		const timeoutMs = readTimeout('Timeout', fn.getNodeParameter('options.timeout', 0, ''));
		const signal = fn.getExecutionCancelSignal();
		return { signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
	};
	const connect = async () => {
		const { stop } = kept;
		const priority = effect ? 'effect' : 'rest';
		client ??= createClient(fn, { ...limits(), timeoutOption: 'Timeout', stop, priority });
		return await client;
	};
	return {
		...kept,
		fn,
		written: fn.getNode().parameters,
		client: connect,
		downloads: () => {
			downloads ??= new Downloads(fn, connect, limits());
			return downloads;
		},
		answers: new Map(),
		optionalLists: new Map(),
	};
}

/** Puts the fields of an item together (`domain/ownFields.ts`), in n8n's type for them. */
export function outputFields(received: UnknownRecord, added: IDataObject = {}): IDataObject {
	return fieldsOf(received, added) as IDataObject;
}

export function without(json: UnknownRecord, fields: readonly string[]): IDataObject {
	const left = Object.entries(json).filter(([name]) => !fields.includes(name));
	return Object.fromEntries(left) as IDataObject;
}

/** The same fields, these first: the editor shows columns in the order of the fields. */
export function withFirst(json: IDataObject, names: readonly string[]): IDataObject {
	const ordered: IDataObject = {};
	// A name that comes a second time keeps its first place.
	for (const name of [...names, ...Object.keys(json)]) {
		if (Object.hasOwn(json, name)) ordered[name] = json[name];
	}
	return ordered;
}

/** Names of what was done, which the node knows also where the answer does not say them. */
const NAMES = ['reference', 'numero_commande'];
const NOT_READ = "The node could not read all of the service's answer, which is here as it came.";

/**
 * Nothing may fail any more: what was done would be done again, or its reference never shown. An answer of a shape that
 * cannot be read comes out as it is.
 *
 * @param certain known without the answer
 * @param make what is made of the answer
 */
export function effectOutput(
	received: Answer,
	certain: IDataObject,
	make: (answer: Answer) => IDataObject,
): IDataObject {
	const unsaid = NAMES.filter(
		(name) => name in certain && nonEmptyText(received[name]) === undefined,
	);
	const answer = without(received, unsaid);
	try {
		return outputFields(answer, { ...certain, ...make(answer) });
	} catch {
		const warnings = Array.isArray(certain.avertissements) ? certain.avertissements : [];
		return outputFields(answer, {
			...certain,
			avertissements: [...warnings.map(String), NOT_READ],
		});
	}
}
