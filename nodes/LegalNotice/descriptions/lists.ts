import type { INodeProperties } from 'n8n-workflow';

/** Parameters of operations that return a list; the interface has no pages, so a limit is applied afterwards. */
export const listParameters: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export const includeLogosParameter: INodeProperties = {
	displayName: 'Include Logos as Files',
	name: 'includeLogos',
	type: 'boolean',
	default: false,
	description: 'Whether to add the logos to the output as JPEG, PNG or PDF files',
};

export const simplifyParameter: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};
