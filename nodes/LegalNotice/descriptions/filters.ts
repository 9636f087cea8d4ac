import type { INodeProperties } from 'n8n-workflow';

import { categoryLocator, departmentLocator, publicationLocator } from './locators';

/** The same choices as filters: everything without them. */
function asFilter(locator: INodeProperties, description: string): INodeProperties {
	const filter = { ...locator, description };
	delete filter.required;
	return filter;
}

export const departmentFilter = asFilter(
	departmentLocator,
	'Only this department (département); all of the account without it',
);

export const publicationFilter = asFilter(
	publicationLocator,
	"Only this publication; needs the 'Department' as well",
);

export const categoryFilter = asFilter(
	categoryLocator,
	'Only the forfaits of this category; all without it',
);
