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
			"The service does not know a notice ('introuvable'): cancelled, a wrong reference, or another account's credential.",
	},
	{
		applies: ({ existant, resume }) => existant === true && typeof resume === 'string',
		message: "Nothing was ordered where 'existant' is true: 'resume' says why.",
	},
];

const NO_DOCUMENT = "These notices have no document yet, or none of the chosen 'Document Types'.";

/** Why there is no item, by resource and operation: n8n itself says "No output data returned" and nothing else. */
export const WHEN_EMPTY: Readonly<Record<string, string>> = {
	'contact.getMany': "Your account has no contact. The operation 'Create or Get' creates one.",
	'document.download': NO_DOCUMENT,
	'document.getMany': NO_DOCUMENT,
	'invoice.getMany':
		"These notices are not invoiced yet. With 'Split By' Notice each gives an item that says so ('facturee').",
	'notice.getStatusChanges':
		"Nothing has changed: no status or reason differs from 'Previous Status' and 'Previous Reason'.",
	'publication.getDates':
		"The service has no date for this choice. Check that the 'Department' is that of the 'Publication'.",
	'publication.getMany':
		"No publication of your account covers this department. Leave 'Department' empty to list all of them.",
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
