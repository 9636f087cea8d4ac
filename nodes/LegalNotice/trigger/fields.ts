import type { INodeProperties } from 'n8n-workflow';

import { documentTypesField } from '../descriptions/references';

export const eventsField: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		{
			name: 'New Document',
			value: 'newDocument',
			action: 'On new document of notice',
			description: 'An attestation, proof, invoice or credit note has arrived',
		},
		{
			name: 'New Invoice or Credit Note',
			value: 'newInvoice',
			action: 'On new invoice or credit note',
			description: 'An invoice (facture) or credit note (avoir) has arrived, with its amounts',
		},
		{
			name: 'Notice Not Found',
			value: 'notFound',
			action: 'On notice not found any more',
			description: 'The service no longer knows the notice, for example once it is cancelled',
		},
		{
			name: 'Published',
			value: 'published',
			action: 'On notice published',
			description: 'The notice has appeared (parue)',
		},
		{
			name: 'Reason Changed',
			value: 'reasonChanged',
			action: 'On reason of suspension changed',
			description: 'The reason of a suspension (motif) is another one',
		},
		{
			name: 'Status Changed',
			value: 'statusChanged',
			action: 'On status of notice changed',
			description: 'The status (statut) is another one, whichever it is',
		},
		{
			name: 'Suspended',
			value: 'suspended',
			action: 'On notice suspended',
			description: 'The newspaper has suspended the notice (suspendue)',
		},
		{
			name: 'To Be Published',
			value: 'toBePublished',
			action: 'On notice to be published again',
			description: 'The notice is back among those to be published (a-paraitre)',
		},
	],
	default: ['statusChanged'],
};

export const firstSightField: INodeProperties = {
	displayName: 'When First Seen',
	name: 'firstSight',
	type: 'options',
	options: [
		{
			name: 'Start If Published or Suspended',
			value: 'publishedOrSuspended',
			description: 'Start the workflow for notices that are published or suspended already',
		},
		{
			name: 'Start With Current Status',
			value: 'current',
			description: 'Start the workflow once with what there is',
		},
		{
			name: 'Wait for First Change',
			value: 'none',
			description: 'Remember what there is; start the workflow when it changes',
		},
	],
	default: 'none',
	description: 'What happens when a reference is read for the first time',
};

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			...documentTypesField,
			description: 'Only documents of these types are told and downloaded',
		},
		{
			displayName: 'Download Files',
			name: 'downloadFiles',
			type: 'boolean',
			default: true,
			description:
				'Whether to add the PDF files: of the document or invoice, or of all documents of a notice whose status changed. An event waits up to five polls for its files.',
		},
		{
			displayName: 'Stop Watching After Publication',
			name: 'stopWatching',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 60,
			description:
				'The status of a published notice is not read any more. Documents and invoices are looked for during this number of days, as far as they are chosen above.',
		},
		{
			displayName: 'Wait for Attestation',
			name: 'waitForDocument',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 10,
			description:
				'Hold a publication back until its attestation is there, for at most this number of polls; then start the workflow without it',
		},
	],
};
