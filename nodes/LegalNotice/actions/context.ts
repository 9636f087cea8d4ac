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
import type { Operation, OperationContext, OutputItem, StepMemory } from './operation.types';

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
	operation: Operation,
	steps: StepMemory,
	stop: AbortSignal,
	itemCount: number,
): OperationContext {
	let client: Promise<ExecutionClient> | undefined;
	let account: Promise<Answer> | undefined;
	const connect = async () => {
		const timeoutMs = context.timeoutMs();
		return await createClient(fn, {
			signal: fn.getExecutionCancelSignal(),
			expectedCalls: operation.kind === 'item' ? itemCount : 0,
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
			const asked = (account ??= readAccount(context));
			try {
				return await asked;
			} catch (failure) {
				// It may have been for a moment only: the next item asks again.
				if (account === asked) account = undefined;
				throw asThrown(failure);
			}
		},
		steps,
		// The type that n8n makes of a node for agents ends with it.
		inTool: fn.getNode().type.endsWith('Tool'),
	};
	return context;
}

/** @throws ServiceFailure also for a success that says nothing of an account (specification, Client) */
async function readAccount(context: OperationContext): Promise<Answer> {
	const client = await context.client();
	const answer = await client.call({ method: 'GET', path: '/client' });
	const fields = ['numero_compte', 'raison_sociale', 'email', 'mode_facturation', 'entetes'];
	if (fields.some((field) => field in answer)) return answer;
	throw new ServiceFailure('notTheService', { missing: 'numero_compte', readOnly: true });
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** Lists that an execution has asked for, by path and query. */
const lists = new WeakMap<OperationContext, Map<string, Promise<IDataObject[]>>>();

/**
 * A list, asked for once in an execution however many items want it. After a failure the next item asks again.
 *
 * @param field where the answer holds the list
 * @throws ServiceFailure
 */
export async function listOnce(
	context: OperationContext,
	path: string,
	field: string,
	query: Query = {},
): Promise<IDataObject[]> {
	const list = listForCheck(context, path, field, query);
	try {
		return await list;
	} catch (failure) {
		const asked = lists.get(context);
		const name = JSON.stringify([path, query]);
		if (asked?.get(name) === list) asked.delete(name);
		throw asThrown(failure);
	}
}

/** The same for what goes on without the list: a failed one costs many items its time once. @throws ServiceFailure */
export function listForCheck(
	context: OperationContext,
	path: string,
	field: string,
	query: Query = {},
): Promise<IDataObject[]> {
	const asked = lists.get(context) ?? new Map<string, Promise<IDataObject[]>>();
	lists.set(context, asked);
	const name = JSON.stringify([path, query]);
	const ask = async () => {
		const client = await context.client();
		return listOf(await client.call({ method: 'GET', path, query }), field);
	};
	const list = asked.get(name) ?? ask();
	asked.set(name, list);
	return list;
}

/** A list that this execution has asked for already; empty otherwise, and when it failed. Makes no call. */
export async function listIfAsked(
	context: OperationContext,
	path: string,
	query: Query = {},
): Promise<IDataObject[]> {
	try {
		return (await lists.get(context)?.get(JSON.stringify([path, query]))) ?? [];
	} catch {
		return [];
	}
}

/** A list of an answer. @throws ServiceFailure when the answer has none: it is then not the service's */
export function listOf(answer: Answer, field: string): IDataObject[] {
	return recordsOf(answer, field) as IDataObject[];
}

/**
 * Asks for a list that something is only checked against. The service checks the thing itself, so a list that fails on
 * its own must not keep it from going out.
 *
 * @throws ServiceFailure for what would stop the thing as well: keys, access, an execution that is stopped
 */
export async function askForCheck<Found>(
	ask: () => Promise<Found>,
): Promise<{ readonly found: Found } | { readonly reason: ServiceFailure }> {
	try {
		return { found: await ask() };
	} catch (failure) {
		if (!(failure instanceof ServiceFailure) || stopsAnyCall(failure)) throw asThrown(failure);
		return { reason: failure };
	}
}

function stopsAnyCall(failure: ServiceFailure): boolean {
	const stops = ['cancelled', 'notStarted', 'redirect'].includes(failure.kind);
	return stops || explain(failure).cause === 'credential-invalid';
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
