/**
 * Cancels exactly the notice that was named, once: its name is found to mean one notice, whose own reference goes into
 * the path. Cancel and Replace share it.
 */
import type { IDataObject } from 'n8n-workflow';

import { InputProblem, nonEmptyText, trimmedText } from '../../domain/parameters';
import { isPathSafe, REFERENCE_LABEL, referenceIn } from '../../domain/references';
import { isRecord, listOfFields } from '../../domain/records';
import { rethrown, ServiceFailure, OperationStop, UnknownOutcome } from '../../errors/failures';
import { fetchStatus, isAnswer, readEntry } from '../../notices/ask';
import { entriesOf, refusalOfOneNotice, saysUnknown } from '../../notices/match';
import type { FoundNotice } from '../../notices/changes';
import type { ExecutionClient, ServiceClient } from '../../transport/client';
import { type Answer, recordsOf } from '../../transport/envelope';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { timings } from '../../transport/timings';
import type { Deleted, OperationContext } from '../context';
import { agrees } from './orderNumbers';
import { cancelledDocuments, type CancelledDocuments } from './output';

/**
 * The cancellations that were done in this execution or are under way, by reference: items that name one notice share
 * its cancellation.
 */
export type Cancellations = OperationContext['cancellations'];

/** A notice by the service's own name, which may stand in a path. */
export interface NamedNotice {
	readonly reference: string;
	readonly answer: Answer;
}

/** The notice of exactly this name, if there is one. @throws InputProblem, OperationStop when no address is sure to mean it */
export async function resolveNotice(
	client: ServiceClient,
	cancellations: Cancellations,
	asked: string,
): Promise<NamedNotice | undefined> {
	// Cancelled by another item, it is gone: its reference may find another notice now, whose order number it is.
	const earlier = cancellations.get(asked);
	if (earlier && (await mayBeDone(earlier))) return undefined;
	const notice = await onlyNotice(client, asked);
	if (!notice || notice.reference === asked) return notice;
	const { reference } = notice;
	// Only the reference goes into an address, where it could mean another notice, of which it is the order number.
	const meant = await onlyNotice(client, reference);
	if (!meant) {
		// Taken for gone although it was found a moment ago, it could stay beside its replacement.
		throw new OperationStop(
			`The notice ${reference} was found by its order number "${asked}", but is not found by its reference.`,
			'It may just have been cancelled: run it again.',
		);
	}
	if (meant.reference === reference) return meant;
	throw new InputProblem(
		REFERENCE_LABEL,
		`The reference ${reference} of "${asked}" is also the order number of the notice ${meant.reference}. Nothing was cancelled.`,
		ASK_THE_SERVICE,
	);
}

/** The notice that an earlier try may have cancelled, if it is still there. @throws what `resolveNotice` throws, and UnknownOutcome */
export async function resolveAttempted(
	client: ExecutionClient,
	cancellations: Cancellations,
	asked: string,
	attempted: string,
): Promise<NamedNotice | undefined> {
	// Only just cancelled, it may still be found; a second call could meet the notice that has its reference for an order number.
	await client.pause(timings().beforeResendMs);
	// Where another item cancels it meanwhile, what is not known there is not known here.
	const other = cancellations.get(attempted);
	if (other && (await mayBeDone(other))) await other;
	const found = await resolveNotice(client, cancellations, asked);
	// Another notice that has the name by now is not the one that was to be cancelled.
	return found?.reference === attempted ? found : undefined;
}

const ASK_THE_SERVICE = 'Ask the service to cancel it.';

/** @throws InputProblem when there are several, or its reference cannot stand in a path */
async function onlyNotice(client: ServiceClient, name: string): Promise<NamedNotice | undefined> {
	const [notice, ...others] = await findExactly(client, name);
	if (!notice) return undefined;
	const { reference } = notice;
	if (others.length > 0) {
		const references = [reference, ...others.map((other) => other.reference)];
		throw new InputProblem(
			REFERENCE_LABEL,
			`"${name}" names ${references.length} notices: ${references.join(', ')}. Nothing was cancelled.`,
			`Give the reference that the service returned. If that is "${name}" itself, ask the service to cancel it.`,
		);
	}
	if (isPathSafe(reference)) return notice;
	throw new InputProblem(
		REFERENCE_LABEL,
		`The reference "${reference}" contains characters that could make the service cancel another notice. Nothing was cancelled.`,
		ASK_THE_SERVICE,
	);
}

/** The notices of exactly this name. @throws ServiceFailure when the service refuses one of them */
async function findExactly(client: ServiceClient, asked: string): Promise<NamedNotice[]> {
	try {
		const body = { references: [asked] };
		const answer = await client.call({ method: 'POST', path: '/annonces/statuts', body });
		// Nothing is touched, and nothing counts as gone, on the word of an answer without the list.
		if (answer.annonces === undefined) {
			throw new ServiceFailure('notTheService', { missing: 'annonces' });
		}
		const entries = recordsOf(answer, 'annonces');
		const notices = namedExactly(entries, asked);
		const inAnyCase = entriesOf([asked], entries).get(asked);
		if (notices.length === 0 && inAnyCase) checkCase(asked, inAnyCase);
		return notices;
	} catch (failure) {
		const refused = refusalOfOneNotice(failure);
		if (refused) throw rethrown(refused);
		return [];
	}
}

/** A name in other letters may be that of another notice, but does not say that there is none. @throws InputProblem */
function checkCase(asked: string, found: Answer): void {
	const names = [found.reference, found.numero_commande].map(nonEmptyText);
	if (names.includes(asked) || !isAnswer(readEntry(found, 'statut'))) return;
	const written = names.filter((name) => name?.toLowerCase() === asked.toLowerCase()).join(', ');
	throw new InputProblem(
		REFERENCE_LABEL,
		`The service writes "${asked}" as "${written}". Nothing was cancelled.`,
		'Give it as the service writes it.',
	);
}

/** An answer may repeat a notice, which then counts once. @throws ServiceFailure */
function namedExactly(entries: readonly Answer[], asked: string): NamedNotice[] {
	const named = new Map<string, NamedNotice>();
	for (const entry of entries) {
		const names = [entry.reference, entry.numero_commande].map(nonEmptyText);
		if (!names.includes(asked)) continue;
		const notice = readEntry(entry, 'statut');
		if (notice instanceof ServiceFailure) throw notice;
		const reference = notice && referenceIn(notice);
		if (notice && reference !== undefined) named.set(reference, { reference, answer: notice });
	}
	return [...named.values()];
}

const GONE: Deleted = { answer: undefined };

/**
 * Cancels the notice that was named and no other: only the service's own reference, returned for exactly the text that
 * was given, goes into a path.
 *
 * @throws UnknownOutcome
 */
export async function deleteNotice(
	client: ExecutionClient,
	cancellations: Cancellations,
	reference: string,
): Promise<Deleted> {
	const cancellation = cancellations.get(reference) ?? deleteOnce(client, reference);
	cancellations.set(reference, cancellation);
	try {
		return await cancellation;
	} catch (failure) {
		// What was certainly not done may be tried again.
		if (!isUnknown(failure)) cancellations.delete(reference);
		throw rethrown(failure);
	}
}

async function mayBeDone(cancellation: Promise<unknown>): Promise<boolean> {
	try {
		await cancellation;
		return true;
	} catch (failure) {
		return isUnknown(failure);
	}
}

function isUnknown(failure: unknown): boolean {
	return failure instanceof UnknownOutcome;
}

async function deleteOnce(client: ExecutionClient, reference: string): Promise<Deleted> {
	const ask = async (afterMs: number): Promise<Deleted | undefined> => {
		if (afterMs > 0) await client.pause(afterMs);
		const found = await fetchStatus(client, reference);
		if (found === undefined || matchesOnlyByOrderNumber(found, reference)) return GONE;
		// A suspended notice that is not returned may be another one as well.
		if (found instanceof ServiceFailure) throw found;
		return undefined;
	};
	const look = async (refusal?: ServiceFailure): Promise<Deleted | undefined> => {
		try {
			// Only just cancelled, it may still be found.
			return (await ask(0)) ?? (await ask(timings().beforeResendMs));
		} catch (reason) {
			// Sent again unasked, it could cancel another notice, whose order number is this reference.
			throw rethrown(unknownCancellation(reference, refusal ?? reason));
		}
	};
	return await exactlyOnce<Deleted>(client, {
		send: async (sideEffect) => {
			const path = `/annonce/${reference}`;
			const answer = await client.call({ method: 'DELETE', path, sideEffect });
			if (confirmsCancellation(answer, reference)) return { answer };
			throw new ServiceFailure('notTheService', { missing: `reference ${reference}` });
		},
		// The service knew the notice a moment ago: a server on the way may have sent the call twice.
		settledBy: async (failure, lost) => {
			if (!saysUnknown(failure)) return undefined;
			const reason = lost ?? failure;
			const done = await look(reason);
			if (!done) throw unknownCancellation(reference, reason);
			return lost ? done : { ...done, mayBeByOthers: true };
		},
		look,
		repeatable: true,
		unknown: (reason) => unknownCancellation(reference, reason),
	});
}

/** What the specification lists: no notice that was cancelled has one of them. */
const STATUSES = ['a-paraitre', 'parue', 'suspendue'];

/** A server on the way may cross answers: that of a cancellation names its notice, and is no status (specification, endpoint 3). */
function confirmsCancellation(answer: Answer, reference: string): boolean {
	const isOfStatus = STATUSES.includes(trimmedText(answer.statut));
	if (isOfStatus && answer.documents === undefined) return false;
	return referenceIn(answer) !== undefined && agrees(answer.reference, reference);
}

/** Whether the service found another notice, whose order number is this reference. */
function matchesOnlyByOrderNumber(found: FoundNotice, reference: string): boolean {
	if (!isAnswer(found) || agrees(found.reference, reference)) return false;
	const number = nonEmptyText(found.numero_commande);
	return number !== undefined && agrees(number, reference);
}

function unknownCancellation(reference: string, reason: unknown): UnknownOutcome {
	return new UnknownOutcome(
		`It is not known whether the notice ${reference} was cancelled.`,
		'Run Notice > Get Status. If it no longer finds the notice, it is cancelled; ' +
			'if it does, cancel it again.',
		reason,
		{ open: `notice ${reference}, not known whether cancelled`, repeatable: true },
	);
}

/** A notice that was cancelled, as far as it is known. */
export type CancelledNotice = CancelledDocuments & {
	readonly reference: string;
	/** It stays a number where the service wrote one. */
	readonly orderNumber: string | number | undefined;
};

/** @param answer undefined when it was lost */
export function cancelledNotice(
	{ reference, answer: known }: NamedNotice,
	answer: Answer | undefined,
): CancelledNotice {
	const orderNumber = numberAsWritten(known.numero_commande);
	return { reference, orderNumber, ...cancelledDocuments(answer) };
}

/** Kept by n8n as plain data, which may have been written by another version of the node. */
export function readCancelled(stored: unknown): CancelledNotice | undefined {
	if (!isRecord(stored)) return undefined;
	const reference = nonEmptyText(stored.reference);
	if (reference === undefined) return undefined;
	return {
		reference,
		orderNumber: numberAsWritten(stored.orderNumber),
		documents: listOfFields(stored.documents) as IDataObject[],
		notes: Array.isArray(stored.notes) ? stored.notes.map(String) : [],
	};
}

function numberAsWritten(value: unknown): string | number | undefined {
	if (typeof value === 'number') return value;
	if (nonEmptyText(value) === undefined) return undefined;
	return String(value);
}
