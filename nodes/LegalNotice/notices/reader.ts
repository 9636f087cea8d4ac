/** Reads one kind of answers about many notices with few calls: one bisection, within a budget, finds what a list fails for. */
import { asThrown, type FailureKind, ServiceFailure } from '../errors/failures';
import type { ServiceClient } from '../transport/client';
import {
	askForNotice,
	askForNotices,
	type BatchRoute,
	concernsNotices,
	isAnswer,
	isOfCaller,
	isOfList,
} from './ask';
import type { FoundNotice } from './changes';

/** The specification names no maximum; a smaller one is found by bisecting. */
export const BATCH_SIZE = 100;

/** What follows when the call for a list has failed. */
export type AfterFailure = 'bisect' | 'leave' | 'stop';

export interface ReadingRules {
	/** `bisect` where parts of the list may fare better, `leave` where just other lists may. */
	readonly afterFailure: (failure: ServiceFailure) => AfterFailure;
	/** Whether another call may be sent by now. */
	readonly mayAsk: () => boolean;
	/** Calls that may fail before any is answered: then the route is taken to be down. */
	readonly mostDoubts: number;
	/** Calls for parts of lists; without a bound where undefined. */
	readonly mostPartCalls: number | undefined;
	/** Whether a call for a part is repeated after a lost answer. */
	readonly repeatsParts: boolean;
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
	private readonly partClient: ServiceClient;

	constructor(
		private readonly client: ServiceClient,
		private readonly route: BatchRoute,
		private readonly rules: ReadingRules,
	) {
		const once: ServiceClient['call'] = async (call) => await client.call({ ...call, once: true });
		this.partClient = rules.repeatsParts ? client : { ...client, call: once };
	}

	/** One list after the other until one is answered, because the service may take fewer, or none; then all together. */
	async read(references: readonly string[]): Promise<void> {
		const todo = references.filter((reference) => !this.found.has(reference));
		while (todo.length > 0) {
			const lists = this.takeLists(todo);
			const ask = async (list: readonly string[]) => await this.ask(list, this.client);
			const failures = await Promise.all(lists.map(ask));
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
			// All at once would use up a bound before any of them is bisected to a notice.
			if (this.rules.mostPartCalls !== undefined) await bisected;
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
		const mayBeOfLength = failure.kind === 'refusal' || isOfList(failure);
		if (isNoneAtFault && mayBeOfLength) this.size = Math.min(this.size, size);
		return tooLong;
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
		const failure = await this.ask(part, this.partClient);
		if (failure === undefined) return [];
		return await this.bisect(part, failure);
	}

	/** @returns the failure of the list where its parts are asked for */
	private async ask(
		list: readonly string[],
		client: ServiceClient,
	): Promise<ServiceFailure | undefined> {
		if (this.stoppedBy || !this.rules.mayAsk()) return undefined;
		this.hasAsked = true;
		const answered = await this.send(list, client);
		if (answered instanceof ServiceFailure) return this.followFailure(list, answered);
		this.isAnswered = true;
		for (const reference of list) {
			this.found.set(reference, answered.get(reference));
			if (!answered.has(reference)) this.leftOut.add(reference);
		}
		return undefined;
	}

	private async send(list: readonly string[], client: ServiceClient) {
		try {
			return await askForNotices(client, this.route, list);
		} catch (failure) {
			if (failure instanceof ServiceFailure) return failure;
			throw asThrown(failure);
		}
	}

	private followFailure(
		list: readonly string[],
		failure: ServiceFailure,
	): ServiceFailure | undefined {
		for (const reference of list) this.failures.set(reference, failure);
		if (!this.isAnswered) this.doubts++;
		const isDown = this.doubts > this.rules.mostDoubts;
		const next = this.rules.afterFailure(failure);
		if (next === 'bisect' && !isDown) return failure;
		this.failure ??= failure;
		if (next !== 'leave') this.stoppedBy = failure;
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

/** The person waits for all of it, and a list is bisected as far as that helps. */
const FOR_OPERATIONS: ReadingRules = {
	afterFailure: (failure) => {
		if (isOfList(failure)) return 'bisect';
		const isLost = failure.ambiguous || failure.kind === 'redirect' || failure.kind === 'blocked';
		return isLost ? 'leave' : 'stop';
	},
	mayAsk: () => true,
	// One list may be bisected to each of its references: what all of them are refused for is not their fault.
	mostDoubts: 2 * BATCH_SIZE,
	mostPartCalls: undefined,
	repeatsParts: true,
};

/** A reference that was not read has the failure of its smallest list, or `noAnswer` where that is about another notice. */
function foundOrWhyNot(reader: NoticeReader, reference: string): FoundNotice {
	if (reader.found.has(reference)) return reader.found.get(reference);
	const failure = reader.failures.get(reference) ?? reader.failure;
	if (failure === undefined || concernsNotices(failure)) return new ServiceFailure('noAnswer');
	return failure;
}

/** After these every other call would fail as well: no quota, no time, no connection. */
export const ENDS_ALL: ReadonlySet<FailureKind> = new Set([
	'quota',
	'busy',
	'cancelled',
	'notSent',
]);

/** A poll has little time, and others follow: other notices may fare better than these, whatever these met with. */
export const FOR_POLLS: Omit<ReadingRules, 'mayAsk'> = {
	afterFailure: (failure) => {
		const isOfAll =
			ENDS_ALL.has(failure.kind) || failure.kind === 'redirect' || isOfCaller(failure);
		return isOfAll ? 'stop' : 'bisect';
	},
	// Bisecting a batch to one notice takes so many calls.
	mostDoubts: 7,
	// For each kind of reading: else one kind would use up the time of all.
	mostPartCalls: 20,
	repeatsParts: false,
};

/** Whether anything is known of the notice itself. */
function isOfNotice(found: FoundNotice): boolean {
	return !(found instanceof ServiceFailure) || concernsNotices(found);
}
