/** The sentences of every failure, for the person who reads them in n8n: what happened, and how to fix it. */
import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { InputProblem } from '../reading/cells/parameters';
import {
	type FailureFacts,
	type FailureKind,
	isFixedByTime,
	ServiceFailure,
	Stop,
	TRY_LATER,
} from './failures';
import {
	BASE_URL,
	CHECK_HTTPS,
	CLASSES,
	entryFor,
	type FailureCause,
	passesByItself,
	unreachableEntry,
	whatOf,
} from './table';

interface Explanation {
	/** What happened. */
	readonly message: string;
	/** How to fix it, full sentences. */
	readonly fix: string;
	/** Synthetic HTTP status; undefined when nothing was sent. */
	readonly httpCode: string | undefined;
	/** n8n's declared cause of a failed poll. */
	readonly cause: FailureCause | undefined;
}

/**
 * The sentences are stored and shown, so they never contain keys, headers or bodies.
 *
 * @param saysUntouched whether a stop says that nothing was done: in one sentence with what others did, that would be false
 */
export function explain(error: unknown, saysUntouched = true): Explanation {
	if (error instanceof Stop) return explainStop(error, saysUntouched);
	const { message, fix, untouched = '', ...rest } = reasonInWords(error);
	return { message, fix: joined(untouched, fix), ...rest };
}

/** What is below a stop does not say what it left undone itself. */
interface Reason extends Explanation {
	/** What the failed call did or did not do, for whom nobody else says so. */
	readonly untouched?: string;
}

function reasonInWords(error: unknown): Reason {
	if (error instanceof Stop) return explainStop(error, false);
	if (error instanceof ServiceFailure && error.codes.length > 0) return explainCodes(error);
	if (error instanceof ServiceFailure) return BY_KIND[error.kind](error.facts);
	if (error instanceof InputProblem) return misconfigured(error.message, error.advice);
	if (error instanceof UserError) return misconfigured(error.message, '');
	if (isOfN8n(error)) return words(error.message, error.description ?? '');
	if (error instanceof Error) return words(error.message, '');
	return words(String(error), '');
}

function explainStop(stop: Stop, saysUntouched: boolean): Explanation {
	const { advice, reason, saysReason, outcome } = stop;
	const said = outcome.kind === 'nothing' && saysUntouched ? (outcome.said ?? '') : '';
	const message = joined(stop.message, said);
	if (reason === undefined) return words(message, advice);
	const below = reasonInWords(reason);
	const { httpCode, cause } = below;
	if (saysReason) return words(message, advice, httpCode, cause);
	return words(joined(message, below.message), fixOf(stop, below.fix), httpCode, cause);
}

/** What is half done goes on in one way only: what its reason alone would advise is for an order that has not begun. */
function fixOf({ advice, outcome }: Stop, below: string): string {
	if (outcome.kind !== 'halfWay') return joined(advice, below);
	return outcome.isRestUndone ? joined(below, advice) : advice;
}

function joined(...sentences: readonly string[]): string {
	return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** A message may name thousands of references that a run has ordered, but not as much as a service may send. */
const LONGEST = 100_000;

function words(message: string, fix: string, httpCode?: string, cause?: FailureCause): Explanation {
	if (message.length <= LONGEST) return { message, fix, httpCode, cause };
	return { message: `${message.slice(0, LONGEST)}…`, fix, httpCode, cause };
}

function misconfigured(message: string, fix: string, httpCode?: string): Explanation {
	return words(message, fix, httpCode, 'configuration-invalid');
}

function down(message: string, fix: string, httpCode = '503'): Explanation {
	return words(message, fix, httpCode, 'temporarily-unavailable');
}

function explainCodes(failure: ServiceFailure): Explanation {
	const { codes, shownCodes, facts } = failure;
	const { sent = {} } = facts;
	const sentences = shownCodes.map((code) => `${whatOf(code, sent)} (${code})`).join('. ');
	const fixes = [...new Set(shownCodes.map((code) => entryFor(code).fix))].join(' ');
	const left = codes.length - shownCodes.length;
	const more = left > 0 ? ` The service gives ${left} more codes.` : '';
	const message = `${sentences}.${more}${addedBy(facts)}`;
	const fix = `${fixes}${waitedFor(facts)}`;
	// A code that waiting does not fix decides.
	const [first = ''] = codes;
	const decisive = codes.find((code) => !passesByItself(code)) ?? first;
	const [httpCode, cause] = CLASSES[entryFor(decisive).kind];
	return words(message, fix, decisive.endsWith('_introuvable') ? '404' : httpCode, cause);
}

function addedBy({ details = [] }: FailureFacts): string {
	return details.length > 0 ? ` The service adds: ${details.join('; ')}.` : '';
}

function waitedFor({ waitedMs = 0 }: FailureFacts): string {
	if (waitedMs === 0) return '';
	return ` The node waited ${Math.round(waitedMs / 1000)} seconds before giving up.`;
}

function answerIn({ excerpt = '' }: FailureFacts): string {
	return excerpt === '' ? '' : ` It answered: "${excerpt}"`;
}

function withStatus({ status }: FailureFacts): string {
	return status === undefined ? '' : ` (HTTP ${status})`;
}

function seconds(ms = 0): string {
	return `${Math.round(ms / 100) / 10} seconds`;
}

function optionOf({ timeoutOption }: FailureFacts): string {
	if (timeoutOption === undefined) return '';
	return `The option '${timeoutOption}' sets how long to wait.`;
}

/** The words of failures without a code of the service. */
const BY_KIND: Readonly<Record<FailureKind, (facts: FailureFacts) => Reason>> = {
	notStarted: () => words('Not started, because another item stopped the execution', ''),
	executionStopped: () => words('The execution was stopped', ''),
	busy: usedUp,
	quota: usedUp,
	notSent,
	noAnswer,
	redirect,
	blocked,
	refusal,
	notTheService,
};

function redirect(facts: FailureFacts): Explanation {
	const { status = 302 } = facts;
	return misconfigured(
		`The address redirects elsewhere${withStatus(facts)}, and a signed call cannot follow`,
		`Correct ${BASE_URL}: it is the final address of the instance.`,
		String(status),
	);
}

function refusal(facts: FailureFacts): Explanation {
	return down(
		`The service answered "erreur" without a code.${addedBy(facts)}`,
		'If it keeps happening, ask the service why.',
		'502',
	);
}

function usedUp(facts: FailureFacts): Explanation {
	return words(
		'Other work has used up the calls of this key for this minute',
		`Wait a minute, or raise 'Requests per Minute' of the credential if the key is not shared.${waitedFor(facts)}`,
		'429',
		'rate-limited',
	);
}

const NOT_SENT = 'Nothing was sent.';

function notSent(facts: FailureFacts): Reason {
	const { refusedByN8n, unanswered, networkCode = 'no connection' } = facts;
	const untouched = NOT_SENT;
	if (refusedByN8n !== undefined) {
		const fix = `Check ${BASE_URL}. If it is right, ask the administrator of n8n to allow its host.`;
		return { ...misconfigured(`n8n did not send the call: ${refusedByN8n}`, fix), untouched };
	}
	if (unanswered !== undefined) {
		const message = `Not sent: the service did not answer the last ${unanswered} calls within ${seconds(facts.timedOutMs)} each`;
		const fix = joined('Run it again when the service answers.', optionOf(facts));
		return { ...down(message, fix), untouched };
	}
	const { what, fix } = unreachableEntry(networkCode);
	return { ...down(`${what} (${networkCode})`, fix), untouched };
}

function noAnswer(facts: FailureFacts): Reason {
	const { networkCode = 'no answer', timedOutMs, readOnly = false } = facts;
	const fix = optionOf(facts);
	const untouched = readOnly
		? 'Nothing was changed by it.'
		: 'It is not known whether the service carried out the request.';
	if (timedOutMs !== undefined) {
		const message = `The service did not answer within ${seconds(timedOutMs)}`;
		return { ...down(message, fix), untouched };
	}
	const message = `The connection to the service was lost before its answer (${networkCode})`;
	const advice = networkCode === 'EPROTO' ? joined(fix, CHECK_HTTPS) : fix;
	return { ...down(message, advice), untouched };
}

function blocked(facts: FailureFacts): Explanation {
	const { status = 400 } = facts;
	// Older instances lack some routes (specification, Versioning), so one alone says nothing against the address.
	if (status === 404) {
		return misconfigured(
			`The address of this call does not exist at the service (HTTP 404).${answerIn(facts)}`,
			'If everything else works, this instance runs an older version that lacks it. If nothing works, the address in the credential is wrong.',
			'404',
		);
	}
	return misconfigured(
		`Something in front of the service refused the call${withStatus(facts)}.${answerIn(facts)}`,
		`Check ${BASE_URL}, and a proxy or firewall between n8n and the service.`,
		String(status),
	);
}

function notTheService(facts: FailureFacts): Explanation {
	const { status = 200, missing, maxBytes } = facts;
	// n8n would take a failure with HTTP 200 for none.
	const httpCode = status >= 400 ? String(status) : '502';
	const fix = `Check that ${BASE_URL} is the address of the instance. A maintenance page goes away by itself.`;
	if (maxBytes !== undefined) {
		const megabytes = Math.round(maxBytes / 1_048_576);
		return down(`The answer has more than ${megabytes} MB and was not read.`, fix, httpCode);
	}
	if (missing !== undefined) {
		const lacks = `The answer lacks "${missing}". It came from another server, or from a version of the service that this node does not know.`;
		return down(lacks, fix, httpCode);
	}
	const message = `The answer is not the service's${withStatus(facts)}.${answerIn(facts)}`;
	return down(message, fix, httpCode);
}

/** What a failure is said of. */
export interface Subject {
	readonly itemIndex?: number;
	/** The name by which a person knows the item, such as its file reference; '' for none. */
	readonly name?: string;
}

/** What n8n throws itself keeps its words, and gets the item that it is about. */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, name }: Subject = {},
): NodeApiError | NodeOperationError {
	const nodeError = isOfN8n(error) ? error : nodeErrorOf(node, error, name);
	if (itemIndex !== undefined) nodeError.context.itemIndex ??= itemIndex;
	return nodeError;
}

/** The same for places that show an error's message alone. */
export function toOneLineError(
	node: INode,
	error: unknown,
	subject: Subject = {},
): NodeApiError | NodeOperationError {
	const nodeError = toNodeError(node, error, subject);
	nodeError.message = withoutTags(fullText(error, subject.name));
	return nodeError;
}

function isOfN8n(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/** Words by which n8n knows an error. Where a tool fails it makes another error of this one, and would replace all of its message. */
const KNOWN_TO_N8N =
	/E(?=CONN(REFUSED|RESET|ABORTED)|NOT(FOUND|DIR)|NOENT|TIMEDOUT|HOSTUNREACH|AI_AGAIN|ADDRNOTAVAIL|RRADDRINUSE|ISDIR|ACCES|EXIST|PERM)|G(?=ETADDRINFO)/gi;

function nodeErrorOf(
	node: INode,
	error: unknown,
	name: string | undefined,
): NodeApiError | NodeOperationError {
	const explanation = explain(error);
	const message = withoutTags(messageOf(error, name));
	const texts = { message, description: withoutTags(explanation.fix) };
	const shown = withoutPassword(node);
	const { httpCode, cause } = explanation;
	const nodeError =
		httpCode === undefined
			? new NodeOperationError(shown, message, texts)
			: new NodeApiError(shown, responseOf(error), { ...texts, httpCode });
	// n8n replaces messages in which it finds words such as EEXIST; of a tool it does so once more, with what an agent reads.
	const isTool = node.type.endsWith('Tool');
	nodeError.message = isTool ? message.replace(KNOWN_TO_N8N, '$&-') : message;
	// Not every version of n8n takes the cause as an option; the property is harmless there.
	if (cause !== undefined) Object.assign(nodeError, { failure: { cause } });
	return nodeError;
}

/** n8n stores the node, parameters included, with every error. */
function withoutPassword(node: INode): INode {
	const { portalPassword, ...parameters } = node.parameters;
	if (portalPassword === undefined) return node;
	return { ...node, parameters };
}

/** n8n shows an error as HTML, so that a tag that is quoted would vanish. */
function withoutTags(text: string): string {
	return text.replace(/<([a-z/!][^<>]*)>/gi, '‹$1›').replace(/<(?=[a-z/!])/gi, '‹');
}

/** What is stored with the error: the service's codes, and never its other words. */
function responseOf(error: unknown): JsonObject {
	const reason = error instanceof Stop ? error.reason : error;
	if (!(reason instanceof ServiceFailure) || reason.codes.length === 0) return {};
	return { resultat: 'erreur', erreurs: [...reason.shownCodes] };
}

/** What happened, as a person and a workflow read it: it begins with the name of the item, and its end says whether time fixes it. */
export function messageOf(error: unknown, name = ''): string {
	return completed(error, name, explain(error).message);
}

/** The same with how to fix it, in one line. */
export function fullText(error: unknown, name = ''): string {
	const { message, fix } = explain(error);
	return completed(error, name, fix === '' ? message : `${asSentence(message)} ${fix}`);
}

function completed(error: unknown, name: string, text: string): string {
	const whole = isFixedByTime(error) ? `${asSentence(text)} ${TRY_LATER}` : text;
	return named(name, whole);
}

export function named(name: string, text: string): string {
	return name === '' || text.startsWith(`${name}:`) ? text : `${name}: ${text}`;
}

export function asSentence(text: string): string {
	return text.replace(/([^.!?…])$/, '$1.');
}
