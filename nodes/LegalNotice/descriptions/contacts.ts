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
		hint: 'Without an e-mail every run creates another contact, and it cannot be found out whether one was created when an answer is lost. It is never sent twice then.',
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
			'Given a password, the service opens an access to its web portal for the contact. Best left empty: what is typed here is kept in the workflow, and what an expression reads is kept in the execution.',
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
