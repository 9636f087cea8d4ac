import type { IExecuteFunctions } from 'n8n-workflow';

import type { OperationContext } from './operation.types';
import { collection } from './parameters';
import { readTimeout } from '../domain/parameters';
import { timings } from '../transport/client';
import { TIMEOUT_MS } from '../transport/files';

const LABELS = { timeout: 'Timeout', downloadTimeout: 'Download Timeout' } as const;

type TimeoutName = keyof typeof LABELS;

/** @throws InputProblem for a time of this item that cannot be waited */
export function checkTimeouts(fn: IExecuteFunctions, itemIndex: number): void {
	collection({ fn }, 'options', itemIndex);
	for (const name of ['timeout', 'downloadTimeout'] as const) timeoutOf(fn, name, itemIndex);
}

/**
 * The time of an option, in milliseconds. Items share their calls, lists and files, so the longest of them counts for
 * all, and an item without one counts with the usual time.
 */
export function longestTimeout(
	{ fn, itemCount }: OperationContext,
	name: TimeoutName,
): number | undefined {
	const usual = name === 'timeout' ? timings().answerMs : TIMEOUT_MS;
	const looked = variesByItem(fn, name) ? itemCount : 1;
	const times = Array.from({ length: looked }, (_, itemIndex) => {
		try {
			return timeoutOf(fn, name, itemIndex) ?? usual;
		} catch {
			// The item itself fails for it.
			return 0;
		}
	});
	const longest = times.reduce((most, time) => Math.max(most, time), 0);
	return longest > 0 ? longest : undefined;
}

function timeoutOf(
	fn: IExecuteFunctions,
	name: TimeoutName,
	itemIndex: number,
): number | undefined {
	return readTimeout(LABELS[name], fn.getNodeParameter(`options.${name}`, itemIndex, ''));
}

function variesByItem(fn: IExecuteFunctions, name: TimeoutName): boolean {
	const { options } = fn.getNode().parameters;
	const written: unknown =
		typeof options === 'object' && options !== null ? Reflect.get(options, name) : options;
	return typeof written === 'string' && written.startsWith('=');
}
