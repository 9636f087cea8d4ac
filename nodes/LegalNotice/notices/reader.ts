/**
 * Reads what the service knows of many notices with few calls. One reader serves all routes of a poll or an operation: what
 * it has learned of the length of lists, and of a service that is away, holds for each of them.
 *
 * A list that fails is searched. It is sent once more if its answer was lost. If it fails again, it falls into parts: a tenth
 * each, and a tenth into single names, so that three calls one after the other find every name that lists fail for. A list
 * that is refused for its length falls into halves, until one is short enough.
 */
import { serviceFailure, ServiceFailure } from '../errors/failures';
import type { ServiceClient } from '../transport/client';
import { READ_ONCE } from '../transport/sendingAgain';
import { askForList, askForNotice, type BatchRoute, clientWith, isAnswer, readEntry } from './ask';
import { saysSuspended, type FoundNotice } from './changes';
import { concernsNotices, isLost, isWorthBisecting, saysUnknownOfOne } from './match';

export const ROUTES: readonly BatchRoute[] = ['statut', 'documents', 'factures'];

/** The specification names no maximum; a smaller one is found by halving. */
export const BATCH_SIZE = 100;

/** So many lists in a row without an answer, ten of which may have been under way at one moment, and the service is away. */
const MOST_LOST = 10;
/** A client that repeats a call sends it three times before it gives up. */
const ATTEMPTS = 3;

/** What was learned over one route, by name. */
export interface RouteRead<Kept> {
	/** What was kept of each answer: a name that is not in it was not answered. */
	readonly answered: Map<string, Kept>;
	/** Why the smallest list that a name was in failed. */
	readonly failures: Map<string, ServiceFailure>;
	/** Names for which a list fails that holds nothing else: they spoil the lists of others. */
	readonly failedAlone: Set<string>;
	/** Whether the service knows any of the names. */
	isAnyFound: boolean;
}

export interface ReadingManner<Kept> {
	/** What is kept of an answer, as soon as it is read: a list of a hundred invoices may take a hundred megabytes. */
	readonly keep: (route: BatchRoute, name: string, found: FoundNotice) => Kept;
	/** Whether another call may be sent by now. */
	readonly mayAsk?: () => boolean;
	/**
	 * Calls for parts of lists. With this bound a call is never repeated by the client: a later poll reads what was lost. Without it
	 * single names and single lists are, because nothing else does.
	 */
	readonly mostPartCalls?: number;
	/** Whether a refusal as suspended is meant for this name. */
	readonly isSuspended?: (name: string) => boolean;
}

/** A list that was not read. */
interface Unread {
	readonly list: readonly string[];
	readonly failure: ServiceFailure;
}

export class NoticeReader<Kept> {
	readonly routes: Readonly<Record<BatchRoute, RouteRead<Kept>>> = {
		statut: nothingRead(),
		documents: nothingRead(),
		factures: nothingRead(),
	};
	/** The failure that has ended the reading. */
	stoppedBy: ServiceFailure | undefined;
	/** Names in a list: fewer once the service has shown that it takes fewer. */
	private size = BATCH_SIZE;
	private isAnyAnswered = false;
	private lostInARow = 0;
	private partCalls = 0;
	/** Searches go one after the other: side by side they would spend the calls for parts on first levels, and find nothing. */
	private lastSearch: Promise<void> = Promise.resolve();
	private readonly onceClient: ServiceClient;
	private readonly repeats: boolean;

	constructor(
		private readonly client: ServiceClient,
		private readonly manner: ReadingManner<Kept>,
	) {
		this.onceClient = clientWith(client, READ_ONCE);
		this.repeats = manner.mostPartCalls === undefined;
	}

	/** Whether no more calls are sent. */
	get isOver(): boolean {
		return this.stoppedBy !== undefined || this.manner.mayAsk?.() === false;
	}

	/** Whether this name was neither answered nor found to fail alone. */
	isOpen(route: BatchRoute, name: string): boolean {
		const { answered, failedAlone } = this.routes[route];
		return !answered.has(name) && !failedAlone.has(name);
	}

	/** Reads names in lists, all at once. */
	async readLists(route: BatchRoute, names: readonly string[]): Promise<void> {
		const open = names.filter((name) => this.isOpen(route, name));
		const lists = inLists(open, this.size);
		const client = this.repeats && lists.length === 1 ? this.client : this.onceClient;
		await Promise.all(lists.map(async (list) => await this.readList(route, list, client)));
	}

	/** Reads one list after the other until one is answered, because the service may be away; then all others at once. */
	async readCautiously(route: BatchRoute, names: readonly string[]): Promise<void> {
		let left = names;
		while (left.length > 0 && !this.isAnyAnswered && !this.isOver) {
			await this.readLists(route, left.slice(0, this.size));
			left = left.filter((name) => this.isOpen(route, name) && !this.failed(route, name));
		}
		await this.readLists(route, left);
	}

	/** Reads one name over its own route. */
	async readAlone(route: BatchRoute, name: string): Promise<void> {
		await this.askAlone(route, name);
	}

	private failed(route: BatchRoute, name: string): boolean {
		return this.routes[route].failures.has(name);
	}

	private async readList(
		route: BatchRoute,
		list: readonly string[],
		client: ServiceClient,
	): Promise<void> {
		const unread = await this.askForAll(route, list, client);
		if (!unread) return;
		const search = this.lastSearch.then(async () => await this.search(route, unread, client));
		this.lastSearch = search;
		await search;
		// A search may have shown that the service takes fewer names.
		if (list.length > this.size && !this.isOver) await this.readLists(route, list);
	}

	private async search(route: BatchRoute, unread: Unread, client: ServiceClient): Promise<void> {
		const { list, failure } = unread;
		if (this.isKnownTooLong(unread) || this.isOver) return;
		const isSentAgain = isLost(failure) && client === this.onceClient;
		const again = isSentAgain ? await this.ask(route, list) : unread;
		if (again) await this.divide(route, again, 0);
	}

	/**
	 * Reads the parts of a list that failed, and divides again what fails of them.
	 *
	 * @param longest names in the longest part beside it that was answered; 0 for none
	 * @returns whether any name of it was answered
	 */
	private async divide(route: BatchRoute, whole: Unread, longest: number): Promise<boolean> {
		if (whole.list.length === 1 || this.isKnownTooLong(whole) || this.isOver) return false;
		const parts = this.partsOf(whole, longest);
		const { mostPartCalls = Infinity } = this.manner;
		if (this.partCalls + parts.length > mostPartCalls) return false;
		this.partCalls += parts.length;
		const asked = await Promise.all(parts.map(async (part) => await this.ask(route, part)));
		const unread = asked.filter((one) => one !== undefined);
		const answered = parts.filter((_part, at) => asked[at] === undefined && !this.isOver);
		const longestAnswered = Math.max(longest, ...answered.map(({ length }) => length));
		// Where the reading ends meanwhile nothing was learned of the length.
		if (unread.length === 0 && answered.length > 0 && isForLength(whole.failure)) {
			this.size = Math.min(this.size, longestAnswered);
		}
		const [first, ...others] = unread;
		if (!first || this.isOver) return answered.length > 0;
		const isFirstAnswered = await this.divide(route, first, longestAnswered);
		// Where nothing is answered, the trouble is not in the names: the other parts would spend calls, and find nothing.
		if (answered.length === 0 && !isFirstAnswered) return false;
		await Promise.all(others.map(async (one) => await this.divide(route, one, longestAnswered)));
		return true;
	}

	/** Then it is read in lists of the length that was found. */
	private isKnownTooLong({ list, failure }: Unread): boolean {
		return isForLength(failure) && list.length > this.size;
	}

	private partsOf({ list, failure }: Unread, longest: number): string[][] {
		const { isSuspended = () => false } = this.manner;
		if (saysSuspended(failure)) {
			const suspended = list.filter(isSuspended);
			const others = list.filter((name) => !isSuspended(name));
			if (suspended.length > 0 && others.length > 0) return [suspended, others];
		}
		// Where a part of some length was answered, another one of that length is not too long.
		const isTooLong = isForLength(failure) && longest === 0;
		return inLists(list, Math.ceil(list.length / (isTooLong ? 2 : 10)));
	}

	/** One part of a list; a single name over its own route, which says what is the matter with it. */
	private async ask(route: BatchRoute, list: readonly string[]): Promise<Unread | undefined> {
		const [only = ''] = list;
		if (list.length === 1) return await this.askAlone(route, only);
		return await this.askForAll(route, list, this.onceClient);
	}

	private async askAlone(route: BatchRoute, name: string): Promise<Unread | undefined> {
		if (this.isOver) return undefined;
		const client = this.repeats ? this.client : this.onceClient;
		const found = await askForNotice(client, route, name).catch(serviceFailure);
		if (found instanceof ServiceFailure && !concernsNotices(found)) {
			return this.follow(route, { list: [name], failure: found }, 1);
		}
		// Here, too, only the name may come back of a notice that the service does not know.
		this.takeAlone(route, name, isAnswer(found) ? readEntry(found, route) : found);
		return undefined;
	}

	private async askForAll(
		route: BatchRoute,
		list: readonly string[],
		client: ServiceClient,
	): Promise<Unread | undefined> {
		if (this.isOver) return undefined;
		const answered = await askForList(client, route, list).catch(serviceFailure);
		if (answered instanceof ServiceFailure) {
			const attempts = client === this.onceClient ? 1 : ATTEMPTS;
			return this.follow(route, { list, failure: answered }, attempts);
		}
		this.noteAnswer();
		for (const [name, found] of answered) this.take(route, name, found);
		return undefined;
	}

	private noteAnswer(): void {
		this.isAnyAnswered = true;
		this.lostInARow = 0;
	}

	private take(route: BatchRoute, name: string, found: FoundNotice): void {
		const read = this.routes[route];
		read.answered.set(name, this.manner.keep(route, name, found));
		if (isAnswer(found)) read.isAnyFound = true;
	}

	/** An answer about one name alone: where the service does not know it, or refuses it, it spoils the lists of others. */
	private takeAlone(route: BatchRoute, name: string, found: FoundNotice): void {
		this.noteAnswer();
		this.take(route, name, found);
		// The files of suspended notices have lists of their own.
		const isWithheld =
			route !== 'statut' && found instanceof ServiceFailure && saysSuspended(found);
		if (!isAnswer(found) && !isWithheld) this.routes[route].failedAlone.add(name);
	}

	/** @returns what was not read, where another call could change that */
	private follow(route: BatchRoute, unread: Unread, attempts: number): Unread | undefined {
		const { list, failure } = unread;
		const [only = ''] = list;
		const isAlone = list.length === 1;
		if (isAlone && (saysUnknownOfOne(failure) || concernsNotices(failure))) {
			this.takeAlone(route, only, saysUnknownOfOne(failure) ? undefined : failure);
			return undefined;
		}
		if (saysSuspended(failure) && list.every((name) => this.manner.isSuspended?.(name))) {
			this.noteAnswer();
			for (const name of list) this.take(route, name, failure);
			return undefined;
		}
		const { failures, failedAlone } = this.routes[route];
		for (const name of list) failures.set(name, failure);
		if (!isWorthBisecting(failure)) this.stoppedBy ??= failure;
		if (this.stoppedBy) return undefined;
		if (isAlone) failedAlone.add(only);
		this.noteFailure(unread, attempts);
		return unread;
	}

	/** Ten names that the service cannot read may be side by side, so single names do not count. */
	private noteFailure({ list, failure }: Unread, attempts: number): void {
		const isAlone = list.length === 1;
		if (isLost(failure) && !isAlone) this.lostInARow += attempts;
		// A list of one cannot be too long: whatever is requested is refused.
		const isRefusing = isAlone && isForLength(failure) && !this.isAnyAnswered;
		if (this.lostInARow > MOST_LOST || isRefusing) this.stoppedBy ??= failure;
	}
}

function nothingRead<Kept>(): RouteRead<Kept> {
	return {
		answered: new Map(),
		failures: new Map(),
		failedAlone: new Set(),
		isAnyFound: false,
	};
}

/** Whether a list is refused for nothing that is known to be in it. */
function isForLength(failure: ServiceFailure): boolean {
	return !isLost(failure) && !concernsNotices(failure);
}

export function inLists(names: readonly string[], size: number): string[][] {
	const lists: string[][] = [];
	for (let at = 0; at < names.length; at += size) lists.push(names.slice(at, at + size));
	return lists;
}
