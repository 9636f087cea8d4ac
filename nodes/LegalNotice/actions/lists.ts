/** Lists of the service, the names in them, and the account: each is requested once in an execution. */
import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../domain/baseUrl';
import type { QuoteBody } from '../domain/notice';
import { readDepartment } from '../reading/cells/codes';
import { readCount, readLine, trimmedText } from '../reading/cells/parameters';
import { ServiceFailure } from '../errors/failures';
import { type Answer, recordsOf } from '../transport/envelope';
import { pause } from '../transport/pause';
import { type Manner, READ, SPARE } from '../transport/sendingAgain';
import { type OperationContext, type OutputItem, outputFields, without } from './context';
import { flag, locatorValue, parameter } from './itemParameters';

interface ListQuery {
	readonly query?: Query;
	readonly manner?: Manner;
}

/** An answer that is the same for all items is requested once in an execution. @throws ServiceFailure */
async function sharedAnswer(
	context: OperationContext,
	path: string,
	{ query = {}, manner = READ }: ListQuery = {},
): Promise<Answer> {
	const needed = nameOf(path, query);
	// Whoever needs the answer does not share a call that is given up early.
	const name = manner.spare ? `optional ${needed}` : needed;
	const ask = async () =>
		await (await context.client()).call({ method: 'GET', path, query, manner });
	const answer = context.answers.get(needed) ?? context.answers.get(name) ?? ask();
	context.answers.set(name, answer);
	// A list that failed for a moment is requested again by later items.
	answer.catch(() => context.answers.delete(name));
	return await answer;
}

function nameOf(path: string, query: Query): string {
	return JSON.stringify([path, query]);
}

/** @param field where the answer holds the list. @throws ServiceFailure also when it does not */
export async function sharedList(
	context: OperationContext,
	path: string,
	field: string,
	how?: ListQuery,
): Promise<IDataObject[]> {
	return recordsOf(await sharedAnswer(context, path, how), field) as IDataObject[];
}

/** Names of newspapers and categories change by the month: lists of them are kept so long for a pair of keys. */
const KEPT_MS = 600_000;

/** By keys, path and query. */
const keptLists = new Map<string, { readonly until: number; readonly answer: Promise<Answer> }>();

/** Names are waited for no longer than this, and everything else once an order is placed. */
const LONGEST_WAIT_MS = 2_000;

/** @param otherwise takes the place of what does not come within two seconds */
export async function inTime<Found>(found: Promise<Found>, otherwise: Found): Promise<Found> {
	return await Promise.race([found, untilTooLate().then(() => otherwise)]);
}

/** In steps: what came while n8n or its machine was busy with something else is seen before the time is over. */
async function untilTooLate(): Promise<void> {
	const steps = 4;
	for (let step = 0; step < steps; step++) await pause(LONGEST_WAIT_MS / steps);
}

/** A list that decides what is printed or ordered: the item waits for it, and fails without it. @throws ServiceFailure */
export async function neededList(
	context: OperationContext,
	path: string,
	field: string,
	query: Query = {},
): Promise<IDataObject[]> {
	const known = context.optionalLists.get(nameOf(path, query));
	if (known) return known;
	const name = await keptName(context, path, query);
	const kept = await keptUnder(name)?.catch(() => undefined);
	if (kept) return recordsOf(kept, field) as IDataObject[];
	const listed = await sharedList(context, path, field, { query });
	void keep(name, field, Promise.resolve({ [field]: listed }));
	return listed;
}

/**
 * A list that is not needed: empty where it cannot be read, or not within two seconds. It never fails, least of all after an
 * order.
 */
export async function optionalList(
	context: OperationContext,
	path: string,
	field: string,
	query: Query = {},
): Promise<IDataObject[]> {
	const name = nameOf(path, query);
	// A list that is already read needs no clock: the lists of the first item serve all others.
	const list = context.optionalLists.get(name);
	if (list) return list;
	const read = async () => {
		// One that was read because it is needed serves as well; and one failure is enough for all items.
		const optional = `optional ${name}`;
		const { answers } = context;
		const answer =
			answers.get(name) ?? answers.get(optional) ?? keptAnswer(context, field, path, query);
		answers.set(optional, answer);
		const listed = recordsOf(await answer, field) as IDataObject[];
		context.optionalLists.set(name, listed);
		return listed;
	};
	return await inTime(
		read().catch(() => []),
		[],
	);
}

async function keptAnswer(
	context: OperationContext,
	field: string,
	path: string,
	query: Query,
): Promise<Answer> {
	const client = await context.client();
	const name = await keptName(context, path, query);
	const ask = async () => await client.call({ method: 'GET', path, query, manner: SPARE });
	return await (keptUnder(name) ?? keep(name, field, ask()));
}

async function keptName(context: OperationContext, path: string, query: Query): Promise<string> {
	const { account } = await context.client();
	return `${account} ${nameOf(path, query)}`;
}

function keptUnder(name: string): Promise<Answer> | undefined {
	const now = performance.now();
	for (const [old, { until }] of keptLists) if (until <= now) keptLists.delete(old);
	return keptLists.get(name)?.answer;
}

async function keep(name: string, field: string, asked: Promise<Answer>): Promise<Answer> {
	// A newspaper's logo may take a megabyte, and nobody needs it for its name.
	const answer = asked.then((read) => ({
		[field]: recordsOf(read, field).map((entry) => without(entry, ['logo_web'])),
	}));
	keptLists.set(name, { until: performance.now() + KEPT_MS, answer });
	answer.catch(() => keptLists.delete(name));
	return await answer;
}

/**
 * The kind of a notice and its newspaper in the service's names, and in codes where it knows none. It never fails: an order
 * that is under way does not wait for it.
 */
export async function categoryAndNewspaper(
	context: OperationContext,
	{ categorie, forfait, publication, departement }: QuoteBody,
): Promise<{ kind: string; newspaper: string }> {
	const [category, detail, newspapers] = await Promise.all([
		// A modification is named by what it modifies.
		categorie === 'MODIF' && forfait !== undefined
			? ''
			: nameOrCode(context, 'categories', categorie),
		forfait === undefined ? '' : nameOrCode(context, 'forfaits', forfait),
		optionalList(context, '/publications', 'publications', { departement }),
	]);
	const entry = newspapers.find(({ id }) => trimmedText(id) === String(publication));
	const newspaper = trimmedText(entry?.libelle) || `publication ${publication}`;
	if (category === '' || detail === '') return { kind: category || detail, newspaper };
	return { kind: `${category} (${detail})`, newspaper };
}

async function nameOrCode(
	context: OperationContext,
	field: 'categories' | 'forfaits',
	code: string,
): Promise<string> {
	const list = await optionalList(context, `/${field}`, field);
	const entry = list.find((one) => trimmedText(one.code) === code);
	return trimmedText(entry?.libelle) || code;
}

/** The customer account of the keys, requested once in an execution. @throws ServiceFailure */
export async function readAccount(context: OperationContext): Promise<Answer> {
	const answer = await sharedAnswer(context, '/client');
	const fields = ['numero_compte', 'raison_sociale', 'email', 'mode_facturation', 'entetes'];
	if (fields.some((field) => field in answer)) return answer;
	// A success that says nothing of an account (specification, Client) is not the service's.
	throw new ServiceFailure('notTheService', { missing: 'numero_compte', readOnly: true });
}

/** A parameter that narrows a list down. */
interface Narrowing<Value> {
	readonly name: string;
	readonly label: string;
	readonly read: (value: unknown) => Value;
}

/** What was chosen to narrow a list down; undefined when nothing is. @throws InputProblem */
export function chosen<Value>(
	context: OperationContext,
	itemIndex: number,
	{ name, label, read }: Narrowing<Value>,
): Value | undefined {
	const value = locatorValue(context, name, itemIndex);
	return readLine(label, value) === '' ? undefined : read(value);
}

/** The department that many lists can be narrowed down to. @throws InputProblem */
export function chosenDepartment(context: OperationContext, itemIndex: number): string | undefined {
	return chosen(context, itemIndex, {
		name: 'department',
		label: 'Department',
		read: readDepartment,
	});
}

export function limited(
	context: OperationContext,
	itemIndex: number,
	entries: readonly IDataObject[],
): OutputItem[] {
	const isAll = flag(context, 'returnAll', itemIndex);
	const limit = isAll ? undefined : readCount('Limit', parameter(context, 'limit', itemIndex));
	return entries.slice(0, limit).map((entry) => ({ json: outputFields(entry) }));
}
