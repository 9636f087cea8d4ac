import type { INodeProperties } from 'n8n-workflow';

/** What keeps an order from going out as the person did not want it. */

export const ifDateMoves: INodeProperties = {
	displayName: 'If Date Moves',
	name: 'ifDateMoves',
	type: 'options',
	options: [
		{
			name: 'Accept',
			value: 'accept',
			description:
				'Take the next date, also where the service refuses the one asked for; the result shows both',
		},
		{ name: 'Fail', value: 'fail', description: 'Stop with both dates before anything is ordered' },
	],
	default: 'accept',
	description: 'What happens when the requested date misses its closing time (bouclage) or is over',
};

export const ifTextChanges: INodeProperties = {
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

export const ifAlreadyOrdered: INodeProperties = {
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
};

/** The same for a replacement, which goes on where it stopped when it is run again. */
export const ifAlreadyReplaced: INodeProperties = {
	...ifAlreadyOrdered,
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Stop, also when it was this replacement that ordered it',
		},
		{
			name: 'Return Existing',
			value: 'returnExisting',
			description: 'Return the notice that has this number: the replacement was done before',
		},
	],
	description:
		'What happens when the old notice is gone and one with the new order number is registered. Without this option it is returned.',
};

export const maximumTotal: INodeProperties = {
	displayName: 'Maximum Total',
	name: 'maximumTotal',
	type: 'string',
	default: '',
	placeholder: 'e.g. 250',
	description:
		'Most that the notice may cost, in euros including tax. It is quoted first, and nothing is ordered above this. Cannot be combined with the options for widths, which a quote does not take.',
};
