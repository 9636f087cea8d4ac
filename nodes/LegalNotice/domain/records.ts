import { isRecord, type UnknownRecord } from './record';
import { recordList } from './recordList';

export { answerFlag } from './answerFlag';
export { isRecord } from './record';
export { type ListedRecord, recordList } from './recordList';
export { sameValue } from './sameValue';

/** The records of a list that cannot fail for what it holds: what is no object is passed over. */
export function listOfFields(value: unknown): readonly UnknownRecord[] {
	const list = recordList(value);
	if (list) return list;
	if (isRecord(value)) return [value];
	return Array.isArray(value) ? value.filter(isRecord) : [];
}
