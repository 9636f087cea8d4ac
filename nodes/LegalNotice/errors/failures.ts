import { UserError } from 'n8n-workflow';

import { isListedCode } from './table';

export type FailureKind =
	/** The service answered `erreur`. */
	| 'refusal'
	| 'quota'
	| 'notSent'
	| 'noAnswer'
	/** These three: an answer without the envelope, such as the page of a gateway. */
	| 'notTheService'
	| 'redirect'
	| 'blocked'
	/** Not sent, because the own share of calls stayed used up. */
	| 'busy'
	/** With the execution. */
	| 'cancelled'
	/** Not sent, because another item stopped the execution. */
	| 'notStarted';

export interface FailureFacts {
	/** Of `erreurs`. */
	readonly codes?: readonly string[];
	/** What the service sent beside its codes, such as the offending character. */
	readonly details?: readonly string[];
	readonly status?: number;
	/** Such as ECONNRESET. */
	readonly networkCode?: string;
	readonly timedOutMs?: number;
	readonly timeoutOption?: string | undefined;
	/** Number of calls before it that got no answer in time. */
	readonly unanswered?: number;
	readonly refusedByN8n?: string;
	/** Of an answer that has more. */
	readonly maxBytes?: number;
	/** Beginning of an answer that is not the service's. */
	readonly excerpt?: string;
	readonly underWay?: boolean;
	readonly asked?: string;
	/** Field that a success lacks. */
	readonly missing?: string;
	readonly readOnly?: boolean;
	readonly waitedMs?: number;
}

/** Of the codes of a refusal, which may be any number. */
const SHOWN_CODES = 10;

/** `errors.ts` makes sentences of it. */
export class ServiceFailure extends Error {
	readonly codes: readonly string[];

	constructor(
		readonly kind: FailureKind,
		readonly facts: FailureFacts = {},
	) {
		super(facts.codes?.slice(0, SHOWN_CODES).join(', ') ?? kind);
		this.name = 'ServiceFailure';
		this.codes = facts.codes ?? [];
	}

	/** The codes for a sentence. */
	get shownCodes(): readonly string[] {
		return this.codes.slice(0, SHOWN_CODES);
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
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|UNABLE_TO_VERIFY_LEAF_SIGNATURE|([A-Z]+_)*CERT(_[A-Z]+)*)$/;

/** OpenSSL's words for a handshake that came to nothing, which Node.js reports as failures to write. */
const NO_TLS =
	/EPROTO.*(wrong version number|unsupported protocol|alert (handshake failure|protocol))/s;

/**
 * Reads what n8n's request helper throws: depending on n8n's version the original error is the cause, or only its code
 * is left. What n8n itself does not send it refuses with a `UserError`.
 *
 * @param cancelled whether the execution was stopped; a time-out throws the same
 */
export function connectionFailure(thrown: unknown, cancelled: boolean): ServiceFailure {
	if (cancelled) return new ServiceFailure('cancelled', { underWay: true });
	const causes: object[] = [];
	// Errors may name each other as causes.
	for (let cause = thrown; typeof cause === 'object' && cause && causes.length < MAX_CAUSES; ) {
		causes.push(cause);
		cause = Reflect.get(cause, 'cause');
	}
	const refusal = causes.find((error) => error instanceof UserError);
	if (refusal) return new ServiceFailure('notSent', { refusedByN8n: refusal.message });
	const first = (keys: readonly string[], form: RegExp) =>
		causes
			.flatMap((error) => keys.map((key): unknown => Reflect.get(error, key)))
			.find((value): value is string => typeof value === 'string' && form.test(value));
	const networkCode = first(['code', 'httpCode'], /^[A-Z][A-Z0-9_]{1,60}$/);
	// The system call says most: a host can also become unreachable while an answer is waited for.
	const systemCall = first(['syscall'], /^[a-z]{1,20}$/);
	const neverSent = systemCall
		? ['connect', 'getaddrinfo'].includes(systemCall) || first(['message'], NO_TLS) !== undefined
		: NEVER_SENT.test(networkCode ?? '');
	const facts = networkCode === undefined ? {} : { networkCode };
	return new ServiceFailure(neverSent ? 'notSent' : 'noAnswer', facts);
}
