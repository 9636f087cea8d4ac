/** Reads one kind of answers about many notices with few calls: one bisection, within a budget, finds what a list fails for. */
import { type FailureKind, serviceFailure, ServiceFailure } from '../errors/failures';
import type { ServiceClient } from '../transport/client';
import { askForNotice, askForNotices, type BatchRoute, isAnswer, withoutRepeats } from './ask';
import { concernsNotices, isOfList } from './match';
import type { FoundNotice } from './changes';

/** The specification names no maximum; a smaller one is found by bisecting. */
export const BATCH_SIZE = 100;

export interface ReadingRules {
	/** Whether parts of the list may fare better; else the reading stops. */
	readonly mayFareBetter: (failure: ServiceFailure) => boolean;
	/** Whether another call may be sent by now. */
	readonly mayAsk: () => boolean;
	/** How many doubts of the route a failed call for so many notices raises. An answer takes all of them away. */
	readonly doubtsOf: (failure: ServiceFailure, notices: number, isAnswered: boolean) => number;
	/** With more of them the route is taken to be down. */
	readonly mostDoubts: number;
	/** Calls for parts of lists; without a bound where undefined. */
	readonly mostPartCalls: number | undefined;
	/** Whether a part of one notice is asked for again after a lost answer. One of several never is: bisecting does that. */
	readonly repeatsSingle: boolean;
}

export class NoticeReader {
	/** What was learned of each reference. One that is absent was not read. */
	readonly found = new Map<string, FoundNotice>();
	/** Those that an answer neither has nor refuses. */
	readonly leftOut = new Set<string>();
	/** Why the smallest list that each reference stood in has failed. */
	readonly failures = new Map<string, ServiceFailure>();
	/** The first failure for which something was not read. */
	failure: ServiceFailure | undefined;
	/** Whether a call was sent, and whether one was answered. */
	hasAsked = false;
	isAnswered = false;
	/** The failure that has ended the reading. */
	stoppedBy: ServiceFailure | undefined;
	/** References per call: fewer when the service takes fewer. */
	size = BATCH_SIZE;
	private doubts = 0;
	private partCalls = 0;
	private readonly onceClient: ServiceClient;

	constructor(
		private readonly client: ServiceClient,
		private readonly route: BatchRoute,
		private readonly rules: ReadingRules,
	) {
		this.onceClient = withoutRepeats(client);
	}

	/** One list after the other until one is answered, because the service may take fewer, or none; then all together. */
	async read(references: readonly string[]): Promise<void> {
		const todo = references.filter((reference) => !this.found.has(reference));
		while (todo.length > 0) {
			const lists = this.takeLists(todo);
			const failures = await Promise.all(lists.map(async (list) => await this.ask(list)));
			todo.push(...(await this.bisectEach(lists, failures)));
		}
	}

	private takeLists(todo: string[]): string[][] {
		if (!this.isAnswered) return [todo.splice(0, this.size)];
		const lists: string[][] = [];
		while (todo.length > 0) lists.push(todo.splice(0, this.size));
		return lists;
	}

	/** @returns what is asked for in smaller lists */
	private async bisectEach(
		lists: readonly string[][],
		failures: ReadonlyArray<ServiceFailure | undefined>,
	): Promise<string[]> {
		const tooLong: Array<Promise<readonly string[]>> = [];
		for (const [at, list] of lists.entries()) {
			const failure = failures[at];
			if (failure === undefined) continue;
			const bisected = this.bisect(list, failure);
			tooLong.push(bisected);
			// All at once would use up a bound, or raise every doubt, before any of them is bisected to a notice.
			if (this.rules.mostPartCalls !== undefined || !isOfList(failure)) await bisected;
		}
		return (await Promise.all(tooLong)).flat();
	}

	/** Finds what a list fails for: a notice, or its length. @returns what is asked for in smaller lists */
	private async bisect(list: readonly string[], failure: ServiceFailure): Promise<string[]> {
		const [only = ''] = list;
		if (list.length === 1) {
			this.found.set(only, failure);
			this.failure ??= failure;
			return [];
		}
		const size = partSize(list, failure);
		const tooLong: string[] = [];
		for (let at = 0; at < list.length; at += size) {
			tooLong.push(...(await this.readPart(list.slice(at, at + size), failure)));
		}
		const isNoneAtFault = list.every((reference) => isAnswer(this.found.get(reference)));
		// What is lost may be lost for its length where no longer list is asked for; a shorter one more likely by chance.
		const isLongest = list.length === this.size;
		const mayBeOfLength = failure.kind === 'refusal' || isOfList(failure) || isLongest;
		if (isNoneAtFault && mayBeOfLength && (await this.failsAgain(list, failure))) {
			this.size = Math.min(this.size, size);
		}
		return tooLong;
	}

	/** A service in trouble for a moment fails lists of any length: only one that it fails once more is too long. */
	private async failsAgain(list: readonly string[], failure: ServiceFailure): Promise<boolean> {
		if (!failure.ambiguous) return true;
		if (this.stoppedBy || !this.rules.mayAsk()) return false;
		this.partCalls++;
		const again = await askForNotices(this.onceClient, this.route, list).catch(serviceFailure);
		return again instanceof ServiceFailure;
	}

	private async readPart(
		part: readonly string[],
		ofWhole: ServiceFailure,
	): Promise<readonly string[]> {
		if (part.length > this.size) return part;
		if (this.partCalls === this.rules.mostPartCalls) {
			this.failure ??= ofWhole;
			return [];
		}
		this.partCalls++;
		const failure = await this.ask(part, true);
		if (failure === undefined) return [];
		return await this.bisect(part, failure);
	}

	/** @returns the failure of the list where its parts are asked for */
	private async ask(list: readonly string[], isPart = false): Promise<ServiceFailure | undefined> {
		if (this.stoppedBy || !this.rules.mayAsk()) return undefined;
		this.hasAsked = true;
		const isRepeated = !isPart || (list.length === 1 && this.rules.repeatsSingle);
		const client = isRepeated ? this.client : this.onceClient;
		const answered = await askForNotices(client, this.route, list).catch(serviceFailure);
		if (answered instanceof ServiceFailure) return this.followFailure(list, answered, isPart);
		this.isAnswered = true;
		this.doubts = 0;
		for (const reference of list) {
			this.found.set(reference, answered.get(reference));
			if (!answered.has(reference)) this.leftOut.add(reference);
		}
		return undefined;
	}

	private followFailure(
		list: readonly string[],
		failure: ServiceFailure,
		isPart: boolean,
	): ServiceFailure | undefined {
		for (const reference of list) this.failures.set(reference, failure);
		// Lists that are asked for together fail together.
		const isAlone = isPart || !this.isAnswered;
		if (isAlone) this.doubts += this.rules.doubtsOf(failure, list.length, this.isAnswered);
		const isDown = this.doubts > this.rules.mostDoubts;
		if (!isDown && this.rules.mayFareBetter(failure)) return failure;
		this.failure ??= failure;
		this.stoppedBy = failure;
		return undefined;
	}
}

/** Lists of fewer references are asked for one by one where several of them may be unknown: that costs less. */
const SHORT_LIST = 8;

/** How many references go into each part of a list: half of it, until it is short. */
function partSize(list: readonly string[], failure: ServiceFailure): number {
	const isShort = list.length < SHORT_LIST && concernsNotices(failure);
	if (isShort) return 1;
	return Math.ceil(list.length / 2);
}

/**
 * Asks for each reference once; one alone goes over its own route. A list that cannot be read costs only its own
 * references.
 *
 * @returns an entry for every reference asked
 * @throws ServiceFailure when nothing at all could be read
 */
export async function fetchNotices(
	client: ServiceClient,
	route: BatchRoute,
	references: Iterable<string>,
): Promise<ReadonlyMap<string, FoundNotice>> {
	const asked = [...new Set(references)];
	const [first, ...others] = asked;
	if (first === undefined) return new Map();
	if (others.length === 0) return new Map([[first, await askForNotice(client, route, first)]]);
	const reader = new NoticeReader(client, route, FOR_OPERATIONS);
	await reader.read(asked);
	const found = new Map(asked.map((reference) => [reference, foundOrWhyNot(reader, reference)]));
	const failure = found.get(first);
	if (failure instanceof ServiceFailure && ![...found.values()].some(isOfNotice)) throw failure;
	return found;
}

/** After these every other call would fail as well: no quota, no time, no connection. */
export const ENDS_ALL: ReadonlySet<FailureKind> = new Set([
	'quota',
	'busy',
	'cancelled',
	'notSent',
]);

/** One list may be bisected to each of its references: what all of them are refused for is not their fault. */
const MOST_DOUBTS = 2 * BATCH_SIZE;
/** Twenty lost calls in a row are past belief: seven lead to a notice, and its neighbours may be lost too. */
const DOUBTS_OF_LOST = MOST_DOUBTS / 20;
/** A notice alone is asked for so often, its own route included, before that counts as lost. */
const CALLS_FOR_ONE = 4;

/** The person waits for all of it. A list may also be lost or answered with a page for just one of its notices. */
const FOR_OPERATIONS: ReadingRules = {
	mayFareBetter: (failure) =>
		isOfList(failure) || (failure.ambiguous && !ENDS_ALL.has(failure.kind)),
	mayAsk: () => true,
	doubtsOf: (failure, notices, isAnswered) => {
		if (isOfList(failure)) return isAnswered ? 0 : 1;
		return notices === 1 ? DOUBTS_OF_LOST * CALLS_FOR_ONE : DOUBTS_OF_LOST;
	},
	mostDoubts: MOST_DOUBTS,
	mostPartCalls: undefined,
	repeatsSingle: true,
};

/** A reference that was not read has the failure of its smallest list, or `noAnswer` where that is about another notice. */
function foundOrWhyNot(reader: NoticeReader, reference: string): FoundNotice {
	if (reader.found.has(reference)) return reader.found.get(reference);
	const failure = reader.failures.get(reference) ?? reader.failure;
	if (failure === undefined || concernsNotices(failure)) return new ServiceFailure('noAnswer');
	return failure;
}

/** A poll has little time, and others follow: other notices may fare better than these, whatever these met with. */
export const FOR_POLLS: Omit<ReadingRules, 'mayAsk'> = {
	mayFareBetter: (failure) =>
		!ENDS_ALL.has(failure.kind) && failure.kind !== 'redirect' && !failure.isOfCaller,
	doubtsOf: (_failure, _notices, isAnswered) => (isAnswered ? 0 : 1),
	// Bisecting a batch to one notice takes so many calls.
	mostDoubts: 7,
	// For each kind of reading: else one kind would use up the time of all.
	mostPartCalls: 20,
	repeatsSingle: false,
};

/** Whether anything is known of the notice itself. */
function isOfNotice(found: FoundNotice): boolean {
	return !(found instanceof ServiceFailure) || concernsNotices(found);
}
