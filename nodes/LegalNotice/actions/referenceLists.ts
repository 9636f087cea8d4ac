import type { IDataObject } from 'n8n-workflow';

import { asThrown } from '../transport/failures';
import { listOf } from './lists';
import type { OperationContext } from './operation.types';

type Query = Readonly<Record<string, string | number | undefined>>;

const asked = new WeakMap<OperationContext, Map<string, Promise<IDataObject[]>>>();

/**
 * A list that is the same for every item: asked for once in an execution, however many items there are. A failure is
 * of those who wait for it; the next item asks again.
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
	const lists = listsOf(context);
	const name = nameOf(path, query);
	const list = shared(context, path, field, query);
	try {
		return await list;
	} catch (failure) {
		if (lists.get(name) === list) lists.delete(name);
		throw asThrown(failure);
	}
}

/** The same for what goes on without the list: a failed one costs many items its time once. @throws ServiceFailure */
export async function listForCheck(
	context: OperationContext,
	path: string,
	field: string,
	query: Query = {},
): Promise<IDataObject[]> {
	return await shared(context, path, field, query);
}

/** A list that this execution has asked for already; empty otherwise, and when it failed. Makes no call. */
export async function listIfAsked(
	context: OperationContext,
	path: string,
	query: Query = {},
): Promise<IDataObject[]> {
	try {
		return (await asked.get(context)?.get(nameOf(path, query))) ?? [];
	} catch {
		return [];
	}
}

function shared(
	context: OperationContext,
	path: string,
	field: string,
	query: Query,
): Promise<IDataObject[]> {
	const lists = listsOf(context);
	const name = nameOf(path, query);
	const list = lists.get(name) ?? fetchList(context, path, field, query);
	lists.set(name, list);
	return list;
}

function listsOf(context: OperationContext): Map<string, Promise<IDataObject[]>> {
	const lists = asked.get(context) ?? new Map<string, Promise<IDataObject[]>>();
	asked.set(context, lists);
	return lists;
}

function nameOf(path: string, query: Query): string {
	return JSON.stringify([path, query]);
}

async function fetchList(
	context: OperationContext,
	path: string,
	field: string,
	query: Query,
): Promise<IDataObject[]> {
	const client = await context.client();
	return listOf(await client.call({ method: 'GET', path, query }), field);
}
