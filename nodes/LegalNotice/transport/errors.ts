import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { OperationStop } from '../domain/operationStop';
import { InputProblem } from '../domain/parameters';
import { entryFor, type ErrorKind, httpCodeOf } from './errorTable';
import { ServiceFailure } from './failures';

export { entryFor } from './errorTable';

/** The words for a person: what happened, and how to fix it. */
export interface Explanation {
	/** One sentence with the parameter's label and the service's code. */
	readonly message: string;
	/** How to fix it; plain text. */
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
	if (error instanceof ServiceFailure) {
		return error.codes.length > 0 ? explainCodes(error) : explainFailure(error);
	}
	if (error instanceof InputProblem) {
		return words(error.message, error.advice, undefined, 'configuration-invalid');
	}
	const message = error instanceof Error ? error.message : String(error);
	const cause = error instanceof UserError ? 'configuration-invalid' : undefined;
	return words(message, '', undefined, cause);
}

function words(
	message: string,
	fix: string,
	httpCode?: string,
	cause?: FailureCause | undefined,
): Explanation {
	return { message, fix, httpCode, cause };
}

function explainStop(stop: OperationStop): Explanation {
	const below = stop.reason === undefined ? undefined : explain(stop.reason);
	const untold = stop.told ? undefined : below;
	return {
		message: untold ? `${stop.message} ${untold.message}` : stop.message,
		fix: [stop.advice, untold?.fix].filter((text) => text !== undefined && text !== '').join(' '),
		httpCode: below?.httpCode,
		cause: below?.cause,
	};
}

const CAUSES: Readonly<Partial<Record<ErrorKind, FailureCause>>> = {
	quota: 'quota-exhausted',
	server: 'temporarily-unavailable',
	access: 'credential-invalid',
	clock: 'configuration-invalid',
	field: 'configuration-invalid',
};

/** What the service refused, code by code. */
function explainCodes(failure: ServiceFailure): Explanation {
	const known = failure.codes.map((code) => ({ code, ...entryFor(code) }));
	const sentences = known.map(({ code, what }) => `${what} (${code})`);
	const fixes = [...new Set(known.map(({ fix }) => fix))].join(' ');
	const { asked } = failure.facts;
	const askedFor = asked === undefined ? '' : ` It was asked for "${asked.slice(0, 200)}".`;
	return {
		message: `${sentences.join('. ')}.${askedFor}${addedBy(failure)}`,
		fix: `${fixes}${waitedFor(failure)}`,
		httpCode: known[0] && httpCodeOf(known[0]),
		cause: known[0] && CAUSES[known[0].kind],
	};
}

/** What the service said beside its codes, as a sentence of its own; '' when there is nothing. */
function addedBy({ facts: { details } }: ServiceFailure): string {
	return details?.length ? ` The service adds: ${details.join('; ')}.` : '';
}

/** How long the call waited for its turn and for quota, as a sentence of its own; '' when it did not. */
function waitedFor({ facts: { waitedMs } }: ServiceFailure): string {
	return waitedMs
		? ` The node waited ${Math.round(waitedMs / 1000)} seconds before giving up.`
		: '';
}

/** What became of a call that has no code of the service. */
function explainFailure(failure: ServiceFailure): Explanation {
	const { status, excerpt, missing } = failure.facts;
	const answered = excerpt ? ` It answered: "${excerpt}"` : '';
	const at = status === undefined ? '' : ` (HTTP ${status})`;
	switch (failure.kind) {
		case 'notStarted':
			return words('Not started, because another item stopped the execution', '');
		case 'cancelled':
			return words('The execution was stopped', '');
		case 'busy':
		case 'quota':
			return words(
				'The calls a minute of this key are used up by other work',
				`Wait a minute, or raise 'Requests per Minute' of the credential if the key is not shared.${waitedFor(failure)}`,
				'429',
				'quota-exhausted',
			);
		case 'notSent':
			return explainNotSent(failure);
		case 'noAnswer':
			return explainNoAnswer(failure);
		case 'redirect':
			return words(
				`The address redirects elsewhere${at}, and a signed call cannot follow`,
				"Correct the 'Base URL' of the credential: it is the final address of the instance.",
				String(status ?? 302),
				'configuration-invalid',
			);
		case 'blocked':
			return words(
				`Something in front of the service refused the call${at}.${answered}`,
				"Check the 'Base URL' of the credential, and a proxy or firewall between n8n and the service.",
				String(status ?? 400),
				'configuration-invalid',
			);
		case 'refusal':
			return words(
				`The service answered "erreur" without a code.${addedBy(failure)}`,
				'Try again later. If it stays so, ask the service why.',
				'502',
				'temporarily-unavailable',
			);
		case 'notTheService':
			return words(
				missing
					? `The answer lacks "${missing}", so it is not the service's, or of a version that is not known here.`
					: `The answer is not the service's${at}.${answered}`,
				"Check that the 'Base URL' of the credential is the address of the instance. During maintenance, try again later.",
				status !== undefined && status >= 400 ? String(status) : '502',
				'temporarily-unavailable',
			);
	}
}

function explainNotSent({ facts }: ServiceFailure): Explanation {
	const { refusedByN8n, unanswered, networkCode } = facts;
	if (refusedByN8n !== undefined) {
		return words(
			`n8n did not send the call: ${refusedByN8n}`,
			"Nothing was sent. Check the 'Base URL' of the credential. If it is right, ask the administrator of n8n to allow its host.",
			undefined,
			'configuration-invalid',
		);
	}
	if (unanswered !== undefined) {
		return words(
			`Not sent, because the service left ${unanswered} calls in a row without an answer for ${seconds(facts)}`,
			`Nothing was sent. Run it again when the service answers.${optionOf(facts)}`,
			'503',
			'temporarily-unavailable',
		);
	}
	return words(
		`The service cannot be reached (${networkCode ?? 'no connection'})`,
		"Nothing was sent. Check the 'Base URL' of the credential and the network of the n8n server.",
		'503',
		'temporarily-unavailable',
	);
}

function explainNoAnswer({ facts }: ServiceFailure): Explanation {
	return words(
		facts.timedOutMs === undefined
			? `The connection to the service was lost before its answer (${facts.networkCode ?? 'no answer'})`
			: `The service did not answer within ${seconds(facts)}`,
		`${facts.readOnly ? 'Nothing was changed by it. Try again later.' : 'It is not known whether the service did what was asked.'}${optionOf(facts)}`,
		'503',
		'temporarily-unavailable',
	);
}

function seconds({ timedOutMs = 0 }: ServiceFailure['facts']): string {
	return `${Math.round(timedOutMs / 100) / 10} seconds`;
}

function optionOf({ timedOutMs, timeoutOption }: ServiceFailure['facts']): string {
	if (timedOutMs === undefined || timeoutOption === undefined) return '';
	return ` The option '${timeoutOption}' sets how long to wait.`;
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
	const { portalPassword, ...parameters } = node.parameters;
	return portalPassword === undefined ? node : { ...node, parameters };
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
