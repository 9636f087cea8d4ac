import type { IDataObject } from 'n8n-workflow';

import { listOf } from './lists';
import type { OperationContext } from './operation.types';

const asked = new WeakMap<OperationContext, Map<string, Promise<IDataObject[]>>>();

/**
 * A list that is the same for every item: asked for once in an execution, however many items there are.
 *
 * @param field where the answer holds the list
 * @throws ServiceFailure
 */
export async function listOnce(
	context: OperationContext,
	path: string,
	field: string,
	query: Readonly<Record<string, string | undefined>> = {},
): Promise<IDataObject[]> {
	const lists = asked.get(context) ?? new Map<string, Promise<IDataObject[]>>();
	asked.set(context, lists);
	const name = JSON.stringify([path, query]);
	const list = lists.get(name) ?? fetchList(context, path, field, query);
	lists.set(name, list);
	return await list;
}

async function fetchList(
	context: OperationContext,
	path: string,
	field: string,
	query: Readonly<Record<string, string | undefined>>,
): Promise<IDataObject[]> {
	const client = await context.client();
	return listOf(await client.call({ method: 'GET', path, query }), field);
}
