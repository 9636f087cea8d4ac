import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { poll } from './trigger/poll';
import { testEvents } from './trigger/testEvent';

export class LegalNoticeTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Legal Notice Trigger',
		name: 'legalNoticeTrigger',
		icon: {
			light: 'file:../../icons/legalNotice.svg',
			dark: 'file:../../icons/legalNotice.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ")}}',
		description: 'Starts when legal notices (annonces légales) change, or documents arrive',
		eventTriggerDescription: 'When a watched notice changes',
		activationMessage:
			'The status of the notices is remembered now; from the next poll on, changes start this workflow.',
		defaults: { name: 'Legal Notice Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'legalNoticeApi', required: true }],
		hints: [
			{
				message:
					'This list takes more than 30 of the 300 calls a minute of the key at each poll. Poll every 5 minutes or less often, so that orders do not wait.',
				type: 'info',
				location: 'ndv',
				whenToDisplay: 'always',
				displayCondition:
					'={{ ($parameter["references"] ?? "").toString().split(/[\\n,]/).length > 3000 }}',
			},
			{
				message:
					'This item is an example: no notice of the list is in the state that the chosen events tell of.',
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'afterExecution',
				displayCondition: '={{ $json["exemple"] === true }}',
			},
		],
		properties: [
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				required: true,
				options: [
					{
						name: 'New Document',
						value: 'newDocument',
						description: 'An attestation, proof, invoice or credit note has arrived',
					},
					{
						name: 'New Invoice or Credit Note',
						value: 'newInvoice',
						description:
							'An invoice (facture) or credit note (avoir) has arrived, with its amounts',
					},
					{
						name: 'Notice Not Found',
						value: 'notFound',
						description: 'The service no longer knows the notice, for example once it is cancelled',
					},
					{
						name: 'Published',
						value: 'published',
						description: 'The notice has appeared (parue)',
					},
					{
						name: 'Reason Changed',
						value: 'reasonChanged',
						description: 'The reason of a suspension (motif) is another one',
					},
					{
						name: 'Status Changed',
						value: 'statusChanged',
						description: 'The status (statut) is another one, whichever it is',
					},
					{
						name: 'Suspended',
						value: 'suspended',
						description: 'The newspaper has suspended the notice (suspendue)',
					},
					{
						name: 'To Be Published',
						value: 'toBePublished',
						description: 'The notice is back among those to be published (a-paraitre)',
					},
				],
				default: ['statusChanged'],
			},
			{
				displayName: 'References to Watch',
				name: 'references',
				type: 'string',
				typeOptions: { rows: 5 },
				required: true,
				default: '',
				placeholder: 'e.g. 26L000123, DOSSIER-2026-17-1',
				description:
					'References of the service or your own order numbers, mixed as you like, separated by lines or commas, or an expression that returns an array; at most 10,000. A reference removed here is forgotten.',
			},
			{
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
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [
					{
						displayName: 'Document Types',
						name: 'documentTypes',
						type: 'multiOptions',
						options: [
							{
								name: 'Attestation',
								value: 'attestation',
								description: 'Certificate of publication (attestation de parution)',
							},
							{ name: 'Credit Note', value: 'avoir', description: 'Credit note (avoir)' },
							{ name: 'Invoice', value: 'facture', description: 'Invoice (facture)' },
							{
								name: 'Proof',
								value: 'justificatif',
								description: 'Digital copy of the newspaper (justificatif numérique)',
							},
						],
						default: [],
						description:
							'Only documents of these types are told and downloaded. Leave it empty for documents of all types.',
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
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return this.getMode() === 'manual' ? await testEvents(this) : await poll(this);
	}
}
