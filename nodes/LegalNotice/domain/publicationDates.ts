import type { UnknownRecord } from './record';
import { listOfFields } from './records';
import { isGiven } from './textValue';

/**
 * The dates of one publication in an answer (specification, endpoint 11). A service that passes over the filter
 * lists other newspapers too; an entry that does not say whose it is counts.
 */
export function datesOfPublication(
	publications: unknown,
	publication: number,
): readonly UnknownRecord[] {
	return listOfFields(publications)
		.filter(({ id }) => !isGiven(id) || Number(id) === publication)
		.flatMap(({ dates }) => listOfFields(dates));
}
