import { isListedCode } from './errorTable';

/**
 * What can become of a call that did not succeed. The kinds differ in what may have happened on the other side:
 *
 * - `refusal`: the service answered `erreur`; nothing was done, unless it names no code, `err_internal_server`, or, with
 *   an HTTP status of a server that failed, one that is not listed
 * - `quota`: too many calls a minute; nothing was done when the service says so with its code
 * - `notSent`: no connection, nothing was done
 * - `noAnswer`: connection lost or timed out; it may have been done
 * - `notTheService`: an answer that is not the service's (web page, cut JSON, HTTP 5xx); it may have been done
 * - `redirect`, `blocked`: something in between answered in the service's place; it may have been done
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
	/** HTTP status of the answer. */
	readonly status?: number;
	/** Code of the connection's failure, such as ECONNRESET. */
	readonly networkCode?: string;
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
		return (
			this.kind === 'noAnswer' ||
			this.isForeign ||
			this.facts.underWay === true ||
			this.has('err_internal_server') ||
			(this.kind === 'refusal' && !this.saysThatNothingWasDone)
		);
	}

	/** Without the envelope (specification, Response envelope) an answer says nothing of what the service did. */
	private get isForeign(): boolean {
		const { kind, codes } = this;
		if (kind === 'notTheService' || kind === 'redirect' || kind === 'blocked') return true;
		return kind === 'quota' && codes.length === 0;
	}

	/** The service itself always answers with HTTP 200: another status may be that of a server which broke off. */
	private get saysThatNothingWasDone(): boolean {
		const { status = 200 } = this.facts;
		if (this.codes.length === 0) return false;
		return (status < 500 && status !== 408) || this.codes.every(isListedCode);
	}
}

/** The linter of community nodes accepts only what a function returns to be thrown inside `catch`. */
export function asThrown(error: unknown): unknown {
	return error;
}
