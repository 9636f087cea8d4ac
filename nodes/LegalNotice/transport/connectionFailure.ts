import { UserError } from 'n8n-workflow';

import { ServiceFailure } from './failures';

const MAX_CAUSES = 5;

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
	const refusedByN8n = refusalOfN8n(thrown);
	if (refusedByN8n !== undefined) return new ServiceFailure('notSent', { refusedByN8n });
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

/**
 * n8n refuses with its `UserError` what it does not send: an address that its SSRF protection blocks, before the call
 * or when the name is resolved, a host that the credential does not allow, and a request that cannot be signed.
 */
function refusalOfN8n(thrown: unknown): string | undefined {
	for (const error of causesOf(thrown)) {
		if (error instanceof UserError) return error.message;
	}
	return undefined;
}

/** The first such text under one of the keys, from the outermost error inwards. */
function inCauses(thrown: unknown, keys: readonly string[], form: RegExp): string | undefined {
	for (const error of causesOf(thrown)) {
		for (const key of keys) {
			const value: unknown = Reflect.get(error, key);
			if (typeof value === 'string' && form.test(value)) return value;
		}
	}
	return undefined;
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
