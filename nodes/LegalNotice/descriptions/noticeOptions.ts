import type { INodeProperties } from 'n8n-workflow';

import { contactLocator } from './lists';
import {
	ifAlreadyOrdered,
	ifAlreadyReplaced,
	ifDateMoves,
	ifTextChanges,
	maximumTotal,
} from './guardOptions';
import { timeout } from './references';

const digitalProof: INodeProperties = {
	displayName: 'Digital Proof',
	name: 'digitalProof',
	type: 'boolean',
	default: true,
	description: 'Whether to request a digital proof (justificatif numérique)',
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

const orderOptionFields = (ifOrdered: INodeProperties): INodeProperties[] => [
	contactLocator,
	digitalProof,
	{
		displayName: 'Email Proof',
		name: 'emailProof',
		type: 'boolean',
		default: true,
		description:
			'Whether to e-mail the digital proof as soon as it is available; without this option it is not e-mailed',
	},
	ifOrdered,
	ifDateMoves,
	ifTextChanges,
	maximumTotal,
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
	options: orderOptionFields(ifAlreadyOrdered),
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
	options: [...orderOptionFields(ifAlreadyReplaced), oldNoticeAlreadyCancelled].sort((a, b) =>
		a.displayName < b.displayName ? -1 : 1,
	),
};
