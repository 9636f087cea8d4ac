import { isRecord, type UnknownRecord } from './record';

export type ListedRecord = UnknownRecord;

/** Fields that tell an entry of some list of the service from a list that is written by key. */
const OF_AN_ENTRY = ['type', 'numero', 'reference', 'date_parution'];

/**
 * The records of a list inside an answer. Absent, null and `{}` are empty: there is nothing yet. Lists may also come
 * by key, and a list of one as its entry alone.
 *
 * @returns undefined for anything else: that cannot be read, and least of all means that there is nothing
 */
export function recordList(value: unknown): readonly ListedRecord[] | undefined {
	if (value === undefined || value === null) return [];
	if (isEntry(value)) return [value];
	const entries = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : undefined;
	return entries?.every(isRecord) ? entries : undefined;
}

function isEntry(value: unknown): value is ListedRecord {
	return isRecord(value) && OF_AN_ENTRY.some((name) => isFilled(value[name]));
}

function isFilled(value: unknown): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
