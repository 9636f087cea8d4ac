import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { createClient } from '../transport/client';
import { asThrown } from '../transport/failures';
import { toNodeError } from '../transport/errors';
import { trimmedText } from '../domain/parameters';
import { recordsOf } from '../transport/envelope';

/** A person waits for the list: its calls go before bulk work, and give up early with a sentence. */
const LIST_TIMEOUT_MS = 15_000;
const LIST_MAX_WAIT_MS = 10_000;

export type Entry = Readonly<Record<string, unknown>>;

/** Asks for one list of the service. */
export async function fetchList(
	context: ILoadOptionsFunctions,
	path: string,
	field: string,
	query: Record<string, string | number | undefined> = {},
): Promise<Entry[]> {
	try {
		const client = await createClient(context, {
			priority: 'interactive',
			timeoutMs: LIST_TIMEOUT_MS,
			maxWaitMs: LIST_MAX_WAIT_MS,
		});
		return recordsOf(await client.call({ method: 'GET', path, query }), field);
	} catch (failure) {
		throw asThrown(readable(context, failure));
	}
}

/** The editor shows only the message of an error here, so the advice goes into it. */
export function readable(context: ILoadOptionsFunctions, failure: unknown): Error {
	const error = toNodeError(context.getNode(), failure);
	if (error.description && !error.message.includes(error.description)) {
		error.message = `${error.message.replace(/([^.!?…])$/, '$1.')} ${error.description}`;
	}
	return error;
}

/** Value of another field as the editor has it now; '' when it is empty or still an expression without value. */
export function chosen(context: ILoadOptionsFunctions, name: string): string {
	try {
		const value = context.getCurrentNodeParameter(name, { extractValue: true });
		return trimmedText(value);
	} catch {
		return '';
	}
}

/** Keeps what the person typed to search for, without regard to case and accents. */
export function matching(
	items: readonly INodeListSearchItems[],
	filter: string | undefined,
): INodeListSearchResult {
	const wanted = comparable(filter ?? '')
		.split(/\s+/)
		.filter((word) => word !== '');
	const seen = new Set<unknown>();
	const results = items.filter(({ name, value }) => {
		if (seen.has(value)) return false;
		const text = comparable(`${name} ${String(value)}`);
		if (!wanted.every((word) => text.includes(word))) return false;
		seen.add(value);
		return true;
	});
	return { results };
}

export function text(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function comparable(value: string): string {
	return value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A label that shows its code, unless it does already. */
export function withCode(label: string, code: string): string {
	return label === '' || label.includes(code) ? label || code : `${label} (${code})`;
}

export function byName(a: { name: string }, b: { name: string }): number {
	return a.name.localeCompare(b.name, 'fr');
}

export function byValue(a: { value: string }, b: { value: string }): number {
	return a.value.localeCompare(b.value, 'fr', { numeric: false });
}
