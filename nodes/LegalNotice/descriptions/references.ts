import type { INodeProperties } from 'n8n-workflow';

import { downloadTimeout, timeout } from './timeouts';

export const referenceField: INodeProperties = {
	displayName: 'Reference or Order Number',
	name: 'reference',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 26L000123 or DOSSIER-2026-17-1',
	description: 'The reference that the service gave the notice, or your own order number',
};

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

export const lookupOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [ifNotFound, timeout],
};

export const lookupAndFileOptions: INodeProperties = {
	...lookupOptions,
	options: [downloadTimeout, ifNotFound, timeout],
};

export const cancelOptions: INodeProperties = {
	...lookupOptions,
	options: [downloadTimeout, timeout],
};
