/**
 * What can become of a call that did not succeed. The kinds differ in what may have happened on the other side:
 *
 * - `refusal`: the service answered `erreur`; nothing was done (except that `err_internal_server` leaves it open)
 * - `quota`: too many calls a minute, nothing was done
 * - `notSent`: no connection, nothing was done
 * - `noAnswer`: connection lost or timed out; it may have been done
 * - `notTheService`: an answer that is not the service's (web page, cut JSON, HTTP 5xx); it may have been done
 * - `redirect`, `blocked`: something in between answered in the service's place; nothing was done
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
	/** What the service sent in `erreurs` beside codes, such as the offending character. */
	readonly details?: readonly string[];
	/** HTTP status when it is not 200. */
	readonly status?: number;
	/** Code of the connection's failure, such as ECONNRESET. */
	readonly networkCode?: string;
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
		return (
			this.kind === 'noAnswer' ||
			this.kind === 'notTheService' ||
			this.facts.underWay === true ||
			this.has('err_internal_server')
		);
	}
}

const NEVER_SENT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EPROTO',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Reads the failure of a connection out of what n8n's request helper throws. Depending on n8n's version the
 * original error is the cause, or only its code is left.
 */
export function connectionFailure(thrown: unknown, cancelled: boolean): ServiceFailure {
	const networkCode = networkCodeOf(thrown);
	if (cancelled || networkCode === 'ERR_CANCELED') {
		return new ServiceFailure('cancelled', { underWay: true });
	}
	const facts = networkCode === undefined ? {} : { networkCode };
	return new ServiceFailure(wasNeverSent(thrown, networkCode) ? 'notSent' : 'noAnswer', facts);
}

/** The system call tells most: a host can also become unreachable while an answer is waited for. */
function wasNeverSent(thrown: unknown, networkCode: string | undefined): boolean {
	const systemCall = inCauses(thrown, ['syscall'], /^[a-z]+$/);
	if (systemCall === 'read' || systemCall === 'write') return false;
	if (systemCall === 'connect' || systemCall === 'getaddrinfo') return true;
	return networkCode !== undefined && NEVER_SENT.has(networkCode);
}

function networkCodeOf(thrown: unknown): string | undefined {
	return inCauses(thrown, ['code', 'httpCode'], /^[A-Z][A-Z0-9_]+$/);
}

/** The first such text under one of the keys, from the outermost error inwards. */
function inCauses(thrown: unknown, keys: readonly string[], form: RegExp): string | undefined {
	let current: unknown = thrown;
	for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
		for (const key of keys) {
			const value: unknown = Reflect.get(current, key);
			if (typeof value === 'string' && form.test(value)) return value;
		}
		current = Reflect.get(current, 'cause');
	}
	return undefined;
}

/** The linter of community nodes accepts only what a function returns to be thrown inside `catch`. */
export function asThrown(error: unknown): unknown {
	return error;
}
