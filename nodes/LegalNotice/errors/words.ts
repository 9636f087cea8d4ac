import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { LeftOpen, OperationStop } from './stops';
import { InputProblem } from '../domain/parameters';
import { entryFor, type ErrorKind } from './table';
import { type FailureFacts, ServiceFailure } from './failures';

const BASE_URL = "the 'Base URL' of the credential";

export interface Explanation {
	/** What happened. */
	readonly message: string;
	/** How to fix it, full sentences. */
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

/** Never contains keys, headers or bodies. */
export function explain(error: unknown): Explanation {
	if (error instanceof OperationStop) return explainStop(error);
	if (error instanceof ServiceFailure) {
		return error.codes.length > 0 ? explainCodes(error) : explainFailure(error);
	}
	if (error instanceof InputProblem) return misconfigured(error.message, error.advice);
	const message = error instanceof Error ? error.message : String(error);
	return error instanceof UserError ? misconfigured(message, '') : words(message, '');
}

/** Characters of a message, which names what a run has done: thousands of references, but not whatever a service sends. */
const LONGEST = 100_000;

function words(message: string, fix: string, httpCode?: string, cause?: FailureCause): Explanation {
	const cut = message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message;
	return { message: cut, fix, httpCode, cause };
}

const misconfigured = (message: string, fix: string, httpCode?: string) =>
	words(message, fix, httpCode, 'configuration-invalid');
const down = (message: string, fix: string, httpCode = '503') =>
	words(message, fix, httpCode, 'temporarily-unavailable');

/** What a call says of itself: below a stop that tells what is left open, it would contradict that. */
const OF_THE_CALL =
	/^(Nothing was sent|Nothing was changed by it|It is not known whether the service did what was asked)\. ?/;

function explainStop(stop: OperationStop): Explanation {
	const below = stop.reason === undefined ? undefined : explain(stop.reason);
	const untold = stop.told ? undefined : below;
	const message = untold ? `${stop.message} ${untold.message}` : stop.message;
	const fixBelow = stop instanceof LeftOpen ? untold?.fix.replace(OF_THE_CALL, '') : untold?.fix;
	const fix = [stop.advice, fixBelow].filter(Boolean).join(' ');
	return words(message, fix, below?.httpCode, below?.cause);
}

/** n8n classes failures by HTTP status, which the service does not use. */
const CLASSES: Readonly<Record<ErrorKind, readonly [httpCode: string, cause?: FailureCause]>> = {
	field: ['400', 'configuration-invalid'],
	state: ['409'],
	access: ['401', 'credential-invalid'],
	quota: ['429', 'quota-exhausted'],
	clock: ['401', 'configuration-invalid'],
	server: ['500', 'temporarily-unavailable'],
};

function explainCodes(failure: ServiceFailure): Explanation {
	const { codes, shownCodes } = failure;
	const sentences = shownCodes.map((code) => `${entryFor(code).what} (${code})`).join('. ');
	const left = codes.length - shownCodes.length;
	const more = left > 0 ? ` The service gives ${left} more codes.` : '';
	const fixes = [...new Set(shownCodes.map((code) => entryFor(code).fix))].join(' ');
	const { asked } = failure.facts;
	const requested = asked === undefined ? '' : ` Requested: "${asked.slice(0, 200)}".`;
	// What stands beside a used up quota says more than the quota.
	const decisive = codes.find((code) => entryFor(code).kind !== 'quota') ?? codes[0] ?? '';
	const [httpCode, cause] = CLASSES[entryFor(decisive).kind];
	return words(
		`${sentences}.${more}${requested}${addedBy(failure)}`,
		`${fixes}${waitedFor(failure)}`,
		decisive.endsWith('_introuvable') ? '404' : httpCode,
		cause,
	);
}

const addedBy = ({ facts: { details = [] } }: ServiceFailure) =>
	details.length > 0 ? ` The service adds: ${details.join('; ')}.` : '';

/** By network code of Node.js. */
const UNREACHABLE: ReadonlyArray<readonly [code: RegExp, what: string, fix: string]> = [
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		'The host of the service was not found',
		`Check the spelling of ${BASE_URL}, and the DNS of the n8n server.`,
	],
	[
		/^ECONNREFUSED$/,
		'Nothing answers at the host and port of the service',
		`Check ${BASE_URL}, and that the service runs. In a container, localhost is the container itself.`,
	],
	[
		/^EPROTO$/,
		'The address of the service does not speak https, or not in a version that n8n accepts',
		`Check https:// and the port in ${BASE_URL}, and a proxy between n8n and the service.`,
	],
	[
		/CERT|^UNABLE_TO_VERIFY/,
		'n8n does not trust the certificate of the service',
		`Check the host in ${BASE_URL}. For a certificate of your own, set NODE_EXTRA_CA_CERTS on the n8n server.`,
	],
	[/^/, 'The service cannot be reached', `Check ${BASE_URL} and the network of the n8n server.`],
];

function unreachable(networkCode = 'no connection'): Explanation {
	const [, what, fix] = UNREACHABLE.find(([code]) => code.test(networkCode)) ?? [];
	return down(`${what} (${networkCode})`, `Nothing was sent. ${fix}`);
}

function waitedFor({ facts: { waitedMs } }: ServiceFailure): string {
	const seconds = Math.round((waitedMs ?? 0) / 1000);
	return waitedMs ? ` The node waited ${seconds} seconds before giving up.` : '';
}

function explainFailure(failure: ServiceFailure): Explanation {
	const { status, excerpt, refusedByN8n, unanswered, networkCode } = failure.facts;
	const { timedOutMs, timeoutOption, readOnly } = failure.facts;
	const answered = excerpt ? ` It answered: "${excerpt}"` : '';
	const at = status === undefined ? '' : ` (HTTP ${status})`;
	const seconds = `${Math.round((timedOutMs ?? 0) / 100) / 10} seconds`;
	const option = timeoutOption ? ` The option '${timeoutOption}' sets how long to wait.` : '';
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
			if (refusedByN8n !== undefined) {
				return misconfigured(
					`n8n did not send the call: ${refusedByN8n}`,
					`Nothing was sent. Check ${BASE_URL}. If it is right, ask the administrator of n8n to allow its host.`,
				);
			}
			if (unanswered !== undefined) {
				return down(
					`Not sent, because the service left ${unanswered} calls in a row without an answer for ${seconds}`,
					`Nothing was sent. Run it again when the service answers.${option}`,
				);
			}
			return unreachable(networkCode);
		case 'noAnswer':
			return down(
				timedOutMs === undefined
					? `The connection to the service was lost before its answer (${networkCode ?? 'no answer'})`
					: `The service did not answer within ${seconds}`,
				`${readOnly ? 'Nothing was changed by it. Try again later.' : 'It is not known whether the service did what was asked.'}${option}`,
			);
		case 'redirect':
			return misconfigured(
				`The address redirects elsewhere${at}, and a signed call cannot follow`,
				`Correct ${BASE_URL}: it is the final address of the instance.`,
				String(status ?? 302),
			);
		case 'blocked':
			if (status === 404) return missingRoute(answered);
			return misconfigured(
				`Something in front of the service refused the call${at}.${answered}`,
				`Check ${BASE_URL}, and a proxy or firewall between n8n and the service.`,
				String(status ?? 400),
			);
		case 'refusal':
			return down(
				`The service answered "erreur" without a code.${addedBy(failure)}`,
				'Try again later. If it stays so, ask the service why.',
				'502',
			);
		case 'notTheService':
			return notTheService(failure.facts, `${at}.${answered}`);
	}
}

function notTheService(facts: FailureFacts, answered: string): Explanation {
	const { status = 200, missing, maxBytes } = facts;
	const httpCode = status >= 400 ? String(status) : '502';
	const fix = `Check that ${BASE_URL} is the address of the instance. During maintenance, try again later.`;
	if (maxBytes !== undefined) {
		const megabytes = Math.round(maxBytes / 1_048_576);
		return down(`The answer has more than ${megabytes} MB and was not read.`, fix, httpCode);
	}
	if (missing !== undefined) {
		const lacks = `The answer lacks "${missing}", so it is not the service's, or of an unknown version.`;
		return down(lacks, fix, httpCode);
	}
	return down(`The answer is not the service's${answered}`, fix, httpCode);
}

/** Older instances lack some routes (specification, Versioning), so one alone says nothing against the address. */
function missingRoute(answered: string): Explanation {
	return misconfigured(
		`The service does not have what was asked for at this address (HTTP 404).${answered}`,
		'If everything else works, the instance is of an older version without it. If nothing works, the address in the credential leads elsewhere.',
		'404',
	);
}

export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (itemIndex !== undefined) error.context.itemIndex ??= itemIndex;
		return error;
	}
	const explanation = explain(error);
	const { httpCode, cause } = explanation;
	const message = withoutTags(explanation.message);
	const fix = withoutTags(explanation.fix);
	const item = itemIndex === undefined ? {} : { itemIndex };
	const options = { message, description: fix, ...item };
	// n8n stores the node, parameters included, with every error.
	const { portalPassword, ...parameters } = node.parameters;
	const shown = portalPassword === undefined ? node : { ...node, parameters };
	const nodeError =
		httpCode === undefined
			? new NodeOperationError(shown, message, options)
			: new NodeApiError(shown, responseOf(error), { ...options, httpCode });
	// n8n replaces messages in which it finds words such as EEXIST.
	nodeError.message = message;
	// Not every version of n8n takes the cause as an option; the property is harmless there.
	if (cause !== undefined) Object.assign(nodeError, { failure: { cause } });
	return nodeError;
}

/** n8n shows an error as HTML, so that a tag that is quoted would vanish. */
function withoutTags(text: string): string {
	return text.replace(/<([a-z/!][^<>]*)>/gi, '‹$1›').replace(/<(?=[a-z/!])/gi, '‹');
}

/** What is stored with the error: the service's codes, and never its other words. */
function responseOf(error: unknown): JsonObject {
	const reason = error instanceof OperationStop ? error.reason : error;
	const codes = reason instanceof ServiceFailure ? [...reason.shownCodes] : [];
	return codes.length > 0 ? { resultat: 'erreur', erreurs: codes } : {};
}

/** In one line, for the item of a node that continues on fail. */
export function fullText(error: unknown): string {
	const { message, fix } =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? { message: error.message, fix: error.description ?? '' }
			: explain(error);
	return fix === '' ? message : `${asSentence(message)} ${fix}`;
}

export function asSentence(text: string): string {
	return text.replace(/([^.!?…])$/, '$1.');
}
