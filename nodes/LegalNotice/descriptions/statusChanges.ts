import type { INodeProperties } from 'n8n-workflow';

import { ifNotFound, timeout } from './references';

/** What the person's own table says of a notice, and what to do where it says nothing. */
export const statusChangesParameters: INodeProperties[] = [
	{
		displayName: 'Previous Status',
		name: 'previousStatus',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.statut }}',
		description:
			'The status (statut) that your table has for this notice, "introuvable" for one that was not found. A notice without one counts as changed.',
	},
	{
		displayName: 'Previous Reason',
		name: 'previousReason',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.motif }}',
		description:
			'The reason (motif) that your table has for this notice. Leave it empty if your table keeps none; reasons are then not compared.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			ifNotFound,
			timeout,
			{
				displayName: 'When First Seen',
				name: 'firstSight',
				type: 'options',
				options: [
					{ name: 'Return Current Status', value: 'current', description: 'It counts as changed' },
					{
						name: 'Return If Published or Suspended',
						value: 'publishedOrSuspended',
						description: 'It counts as changed if so',
					},
					{ name: 'Return Nothing', value: 'none', description: 'Wait for a previous status' },
				],
				default: 'current',
				description: 'What happens with a notice that has no previous status',
			},
		],
	},
];
