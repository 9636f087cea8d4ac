import type { INodeProperties } from 'n8n-workflow';

import { contactLocator } from './contacts';
import { timeout } from './timeouts';

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
