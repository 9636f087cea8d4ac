/** Describes the parameters of operations that ask for notices by reference, and the options of what they get. */
import type { INodeProperties } from 'n8n-workflow';

import { MAX_SECONDS, MIN_SECONDS } from '../reading/cells/parameters';

export const referenceField: INodeProperties = {
	displayName: 'Reference or Order Number',
	name: 'reference',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 26L000123',
	description: 'The reference that the service gave the notice, or your own order number',
};

/** Of operations that only read: what comes from an order, an event of the trigger or a table has its reference. */
export const itemReferenceField: INodeProperties = {
	...referenceField,
	default: '={{ $json.reference }}',
	description:
		"From each input item, the 'reference' of an order or event; your own order number works too",
};

/** Announces what a step has as its effect before anybody runs it. */
export const effectNotice = (what: string): INodeProperties => ({
	displayName: what,
	name: 'effectNotice',
	type: 'notice',
	default: '',
});

/**
 * What a model should fill in, and what a person keeps; n8n shows it where the node is the tool of an agent, and nowhere
 * else.
 */
export const toolNotice = (what: string): INodeProperties => ({
	displayName: what,
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
});

/** Of operations that only read. */
export const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: MIN_SECONDS, maxValue: MAX_SECONDS },
	default: 30,
	hint: 'Seconds',
	description: 'How long to wait for each answer and each file, 5 to 300 seconds',
};

export const timeoutOfEffect: INodeProperties = {
	...timeout,
	description:
		'How long to wait for each answer, 5 to 300. A lost one is looked up before it is repeated.',
};

export const ifNotFound: INodeProperties = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Return Item', value: 'returnItem', description: 'Return an item that says so' },
		{ name: 'Fail', value: 'fail', description: 'Stop, or continue as set for this node' },
	],
	default: 'returnItem',
	description:
		'What happens when the service does not know a notice, for example after a cancellation',
};

export const lookupOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [ifNotFound, timeout],
};

/** Behind an event of the trigger comes its file alone, and all files behind an order or a table, which name none. */
const FILE_OF_ITEM = "={{ $json.nom_fichier ?? '' }}";

/** The list of invoices has no attestation, which the item of a document may name. */
const INVOICE_OF_ITEM =
	"={{ ['facture_', 'avoir_'].some((one) => String($json.nom_fichier).startsWith(one)) ? $json.nom_fichier : '' }}";

const onlyThisFile: INodeProperties = {
	displayName: 'Only This File',
	name: 'onlyThisFile',
	type: 'string',
	default: '',
	placeholder: 'e.g. attestation_26L000123_A-7.pdf',
	description:
		'Name of one file: nom_fichier of a trigger event or of Get Many. If it is empty, all files come.',
};

export const documentOptions: INodeProperties = {
	...lookupOptions,
	default: { onlyThisFile: FILE_OF_ITEM },
	options: [
		ifNotFound,
		onlyThisFile,
		{
			displayName: 'Return Notices Without Documents',
			name: 'returnWithoutDocuments',
			type: 'boolean',
			default: true,
			description:
				'Whether to return an item for a notice that has no document of these types yet (sans_document)',
		},
		timeout,
	],
};

export const invoiceOptions: INodeProperties = {
	...lookupOptions,
	default: { onlyThisFile: INVOICE_OF_ITEM },
	options: [
		ifNotFound,
		onlyThisFile,
		{
			displayName: 'Return Notices Without Invoices',
			name: 'returnWithoutInvoices',
			type: 'boolean',
			default: true,
			description:
				"Whether to return a notice that has no invoice yet (sans_facture); 'Split By' Notice always does",
		},
		timeout,
	],
};

export const cancelOptions: INodeProperties = {
	...lookupOptions,
	options: [
		{
			displayName: 'If Already Published',
			name: 'ifAlreadyPublished',
			type: 'options',
			options: [
				{ name: 'Fail', value: 'fail', description: 'Leave it, and say so' },
				{ name: 'Cancel', value: 'cancel', description: 'Cancel it all the same' },
			],
			default: 'fail',
			description: 'What happens to a notice that has appeared in its newspaper (parue)',
		},
		timeoutOfEffect,
	],
};

export const documentTypesField: INodeProperties = {
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
			name: 'Proof of Publication (Justificatif)',
			value: 'justificatif',
			description: 'Digital copy of the newspaper',
		},
	],
	default: [],
	description: 'Only documents of these types',
	hint: 'Leave it empty for all',
};

export const downloadFilesField: INodeProperties = {
	displayName: 'Download Files',
	name: 'downloadFiles',
	type: 'boolean',
	default: false,
	description: 'Whether to add the PDF files of invoices and credit notes to the output',
};
