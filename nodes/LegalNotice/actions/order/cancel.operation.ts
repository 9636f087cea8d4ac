/** Notice: Cancel, in four beats: a name is read, found to mean one notice, which is cancelled and told. */
import {
	cancelOptions,
	downloadFilesField,
	effectNotice,
	referenceField,
} from '../../descriptions/references';
import {
	InputProblem,
	isGiven,
	isPathSafe,
	nonEmptyText,
	readReference,
	REFERENCE_LABEL,
	referenceIn,
} from '../../domain/parameters';
import { asThrown, ServiceFailure } from '../../errors/failures';
import { OperationStop, UnknownOutcome } from '../../errors/stops';
import {
	entriesOf,
	fetchStatus,
	isAnswer,
	readEntry,
	refusalOfOneNotice,
	saysUnknown,
} from '../../notices/ask';
import type { FoundNotice } from '../../notices/changes';
import { filesOf } from '../../notices/files';
import type { ExecutionClient, ServiceClient } from '../../transport/client';
import { type Answer, recordsOf } from '../../transport/envelope';
import { exactlyOnce } from '../../transport/exactlyOnce';
import { timings } from '../../transport/timings';
import { flag, type ItemMemory, itemOperation, parameter } from '../context';
import { tryFiles } from '../noticeItems';
import { agrees } from './orderNumbers';
import { cancelledDocuments, cancelledFields } from './output';

/** Cancels a notice for good (specification, endpoint 3). */
export const cancel = itemOperation({
	option: {
		name: 'Cancel',
		value: 'cancel',
		action: 'Cancel notice for good',
		description: 'Cancel an ordered notice for good; returns its invoice and credit note (avoir)',
	},
	hasEffect: true,
	properties: [
		effectNotice(
			'Running this step cancels the notice for good. On production it will not be published.',
		),
		referenceField,
		downloadFilesField,
		cancelOptions,
	],
	async execute(context, itemIndex) {
		const asked = readReference(parameter(context, 'reference', itemIndex));
		const wantsFiles = flag(context, 'downloadFiles', itemIndex);
		const client = await context.client();
		const cancelled = await cancelNamed(client, asked, context.memoryOf(itemIndex));
		const cancellation = { asked, ...cancelled, ...cancelledDocuments(cancelled.answer) };
		const { documents, reference } = cancellation;
		const files = wantsFiles ? filesOf(documents, reference) : [];
		const { binary, missing } = await tryFiles(context, files);
		const json = cancelledFields(client, cancellation, missing);
		return [Object.keys(binary).length > 0 ? { json, binary } : { json }];
	},
});

/** A notice by the service's own name, which may stand in a path. */
export interface NamedNotice {
	readonly reference: string;
	readonly answer: Answer;
}

/** The notice of exactly this name, if there is one. @throws InputProblem, OperationStop when no address is sure to mean it */
export async function resolveNotice(
	client: ServiceClient,
	asked: string,
): Promise<NamedNotice | undefined> {
	// Cancelled by another item, it is gone: its reference may find another notice now, whose order number it is.
	if (await cancellationOf(client, asked)?.then(() => true, isUnknown)) return undefined;
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
		if (refused) throw asThrown(refused);
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

/** What was cancelled; without an answer when that was lost and the notice is gone. */
interface Cancelled {
	readonly reference: string;
	readonly answer: Answer | undefined;
}

/** @param memory of an earlier cancellation of the execution whose outcome is unknown */
async function cancelNamed(
	client: ExecutionClient,
	asked: string,
	memory: ItemMemory,
): Promise<Cancelled> {
	if (cancellationOf(client, asked)) return await cancelByReference(client, asked, memory);
	const found = await resolveNotice(client, asked);
	const attempted = nonEmptyText(memory.recall()?.reference);
	// Another notice that has the name by now is not the one that was to be cancelled.
	if (attempted !== undefined && found?.reference !== attempted) {
		return { reference: attempted, answer: undefined };
	}
	if (!found) {
		throw new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], asked });
	}
	return await cancelByReference(client, found.reference, memory);
}

async function cancelByReference(
	client: ExecutionClient,
	reference: string,
	memory: ItemMemory,
): Promise<Cancelled> {
	try {
		return { reference, answer: await deleteNotice(client, reference) };
	} catch (failure) {
		if (failure instanceof UnknownOutcome) memory.remember({ reference });
		throw asThrown(failure);
	}
}

type Deleted = Pick<Cancelled, 'answer'>;
const GONE: Deleted = { answer: undefined };
type Cancellation = Promise<Answer | undefined>;

/** By the client of a run: the cancellations that were done in it or are under way, by reference. */
const cancellations = new WeakMap<ServiceClient, Map<string, Cancellation>>();

/** The cancellation of a notice that was done in this run or is under way: items that name one notice share it. */
function cancellationOf(client: ServiceClient, reference: string): Cancellation | undefined {
	return cancellations.get(client)?.get(reference);
}

/**
 * Cancels the notice that was named and no other: only the service's own reference, returned for exactly the text that
 * was given, goes into a path.
 *
 * @returns no answer when it was lost and the notice is gone
 * @throws UnknownOutcome
 */
export async function deleteNotice(client: ExecutionClient, reference: string): Cancellation {
	const ofRun = cancellations.get(client) ?? new Map<string, Cancellation>();
	cancellations.set(client, ofRun);
	const shared = ofRun.get(reference) ?? deleteOnce(client, reference);
	ofRun.set(reference, shared);
	// What was certainly not done may be tried again.
	shared.catch((failure: unknown) => isUnknown(failure) || ofRun.delete(reference));
	return await shared;
}

const isUnknown = (failure: unknown): boolean => failure instanceof UnknownOutcome;

async function deleteOnce(client: ExecutionClient, reference: string): Cancellation {
	const ask = async (afterMs: number): Promise<Deleted | undefined> => {
		if (afterMs > 0) await client.pause(afterMs);
		const found = await fetchStatus(client, reference);
		if (found === undefined || isOnlyItsNumber(found, reference)) return GONE;
		// A suspended notice that is not returned may be another one as well.
		if (found instanceof ServiceFailure) throw found;
		return undefined;
	};
	const look = async (): Promise<Deleted | undefined> => {
		try {
			// Only just cancelled, it may still be found.
			return (await ask(0)) ?? (await ask(timings().beforeResendMs));
		} catch (reason) {
			// Sent again unasked, it could cancel another notice, whose order number is this reference.
			throw asThrown(unknownCancellation(reference, reason));
		}
	};
	const { answer } = await exactlyOnce<Deleted>(client, {
		send: async (sideEffect) => {
			const path = `/annonce/${reference}`;
			const answer = await client.call({ method: 'DELETE', path, sideEffect });
			if (isOfCancellation(answer, reference)) return { answer };
			throw new ServiceFailure('notTheService', { missing: `reference ${reference}` });
		},
		// The service knew the notice a moment ago: a server on the way may have sent the call twice.
		settledBy: async (failure) => {
			if (!saysUnknown(failure)) return undefined;
			const done = await look();
			if (!done) throw unknownCancellation(reference, failure);
			return done;
		},
		look,
		repeatable: true,
		unknown: (reason) => unknownCancellation(reference, reason),
	});
	return answer;
}

/** A server on the way may cross answers: that of a cancellation names its notice, and is no status (specification, endpoint 3). */
function isOfCancellation(answer: Answer, reference: string): boolean {
	if (isGiven(answer.statut) && answer.documents === undefined) return false;
	return referenceIn(answer) !== undefined && agrees(answer.reference, reference);
}

/** Whether it is another notice that the service found, because its order number is this reference: it must not be cancelled. */
function isOnlyItsNumber(found: FoundNotice, reference: string): boolean {
	if (!isAnswer(found) || agrees(found.reference, reference)) return false;
	const number = nonEmptyText(found.numero_commande);
	return number !== undefined && agrees(number, reference);
}

function unknownCancellation(reference: string, reason: unknown): UnknownOutcome {
	return new UnknownOutcome(
		`It is not known whether the notice ${reference} was cancelled.`,
		'Run Notice > Get Status. If it no longer finds the notice, it is cancelled; if it does, cancel it again.',
		reason,
		{ open: `notice ${reference}, not known whether cancelled`, repeatable: true },
	);
}
