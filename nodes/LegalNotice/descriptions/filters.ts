import type { INodeProperties } from 'n8n-workflow';

import { categoryLocator, departmentLocator, publicationLocator, type Locator } from './locators';

/** The same choices as filters: everything without them. */
function asFilter(locator: Locator, description: string, all: string): INodeProperties {
	const modes = locator.modes.map((mode) =>
		mode.type === 'list' ? { ...mode, placeholder: all } : mode,
	);
	const filter: INodeProperties = { ...locator, description, modes };
	delete filter.required;
	return filter;
}

export const departmentFilter = asFilter(
	departmentLocator,
	'Only this department (département); all of the account without it',
	'All departments',
);

export const publicationFilter = asFilter(
	publicationLocator,
	"Only this publication; needs the 'Department' as well",
	'All publications',
);

export const categoryFilter = asFilter(
	categoryLocator,
	'Only the forfaits of this category; all without it',
	'All categories',
);
