import { OperationStop } from '../domain/operationStop';
import { addedBy, explainCodes, waitedFor } from './codeSentences';
import { ServiceFailure } from './failures';
import { InputProblem } from '../domain/parameters';

/** The words for a person: what happened, and how to mend it. */
export interface Explanation {
	/** One sentence with the parameter's label and the service's code. */
	readonly message: string;
	/** How to mend it; plain text. */
	readonly fix: string;
	/** Synthetic HTTP status; undefined when nothing was sent. */
	readonly httpCode: string | undefined;
	/** n8n's declared cause of a failed poll. */
	readonly cause: FailureCause | undefined;
}

export type FailureCause =
	| 'quota-exhausted'
	| 'temporarily-unavailable'
	| 'credential-invalid'
	| 'configuration-invalid';

/** Makes sentences of any failure of this package. Never contains keys, headers or bodies. */
export function explain(error: unknown): Explanation {
	if (error instanceof OperationStop) return explainStop(error);
	if (error instanceof InputProblem) {
		return {
			message: error.message,
			fix: error.advice,
			httpCode: undefined,
			cause: 'configuration-invalid',
		};
	}
	if (error instanceof ServiceFailure) return explainFailure(error);
	const message = error instanceof Error ? error.message : String(error);
	return { message, fix: '', httpCode: undefined, cause: undefined };
}

function explainStop(stop: OperationStop): Explanation {
	const below = stop.reason === undefined ? undefined : explain(stop.reason);
	const words = stop.told ? undefined : below;
	return {
		message: words ? `${stop.message} ${words.message}` : stop.message,
		fix: [stop.advice, words?.fix].filter((text) => text !== undefined && text !== '').join(' '),
		httpCode: below?.httpCode,
		cause: below?.cause,
	};
}

function explainFailure(failure: ServiceFailure): Explanation {
	if (failure.codes.length > 0) return explainCodes(failure);
	const { status, excerpt, networkCode, missing, refusedByN8n } = failure.facts;
	const answered = excerpt ? ` It answered: "${excerpt}"` : '';
	const at = status === undefined ? '' : ` (HTTP ${status})`;
	const unavailable = { httpCode: '503', cause: 'temporarily-unavailable' } as const;
	switch (failure.kind) {
		case 'notStarted':
			return {
				message: 'Not started, because another item stopped the execution',
				fix: '',
				httpCode: undefined,
				cause: undefined,
			};
		case 'cancelled':
			return {
				message: 'The execution was stopped',
				fix: '',
				httpCode: undefined,
				cause: undefined,
			};
		case 'busy':
		case 'quota':
			return {
				message: 'The calls a minute of this key are used up by other work',
				fix: `Wait a minute, or raise 'Requests per Minute' of the credential if the key is not shared.${waitedFor(failure)}`,
				httpCode: '429',
				cause: 'quota-exhausted',
			};
		case 'notSent':
			if (refusedByN8n !== undefined) {
				return {
					message: `n8n did not send the call: ${refusedByN8n}`,
					fix: "Nothing was sent. Check the 'Base URL' of the credential. If it is right, ask the administrator of n8n to allow its host.",
					httpCode: undefined,
					cause: 'configuration-invalid',
				};
			}
			return {
				message: `The service cannot be reached (${networkCode ?? 'no connection'})`,
				fix: "Nothing was sent. Check the 'Base URL' of the credential and the network of the n8n server.",
				...unavailable,
			};
		case 'noAnswer':
			return {
				message: `The connection to the service was lost before its answer (${networkCode ?? 'no answer'})`,
				fix: failure.facts.readOnly
					? 'Nothing was changed by it. Try again later.'
					: 'It is not known whether the service did what was asked.',
				...unavailable,
			};
		case 'redirect':
			return {
				message: `The address redirects elsewhere${at}, and a signed call cannot follow`,
				fix: "Correct the 'Base URL' of the credential: it is the final address of the instance.",
				httpCode: String(status ?? 302),
				cause: 'configuration-invalid',
			};
		case 'blocked':
			return {
				message: `Something in front of the service refused the call${at}.${answered}`,
				fix: "Check the 'Base URL' of the credential, and a proxy or firewall between n8n and the service.",
				httpCode: String(status ?? 400),
				cause: 'configuration-invalid',
			};
		case 'refusal':
			return {
				message: `The service answered "erreur" without a code.${addedBy(failure)}`,
				fix: 'Try again later. If it stays so, ask the service why.',
				httpCode: '502',
				cause: 'temporarily-unavailable',
			};
		default:
			return {
				message: missing
					? `The answer lacks "${missing}", so it is not the service's, or of a version that is not known here.`
					: `The answer is not the service's${at}.${answered}`,
				fix: "Check that the 'Base URL' of the credential is the address of the instance. During maintenance, try again later.",
				httpCode: status !== undefined && status >= 400 ? String(status) : '502',
				cause: 'temporarily-unavailable',
			};
	}
}
