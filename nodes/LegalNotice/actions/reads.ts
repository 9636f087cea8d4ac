import type { IDataObject } from 'n8n-workflow';

import { readCount, readLine } from '../domain/parameters';
import { type Answer, recordsOf } from '../transport/envelope';
import { explain } from '../errors/words';
import { asThrown, ServiceFailure } from '../errors/failures';
import {
	type OperationContext,
	type OutputItem,
	flag,
	locatorValue,
	outputFields,
	parameter,
} from './context';

type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * An answer that is the same for all items is asked for once in an execution.
 *
 * @param helps whether the item goes on without it; then one failure is enough for all items
 * @throws ServiceFailure
 */
async function readOnce(context: OperationContext, path: string, query: Query = {}, helps = false) {
	const name = JSON.stringify([path, query, helps]);
	const ask = async () =>
		await (await context.client()).call({ method: 'GET', path, query, helps });
	const answer = context.reads.get(name) ?? ask();
	context.reads.set(name, answer);
	// What failed for a moment is asked for again by items that come later, but not what they can do without.
	if (!helps) answer.catch(() => context.reads.delete(name));
	return await answer;
}

/** @param field where the answer holds the list. @throws ServiceFailure also when it does not */
export async function listOnce(
	context: OperationContext,
	path: string,
	field: string,
	query?: Query,
	helps?: boolean,
): Promise<IDataObject[]> {
	return recordsOf(await readOnce(context, path, query, helps), field) as IDataObject[];
}

/**
 * A list that something is only checked against: the service checks it as well, so it goes out without the list.
 *
 * @throws ServiceFailure for what would stop the thing itself: keys, access, an execution that is stopped
 */
export async function listForCheck(
	context: OperationContext,
	path: string,
	field: string,
	query?: Query,
): Promise<IDataObject[] | ServiceFailure> {
	try {
		return await listOnce(context, path, field, query);
	} catch (failure) {
		if (!(failure instanceof ServiceFailure)) throw asThrown(failure);
		const stops = ['cancelled', 'notStarted', 'redirect'].includes(failure.kind);
		if (stops || explain(failure).cause === 'credential-invalid') throw asThrown(failure);
		return failure;
	}
}

/** What helps a person to go on must not hide why they have to. */
export async function quietly<Found>(ask: () => Promise<Found>): Promise<Found | undefined> {
	try {
		return await ask();
	} catch (failure) {
		if (failure instanceof ServiceFailure && failure.kind !== 'cancelled') return undefined;
		throw asThrown(failure);
	}
}

/** The account of the keys, asked for once in an execution. @throws ServiceFailure */
export async function readAccount(context: OperationContext): Promise<Answer> {
	const answer = await readOnce(context, '/client');
	const fields = ['numero_compte', 'raison_sociale', 'email', 'mode_facturation', 'entetes'];
	if (fields.some((field) => field in answer)) return answer;
	// A success that says nothing of an account (specification, Client) is not the service's.
	throw new ServiceFailure('notTheService', { missing: 'numero_compte', readOnly: true });
}

/** What was chosen to narrow a list down; undefined when nothing is. @throws InputProblem */
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

export function limited(
	context: OperationContext,
	itemIndex: number,
	entries: readonly IDataObject[],
): OutputItem[] {
	const all = flag(context, 'returnAll', itemIndex);
	const limit = all ? entries.length : readCount('Limit', parameter(context, 'limit', itemIndex));
	return entries.slice(0, limit).map((entry) => ({ json: outputFields(entry) }));
}
