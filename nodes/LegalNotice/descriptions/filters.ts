/** Describes the parameters that narrow lists, for the operations that return one. */
import type { INodeProperties } from 'n8n-workflow';

import { categoryLocator, departmentLocator, publicationLocator, type Locator } from './locators';

/** Parameters of operations that return a list; the interface has no pages, so a limit is applied afterwards. */
export const listParameters: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export const simplifyParameter: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Makes a filter of a choice: where nothing is chosen, everything is listed. */
function asFilter(locator: Locator, description: string, all: string): INodeProperties {
	const choices = locator.modes.map((mode) =>
		mode.type === 'list' ? { ...mode, placeholder: all } : mode,
	);
	const filter: INodeProperties = { ...locator, description, modes: choices };
	delete filter.required;
	return filter;
}

export const departmentFilter = asFilter(
	departmentLocator,
	'Only this department (département). If empty, all departments of your account.',
	'All departments',
);

export const publicationFilter = asFilter(
	publicationLocator,
	"Only this publication; needs the 'Department' as well",
	'All publications',
);

export const categoryFilter = asFilter(
	categoryLocator,
	'Only the forfaits of this category. If empty, all forfaits.',
	'All categories',
);
