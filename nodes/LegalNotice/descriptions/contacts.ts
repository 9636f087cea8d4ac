import type { INodeProperties } from 'n8n-workflow';

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
			'If given, the service also creates an access to its web portal for the contact. Workflows and executions keep what is given here, so best leave it empty.',
	},
];

/** Inside the options of an order, hence never required; empty means the default contact of the account. */
export const contactLocator: INodeProperties = {
	displayName: 'Contact',
	name: 'contact',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		"Who is the contact for this notice. If empty, the account's default contact is used.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a contact...',
			typeOptions: { searchListMethod: 'searchContacts', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 34',
		},
	],
};
