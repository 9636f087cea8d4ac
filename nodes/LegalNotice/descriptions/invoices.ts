import type { INodeProperties } from 'n8n-workflow';

export const splitByField: INodeProperties = {
	displayName: 'Split By',
	name: 'splitBy',
	type: 'options',
	options: [
		{
			name: 'Invoice',
			value: 'invoice',
			description: 'One item for each invoice or credit note, each once even if it bills several',
		},
		{
			name: 'Line',
			value: 'line',
			description: 'One item for each line, that is for each notice that an invoice bills',
		},
		{
			name: 'Notice',
			value: 'notice',
			description: 'One item for each requested notice with its totals, also when not invoiced yet',
		},
	],
	default: 'invoice',
	description: 'What one item of the output stands for',
};
