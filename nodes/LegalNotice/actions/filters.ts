import type { OperationContext } from './operation.types';
import { locatorValue } from './parameters';
import { readDepartment, readLine } from '../domain/parameters';

/** The 'Department' of a list, undefined when none is chosen. */
export function readDepartmentFilter(
	context: OperationContext,
	itemIndex: number,
): string | undefined {
	const value = locatorValue(context, 'department', itemIndex);
	return readLine('Department', value) === '' ? undefined : readDepartment(value);
}
