/**
 * Reads what the service knows of many notices with few calls. One reader serves all routes of a poll or an operation: what
 * it has learned of the length of lists, and of a service that is away, holds for each of them.
 *
 * A list that fails is searched. It is sent once more if its answer was lost. If it fails again, it falls into parts, of a
 * tenth each, and these into single names: every name that lists fail for is found after four calls one after the other, and
 * is then read over its own route. A list that is refused for its length falls into halves, until one is short enough.
 */
import { serviceFailure, ServiceFailure } from '../errors/failures';
import type { ServiceClient } from '../transport/client';
import { READ_ONCE } from '../transport/sendingAgain';
import { askForList, askForNotice, type Route, clientWith, isAnswer } from './ask';
import type { NoticeReply } from './changes';
import {
	concernsNotices,
	endsReading,
	isLost,
	isWorthDividing,
	saysSuspended,
	saysUnknownOfOne,
} from './match';

export const ROUTES: readonly Route[] = ['statut', 'documents', 'factures'];

/** The specification names no maximum; a smaller one is found by halving. */
export const BATCH_SIZE = 100;

/** So many calls of searches without an answer between them, and the service is away. */
const MOST_LOST = 10;

/** What was learned over one route, by name. */
export interface RouteRead<Kept> {
	/** What was kept of each answer: a name that is not in it was not answered. */
	readonly answered: Map<string, Kept>;
	/** Why the smallest list that a name was in failed. */
	readonly failures: Map<string, ServiceFailure>;
	/** Names for which lists fail: one of their own was refused, or failed where others were answered. */
	readonly toReadAlone: Set<string>;
	/** Whether the service knows any of the names. */
	isAnyFound: boolean;
}

export interface ReaderOptions<Kept> {
	/** What is kept of an answer, as soon as it is read: a list of a hundred invoices may take a hundred megabytes. */
	readonly keep: (route: Route, name: string, reply: NoticeReply) => Kept;
	/** Whether another call may be sent by now. */
	readonly mayAsk?: () => boolean;
	/** Calls for parts of lists; without a bound as many as it takes. */
	readonly mostPartCalls?: number;
	/** Whether the client repeats the call where there is only one list. A trigger's does not: its next poll reads what was lost. */
	readonly repeats: boolean;
	/** Whether a refusal as suspended is meant for this name. */
	readonly isSuspended?: (name: string) => boolean;
}

/** A list that was not read. */
interface Unread {
	readonly list: readonly string[];
	readonly failure: ServiceFailure;
}

/** What became of a list. It is `over` where nothing was sent any more, or the reading ended with it. */
type ListOutcome = 'answered' | 'over' | Unread;

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
	/** Calls of searches since the last answer. Other lists do not count: many are under way at one moment. */
	private lostInARow: ServiceFailure[] = [];
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
		const outcome = await this.askForAll(route, list, client);
		if (!isUnread(outcome)) return;
		const search = this.lastSearch.then(async () => await this.search(route, outcome, client));
		this.lastSearch = search;
		await search;
		// A search may have shown that the service takes fewer names.
		if (list.length > this.size && !this.isOver) await this.readLists(route, list);
	}

	private async search(route: Route, unread: Unread, client: ServiceClient): Promise<void> {
		if (this.isKnownTooLong(unread) || this.isOver) return;
		const isSentAgain = isLost(unread.failure) && client === this.onceClient;
		const again = isSentAgain ? await this.askInSearch(route, unread.list) : unread;
		if (!isUnread(again) || (await this.divide(route, again, 0))) return;
		if (this.lostInARow.length >= MOST_LOST) this.stoppedBy ??= this.lostInARow.at(-1);
	}

	private async askInSearch(route: Route, list: readonly string[]): Promise<ListOutcome> {
		const outcome = await this.askForAll(route, list, this.onceClient);
		if (isUnread(outcome) && isLost(outcome.failure)) this.lostInARow.push(outcome.failure);
		return outcome;
	}

	/**
	 * Reads the parts of a list that failed, and divides again what fails of them.
	 *
	 * @param longest names in the longest part beside it that was answered; 0 for none
	 * @returns whether any name of it was answered
	 */
	private async divide(route: Route, whole: Unread, longest: number): Promise<boolean> {
		const [only = ''] = whole.list;
		if (whole.list.length === 1) {
			// A list of one is not too long: where nothing was answered, whatever is requested is refused.
			if (isRefusedAsAWhole(whole.failure) && !this.isAnyAnswered) this.stoppedBy ??= whole.failure;
			return await this.readOverOwnRoute(route, only);
		}
		if (this.isKnownTooLong(whole) || this.isOver) return false;
		const parts = this.partsOf(whole, longest);
		const { mostPartCalls = Infinity } = this.options;
		if (this.partCalls + parts.length > mostPartCalls) return false;
		this.partCalls += parts.length;
		const asked = parts.map(async (part) => await this.askInSearch(route, part));
		const outcomes = await Promise.all(asked);
		const answered = parts.filter((_part, at) => outcomes[at] === 'answered');
		const unread = outcomes.filter(isUnread);
		const longestAnswered = Math.max(longest, ...answered.map(({ length }) => length));
		if (answered.length === parts.length && isRefusedAsAWhole(whole.failure)) {
			this.size = Math.min(this.size, longestAnswered);
		}
		const isAnyAnswered = answered.length > 0;
		return (await this.divideAll(route, unread, longestAnswered, isAnyAnswered)) || isAnyAnswered;
	}

	/**
	 * Looks into the parts of a list that were not read.
	 *
	 * @param isAnyAnswered whether another part of the list was
	 * @returns whether any name of them was answered
	 */
	private async divideAll(
		route: Route,
		unread: Unread[],
		longestAnswered: number,
		isAnyAnswered: boolean,
	): Promise<boolean> {
		const singles = unread.flatMap(({ list }) => (list.length === 1 ? list : []));
		// Noted also where no time is left for their own routes: the next poll begins with these.
		if (longestAnswered > 0) for (const name of singles) this.routes[route].toReadAlone.add(name);
		// One at random: where it is bad throughout, a later poll looks into another one.
		const [first] = unread.splice(Math.floor(Math.random() * unread.length), 1);
		if (!first || this.isOver) return false;
		const isFirstAnswered = await this.divide(route, first, longestAnswered);
		// Where nothing is answered, the others would spend calls, and find nothing.
		if (!isAnyAnswered && !isFirstAnswered) return false;
		await Promise.all(unread.map(async (one) => await this.divide(route, one, longestAnswered)));
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

	/** Reads one name in a list of its own; where that fails, over its own route. */
	async readAlone(route: Route, name: string): Promise<void> {
		const outcome = await this.askForAll(route, [name], this.onceClient);
		if (!isUnread(outcome)) return;
		this.routes[route].toReadAlone.add(name);
		await this.readOverOwnRoute(route, name);
	}

	/** @returns whether it was answered */
	private async readOverOwnRoute(route: Route, name: string): Promise<boolean> {
		if (this.isOver) return false;
		const { failures, toReadAlone } = this.routes[route];
		const reply = await askForNotice(this.onceClient, route, name).catch(serviceFailure);
		if (reply instanceof ServiceFailure && !concernsNotices(reply)) {
			failures.set(name, reply);
			if (endsReading(reply)) this.stoppedBy ??= reply;
			return false;
		}
		this.noteAnswer();
		this.take(route, name, reply);
		toReadAlone.add(name);
		return true;
	}

	private async askForAll(
		route: Route,
		list: readonly string[],
		client: ServiceClient,
	): Promise<ListOutcome> {
		if (this.isOver) return 'over';
		const answered = await askForList(client, route, list).catch(serviceFailure);
		if (answered instanceof ServiceFailure) {
			return this.follow(route, { list, failure: answered });
		}
		this.noteAnswer();
		for (const [name, reply] of answered) this.take(route, name, reply);
		return 'answered';
	}

	private noteAnswer(): void {
		this.isAnyAnswered = true;
		this.lostInARow = [];
	}

	private take(route: Route, name: string, reply: NoticeReply): void {
		const read = this.routes[route];
		read.answered.set(name, this.options.keep(route, name, reply));
		if (isAnswer(reply)) read.isAnyFound = true;
	}

	/** What becomes of a list whose call has failed. */
	private follow(route: Route, unread: Unread): ListOutcome {
		const { list, failure } = unread;
		const { failures, toReadAlone } = this.routes[route];
		const [only] = list.length === 1 ? list : [];
		const isUnknown = only !== undefined && saysUnknownOfOne(failure);
		// A refusal for a notice is an answer of the service, too.
		const isAboutNotices = isUnknown || concernsNotices(failure);
		if (isAboutNotices) this.noteAnswer();
		const isSuspended = (name: string) => name === only || this.options.isSuspended?.(name);
		if (saysSuspended(failure) && list.every(isSuspended)) {
			// The files of suspended notices have lists of their own.
			for (const name of list) this.take(route, name, failure);
			return 'answered';
		}
		if (only !== undefined && isAboutNotices) {
			this.take(route, only, isUnknown ? undefined : failure);
			toReadAlone.add(only);
			return 'answered';
		}
		for (const name of list) failures.set(name, failure);
		if (!isWorthDividing(failure)) this.stoppedBy ??= failure;
		return this.stoppedBy ? 'over' : unread;
	}
}

function isUnread(outcome: ListOutcome): outcome is Unread {
	return typeof outcome === 'object';
}

function nothingRead<Kept>(): RouteRead<Kept> {
	return {
		answered: new Map(),
		failures: new Map(),
		toReadAlone: new Set(),
		isAnyFound: false,
	};
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
