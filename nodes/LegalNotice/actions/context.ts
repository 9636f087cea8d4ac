import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	InputProblem,
	isGiven,
	readCollection,
	readCount,
	readFlag,
	readLine,
	readTimeout,
} from '../domain/parameters';
import { type ExecutionClient, createClient } from '../transport/client';
import { type Answer, recordsOf } from '../transport/envelope';
import { explain } from '../transport/errors';
import { asThrown, ServiceFailure } from '../transport/failures';
import type { OperationContext, OutputItem, StepMemory } from './operation.types';

export {
	type ItemResult,
	type OperationContext,
	type OutputItem,
	itemOperation,
	wholeInputOperation,
} from './operation.types';

/**
 * What the operations of one execution share.
 *
 * @param stop aborted when an item has stopped the execution
 */
export function createContext(
	fn: IExecuteFunctions,
	steps: StepMemory,
	stop: AbortSignal,
	itemCount: number,
): OperationContext {
	let client: Promise<ExecutionClient> | undefined;
	const connect = async () => {
		const timeoutMs = context.timeoutMs();
		return await createClient(fn, {
			signal: fn.getExecutionCancelSignal(),
			timeoutOption: 'Timeout',
			stop,
			...(timeoutMs === undefined ? {} : { timeoutMs }),
		});
	};
	const context: OperationContext = {
		fn,
		itemCount,
		// Items share their calls, so the first item says it for all.
		timeoutMs: () => readTimeout('Timeout', fn.getNodeParameter('options.timeout', 0, '')),
		client: async () => await (client ??= connect()),
		account: async () => {
			const answer = await readOnce(context, '/client');
			const fields = ['numero_compte', 'raison_sociale', 'email', 'mode_facturation', 'entetes'];
			if (fields.some((field) => field in answer)) return answer;
			// A success that says nothing of an account (specification, Client) is not the service's.
			throw new ServiceFailure('notTheService', { missing: 'numero_compte', readOnly: true });
		},
		steps,
		// The type that n8n makes of a node for agents ends with it.
		inTool: fn.getNode().type.endsWith('Tool'),
	};
	return context;
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** What an execution has asked for, by path and query. */
const reads = new WeakMap<OperationContext, Map<string, Promise<Answer>>>();

/**
 * An answer that is the same for all items: asked for once in an execution. After a failure the next item asks again,
 * unless it is kept.
 *
 * @throws ServiceFailure
 */
async function readOnce(
	context: OperationContext,
	path: string,
	query: Query = {},
	keepsFailure = false,
): Promise<Answer> {
	const asked = reads.get(context) ?? new Map<string, Promise<Answer>>();
	reads.set(context, asked);
	const name = JSON.stringify([path, query]);
	const ask = async () => await (await context.client()).call({ method: 'GET', path, query });
	const answer = asked.get(name) ?? ask();
	asked.set(name, answer);
	try {
		return await answer;
	} catch (failure) {
		if (!keepsFailure && asked.get(name) === answer) asked.delete(name);
		throw asThrown(failure);
	}
}

/**
 * A list, asked for once in an execution however many items want it.
 *
 * @param field where the answer holds the list
 * @throws ServiceFailure also when the answer has no such list: it is then not the service's
 */
export async function listOnce(
	context: OperationContext,
	path: string,
	field: string,
	query?: Query,
): Promise<IDataObject[]> {
	return recordsOf(await readOnce(context, path, query), field) as IDataObject[];
}

/**
 * A list that something is only checked against. The service checks the thing itself, so a list that fails on its own
 * must not keep it from going out; it costs many items its time once.
 *
 * @throws ServiceFailure for what would stop the thing as well: keys, access, an execution that is stopped
 */
export async function listForCheck(
	context: OperationContext,
	path: string,
	field: string,
	query?: Query,
): Promise<{ readonly found: IDataObject[] } | { readonly reason: ServiceFailure }> {
	try {
		const answer = await readOnce(context, path, query, true);
		return { found: recordsOf(answer, field) as IDataObject[] };
	} catch (failure) {
		if (!(failure instanceof ServiceFailure)) throw asThrown(failure);
		const stops = ['cancelled', 'notStarted', 'redirect'].includes(failure.kind);
		if (stops || explain(failure).cause === 'credential-invalid') throw asThrown(failure);
		return { reason: failure };
	}
}

/** A list that this execution has asked for already; empty otherwise, and when it failed. Makes no call. */
export async function listIfAsked(
	context: OperationContext,
	path: string,
	field: string,
	query: Query = {},
): Promise<IDataObject[]> {
	try {
		const answer = await reads.get(context)?.get(JSON.stringify([path, query]));
		return answer ? (recordsOf(answer, field) as IDataObject[]) : [];
	} catch {
		return [];
	}
}

/** What could not be checked, and why, as a note. */
export function uncheckedNote(what: string, reason: ServiceFailure): string {
	return `${what}: ${explain(reason).message.replace(/([^.!?…])$/, '$1.')}`;
}

export function parameter(context: OperationContext, name: string, itemIndex: number): unknown {
	return context.fn.getNodeParameter(name, itemIndex, '');
}

/**
 * Value of a resource locator, whichever mode it is in; '' when nothing is chosen or the field is hidden. n8n's own
 * extraction throws for a hidden field; the locators here need none, their value is the code.
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

/** What was chosen to narrow a list down; undefined when nothing is. @throws InputProblem for what cannot be */
export function chosen<Value>(
	context: OperationContext,
	name: string,
	label: string,
	itemIndex: number,
	read: (value: unknown) => Value,
): Value | undefined {
	const value = locatorValue(context, name, itemIndex);
	return readLine(label, value) === '' ? undefined : read(value);
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

/**
 * A collection; a parameter of it that was not added is absent.
 *
 * @throws InputProblem for what is no object, and for an option that was added and comes to nothing: n8n makes
 * `undefined` of an expression that throws, and taken for left out, a guard would let an order out unguarded
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
		const label = field === 'firstSight' ? 'When First Seen' : words;
		throw new InputProblem(
			label,
			`The option '${label}' was added, but is empty.`,
			'Check the expression in it, or remove the option.',
		);
	}
	return fields;
}

/** One item per entry, up to the limit of the item's parameters. */
export function limited(
	context: OperationContext,
	itemIndex: number,
	entries: readonly IDataObject[],
): OutputItem[] {
	const all = flag(context, 'returnAll', 'Return All', itemIndex);
	const limit = all ? entries.length : readCount('Limit', parameter(context, 'limit', itemIndex));
	return entries.slice(0, limit).map((json) => ({ json }));
}

/** Whether a failure is only that another item had stopped the execution before. */
export function isNotStarted(failure: unknown): boolean {
	return failure instanceof ServiceFailure && failure.kind === 'notStarted';
}

/** The interface's own fields, without the envelope. */
export function payload(answer: Answer): IDataObject {
	const fields = { ...answer } as IDataObject;
	delete fields.resultat;
	return fields;
}

/** Raw fields as they are, with others beside them; an interface field is never replaced. */
export function beside(raw: Readonly<Record<string, unknown>>, added: IDataObject): IDataObject {
	return { ...raw, ...added, ...raw } as IDataObject;
}
