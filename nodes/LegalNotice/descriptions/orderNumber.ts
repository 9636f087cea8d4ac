import type { INodeProperties } from 'n8n-workflow';

export const fileReferenceField: INodeProperties = {
	displayName: 'File Reference',
	name: 'fileReference',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. DOSSIER-2026-17',
	description: 'Your own reference of the file (dossier)',
};

export const orderNumberParameters: INodeProperties[] = [
	{
		displayName: 'Order Number Mode',
		name: 'orderNumberMode',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description:
					'Derived from the content, so that the same notice for the same file is never ordered twice',
			},
			{
				name: 'Custom',
				value: 'custom',
				description: 'Your own number, unique for each notice; it can name the notice everywhere',
			},
			{
				name: 'None',
				value: 'none',
				description:
					'Without a number nothing protects against a second order when an answer is lost',
			},
		],
		default: 'automatic',
		description: 'Where the order number (numéro de commande) comes from',
	},
	{
		displayName: 'Order Number',
		name: 'orderNumber',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. DOSSIER-2026-17-1',
		displayOptions: { show: { orderNumberMode: ['custom'] } },
		description:
			'At most 50 characters, best letters, digits and hyphens. Start it with a prefix of your own.',
	},
];
