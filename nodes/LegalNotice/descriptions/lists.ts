import type { INodeProperties } from 'n8n-workflow';

import {
	categoryLocator,
	departmentLocator,
	modes,
	publicationLocator,
	type Locator,
} from './locators';

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

/** The same choices as filters: everything without them. */
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

/** Parameters of a contact; the interface requires none of them (specification, endpoint 14). */
export const contactParameters: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@example.com',
		description: 'A contact that already has this e-mail is returned instead of a new one',
		hint: 'Without an e-mail, every run creates a new contact, and a lost answer cannot be checked or retried',
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Exemple',
		description: 'Last name (nom) of a new contact; an existing contact keeps its own',
	},
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Camille',
		description: 'First name (prénom) of a new contact; an existing contact keeps its own',
	},
	{
		displayName: 'Portal Password',
		name: 'portalPassword',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'With it the contact also gets access to the web portal of the service. Workflows and executions keep it, so best leave it empty.',
	},
];

/** Inside the options of an order, hence never required. */
export const contactLocator: INodeProperties = {
	displayName: 'Contact',
	name: 'contact',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		"Contact for this notice. Without this option, the account's default contact is used.",
	...modes('searchContacts', 'Choose a contact...', 'e.g. 34'),
};
