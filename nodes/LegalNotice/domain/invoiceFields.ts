import { isRecord, type UnknownRecord } from './record';
import { recordList } from './recordList';

/** An object of an answer: amounts in it may be numbers or text. */
export type Fields = UnknownRecord;

/** A list, also one written by key, or a single entry without its list; what is no object is passed over. */
export function listOfFields(value: unknown): readonly Fields[] {
	const list = recordList(value);
	if (list) return list;
	if (isRecord(value)) return [value];
	return Array.isArray(value) ? value.filter(isRecord) : [];
}
