import { UserError } from 'n8n-workflow';

import { isListedCode } from './errorTable';

/**
 * What can become of a call that did not succeed. The kinds differ in what may have happened on the other side:
 *
 * - `refusal`: the service answered `erreur`; nothing was done, unless it names no code, `err_internal_server`, or, with
 *   an HTTP status of a server that failed, one that is not listed
 * - `quota`: too many calls a minute; nothing was done when the service says so with its code
 * - `notSent`: nothing was sent, so nothing was done
 * - `noAnswer`: connection lost or timed out; it may have been done
 * - `notTheService`, `redirect`, `blocked`: an answer without the service's envelope, such as the page of a gateway; it
 *   says nothing of what was done
 * - `busy`: not sent, because the own share of calls stayed used up
 * - `cancelled`: the execution was stopped
 * - `notStarted`: not sent, because another item had stopped the execution
 */
export type FailureKind =
	| 'refusal'
	| 'quota'
	| 'notSent'
	| 'noAnswer'
	| 'notTheService'
	| 'redirect'
	| 'blocked'
	| 'busy'
	| 'cancelled'
	| 'notStarted';

export interface FailureFacts {
	/** Codes of `erreurs`, first one first. */
	readonly codes?: readonly string[];
	/** What the service sent beside its codes, such as the offending character. */
	readonly details?: readonly string[];
	/** HTTP status of the answer. */
	readonly status?: number;
	/** Code of the connection's failure, such as ECONNRESET. */
	readonly networkCode?: string;
	/** Milliseconds that were waited for an answer in vain. */
	readonly timedOutMs?: number;
	/** Label of the option that sets these milliseconds. */
	readonly timeoutOption?: string | undefined;
	/** For `notSent`: so many calls before it, one after the other, got no answer in time. */
	readonly unanswered?: number;
	/** For `notSent`: why n8n itself did not let the call out, in its words. */
	readonly refusedByN8n?: string;
	/** Beginning of an answer that is not the service's. */
	readonly excerpt?: string;
	/** For `cancelled`: the call was under way, so it may have been done. */
	readonly underWay?: boolean;
	/** What the person asked for, when the refusal is about just that. */
	readonly asked?: string;
	/** Field that a success lacks, which makes it an answer of something else. */
	readonly missing?: string;
	/** Whether the call only reads, so that nothing can have been changed. */
	readonly readOnly?: boolean;
	/** Milliseconds spent waiting for quota and retries before giving up. */
	readonly waitedMs?: number;
}

/** A call that did not succeed, as facts; `errors.ts` makes sentences of them. */
export class ServiceFailure extends Error {
	readonly codes: readonly string[];

	constructor(
		readonly kind: FailureKind,
		readonly facts: FailureFacts = {},
	) {
		super(facts.codes?.join(', ') ?? kind);
		this.name = 'ServiceFailure';
		this.codes = facts.codes ?? [];
	}

	has(code: string): boolean {
		return this.codes.includes(code);
	}

	/** Whether the service may have done what was asked although it did not say so. */
	get ambiguous(): boolean {
		const { status = 200, underWay = false } = this.facts;
		switch (this.kind) {
			case 'noAnswer':
			case 'notTheService':
			case 'redirect':
			case 'blocked':
				return true;
			case 'quota':
				return this.codes.length === 0;
			case 'refusal':
				if (this.codes.length === 0 || this.has('err_internal_server')) return true;
				// The service always answers with HTTP 200: another status may be that of a server which broke off.
				return (status >= 500 || status === 408) && !this.codes.every(isListedCode);
			default:
				return underWay;
		}
	}
}

/** The linter of community nodes accepts only what a function returns to be thrown inside `catch`. */
export function asThrown(error: unknown): unknown {
	return error;
}

const MAX_CAUSES = 5;

const NEVER_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/**
 * Reads the failure of a connection out of what n8n's request helper throws. Depending on n8n's version the original
 * error is the cause, or only its code is left. n8n refuses with its `UserError` what it does not send: an address that
 * its SSRF protection blocks, a host that the credential does not allow, a request that cannot be signed.
 *
 * @param cancelled whether the execution was stopped; a time-out ends a call with the same code as that
 */
export function connectionFailure(thrown: unknown, cancelled: boolean): ServiceFailure {
	if (cancelled) return new ServiceFailure('cancelled', { underWay: true });
	const causes = causesOf(thrown);
	const refusal = causes.find((error) => error instanceof UserError);
	if (refusal) return new ServiceFailure('notSent', { refusedByN8n: refusal.message });
	const code = textIn(causes, ['code', 'httpCode'], /^[A-Z][A-Z0-9_]{1,60}$/);
	const facts = code === undefined ? {} : { networkCode: code };
	// The system call tells most: a host can also become unreachable while an answer is waited for.
	const systemCall = textIn(causes, ['syscall'], /^[a-z]{1,20}$/);
	const neverSent =
		systemCall === 'connect' ||
		systemCall === 'getaddrinfo' ||
		(systemCall === undefined && NEVER_SENT.test(code ?? ''));
	return new ServiceFailure(neverSent ? 'notSent' : 'noAnswer', facts);
}

/** The error and what caused it, outermost first; errors may name each other as causes. */
function causesOf(thrown: unknown): object[] {
	const causes: object[] = [];
	let current: unknown = thrown;
	while (typeof current === 'object' && current !== null && causes.length < MAX_CAUSES) {
		causes.push(current);
		current = Reflect.get(current, 'cause');
	}
	return causes;
}

/** The first such text under one of the keys, from the outermost error inwards. */
function textIn(
	causes: readonly object[],
	keys: readonly string[],
	form: RegExp,
): string | undefined {
	return causes
		.flatMap((error) => keys.map((key): unknown => Reflect.get(error, key)))
		.find((value): value is string => typeof value === 'string' && form.test(value));
}
