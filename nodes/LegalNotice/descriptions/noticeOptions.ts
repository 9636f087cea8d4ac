/** Describes the options of a notice, which most orders do without. */
import type { INodeProperties } from 'n8n-workflow';

import {
	DIGITAL_PROOF_LABEL,
	EMAIL_PROOF_LABEL,
	PAPER_PROOFS_LABEL,
	PREVIEW_LABEL,
	TITLE_LABEL,
} from '../reading/cells/parameters';
import { modes } from './locators';
import { timeout, timeoutOfEffect } from './references';

const ifDateMoves: INodeProperties = {
	displayName: 'If Date Moves',
	name: 'ifDateMoves',
	type: 'options',
	options: [
		{ name: 'Accept', value: 'accept', description: 'Take the next date; the result shows both' },
		{ name: 'Fail', value: 'fail', description: 'Stop with both dates before anything is ordered' },
	],
	default: 'accept',
	description:
		'What happens when the requested date, or its closing time (bouclage), is over or not available',
};

const ifTextChanges: INodeProperties = {
	displayName: 'If Text Changes',
	name: 'ifTextChanges',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description:
				'Refuse words that would not be printed, and go on with a warning about signs that were added',
		},
		{
			name: 'Fail',
			value: 'fail',
			description:
				'Also stop if signs were added, or if the quote shows that words are missing from the text',
		},
		{ name: 'Warn', value: 'warn', description: 'Go on and list the words not printed' },
	],
	default: 'automatic',
	description:
		'What happens when the text would not be printed as given; typographic repairs are only listed',
};

const ifTextLooksUnfinished: INodeProperties = {
	displayName: 'If Text Looks Unfinished',
	name: 'ifTextLooksUnfinished',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop before anything is sent' },
		{ name: 'Warn', value: 'warn', description: 'Go on and list what was found' },
	],
	default: 'fail',
	description:
		'What happens with fields not filled in, a wrong encoding, visible markup and tracked changes',
};

const includePreview: INodeProperties = {
	displayName: PREVIEW_LABEL,
	name: 'includePreview',
	type: 'boolean',
	default: true,
	description:
		'Whether to return the notice as a page to approve, with day and price; an order is quoted first',
};

const previewFile: INodeProperties = {
	displayName: 'File Reference in Preview',
	name: 'previewFileReference',
	type: 'string',
	default: '',
	placeholder: 'e.g. DOSSIER-2026-17',
	description: 'Your own reference of the file (dossier), shown in the preview; it is not sent',
};

const firstParagraphAsTitle: INodeProperties = {
	displayName: TITLE_LABEL,
	name: 'firstParagraphAsTitle',
	type: 'boolean',
	default: true,
	description:
		"Whether to print the first paragraph of a plain text in the category's style for titles",
};

const publishBy: INodeProperties = {
	displayName: 'Publish By',
	name: 'publishBy',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description:
		'Last day that the law or the client allows. A later order stops; a later quote has a warning.',
};

const digitalProof: INodeProperties = {
	displayName: DIGITAL_PROOF_LABEL,
	name: 'digitalProof',
	type: 'boolean',
	default: true,
	description: 'Whether to request a digital copy of the newspaper (justificatif numérique)',
};

const paperProofs: INodeProperties = {
	displayName: PAPER_PROOFS_LABEL,
	name: 'paperProofs',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'How many paper copies. If not set: none where a digital one is offered, else one, which is billed.',
};

export const quoteOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		digitalProof,
		previewFile,
		firstParagraphAsTitle,
		ifDateMoves,
		ifTextChanges,
		ifTextLooksUnfinished,
		includePreview,
		paperProofs,
		publishBy,
		timeout,
	],
};

const untilMaximumTotal: INodeProperties[] = [
	{
		displayName: 'Approved Fingerprint',
		name: 'approvedPrint',
		type: 'string',
		default: '',
		placeholder: 'e.g. 13XE4E77S8ST-EJD2N0FW',
		description:
			"The 'empreinte' of the approved quote. Another text, header, newspaper or kind of notice is refused.",
		builderHint: {
			propertyHint:
				'From the quote that a person approved, such as $("Quote").item.json.empreinte, never from a model ($fromAI)',
		},
	},
	{
		displayName: 'Contact',
		name: 'contact',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: "Contact for this notice. If not set, the account's default contact is used.",
		...modes('searchContacts', 'Choose a contact...', 'By ID', 'e.g. 34'),
	},
	digitalProof,
	{
		displayName: EMAIL_PROOF_LABEL,
		name: 'emailProof',
		type: 'boolean',
		default: true,
		description: 'Whether the service e-mails the digital copy as soon as it is available',
	},
	firstParagraphAsTitle,
	{
		displayName: 'If Already Ordered',
		name: 'ifAlreadyOrdered',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Return it, but fail for a custom number',
			},
			{ name: 'Fail', value: 'fail', description: 'Stop, also if an earlier run ordered it' },
			{ name: 'Return Existing', value: 'returnExisting', description: 'Order nothing' },
		],
		default: 'automatic',
		description:
			'What happens when the order number is registered already; a custom one may be of another notice',
	},
	ifDateMoves,
	ifTextChanges,
	ifTextLooksUnfinished,
	includePreview,
	{
		displayName: 'Maximum Total',
		name: 'maximumTotal',
		type: 'string',
		default: '',
		placeholder: 'e.g. 250',
		description:
			"Most that the notice may cost; it is quoted first. Not possible with 'Width' or 'Text Width'.",
		hint: '€ including tax',
		builderHint: { propertyHint: 'A limit that a person sets, never from a model ($fromAI)' },
	},
];

const fromPaperProofs: INodeProperties[] = [
	paperProofs,
	publishBy,
	{
		displayName: 'Text Width',
		name: 'textWidth',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1.5',
		description: 'Width of a text column in columns of the newspaper',
	},
	timeoutOfEffect,
	{
		displayName: 'Width',
		name: 'width',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2',
		description: 'Total width in columns of the newspaper',
	},
];

export const orderOptions: INodeProperties = {
	...quoteOptions,
	options: [...untilMaximumTotal, ...fromPaperProofs],
};

export const replaceOptions: INodeProperties = {
	...quoteOptions,
	options: [
		...untilMaximumTotal.filter((option) => option !== includePreview),
		{
			displayName: 'Old Notice Already Cancelled',
			name: 'oldNoticeAlreadyCancelled',
			type: 'boolean',
			default: true,
			description:
				'Whether to order the new notice although the old one, cancelled before, is no longer found',
			hint: 'Give the same reference or order number for the old notice as in the earlier run',
		},
		...fromPaperProofs,
	],
};
