import type { INodeProperties } from 'n8n-workflow';

import { billingParameters } from './billing';
import { placeParameters } from './locators';

/** What is printed; quoting, ordering, replacing and checking share it, and values survive switching between them. */
export const textParameters: INodeProperties[] = [
	{
		displayName: 'Text Format',
		name: 'textFormat',
		type: 'options',
		options: [
			{ name: 'HTML', value: 'html', description: 'Paragraphs in p tags, formatted inside' },
			{ name: 'Plain Text', value: 'plainText', description: 'A blank line ends a paragraph' },
		],
		default: 'plainText',
		description: 'How the text is written',
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 8 },
		default: '',
		required: true,
		placeholder: 'e.g. AVIS DE CONSTITUTION…',
		description:
			'Text of the notice. What the service would drop is found before anything is sent; repaired typography is listed.',
	},
];

const headerParameter: INodeProperties = {
	displayName: 'Header',
	name: 'header',
	type: 'collection',
	placeholder: 'Add Header Element',
	default: {},
	description:
		'Box above the notice with a name, an address or a logo; not part of the regulated text',
	options: [
		{
			displayName: 'Layout',
			name: 'layout',
			type: 'options',
			options: [
				{ name: 'Logo Left, Text Right', value: 'carton_image_texte_droite' },
				{ name: 'Logo on Top, Text Below', value: 'carton_image_texte_bas' },
				{ name: 'Logo Only', value: 'carton_image_sans_texte' },
				{ name: 'Text Only', value: 'carton_texte_sans_image' },
			],
			default: 'carton_texte_sans_image',
			description: 'What the reader sees',
		},
		{
			displayName: 'Logo Input Data Field Name',
			name: 'logoBinaryField',
			type: 'string',
			default: 'data',
			placeholder: 'e.g. data',
			description:
				'Binary field with the logo, a JPEG, PNG or PDF file; base64 text or a data URL is accepted as well',
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			description: "Text of the header, written in the same 'Text Format' as the notice",
		},
	],
};

const fileReferenceField: INodeProperties = {
	displayName: 'File Reference',
	name: 'fileReference',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. DOSSIER-2026-17',
	description: 'Your own reference of the file (dossier)',
};

const orderNumberParameters: INodeProperties[] = [
	{
		displayName: 'Order Number Mode',
		name: 'orderNumberMode',
		type: 'options',
		options: [
			{ name: 'Automatic', value: 'automatic', description: 'The same notice is ordered once' },
			{ name: 'Custom', value: 'custom', description: 'Your own number, unique for each notice' },
			{ name: 'None', value: 'none', description: 'A lost answer can mean a second order' },
		],
		default: 'automatic',
		description:
			'Where the order number (numéro de commande) comes from; Automatic derives it from file, place, category, text and header',
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

export const quoteParameters = [...placeParameters, ...textParameters, headerParameter];

export const orderParameters: INodeProperties[] = [
	...placeParameters,
	...textParameters,
	fileReferenceField,
	headerParameter,
	...orderNumberParameters,
	...billingParameters,
];
