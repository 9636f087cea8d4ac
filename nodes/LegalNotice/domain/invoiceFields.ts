import { recordList } from './recordList';

/** An object of an answer: amounts in it may be numbers or text. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, also one written by key, or a single entry without its list; what is no object is passed over. */
export function listOfFields(value: unknown): readonly Fields[] {
	const list = recordList(value);
	if (list) return list;
	if (isFields(value)) return [value];
	return Array.isArray(value) ? value.filter(isFields) : [];
}
