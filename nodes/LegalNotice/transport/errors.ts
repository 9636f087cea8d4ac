import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InputProblem } from '../domain/inputProblem';
import { OperationStop } from '../domain/operationStop';
import { CODES, FIELDS, type ErrorEntry } from './errorTable';
import { ServiceFailure } from './failures';

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

/** What the table, or the two patterns for codes that nobody listed, say of one code. */
export function entryFor(code: string): ErrorEntry {
	const listed = CODES[code];
	if (listed) return listed;
	const pattern = /^err_(.+)_(absent|incorrect)$/.exec(code);
	if (!pattern?.[1]) {
		return {
			what: 'The service refused the call with a code that this version does not know',
			fix: 'The code names the reason. Check the values of this node, or ask the service.',
			kind: 'field',
			httpCode: '400',
		};
	}
	const field = FIELDS[pattern[1]];
	const label = field?.label ?? pattern[1].replace(/_/g, ' ');
	const missing = pattern[2] === 'absent';
	return {
		what: missing ? `'${label}' is missing` : `The service does not accept the value of '${label}'`,
		fix: field?.fix ?? `Check the value of '${label}'.`,
		parameter: label,
		kind: 'field',
		httpCode: '400',
	};
}

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
	const { status, excerpt, networkCode, missing } = failure.facts;
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
				fix: "Wait a minute, or raise 'Requests per Minute' of the credential if the key is not shared.",
				httpCode: '429',
				cause: 'quota-exhausted',
			};
		case 'notSent':
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

function explainCodes(failure: ServiceFailure): Explanation {
	const known = failure.codes.map((code) => ({ code, ...entryFor(code) }));
	const sentences = known.map(({ code, what }) => `${what} (${code})`);
	const details = failure.facts.details?.length
		? ` The service adds: ${failure.facts.details.join('; ')}.`
		: '';
	const fixes = [...new Set(known.map(({ fix }) => fix))].join(' ');
	const waited = failure.facts.waitedMs
		? ` The node waited ${Math.round(failure.facts.waitedMs / 1000)} seconds before giving up.`
		: '';
	const first = known[0];
	const asked =
		failure.facts.asked === undefined ? '' : ` It was asked for "${failure.facts.asked}".`;
	return {
		message: `${sentences.join('. ')}.${asked}${details}`,
		fix: `${fixes}${waited}`,
		httpCode: first?.httpCode,
		cause: causeOf(first),
	};
}

function causeOf(entry: ErrorEntry | undefined): FailureCause | undefined {
	switch (entry?.kind) {
		case 'quota':
			return 'quota-exhausted';
		case 'server':
			return 'temporarily-unavailable';
		case 'access':
			return 'credential-invalid';
		case 'clock':
		case 'field':
			return 'configuration-invalid';
		default:
			return undefined;
	}
}

/**
 * The error that n8n shows and stores. n8n replaces messages in which it finds words such as EEXIST, so the
 * message is set again after construction.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (itemIndex !== undefined) error.context.itemIndex ??= itemIndex;
		return error;
	}
	const { message, fix, httpCode, cause } = explain(error);
	const options = {
		message,
		description: fix,
		...(itemIndex === undefined ? {} : { itemIndex }),
		...(cause === undefined ? {} : { failure: { cause } }),
	};
	const shown = withoutPassword(node);
	const nodeError =
		httpCode === undefined
			? new NodeOperationError(shown, message, options)
			: new NodeApiError(shown, responseOf(error), { ...options, httpCode });
	nodeError.message = message;
	// Versions of n8n that do not know declared causes drop them; the property itself is harmless there.
	if (cause !== undefined) Object.assign(nodeError, { failure: { cause } });
	return nodeError;
}

/** n8n stores the node, parameters included, with every error. */
function withoutPassword(node: INode): INode {
	if (node.parameters.portalPassword === undefined) return node;
	const parameters = { ...node.parameters };
	delete parameters.portalPassword;
	return { ...node, parameters };
}

/** Only what the service itself said is stored with the error. */
function responseOf(error: unknown): JsonObject {
	const reason = error instanceof OperationStop ? error.reason : error;
	return reason instanceof ServiceFailure && reason.codes.length > 0
		? { resultat: 'erreur', erreurs: [...reason.codes] }
		: {};
}

/** The whole text of a failure in one line, for the item of a node that continues on fail. */
export function fullText(error: unknown): string {
	const { message, fix } =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? { message: error.message, fix: error.description ?? '' }
			: explain(error);
	return fix === '' ? message : `${message.replace(/([^.!?…])$/, '$1.')} ${fix}`;
}
