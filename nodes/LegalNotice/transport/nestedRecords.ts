import { ServiceFailure } from './failures';
import { type UnknownRecord, recordList } from '../domain/records';

/**
 * The records of a list inside an answer that only reads.
 *
 * @param field names it for the person, when there is something else in its place
 * @throws ServiceFailure then: what is there cannot be read
 */
export function nestedRecords(value: unknown, field: string): readonly UnknownRecord[] {
	const list = recordList(value);
	if (!list) throw new ServiceFailure('notTheService', { missing: field, readOnly: true });
	return list;
}
