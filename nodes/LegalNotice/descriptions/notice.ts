import type { INodeProperties } from 'n8n-workflow';

import { contactLocator } from './locators';
import { timeout } from './timeouts';

/** Parameters that quoting, ordering and replacing share; values survive switching between the operations. */
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
	{
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
	},
];

export const orderParameters: INodeProperties[] = [
	{
		displayName: 'File Reference',
		name: 'fileReference',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 2026-0147',
		description: 'Your reference of the file (dossier); it is printed on the invoice',
	},
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
		placeholder: 'e.g. HS-4711',
		displayOptions: { show: { orderNumberMode: ['custom'] } },
		description:
			'At most 50 characters, best letters, digits and hyphens. Start it with a prefix of your own.',
	},
	{
		displayName: 'Billing',
		name: 'billingMode',
		type: 'options',
		options: [
			{
				name: 'Account Default',
				value: 'accountDefault',
				description: 'As your account is set up at the service',
			},
			{
				name: 'Advertiser',
				value: 'annonceur',
				description: 'The company concerned is billed (annonceur)',
			},
			{
				name: 'Prescriber',
				value: 'prescripteur',
				description: 'You are billed (prescripteur)',
			},
		],
		default: 'accountDefault',
		description: 'Who receives the invoice',
	},
	{
		displayName: 'Advertiser',
		name: 'advertiser',
		type: 'collection',
		placeholder: 'Add Advertiser Field',
		default: {},
		displayOptions: { show: { billingMode: ['accountDefault', 'annonceur'] } },
		description:
			'Who is billed when the advertiser is: name, address, postcode, city and country are needed then. Not sent otherwise.',
		options: [
			{
				displayName: 'Address',
				name: 'address',
				type: 'string',
				default: '',
				placeholder: 'e.g. 14 bis, rue de la Gare',
				description: 'Street and number',
			},
			{
				displayName: 'Address Complement',
				name: 'addressComplement',
				type: 'string',
				default: '',
				placeholder: 'e.g. Bâtiment B',
				description: 'Second line of the address',
			},
			{
				displayName: 'City',
				name: 'city',
				type: 'string',
				default: '',
				placeholder: 'e.g. Clamart',
			},
			{
				displayName: 'Country Name or ID',
				name: 'country',
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getCountries' },
				default: 'FRA',
				description:
					'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			},
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				default: '',
				placeholder: 'e.g. name@example.com',
			},
			{
				displayName: 'Mobile',
				name: 'mobile',
				type: 'string',
				default: '',
				placeholder: 'e.g. 0612345678',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Atelier du Pont SARL',
				description: 'Company name, or last name of a person',
			},
			{
				displayName: 'Name Complement',
				name: 'nameComplement',
				type: 'string',
				default: '',
				description: 'First name of a person, or a complement of the company name',
			},
			{
				displayName: 'Phone',
				name: 'phone',
				type: 'string',
				default: '',
				placeholder: 'e.g. 0123456789',
			},
			{
				displayName: 'Postcode',
				name: 'postcode',
				type: 'string',
				default: '',
				placeholder: 'e.g. 92140',
			},
		],
	},
];

const digitalProof: INodeProperties = {
	displayName: 'Digital Proof',
	name: 'digitalProof',
	type: 'boolean',
	default: true,
	description:
		'Whether a digital proof (justificatif numérique) is wanted. Without this option the publication decides.',
};

const ifDateMoves: INodeProperties = {
	displayName: 'If Date Moves',
	name: 'ifDateMoves',
	type: 'options',
	options: [
		{
			name: 'Accept',
			value: 'accept',
			description: 'Take the next date; the result shows both',
		},
		{ name: 'Fail', value: 'fail', description: 'Stop with both dates before anything is ordered' },
	],
	default: 'accept',
	description: 'What happens when the requested date misses its closing time (bouclage)',
};

const ifTextChanges: INodeProperties = {
	displayName: 'If Text Changes',
	name: 'ifTextChanges',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description:
				'Compare with the text as the service composed it, and stop when words are missing',
		},
		{
			name: 'Warn',
			value: 'warn',
			description: 'Go on and list the words that will not be printed',
		},
	],
	default: 'fail',
	description:
		'What happens when words would not be printed. Without this option, text that the rules would drop is refused before anything is sent.',
};

const paperProofs: INodeProperties = {
	displayName: 'Paper Proofs',
	name: 'paperProofs',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'How many paper copies (justificatifs papier) are wanted. Without this option the service sends none where a digital proof is offered, else one, which is billed.',
};

export const quoteOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [digitalProof, ifDateMoves, ifTextChanges, paperProofs, timeout],
};

const orderOptionFields: INodeProperties[] = [
	contactLocator,
	digitalProof,
	{
		displayName: 'Email Proof',
		name: 'emailProof',
		type: 'boolean',
		default: true,
		description:
			'Whether the digital proof is e-mailed when it is there. Without this option it is not.',
	},
	{
		displayName: 'If Already Ordered',
		name: 'ifAlreadyOrdered',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'Stop; the default for custom numbers, which may belong to another notice',
			},
			{
				name: 'Return Existing',
				value: 'returnExisting',
				description: 'Return the notice that has this number; the default for automatic numbers',
			},
		],
		default: 'returnExisting',
		description: 'What happens when a notice with this order number is already registered',
	},
	ifDateMoves,
	ifTextChanges,
	{
		displayName: 'Maximum Total',
		name: 'maximumTotal',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 0,
		description:
			'Most that the notice may cost, in euros including tax. It is quoted first, and nothing is ordered above this.',
	},
	paperProofs,
	{
		displayName: 'Text Width',
		name: 'textWidth',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1.5',
		description:
			'Width of a text column in columns of the newspaper; its effect depends on the newspaper and on your key',
	},
	timeout,
	{
		displayName: 'Width',
		name: 'width',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2',
		description:
			'Total width in columns of the newspaper; its effect depends on the newspaper and on your key',
	},
];

export const orderOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: orderOptionFields,
};

const oldNoticeAlreadyCancelled: INodeProperties = {
	displayName: 'Old Notice Already Cancelled',
	name: 'oldNoticeAlreadyCancelled',
	type: 'boolean',
	default: true,
	description:
		'Whether to order the new notice although the old one is no longer found, because it was cancelled before. Give the reference of the service for the old one, not your order number, so that the new order number stays the same.',
};

export const replaceOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...orderOptionFields, oldNoticeAlreadyCancelled].sort((a, b) =>
		a.displayName.localeCompare(b.displayName, 'en'),
	),
};
