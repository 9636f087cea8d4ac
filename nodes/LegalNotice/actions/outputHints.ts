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

/** Tells a person who tries the node out in the editor what its items say in French words. */
export function tellWhatStandsOut(
	fn: IExecuteFunctions,
	items: readonly INodeExecutionData[],
): void {
	// Not every version of n8n gives a tool hints.
	if (fn.getMode() !== 'manual' || !('addExecutionHints' in fn)) return;
	for (const { applies, message } of HINTS) {
		if (!items.some(({ json }) => applies(json))) continue;
		fn.addExecutionHints({ message, type: 'info', location: 'outputPane' });
	}
}
