import type { INode } from 'n8n-workflow';

import { LeftOpen, OperationStop } from '../domain/operationStop';
import { explain, toNodeError } from '../transport/errors';
import type { ItemResult, Operation } from './operation.types';
import { realFailureOf } from './results';
import { nonEmptyText } from '../domain/parameters';

const LISTED = 200;

/**
 * The error that stops the execution. Of an operation that changes something, it tells what was done before, what
 * was not started, and what has to be looked at.
 *
 * @param failed index of the item that stopped it
 * @param openOf what earlier tries left open of an item; '' for nothing
 */
export function stopError(
	node: INode,
	operation: Operation,
	results: readonly ItemResult[],
	failed: number,
	openOf: (itemIndex: number) => string,
): Error {
	const failure = realFailureOf(results[failed]);
	const others = results.filter((_result, index) => index !== failed);
	if (!operation.hasEffect || others.length === 0) return toNodeError(node, failure, failed);
	const done = others.filter((other) => 'output' in other);
	const alsoFailed = others.filter((other) => realFailureOf(other) !== undefined).length;
	const left = others.length - done.length - alsoFailed;
	const fields = operation.doneBy ?? ['reference'];
	const named = done.flatMap((other) => namesOf(other, fields));
	const names = named.map((parts) => parts.join(' / '));
	// Run again, what has no number of its own would be done a second time: a person has to take all of it out.
	const most = named.every(({ length }) => length === fields.length) ? LISTED : Infinity;
	const open = results.flatMap((one, index) =>
		index === failed ? [] : leftOpen(one, openOf(index)),
	);
	const { message, fix } = explain(failure);
	const text = [
		message.replace(/([^.!?…])$/, '$1.'),
		`${done.length} of ${results.length} items were completed before it stopped${names.length > 0 ? `: ${listed(names, ', ', most)}` : ''}.`,
		alsoFailed > 0 ? `${alsoFailed} more failed.` : '',
		left > 0 ? `${left} were not started.` : '',
		open.length > 0 ? `To be looked at: ${listed(open, '; ', LISTED)}.` : '',
	];
	const reason = failure instanceof OperationStop ? failure.reason : failure;
	return toNodeError(
		node,
		new OperationStop(text.filter(Boolean).join(' '), fix, reason, true),
		failed,
	);
}

/** What another item leaves open: only the failure that stopped the execution has its own words. */
function leftOpen(result: ItemResult, earlier: string): string[] {
	if ('output' in result) return [];
	if (result.failure instanceof LeftOpen) return [result.failure.open];
	return earlier === '' ? [] : [earlier];
}

/** The names of each item that was put out; items without any are left out. */
function namesOf(result: ItemResult, fields: readonly string[]): string[][] {
	if (!('output' in result)) return [];
	return result.output
		.map(({ json }) => fields.flatMap((field) => nonEmptyText(json[field]) ?? []))
		.filter(({ length }) => length > 0);
}

function listed(names: readonly string[], separator: string, most: number): string {
	const left = names.length - most;
	const more = left > 0 ? ` and ${left} more` : '';
	return `${names.slice(0, most).join(separator)}${more}`;
}
