/**
 * Describes the parameters of a notice. Quoting, ordering and replacing share them, so that values survive switching
 * between them.
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { placeParameters } from './locators';
import { orderOptions, quoteOptions, replaceOptions } from './noticeOptions';

const textParameter: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	// On a small screen all of it is then seen below the fields before; its corner makes it larger.
	typeOptions: { rows: 3 },
	default: '',
	required: true,
	placeholder: 'e.g. Suivant acte en date du…',
	description: 'Text of the notice; what would not be printed is found before anything is sent',
};

const formatParameter: INodeProperties = {
	displayName: 'Text Format',
	name: 'textFormat',
	type: 'options',
	options: [
		{ name: 'Plain Text', value: 'plainText', description: 'A blank line ends a paragraph' },
		{ name: 'HTML', value: 'html', description: 'Paragraphs in p tags, formatted inside' },
	],
	default: 'plainText',
	description: 'How the text is written',
};

/** What is printed, as Check Text has it. */
export const textParameters: INodeProperties[] = [textParameter, formatParameter];

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
			displayName: 'Account Logo Name or ID',
			name: 'accountLogo',
			type: 'options',
			typeOptions: { loadOptionsMethod: 'getAccountLogos' },
			default: '',
			description:
				'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		},
		{
			displayName: 'Layout',
			name: 'layout',
			type: 'options',
			options: [
				{ name: 'Text Only', value: 'carton_texte_sans_image' },
				{ name: 'Logo Left, Text Right', value: 'carton_image_texte_droite' },
				{ name: 'Logo on Top, Text Below', value: 'carton_image_texte_bas' },
				{ name: 'Logo Only', value: 'carton_image_sans_texte' },
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
			description: 'Binary field with the logo: a JPEG, PNG or PDF file',
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
	description: 'Your dossier: printed on the preview, kept with the order',
	hint: 'Changing only this does not order the notice twice',
};

/** The same for an order: without a number nothing says that it was ordered before. */
const fileReferenceOfOrder: INodeProperties[] = [
	{ ...fileReferenceField, displayOptions: { hide: { orderNumberMode: ['none'] } } },
	{
		...fileReferenceField,
		hint: 'Without an order number each run orders the notice again',
		// With `show`, n8n would display both for a mode that an expression gives.
		displayOptions: { hide: { orderNumberMode: [{ _cnd: { not: 'none' } }] } },
	},
];

const withNumber: INodePropertyOptions[] = [
	{ name: 'Automatic', value: 'automatic', description: 'The same notice is ordered once' },
	{ name: 'Custom', value: 'custom', description: 'Your own number, unique for each notice' },
];

const numberMode: INodeProperties = {
	displayName: 'Order Number Mode',
	name: 'orderNumberMode',
	type: 'options',
	options: withNumber,
	default: 'automatic',
	description: 'Where the order number (numéro de commande) comes from',
};

/** An order without a number cannot be looked up after a lost answer: a replacement always has one. */
const numberModeOfOrder: INodeProperties = {
	...numberMode,
	options: [
		...withNumber,
		{
			name: 'None',
			value: 'none',
			description: 'Each run orders the notice again; a lost answer cannot be looked up',
		},
	],
};

const orderNumber: INodeProperties = {
	displayName: 'Order Number',
	name: 'orderNumber',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. DOSSIER-2026-17-1',
	displayOptions: { show: { orderNumberMode: ['custom'] } },
	description:
		'At most 50 letters, digits and hyphens, unique for each notice; begin with a prefix of your own',
};

/** They are in the order of an address, because n8n shows the fields of a collection in the order of this list. */
const advertiserFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
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
		displayName: 'Address',
		name: 'address',
		type: 'string',
		default: '',
		description: 'Street and number (adresse)',
	},
	{
		displayName: 'Address Complement',
		name: 'addressComplement',
		type: 'string',
		default: '',
		description: 'Building, floor or post box; optional',
	},
	{
		displayName: 'Postcode',
		name: 'postcode',
		type: 'string',
		default: '',
		description:
			'Postcode (code postal); a French one has 5 digits, and a lost leading zero is restored',
	},
	{
		displayName: 'City',
		name: 'city',
		type: 'string',
		default: '',
		description: 'City (ville) of the address',
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
		description: 'One e-mail address of the advertiser; optional',
	},
	{
		displayName: 'Phone',
		name: 'phone',
		type: 'string',
		default: '',
		description: 'One telephone number of the advertiser; optional',
	},
	{
		displayName: 'Mobile',
		name: 'mobile',
		type: 'string',
		default: '',
		description: 'One mobile number of the advertiser; optional',
	},
];

const advertiser: INodeProperties = {
	displayName: 'Advertiser',
	name: 'advertiser',
	type: 'collection',
	placeholder: 'Add Advertiser Field',
	default: {},
	description: 'If it is billed, name, address, postcode, city and country are required',
	options: advertiserFields,
};

/** Who is billed; the advertiser's fields are those of the interface (specification, Facturation). */
const billingParameters: INodeProperties[] = [
	{
		displayName: 'Billing',
		name: 'billingMode',
		type: 'options',
		options: [
			{ name: 'Account Default', value: 'accountDefault', description: 'As the account is set up' },
			{ name: 'Advertiser', value: 'annonceur', description: 'The company concerned (annonceur)' },
			{
				name: 'My Firm (Prescripteur)',
				value: 'prescripteur',
				description: 'The firm that orders',
			},
		],
		default: 'accountDefault',
		description: 'Who receives the invoice',
	},
	// A hint would be there for each choice.
	{
		displayName:
			"Account > Get shows who is billed (mode_facturation). If it is annonceur, fill in 'Advertiser'.",
		name: 'billingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { billingMode: ['accountDefault'] } },
	},
	// Closed where most accounts need none of it. An empty object would be kept when Advertiser is chosen, which then showed no field.
	{
		...advertiser,
		default: undefined,
		displayOptions: { show: { billingMode: ['accountDefault'] } },
	},
	// n8n shows the fields of the default at once: those that the interface requires.
	{
		...advertiser,
		default: { name: '', address: '', postcode: '', city: '', country: 'FRA' },
		displayOptions: { show: { billingMode: ['annonceur'] } },
	},
];

const what = [...placeParameters, textParameter];
/** What most notices leave as it is. */
const rarely = [formatParameter, headerParameter];

/** Options come before what most notices leave as it is, so that they are found: the form of an order is long. */
export const quoteParameters: INodeProperties[] = [...what, quoteOptions, ...rarely];

/** What is required comes first: all of it is seen at once. */
export const orderParameters: INodeProperties[] = [
	...fileReferenceOfOrder,
	...what,
	orderOptions,
	...rarely,
	...billingParameters,
	numberModeOfOrder,
	orderNumber,
];

export const replaceParameters: INodeProperties[] = [
	fileReferenceField,
	...what,
	replaceOptions,
	...rarely,
	...billingParameters,
	{
		...numberMode,
		description: 'Where the order number (numéro de commande) of the new notice comes from',
	},
	orderNumber,
];
