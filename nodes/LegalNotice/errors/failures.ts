/** The kinds of failed calls and of operations that stopped half way, and what each says about whether something was done. */
import { UserError } from 'n8n-workflow';

import { InputProblem } from '../domain/parameters';
import { entryFor, isListedCode, isUnreachable, type ErrorKind } from './table';

export type FailureKind =
	/** The service answered `erreur`. */
	| 'refusal'
	| 'quota'
	| 'notSent'
	| 'noAnswer'
	/** The answer has no envelope, such as the page of a gateway; nor have the next two. */
	| 'notTheService'
	| 'redirect'
	| 'blocked'
	/** It was not sent, because this process's share of calls stayed used up. */
	| 'busy'
	/** The execution was stopped. */
	| 'cancelled'
	/** It was not sent, because another item stopped the execution. */
	| 'notStarted';

export interface FailureFacts {
	/** The service's codes, from `erreurs`. */
	readonly codes?: readonly string[];
	/** What the service sent with its codes, such as the offending character. */
	readonly details?: readonly string[];
	readonly status?: number;
	/** The code of Node.js, such as ECONNRESET. */
	readonly networkCode?: string | undefined;
	readonly timedOutMs?: number;
	readonly timeoutOption?: string | undefined;
	/** The number of calls before it that got no answer in time. */
	readonly unanswered?: number;
	readonly refusedByN8n?: string;
	/** The bound that the answer exceeded. */
	readonly maxBytes?: number;
	/** How an answer begins that is not the service's. */
	readonly excerpt?: string;
	/** The call was sent before the execution was stopped. */
	readonly underWay?: boolean;
	/** The reference as it was asked for. */
	readonly asked?: string;
	/** The field that a success lacks. */
	readonly missing?: string;
	readonly readOnly?: boolean;
	/** Refused for its timestamp or the quota after some seconds, it may be a copy of a call that was done. */
	readonly isLateCopy?: boolean;
	readonly waitedMs?: number;
}

/** A refusal may have any number of codes; more than these would hide what matters. */
const SHOWN_CODES = 10;

/** None of these answers is the service's, so none says what the service has done. */
const ALWAYS_AMBIGUOUS: ReadonlySet<FailureKind> = new Set<FailureKind>([
	'noAnswer',
	'notTheService',
	'redirect',
	'blocked',
]);

/** A call that came to nothing; `words.ts` makes sentences of it. */
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

	/** Whether it is about keys, clock or quota: the same for every notice. */
	get concernsCaller(): boolean {
		return this.codes.some((code) => ['access', 'clock', 'quota'].includes(entryFor(code).kind));
	}

	/** Whether the service may have done what was asked although it did not say so. */
	get ambiguous(): boolean {
		if (ALWAYS_AMBIGUOUS.has(this.kind)) return true;
		// A page with HTTP 429 may come from a gateway behind which the order was placed.
		if (this.kind === 'quota') return this.codes.length === 0;
		if (this.kind === 'refusal') return this.isDoubtfulRefusal();
		return this.facts.underWay === true;
	}

	private isDoubtfulRefusal(): boolean {
		if (this.codes.length === 0 || this.has('err_internal_server')) return true;
		if (this.facts.isLateCopy) return true;
		// The service always answers with HTTP 200: another status may be that of a server which broke off.
		const { status = 200 } = this.facts;
		const isBrokenOff = status >= 500 || status === 408;
		return isBrokenOff && !this.codes.every(isListedCode);
	}
}

/** The linter of community nodes accepts only what a function returns to be thrown inside `catch`. */
export function rethrown(error: unknown): unknown {
	return error;
}

/** For `catch` where a failure of the service is an outcome like any other. @throws what is none */
export function serviceFailure(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw rethrown(error);
}

const MAX_CAUSES = 5;
/** The system calls that come before anything is written. */
const CONNECTING: readonly string[] = ['connect', 'getaddrinfo'];

/**
 * Reads what n8n's request helper throws: depending on n8n's version the original error is the cause, or only its code
 * is left. What n8n itself does not send it refuses with a `UserError`.
 *
 * @param cancelled whether the execution was stopped; a time-out throws the same
 */
export function connectionFailure(thrown: unknown, cancelled: boolean): ServiceFailure {
	if (cancelled) return new ServiceFailure('cancelled', { underWay: true });
	const causes = causesOf(thrown);
	const refusal = causes.find((error) => error instanceof UserError);
	if (refusal) return new ServiceFailure('notSent', { refusedByN8n: refusal.message });
	const networkCode = firstText(causes, ['code', 'httpCode'], /^[A-Z][A-Z0-9_]{1,60}$/);
	const systemCall = firstText(causes, ['syscall'], /^[a-z]{1,20}$/);
	if (wasNeverSent(networkCode, systemCall)) return new ServiceFailure('notSent', { networkCode });
	return new ServiceFailure('noAnswer', { networkCode });
}

function wasNeverSent(networkCode: string | undefined, systemCall: string | undefined): boolean {
	// The system call says most: a host can also become unreachable while an answer is waited for.
	if (systemCall !== undefined) return CONNECTING.includes(systemCall);
	return networkCode !== undefined && isUnreachable(networkCode);
}

/** The error and those below it. Their number is bounded, because errors may name each other as causes. */
function causesOf(thrown: unknown): object[] {
	const causes: object[] = [];
	let cause = thrown;
	while (typeof cause === 'object' && cause !== null && causes.length < MAX_CAUSES) {
		causes.push(cause);
		cause = Reflect.get(cause, 'cause');
	}
	return causes;
}

function firstText(
	errors: readonly object[],
	properties: readonly string[],
	form: RegExp,
): string | undefined {
	const values = errors.flatMap((error) =>
		properties.map((property): unknown => Reflect.get(error, property)),
	);
	return values.find((value): value is string => typeof value === 'string' && form.test(value));
}

/** An operation that stopped half way, or before something that cannot be undone. */
export class OperationStop extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** The failure that caused it. */
		readonly reason?: unknown,
		/** Whether `message` and `advice` hold the words of `reason` already. */
		readonly includesReason = false,
	) {
		super(message);
		this.name = 'OperationStop';
	}
}

/** A file that could not be had, in words without its link, which may carry a key. */
export class FileRefusal extends OperationStop {
	constructor(message: string, advice: string, reason?: unknown) {
		super(message, advice, reason, true);
		this.name = 'FileRefusal';
	}
}

/** A stop that leaves something behind which a person has to look at. */
export class LeftOpen extends OperationStop {
	/** Whether a later try may take what it finds for what this one has done. */
	readonly repeatable: boolean = false;

	/** @param open in a few words, with its number or reference, for a list of several */
	constructor(
		message: string,
		advice: string,
		reason: unknown,
		readonly open: string,
	) {
		super(message, advice, reason);
	}
}

/** It was done, and only what it is could not be looked up. */
export class DoneUnseen extends LeftOpen {
	override readonly repeatable = true;
}

/** The answer was lost, and asking did not show whether something was done. */
export class UnknownOutcome extends LeftOpen {
	/** It is where the service keeps a second attempt from being done twice. */
	override readonly repeatable: boolean;

	constructor(
		message: string,
		advice: string,
		reason: unknown,
		{ open, repeatable }: { open: string; repeatable: boolean },
	) {
		super(message, advice, reason, open);
		this.repeatable = repeatable;
	}
}

/** Whether a failure, or one below it, leaves an outcome unknown that no second attempt may settle. */
export function forbidsRepeating(failure: unknown): boolean {
	if (!(failure instanceof OperationStop)) return false;
	if (failure instanceof UnknownOutcome && !failure.repeatable) return true;
	return forbidsRepeating(failure.reason);
}

const REFUSED: Readonly<Record<ErrorKind, string>> = {
	field: 'le service refuse une donnée de la demande, à corriger',
	state: 'le service ne peut pas le faire pour cette annonce dans son état actuel',
	access: 'le service refuse l’accès : identifiants ou droits du compte à vérifier',
	quota: 'trop de demandes en une minute, à relancer un peu plus tard',
	clock: 'l’horloge du serveur n’est pas à l’heure',
	server: 'panne du service, à relancer plus tard',
};

/** What became of a failed item, in French, for the colleague who reads a table; the field `error` has the details. */
export function failureSummary(failure: unknown): string {
	return `Échec\u00a0: ${reasonOf(failure).replace(/ (?=[:;])/g, '\u00a0')}`;
}

function reasonOf(failure: unknown): string {
	if (failure instanceof OperationStop) return reasonOfStop(failure);
	if (failure instanceof InputProblem)
		return `le champ ${fieldInWords(failure.parameter)} est à corriger`;
	if (!(failure instanceof ServiceFailure)) return 'erreur inattendue';
	const [code] = failure.codes;
	if (code !== undefined)
		return `${REFUSED[entryFor(code).kind]} (${failure.codes.slice(0, 5).join(', ')})`;
	if (failure.kind === 'quota' || failure.kind === 'busy') return REFUSED.quota;
	return 'pas de réponse exploitable du service, à relancer plus tard';
}

/** Labels of the editor are English; whoever reads this may never have seen it. */
const FIELDS: ReadonlyMap<string, string> = new Map([
	['Advertiser', 'annonceur'],
	['Billing', 'facturation'],
	['Category', 'catégorie'],
	['Department', 'département'],
	['Digital Proof', 'justificatif numérique'],
	['File Reference', 'dossier'],
	['Header', 'en-tête'],
	['Maximum Total', 'prix maximum'],
	['Order Number', 'numéro de commande'],
	['Paper Proofs', 'justificatifs papier'],
	['Publication', 'journal'],
	['Publication Date', 'date de parution'],
	['Reference or Order Number', 'référence ou numéro de commande'],
	['Text', 'texte'],
]);

function fieldInWords(label: string): string {
	const french = FIELDS.get(label);
	if (french === undefined) return `«\u00a0${label}\u00a0»`;
	return `«\u00a0${label}\u00a0» (${french})`;
}

function reasonOfStop(stop: OperationStop): string {
	if (stop instanceof LeftOpen)
		return 'on ne sait pas si la demande a été entièrement exécutée, à vérifier auprès du service';
	if (stop instanceof FileRefusal) return 'un fichier n’a pas pu être téléchargé';
	if (stop.reason !== undefined) return reasonOf(stop.reason);
	return 'interrompu avant la fin, en raison d’une option ou de l’état de l’annonce';
}
