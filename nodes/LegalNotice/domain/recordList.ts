export type ListedRecord = Readonly<Record<string, unknown>>;

/**
 * The records of a list inside an answer. Absent, null and `{}` are empty: there is nothing yet. Lists may also come
 * by key.
 *
 * @returns undefined for anything else: that cannot be read, and least of all means that there is nothing
 */
export function recordList(value: unknown): readonly ListedRecord[] | undefined {
	if (value === undefined || value === null) return [];
	const entries = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : undefined;
	return entries?.every(isObject) ? entries : undefined;
}

function isObject(value: unknown): value is ListedRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
