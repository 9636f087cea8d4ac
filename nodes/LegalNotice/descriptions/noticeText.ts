import type { INodeProperties } from 'n8n-workflow';

/** What is printed; quoting, ordering, replacing and checking share it, and values survive switching between them. */
export const textParameters: INodeProperties[] = [
	{
		displayName: 'Text Format',
		name: 'textFormat',
		type: 'options',
		options: [
			{
				name: 'HTML',
				value: 'html',
				description: 'Paragraphs in p tags; inside them strong, b, br and span with a style class',
			},
			{
				name: 'Plain Text',
				value: 'plainText',
				description: 'A blank line starts a new paragraph, a single line break stays one',
			},
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
			'Text of the notice. What the service would drop is found before anything is sent; typography outside its character range is repaired and listed.',
	},
];

export const headerParameter: INodeProperties = {
	displayName: 'Header',
	name: 'header',
	type: 'collection',
	placeholder: 'Add Header Element',
	default: {},
	description:
		'Box above the notice with a name, an address or a logo. Add it only when the advertiser asks for it: it is not part of the regulated text.',
	options: [
		{
			displayName: 'Layout',
			name: 'layout',
			type: 'options',
			options: [
				{
					name: 'Logo Left, Text Right',
					value: 'carton_image_texte_droite',
					description: 'The logo stands on the left, the text beside it on the right',
				},
				{
					name: 'Logo on Top, Text Below',
					value: 'carton_image_texte_bas',
					description: 'The logo is centred on top, the text stands below it',
				},
				{
					name: 'Logo Only',
					value: 'carton_image_sans_texte',
					description: 'The logo without any text',
				},
				{
					name: 'Text Only',
					value: 'carton_texte_sans_image',
					description: 'The text without any logo',
				},
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
				'Name of the binary field with the logo, a JPEG, PNG or PDF file. Base64 text or a data URL is accepted as well.',
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
