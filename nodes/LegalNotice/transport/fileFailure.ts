import { connectionFailure } from './connectionFailure';
import { ServiceFailure } from './failures';
import { FileRefusal } from './fileRefusal';

export const LATER = 'Run this again later. If it stays so, ask the service for the document.';

/** What the network or n8n's storage threw, as a sentence. */
export function inWords(
	thrown: unknown,
	file: { readonly label: string },
	url: URL,
	signal: AbortSignal | undefined,
): unknown {
	if (thrown instanceof FileRefusal) return thrown;
	const failure =
		thrown instanceof ServiceFailure ? thrown : connectionFailure(thrown, signal?.aborted === true);
	if (failure.kind === 'cancelled') return failure;
	const { networkCode, refusedByN8n } = failure.facts;
	if (refusedByN8n !== undefined) {
		return new FileRefusal(
			`The ${file.label} could not be downloaded: n8n did not send the call to ${url.host}. ${refusedByN8n}`,
			'Ask the administrator of n8n to allow this host.',
			true,
			failure,
		);
	}
	const what =
		failure.kind === 'notSent'
			? `cannot be reached (${networkCode ?? 'no connection'})`
			: networkCode === undefined
				? 'gave no answer'
				: `stopped answering (${networkCode})`;
	return new FileRefusal(
		`The ${file.label} could not be downloaded: ${url.host} ${what}.`,
		LATER,
		true,
		failure,
	);
}
