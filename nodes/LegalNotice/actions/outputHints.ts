import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

interface Hint {
	readonly applies: (json: IDataObject) => boolean;
	readonly message: string;
}

/** What a green node must not hide. A hint of the node's description could not tell: it sees the input alone. */
const HINTS: readonly Hint[] = [
	{
		applies: ({ introuvable }) => introuvable === true,
		message:
			"The service does not know a notice ('introuvable'). Check its reference, and that the credential is that of its account and instance; a cancelled notice is no longer found.",
	},
	{
		applies: ({ existant, resume }) => existant === true && typeof resume === 'string',
		message: "Nothing was ordered where 'existant' is true: 'resume' says why.",
	},
];

const NO_DOCUMENT =
	"These notices have no document yet, or none of the chosen 'Document Types'. An attestation usually exists before the newspaper appears; proofs and invoices come later.";

/** Why there is no item, by resource and operation: n8n itself says "No output data returned" and nothing else. */
export const WHEN_EMPTY: Readonly<Record<string, string>> = {
	'contact.getMany': "Your account has no contact. The operation 'Create or Get' makes one.",
	'document.download': NO_DOCUMENT,
	'document.getMany': NO_DOCUMENT,
	'invoice.getMany':
		"These notices are not invoiced yet, so there is neither an invoice nor a credit note. 'Split By' Notice gives an item for each notice all the same, and says whether it is invoiced ('facturee').",
	'notice.getStatusChanges':
		"Nothing has changed. A notice comes out only when its status or reason differs from 'Previous Status' and 'Previous Reason'; the option 'When First Seen' decides about those without a previous status.",
	'publication.getDates':
		"The service has no date for this choice. Check that the 'Department' is that of the 'Publication'.",
	'publication.getMany':
		"No publication of your account covers this department. Without 'Department' all publications of the account are listed.",
};

/** Tells a person who tries the node out in the editor what its items say in French words, or why there are none. */
export function tellWhatStandsOut(
	fn: IExecuteFunctions,
	operation: string,
	items: readonly INodeExecutionData[],
): void {
	// Not every version of n8n gives a tool hints.
	if (fn.getMode() !== 'manual' || !('addExecutionHints' in fn)) return;
	const empty = items.length === 0 ? WHEN_EMPTY[operation] : undefined;
	const messages = HINTS.filter(({ applies }) => items.some(({ json }) => applies(json))).map(
		({ message }) => message,
	);
	for (const message of empty === undefined ? messages : [empty]) {
		fn.addExecutionHints({ message, type: 'info', location: 'outputPane' });
	}
}
