import type { INodeProperties } from 'n8n-workflow';

import { departmentLocator, publicationLocator } from './locators';

/** The same choices as filters: not required, everything without them. */
export const departmentFilter: INodeProperties = {
	...departmentLocator,
	required: false,
	description: 'Only this department (département); all of the account without it',
};

export const publicationFilter: INodeProperties = {
	...publicationLocator,
	required: false,
	description: "Only this publication; needs the 'Department' as well",
};
