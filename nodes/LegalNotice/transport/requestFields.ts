import type { FieldEntry } from './errorTable';

/**
 * Fields of requests for which the specification lists no code of its own, although the two patterns for missing and
 * incorrect fields make one (specification, Errors). Kept apart from the listed ones: what a code means that is not
 * listed has to be found out from what was asked.
 */
export const REQUEST_FIELDS: Readonly<Record<string, FieldEntry>> = {
	entete: {
		label: 'Header',
		fix: "Check the 'Layout', the 'Text' and the logo of the 'Header', or remove it.",
	},
	mime_type: {
		label: 'Logo Input Data Field Name',
		fix: 'The logo is a JPEG, PNG or PDF file in a binary field.',
	},
	envoi_justificatif: {
		label: 'Email Proof',
		fix: "Remove the option 'Email Proof', or give true or false.",
	},
	largeur: { label: 'Width', fix: "Give the number of columns, or remove the option 'Width'." },
	largeur_texte: {
		label: 'Text Width',
		fix: "Give the width of a text column in columns of the newspaper, or remove the option 'Text Width'.",
	},
	references: {
		label: 'Reference or Order Number',
		fix: 'Give the reference of the service or your own order number.',
	},
	type: { label: 'Style Type', fix: 'Choose it from the list.' },
};
