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
import { askForList, askForNotice, type Route, clientWith, isAnswer, readEntry } from './ask';
import { saysSuspended, type NoticeReply } from './changes';
import { concernsNotices, isLost, isWorthBisecting, saysUnknownOfOne } from './match';

export const ROUTES: readonly Route[] = ['statut', 'documents', 'factures'];

/** The specification names no maximum; a smaller one is found by halving. */
export const BATCH_SIZE = 100;

/** So many lists in a row without an answer, and the service is away. Fewer may only be those that were under way at one moment. */
const MOST_LOST = 10;
/** A client that repeats a call sends it three times before it gives up. */
const ATTEMPTS = 3;

/** What was learned over one route, by name. */
export interface RouteRead<Kept> {
	/** What was kept of each answer: a name that is not in it was not answered. */
	readonly answered: Map<string, Kept>;
	/** Why the smallest list that a name was in failed. */
	readonly failures: Map<string, ServiceFailure>;
	/** Names that a list may fail for: their own route failed as well, refused them, or does not know them. */
	readonly toReadAlone: Set<string>;
	/** Whether the service knows any of the names. */
	isAnyFound: boolean;
}

export interface ReaderOptions<Kept> {
	/** What is kept of an answer, as soon as it is read: a list of a hundred invoices may take a hundred megabytes. */
	readonly keep: (route: Route, name: string, found: NoticeReply) => Kept;
	/** Whether another call may be sent by now. */
	readonly mayAsk?: () => boolean;
	/** Calls for parts of lists; without a bound as many as it takes. */
	readonly mostPartCalls?: number;
	/** Whether the client repeats calls for single names and single lists. A trigger's does not: its next poll reads what was lost. */
	readonly repeats: boolean;
	/** Whether a refusal as suspended is meant for this name. */
	readonly isSuspended?: (name: string) => boolean;
}

/** A list that was not read. */
interface Unread {
	readonly list: readonly string[];
	readonly failure: ServiceFailure;
}

export class NoticeReader<Kept> {
	readonly routes: Readonly<Record<Route, RouteRead<Kept>>> = {
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

	constructor(
		private readonly client: ServiceClient,
		private readonly options: ReaderOptions<Kept>,
	) {
		this.onceClient = clientWith(client, READ_ONCE);
	}

	/** Whether no more calls are sent. */
	get isOver(): boolean {
		return this.stoppedBy !== undefined || this.options.mayAsk?.() === false;
	}

	/** Whether this name was neither answered nor found to fail alone. */
	isOpen(route: Route, name: string): boolean {
		const { answered, toReadAlone } = this.routes[route];
		return !answered.has(name) && !toReadAlone.has(name);
	}

	/** Reads names in lists, all at once. */
	async readLists(route: Route, names: readonly string[]): Promise<void> {
		const open = names.filter((name) => this.isOpen(route, name));
		const lists = inLists(open, this.size);
		const client = this.options.repeats && lists.length === 1 ? this.client : this.onceClient;
		await Promise.all(lists.map(async (list) => await this.readList(route, list, client)));
	}

	/** Reads one list after the other until one is answered, because the service may be away; then all others at once. */
	async readCautiously(route: Route, names: readonly string[]): Promise<void> {
		let left = names;
		while (left.length > 0 && !this.isAnyAnswered && !this.isOver) {
			await this.readLists(route, left.slice(0, this.size));
			const { failures } = this.routes[route];
			left = left.filter((name) => this.isOpen(route, name) && !failures.has(name));
		}
		await this.readLists(route, left);
	}

	private async readList(
		route: Route,
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

	private async search(route: Route, unread: Unread, client: ServiceClient): Promise<void> {
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
	private async divide(route: Route, whole: Unread, longest: number): Promise<boolean> {
		if (whole.list.length === 1) {
			this.stopWhereRefused(whole);
			return false;
		}
		if (this.isKnownTooLong(whole) || this.isOver) return false;
		const parts = this.partsOf(whole, longest);
		const { mostPartCalls = Infinity } = this.options;
		if (this.partCalls + parts.length > mostPartCalls) return false;
		this.partCalls += parts.length;
		const outcomes = await Promise.all(parts.map(async (part) => await this.ask(route, part)));
		const unread = outcomes.filter((one) => one !== undefined);
		// Nothing is sent once the reading is over.
		const answered = parts.filter((_part, at) => outcomes[at] === undefined && !this.isOver);
		const longestAnswered = Math.max(longest, ...answered.map(({ length }) => length));
		// Where the reading ends meanwhile nothing was learned of the length.
		if (unread.length === 0 && answered.length > 0 && isRefusedAsAWhole(whole.failure)) {
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
		return isRefusedAsAWhole(failure) && list.length > this.size;
	}

	private partsOf({ list, failure }: Unread, longest: number): string[][] {
		const { isSuspended = () => false } = this.options;
		if (saysSuspended(failure)) {
			const suspended = list.filter(isSuspended);
			const others = list.filter((name) => !isSuspended(name));
			if (suspended.length > 0 && others.length > 0) return [suspended, others];
		}
		// Where a part of some length was answered, another one of that length is not too long.
		const isTooLong = isRefusedAsAWhole(failure) && longest === 0;
		return inLists(list, Math.ceil(list.length / (isTooLong ? 2 : 10)));
	}

	/**
	 * One part of a list; a single name over its own route, which says what is the matter with it.
	 *
	 * @returns what was not read; undefined where it was answered, or not sent any more
	 */
	private async ask(route: Route, list: readonly string[]): Promise<Unread | undefined> {
		const [only = ''] = list;
		if (list.length === 1) return await this.readAlone(route, only);
		return await this.askForAll(route, list, this.onceClient);
	}

	/** Reads one name over its own route. @returns what was not read */
	async readAlone(route: Route, name: string): Promise<Unread | undefined> {
		if (this.isOver) return undefined;
		const client = this.options.repeats ? this.client : this.onceClient;
		const found = await askForNotice(client, route, name).catch(serviceFailure);
		if (found instanceof ServiceFailure && !concernsNotices(found)) {
			return this.follow(route, { list: [name], failure: found }, 1);
		}
		// Here, too, only the name may come back of a notice that the service does not know.
		this.takeAlone(route, name, isAnswer(found) ? readEntry(found, route) : found);
		return undefined;
	}

	private async askForAll(
		route: Route,
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

	private take(route: Route, name: string, found: NoticeReply): void {
		const read = this.routes[route];
		read.answered.set(name, this.options.keep(route, name, found));
		if (isAnswer(found)) read.isAnyFound = true;
	}

	/** An answer about one name alone: where the service does not know it, or refuses it, lists may fail for it. */
	private takeAlone(route: Route, name: string, found: NoticeReply): void {
		this.noteAnswer();
		this.take(route, name, found);
		// The files of suspended notices have lists of their own.
		if (!isAnswer(found) && !isWithheld(route, found)) this.routes[route].toReadAlone.add(name);
	}

	/** @returns what was not read, where another call could change that */
	private follow(route: Route, unread: Unread, attempts: number): Unread | undefined {
		const { list, failure } = unread;
		const [only = ''] = list;
		const isAlone = list.length === 1;
		if (isAlone && (saysUnknownOfOne(failure) || concernsNotices(failure))) {
			this.takeAlone(route, only, saysUnknownOfOne(failure) ? undefined : failure);
			return undefined;
		}
		if (isWithheld(route, failure) && list.every((name) => this.options.isSuspended?.(name))) {
			this.noteAnswer();
			for (const name of list) this.take(route, name, failure);
			return undefined;
		}
		const { failures, toReadAlone } = this.routes[route];
		for (const name of list) failures.set(name, failure);
		if (!isWorthBisecting(failure)) this.stoppedBy ??= failure;
		if (this.stoppedBy) return undefined;
		if (isAlone) toReadAlone.add(only);
		this.noteFailure(unread, attempts);
		return unread;
	}

	/** Ten names that the service cannot read may be side by side, so single names do not count. */
	private noteFailure({ list, failure }: Unread, attempts: number): void {
		if (isLost(failure) && list.length > 1) this.lostInARow += attempts;
		if (this.lostInARow > MOST_LOST) this.stoppedBy ??= failure;
	}

	/** A list of one is not too long. Where a search has come down to it and nothing was answered, whatever is requested is refused. */
	private stopWhereRefused({ failure }: Unread): void {
		if (isRefusedAsAWhole(failure) && !this.isAnyAnswered) this.stoppedBy ??= failure;
	}
}

function nothingRead<Kept>(): RouteRead<Kept> {
	return {
		answered: new Map(),
		failures: new Map(),
		toReadAlone: new Set(),
		isAnyFound: false,
	};
}

/** Whether documents or invoices are refused because a notice is suspended. Of a status that says nothing of the others in its list. */
function isWithheld(route: Route, found: NoticeReply): boolean {
	return route !== 'statut' && found instanceof ServiceFailure && saysSuspended(found);
}

/** Whether it is refused, and for nothing that is known to be in it: it may be too long. */
function isRefusedAsAWhole(failure: ServiceFailure): boolean {
	return !isLost(failure) && !concernsNotices(failure);
}

export function inLists(names: readonly string[], size: number): string[][] {
	const lists: string[][] = [];
	for (let at = 0; at < names.length; at += size) lists.push(names.slice(at, at + size));
	return lists;
}
