/** Reads one kind of answers about many notices with few calls: bisecting, within a budget, finds what a list fails for. */
import { serviceFailure, ServiceFailure } from '../errors/failures';
import type { ServiceClient } from '../transport/client';
import {
	askForList,
	type BatchRoute,
	clientWith,
	isAnswer,
	type ListReading,
	type Unread,
} from './ask';
import type { FoundNotice } from './changes';
import { concernsNotices, mayBeForOne, partSize, refusesList } from './match';

/** The specification names no maximum; a smaller one is found by bisecting. */
export const BATCH_SIZE = 100;

/** How references are read of which some are known to be refused. */
interface ReadOptions {
	/** Whether any of them was refused before: the route is not given up for what may be refused for that one. */
	readonly wereRefused?: boolean;
	/** Whether each list is sent once, also where its answer is lost. */
	readonly isSentOnce?: boolean;
}

export interface ReadingRules {
	/** Whether parts of the list may be answered where the whole was not; else the reading stops. */
	readonly isWorthBisecting: (failure: ServiceFailure) => boolean;
	/** Whether another call may be sent by now. */
	readonly mayAsk: () => boolean;
	/** How much a failed call for so many notices speaks for a route that is down. An answer sets the sum to zero. */
	readonly weightOf: (failure: ServiceFailure, notices: number, isAnswered: boolean) => number;
	/** With a larger sum the route is taken to be down. */
	readonly maxFailureWeight: number;
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
	/** Those that make any list fail, that are refused, or that may be why a list was. */
	readonly atFault = new Set<string>();
	/** Why the smallest list that each reference stood in has failed. */
	readonly failures = new Map<string, ServiceFailure>();
	/** The first failure for which something was not read. */
	failure: ServiceFailure | undefined;
	/** What was asked for, answered or not. */
	readonly asked = new Set<string>();
	/** Whether any call was answered. */
	isAnswered = false;
	/** The failure that has ended the reading. */
	stoppedBy: ServiceFailure | undefined;
	/** References per call: fewer when the service takes fewer. */
	size = BATCH_SIZE;
	/** Whether any of what is being read was refused before. */
	private wereRefused = false;
	private failureWeight = 0;
	/** The smallest list that each reference was refused in. */
	private readonly refusedIn = new Map<string, readonly string[]>();
	/** References in the longest list that was answered, or a part of it. */
	private longestAnswered = 0;
	private readonly refused: Unread[] = [];
	private partCalls = 0;
	private readonly onceClient: ServiceClient;

	constructor(
		private readonly client: ServiceClient,
		private readonly route: BatchRoute,
		private readonly rules: ReadingRules,
	) {
		this.onceClient = clientWith(client, { once: true });
	}

	/** One list after the other until one is answered, because the service may take fewer, or none; then all together. */
	async read(
		references: readonly string[],
		{ wereRefused = false, isSentOnce = false }: ReadOptions = {},
	): Promise<void> {
		this.wereRefused = wereRefused;
		this.failureWeight = 0;
		const client = isSentOnce ? this.onceClient : this.client;
		const todo = references.filter((reference) => !this.found.has(reference));
		while (todo.length > 0) {
			const lists = this.takeLists(todo);
			const unread = await Promise.all(lists.map(async (list) => await this.ask(list, client)));
			todo.push(...(await this.bisectEach(unread)));
			// What is refused behind others comes last, because finding its cause takes calls.
			while (todo.length === 0 && this.refused.length > 0) {
				todo.push(...(await this.bisectEach(this.refused.splice(0))));
			}
		}
	}

	private takeLists(todo: string[]): string[][] {
		if (!this.isAnswered) return [todo.splice(0, this.size)];
		const lists: string[][] = [];
		while (todo.length > 0) lists.push(todo.splice(0, this.size));
		return lists;
	}

	/** @returns what is asked for in smaller lists */
	private async bisectEach(unread: ReadonlyArray<Unread | undefined>): Promise<string[]> {
		const tooLong: Array<Promise<readonly string[]>> = [];
		for (const one of unread) {
			if (one === undefined) continue;
			const bisected = this.bisect(one);
			tooLong.push(bisected);
			// All at once would use up the bound of calls, or of failures, before any of them is bisected to a notice.
			if (this.rules.mostPartCalls !== undefined || !refusesList(one.failure)) await bisected;
		}
		return (await Promise.all(tooLong)).flat();
	}

	/** Finds what a list fails for: a notice, or its length. @returns what is asked for in smaller lists */
	private async bisect({ list, failure }: Unread): Promise<string[]> {
		const [only = ''] = list;
		if (list.length === 1) {
			this.found.set(only, failure);
			this.atFault.add(only);
			this.failure ??= failure;
			return [];
		}
		// Any of it may be why, until its part is answered. Where no part may be asked for, it keeps its turn.
		if (mayBeForOne(failure) && !this.isBoundReached()) this.suspect(list);
		const size = partSize(list, failure);
		const tooLong: string[] = [];
		for (let at = 0; at < list.length; at += size) {
			tooLong.push(...(await this.readPart(list.slice(at, at + size), failure)));
		}
		const isNoneAtFault = list.every(
			(reference) => isAnswer(this.found.get(reference)) && !this.atFault.has(reference),
		);
		const mayBeTooLong = isNoneAtFault && this.mayBeTooLong({ list, failure });
		if (mayBeTooLong && (await this.failsAgain(list, failure))) {
			this.size = Math.min(this.size, size);
		}
		return tooLong;
	}

	private mayBeTooLong({ list, failure }: Unread): boolean {
		if (list.length <= this.longestAnswered) return false;
		if (failure.kind === 'refusal' || refusesList(failure)) return true;
		// What is lost may be lost for its length where no longer list is asked for; a shorter one more likely by chance.
		return list.length === this.size;
	}

	/**
	 * A service in trouble for a moment fails lists of any length, and a notice that was unknown or suspended may be there by
	 * now: only a list that it fails once more is too long.
	 */
	private async failsAgain(list: readonly string[], failure: ServiceFailure): Promise<boolean> {
		if (!failure.mayBeDone && !concernsNotices(failure)) return true;
		if (this.stoppedBy || this.isBoundReached()) return false;
		this.partCalls++;
		const again = await askForList(this.onceClient, this.route, list).catch(serviceFailure);
		return again instanceof ServiceFailure;
	}

	private get isDown(): boolean {
		return this.failureWeight > this.rules.maxFailureWeight;
	}

	/** Whether no more calls may be made to find what a list fails for. */
	private isBoundReached(): boolean {
		const { mostPartCalls, mayAsk } = this.rules;
		if (this.isDown || !mayAsk()) return true;
		return mostPartCalls !== undefined && this.partCalls >= mostPartCalls;
	}

	private async readPart(
		part: readonly string[],
		ofWhole: ServiceFailure,
	): Promise<readonly string[]> {
		if (part.length > this.size) return part;
		if (this.isBoundReached()) {
			this.failure ??= ofWhole;
			return [];
		}
		this.partCalls++;
		const isRepeated = part.length === 1 && this.rules.repeatsSingle;
		const unread = await this.ask(part, isRepeated ? this.client : this.onceClient, true);
		return unread === undefined ? [] : await this.bisect(unread);
	}

	/** @returns what of the list is asked for in parts */
	private async ask(
		list: readonly string[],
		client: ServiceClient,
		isPart = false,
	): Promise<Unread | undefined> {
		if (this.stoppedBy || !this.rules.mayAsk()) return undefined;
		for (const reference of list) this.asked.add(reference);
		const answered = await askForList(client, this.route, list).catch(serviceFailure);
		if (answered instanceof ServiceFailure) {
			return this.followFailure({ list, failure: answered }, isPart);
		}
		this.take(list, answered);
		return undefined;
	}

	private take(list: readonly string[], { found, failsAlone, refused }: ListReading): void {
		this.isAnswered = true;
		this.failureWeight = 0;
		this.longestAnswered = Math.max(this.longestAnswered, list.length);
		if (refused) this.takeRefused(refused);
		for (const reference of list) {
			if (refused?.list.includes(reference)) continue;
			this.found.set(reference, found.get(reference));
			if (!found.has(reference)) this.leftOut.add(reference);
			if (failsAlone) this.suspect([reference]);
			else if (found.get(reference) instanceof ServiceFailure) this.atFault.add(reference);
			else this.atFault.delete(reference);
		}
	}

	/** Any of a list may be why it was refused; of the list that it was cut from, the others no longer. */
	private suspect(list: readonly string[]): void {
		const whole = this.refusedIn.get(list[0] ?? '') ?? [];
		for (const one of whole) {
			this.refusedIn.delete(one);
			if (!this.found.has(one)) this.atFault.delete(one);
		}
		for (const one of list) {
			this.refusedIn.set(one, list);
			this.atFault.add(one);
		}
	}

	private takeRefused(refused: Unread): void {
		const unread = this.followFailure(refused, true);
		if (unread) this.refused.push(unread);
	}

	private followFailure(unread: Unread, isPart: boolean): Unread | undefined {
		const { list, failure } = unread;
		for (const reference of list) this.failures.set(reference, failure);
		// Lists that are asked for together fail together.
		const isAlone = isPart || !this.isAnswered;
		if (isAlone) this.failureWeight += this.rules.weightOf(failure, list.length, this.isAnswered);
		const isWorthBisecting = this.rules.isWorthBisecting(failure);
		if (isWorthBisecting && !this.isDown) return unread;
		this.failure ??= failure;
		if (!isWorthBisecting || !this.wereRefused) this.stoppedBy = failure;
		return undefined;
	}
}
