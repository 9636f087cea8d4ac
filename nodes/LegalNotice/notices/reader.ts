/**
 * Reads what the service knows of many notices with few calls. One reader serves all routes of a poll or an operation: what
 * it has learned of the length of lists, and of a service that is away, holds for each of them.
 *
 * A list that fails is searched. It is sent once more if its answer was lost. If it fails again, it falls into parts: a tenth
 * each, and a tenth into single names, so that three calls one after the other find every name that lists fail for. A name
 * for which even a list of its own fails is read over its own route. A list that is refused for its length falls into halves,
 * until one is short enough.
 */
import { serviceFailure, ServiceFailure } from '../errors/failures';
import type { ServiceClient } from '../transport/client';
import { READ_ONCE } from '../transport/sendingAgain';
import { askForList, askForNotice, type Route, clientWith, isAnswer } from './ask';
import { saysSuspended, type NoticeReply } from './changes';
import { concernsNotices, isLost, isWorthDividing, saysUnknownOfOne } from './match';

export const ROUTES: readonly Route[] = ['statut', 'documents', 'factures'];

/** The specification names no maximum; a smaller one is found by halving. */
export const BATCH_SIZE = 100;

/** What was learned over one route, by name. */
export interface RouteRead<Kept> {
	/** What was kept of each answer: a name that is not in it was not answered. */
	readonly answered: Map<string, Kept>;
	/** Why the smallest list that a name was in failed. */
	readonly failures: Map<string, ServiceFailure>;
	/** Names for which lists fail: even one of their own failed, or was refused. */
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
	/** Calls that were answered. */
	private answers = 0;
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
		while (left.length > 0 && this.answers === 0 && !this.isOver) {
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
		const { answers, partCalls } = this;
		const isSentAgain = isLost(failure) && client === this.onceClient;
		const again = isSentAgain ? await this.askForAll(route, list, client) : unread;
		if (again) await this.divide(route, again, 0);
		// Neither the list, nor a part of it, nor any other call was answered meanwhile: the service is away.
		const isNothingAnswered = this.answers === answers && this.partCalls > partCalls;
		if (isLost(failure) && isNothingAnswered) this.stoppedBy ??= failure;
	}

	/**
	 * Reads the parts of a list that failed, and divides again what fails of them.
	 *
	 * @param longest names in the longest part beside it that was answered; 0 for none
	 * @returns whether any name of it was answered
	 */
	private async divide(route: Route, whole: Unread, longest: number): Promise<boolean> {
		if (whole.list.length === 1) return await this.readOverOwnRoute(route, whole, longest > 0);
		if (this.isKnownTooLong(whole) || this.isOver) return false;
		const parts = this.partsOf(whole, longest);
		const { mostPartCalls = Infinity } = this.options;
		if (this.partCalls + parts.length > mostPartCalls) return false;
		this.partCalls += parts.length;
		const asked = parts.map(async (part) => await this.askForAll(route, part, this.onceClient));
		const outcomes = await Promise.all(asked);
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

	/** Reads one name in a list of its own; where that fails, over its own route. */
	async readAlone(route: Route, name: string): Promise<void> {
		const unread = await this.askForAll(route, [name], this.onceClient);
		if (unread) await this.readOverOwnRoute(route, unread, true);
	}

	/**
	 * Reads a name for which a list of its own failed.
	 *
	 * @param isOtherAnswered whether others were answered meanwhile: only then its failures say something of this name
	 * @returns whether it was answered
	 */
	private async readOverOwnRoute(
		route: Route,
		{ list, failure }: Unread,
		isOtherAnswered: boolean,
	): Promise<boolean> {
		// A list of one is not too long. Where nothing was answered at all, whatever is requested is refused.
		const isNothingAnswered = !isOtherAnswered && this.answers === 0;
		if (isRefusedAsAWhole(failure) && isNothingAnswered) this.stoppedBy ??= failure;
		if (this.isOver) return false;
		const [name = ''] = list;
		const reply = await askForNotice(this.onceClient, route, name).catch(serviceFailure);
		if (reply instanceof ServiceFailure && !concernsNotices(reply)) {
			const unread = this.follow(route, { list, failure: reply });
			if (unread && isOtherAnswered) this.routes[route].toReadAlone.add(name);
			return false;
		}
		this.answers++;
		this.take(route, name, reply);
		this.routes[route].toReadAlone.add(name);
		return true;
	}

	/** @returns what was not read; undefined where it was answered, or not sent any more */
	private async askForAll(
		route: Route,
		list: readonly string[],
		client: ServiceClient,
	): Promise<Unread | undefined> {
		if (this.isOver) return undefined;
		const answered = await askForList(client, route, list).catch(serviceFailure);
		if (answered instanceof ServiceFailure) {
			return this.follow(route, { list, failure: answered });
		}
		this.answers++;
		for (const [name, reply] of answered) this.take(route, name, reply);
		return undefined;
	}

	private take(route: Route, name: string, reply: NoticeReply): void {
		const read = this.routes[route];
		read.answered.set(name, this.options.keep(route, name, reply));
		if (isAnswer(reply)) read.isAnyFound = true;
	}

	/** @returns what was not read, where another call could change that */
	private follow(route: Route, unread: Unread): Unread | undefined {
		const { list, failure } = unread;
		const { failures, toReadAlone } = this.routes[route];
		const [only] = list.length === 1 ? list : [];
		const isUnknown = only !== undefined && saysUnknownOfOne(failure);
		const isRefused = only !== undefined && concernsNotices(failure);
		const isAllSuspended = list.every((name) => this.options.isSuspended?.(name));
		const isAllWithheld = isWithheld(route, failure) && (only !== undefined || isAllSuspended);
		if (isUnknown || isRefused || isAllWithheld) {
			this.answers++;
			for (const name of list) this.take(route, name, isUnknown ? undefined : failure);
			// The files of suspended notices have lists of their own, for which these names are nothing odd.
			if (only !== undefined && !isAllWithheld) toReadAlone.add(only);
			return undefined;
		}
		for (const name of list) failures.set(name, failure);
		if (!isWorthDividing(failure)) this.stoppedBy ??= failure;
		return this.stoppedBy ? undefined : unread;
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
function isWithheld(route: Route, reply: NoticeReply): boolean {
	return route !== 'statut' && reply instanceof ServiceFailure && saysSuspended(reply);
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
