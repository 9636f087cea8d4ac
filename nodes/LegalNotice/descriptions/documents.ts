import type { INodeProperties } from 'n8n-workflow';

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
			name: 'Proof',
			value: 'justificatif',
			description: 'Digital copy of the newspaper (justificatif numérique)',
		},
	],
	default: [],
	description: 'Only documents of these types',
	hint: 'Leave it empty for documents of all types',
};

export const downloadFilesField: INodeProperties = {
	displayName: 'Download Files',
	name: 'downloadFiles',
	type: 'boolean',
	default: false,
	description: 'Whether to add the PDF files of invoices and credit notes to the output',
};
