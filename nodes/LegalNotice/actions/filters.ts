import { readDepartment } from '../domain/department';
import type { OperationContext } from './operation.types';
import { locatorValue, trimmed } from './parameters';

/** The 'Department' of a list, undefined when none is chosen. */
export function readDepartmentFilter(
	context: OperationContext,
	itemIndex: number,
): string | undefined {
	const value = locatorValue(context, 'department', itemIndex);
	return trimmed(value) === '' ? undefined : readDepartment(value);
}
