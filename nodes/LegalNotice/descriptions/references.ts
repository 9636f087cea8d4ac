import type { INodeProperties } from 'n8n-workflow';

export const ifNotFound: INodeProperties = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop, or continue as set for this node' },
		{
			name: 'Return Item',
			value: 'returnItem',
			description: 'Return an item that says so (introuvable)',
		},
	],
	default: 'returnItem',
	description:
		'What happens when the service does not know a notice, for example once it is cancelled',
};

export const ifNotFoundOption: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [ifNotFound],
};
