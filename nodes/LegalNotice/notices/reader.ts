/**
 * Reads what the service knows of many names with few calls. One reader serves all routes of a poll or an operation: what
 * it has learned of the length of lists, and of a service that is away, holds for each of them.
 *
 * A list is the names that one call requests. One that fails is searched: it is sent once more if its answer was lost, and
 * if it fails again it is divided into tenths, and those that fail into single names. So each name that makes lists fail is
 * singled out after four calls, one after the other, and is then read over its own route. A list that is refused for its
 * length is halved until it is short enough.
 */
import { serviceFailure, ServiceFailure } from '../errors/failures';
import type { ServiceClient } from '../transport/client';
import { READ_UNREPEATED } from '../transport/sendingAgain';
import {
	askForEntries,
	askForNotice,
	clientWith,
	holdsNotice,
	isBareName,
	readEntry,
	type Route,
} from './ask';
import type { NoticeReply } from './changes';
import {
	concernsNotices,
	endsAllCalls,
	isLost,
	isWorthDividing,
	saysAbsentOfOne,
	saysSuspended,
} from './match';

export const ROUTES: readonly Route[] = ['statut', 'documents', 'factures'];

/** Names in a list. The specification names no maximum; a smaller one is found by halving. */
export const LIST_SIZE = 100;

/** So many calls of searches without an answer between them, and the service is away. */
const MOST_LOST = 10;

/** What was learned over one route. */
export interface RouteRead<Kept> {
	/** What was kept of the service's answer for each name. A name that it does not hold was not answered. */
	readonly answered: Map<string, Kept>;
	/** Why the shortest list that a name was in failed. */
	readonly failures: Map<string, ServiceFailure>;
	/**
	 * Names that are to be read alone from now on, because they make lists fail: a list of this one alone failed, or was refused
	 * for its notice.
	 */
	readonly singledOut: Set<string>;
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
	/** Whether the client repeats the call where it is for one list, or one name. A trigger's does not: its next poll reads what was lost. */
	readonly repeats: boolean;
	/** So many bare names of lists are read over their own routes; the others stay open. Without a bound all are. */
	readonly mostBareNames?: number;
	/** Whether it is known already that there is no notice of this name. */
	readonly isGone?: (name: string) => boolean;
	/** Whether a notice of this name was found before: then others are requested first. */
	readonly wasFound?: (name: string) => boolean;
	/** Whether the notice is suspended, so that its files may be refused. */
	readonly isSuspended?: (name: string) => boolean;
}

interface FailedList {
	readonly list: readonly string[];
	readonly failure: ServiceFailure;
}

/** What became of a list; `ended` where the reading had ended before it was sent, or has ended with its failure. */
type ListResult = 'answered' | 'ended' | FailedList;

export class NoticeReader<Kept> {
	readonly byRoute: Readonly<Record<Route, RouteRead<Kept>>> = {
		statut: nothingRead(),
		documents: nothingRead(),
		factures: nothingRead(),
	};
	/** The failure that has ended the reading. */
	endedBy: ServiceFailure | undefined;
	/** Less than at first once the service has shown that it takes fewer names. */
	private listSize = LIST_SIZE;
	/** Whether any call was answered so far, be it with a refusal for a notice. */
	private isServiceAnswering = false;
	/** Calls of searches since the last answer. Other lists do not count: many are under way at one moment. */
	private lostInARow: ServiceFailure[] = [];
	private partCalls = 0;
	private bareNamesRead = 0;
	/** Searches go one after the other: side by side they would spend the calls for parts on first levels, and single out nobody. */
	private lastSearch: Promise<void> = Promise.resolve();
	private readonly onceClient: ServiceClient;

	constructor(
		private readonly client: ServiceClient,
		private readonly options: ReaderOptions<Kept>,
	) {
		this.onceClient = clientWith(client, READ_UNREPEATED);
	}

	/** Whether no more calls are sent. */
	get hasEnded(): boolean {
		return this.endedBy !== undefined || this.options.mayAsk?.() === false;
	}

	/** Whether this name was neither answered nor singled out. */
	isOpen(route: Route, name: string): boolean {
		const { answered, singledOut } = this.byRoute[route];
		return !answered.has(name) && !singledOut.has(name);
	}

	/** Reads names in lists, all at once. */
	async readLists(route: Route, names: readonly string[]): Promise<void> {
		const open = names.filter((name) => this.isOpen(route, name));
		const lists = inLists(open, this.listSize);
		const client = this.options.repeats && lists.length === 1 ? this.client : this.onceClient;
		await Promise.all(lists.map(async (list) => await this.readList(route, list, client)));
	}

	/** Reads one list after the other until one is answered, because the service may be away; then all others at once. */
	async readCautiously(route: Route, names: readonly string[]): Promise<void> {
		let left = names;
		while (left.length > 0 && !this.isServiceAnswering && !this.hasEnded) {
			await this.readLists(route, left.slice(0, this.listSize));
			const { failures } = this.byRoute[route];
			left = left.filter((name) => this.isOpen(route, name) && !failures.has(name));
		}
		await this.readLists(route, left);
	}

	private async readList(
		route: Route,
		list: readonly string[],
		client: ServiceClient,
	): Promise<void> {
		const result = await this.requestList(route, list, client);
		if (!isFailed(result)) return;
		const search = this.lastSearch.then(async () => await this.search(route, result, client));
		this.lastSearch = search;
		await search;
		// A search may have shown that the service takes fewer names.
		if (list.length > this.listSize && !this.hasEnded) await this.readLists(route, list);
	}

	private async search(route: Route, failed: FailedList, client: ServiceClient): Promise<void> {
		if (this.isKnownTooLong(failed) || this.hasEnded) return;
		const isSentAgain = isLost(failed.failure) && client === this.onceClient;
		const again = isSentAgain ? await this.requestInSearch(route, failed.list) : failed;
		if (!isFailed(again) || (await this.divide(route, again, 0))) return;
		if (this.lostInARow.length >= MOST_LOST) this.endedBy ??= this.lostInARow.at(-1);
	}

	private async requestInSearch(route: Route, list: readonly string[]): Promise<ListResult> {
		const result = await this.requestList(route, list, this.onceClient);
		if (isFailed(result) && isLost(result.failure)) this.lostInARow.push(result.failure);
		return result;
	}

	/**
	 * Reads the parts of a list that failed, and divides again what fails of them.
	 *
	 * @param longest names in the longest part beside it that was answered; 0 for none
	 * @returns whether any name of it was answered
	 */
	private async divide(route: Route, whole: FailedList, longest: number): Promise<boolean> {
		const [only = ''] = whole.list;
		if (whole.list.length === 1) {
			// A list of one is not too long. Where nothing was answered so far, the service refuses whatever is requested.
			if (isRefusedAsAWhole(whole.failure) && !this.isServiceAnswering)
				this.endedBy ??= whole.failure;
			const isAnswered = await this.readByOwnRoute(route, only, this.onceClient);
			if (isAnswered) this.byRoute[route].singledOut.add(only);
			return isAnswered;
		}
		if (this.isKnownTooLong(whole) || this.hasEnded) return false;
		const parts = this.partsOf(whole, longest);
		const { mostPartCalls = Infinity } = this.options;
		if (this.partCalls + parts.length > mostPartCalls) return false;
		this.partCalls += parts.length;
		const results = await Promise.all(
			parts.map(async (part) => await this.requestInSearch(route, part)),
		);
		const failed = results.filter(isFailed);
		const lengths = parts.flatMap((part, at) => (results[at] === 'answered' ? part.length : []));
		const longestAnswered = Math.max(longest, ...lengths);
		if (lengths.length === parts.length && isRefusedAsAWhole(whole.failure)) {
			this.listSize = Math.min(this.listSize, longestAnswered);
		}
		const isAnyAnswered = lengths.length > 0;
		return (await this.divideAll(route, failed, longestAnswered, isAnyAnswered)) || isAnyAnswered;
	}

	/**
	 * Divides the parts of a list that failed.
	 *
	 * @param isAnyAnswered whether another part of the list was answered
	 * @returns whether any name of them was answered
	 */
	private async divideAll(
		route: Route,
		failed: FailedList[],
		longestAnswered: number,
		isAnyAnswered: boolean,
	): Promise<boolean> {
		const singles = failed.flatMap(({ list }) => (list.length === 1 ? list : []));
		// Noted also where no time is left for their own routes: the next poll begins with these.
		if (longestAnswered > 0) for (const name of singles) this.byRoute[route].singledOut.add(name);
		// One at random: where it is bad throughout, a later poll looks into another one.
		const [sample] = failed.splice(Math.floor(Math.random() * failed.length), 1);
		if (!sample || this.hasEnded) return false;
		const isSampleAnswered = await this.divide(route, sample, longestAnswered);
		// Where nothing is answered, the others would spend calls, and single out nobody.
		if (!isAnyAnswered && !isSampleAnswered) return false;
		await Promise.all(failed.map(async (one) => await this.divide(route, one, longestAnswered)));
		return true;
	}

	/** Then it is not divided, but read again in lists of the length that the service takes. */
	private isKnownTooLong({ list, failure }: FailedList): boolean {
		return isRefusedAsAWhole(failure) && list.length > this.listSize;
	}

	private partsOf({ list, failure }: FailedList, longest: number): string[][] {
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
		const result = await this.requestList(route, [name], this.onceClient);
		if (!isFailed(result)) return;
		this.byRoute[route].singledOut.add(name);
		await this.readByOwnRoute(route, name, this.onceClient);
	}

	/** @returns whether it was answered */
	private async readByOwnRoute(
		route: Route,
		name: string,
		client: ServiceClient,
	): Promise<boolean> {
		if (this.hasEnded) return false;
		const reply = await askForNotice(client, route, name).catch(serviceFailure);
		if (reply instanceof ServiceFailure && !concernsNotices(reply)) {
			this.byRoute[route].failures.set(name, reply);
			if (endsAllCalls(reply)) this.endedBy ??= reply;
			return false;
		}
		this.noteAnswer();
		this.take(route, name, reply);
		return true;
	}

	/** Sends one call. */
	private async requestList(
		route: Route,
		list: readonly string[],
		client: ServiceClient,
	): Promise<ListResult> {
		if (this.hasEnded) return 'ended';
		const entries = await askForEntries(client, route, list).catch(serviceFailure);
		if (entries instanceof ServiceFailure) {
			return this.resultOfFailure(route, { list, failure: entries });
		}
		this.noteAnswer();
		const { isGone = () => false } = this.options;
		const bareNames: string[] = [];
		for (const [name, entry] of entries) {
			const isUnclear = entry !== undefined && isBareName(entry, route) && !isGone(name);
			if (isUnclear) bareNames.push(name);
			else this.take(route, name, entry && readEntry(entry, route));
		}
		await this.readBareNames(route, bareNames);
		return 'answered';
	}

	/** The own route of each says whether there is a notice. */
	private async readBareNames(route: Route, bareNames: readonly string[]): Promise<void> {
		const { wasFound = () => false, mostBareNames = Infinity, repeats } = this.options;
		const found = bareNames.filter(wasFound);
		const others = bareNames.filter((name) => !wasFound(name));
		const read = [...others, ...shuffled(found)].slice(0, mostBareNames - this.bareNamesRead);
		this.bareNamesRead += read.length;
		const client = repeats ? this.client : this.onceClient;
		await Promise.all(read.map(async (name) => await this.readByOwnRoute(route, name, client)));
	}

	private noteAnswer(): void {
		this.isServiceAnswering = true;
		this.lostInARow = [];
	}

	private take(route: Route, name: string, reply: NoticeReply): void {
		const read = this.byRoute[route];
		read.answered.set(name, this.options.keep(route, name, reply));
		if (holdsNotice(reply)) read.isAnyFound = true;
	}

	private isOfSuspended({ list, failure }: FailedList): boolean {
		const { isSuspended } = this.options;
		return isSuspended !== undefined && saysSuspended(failure) && list.every(isSuspended);
	}

	/** A refusal that says something of every name of the list is an answer, too. */
	private resultOfFailure(route: Route, failed: FailedList): ListResult {
		const { list, failure } = failed;
		const isOfOne = list.length === 1;
		const isAbsent = isOfOne && saysAbsentOfOne(failure);
		const isNoticeRefusal = isAbsent || concernsNotices(failure);
		if (isNoticeRefusal) this.noteAnswer();
		const isOfSuspended = this.isOfSuspended(failed);
		if (isOfSuspended || (isOfOne && isNoticeRefusal)) {
			for (const name of list) this.take(route, name, isAbsent ? undefined : failure);
			// The files of suspended notices have lists of their own.
			if (!isOfSuspended) for (const name of list) this.byRoute[route].singledOut.add(name);
			return 'answered';
		}
		for (const name of list) this.byRoute[route].failures.set(name, failure);
		if (!isWorthDividing(failure)) this.endedBy ??= failure;
		return this.endedBy ? 'ended' : failed;
	}
}

/** So that each has its turn in some poll. */
function shuffled(names: readonly string[]): string[] {
	const places = new Map(names.map((name) => [name, Math.random()]));
	return [...names].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

function isFailed(result: ListResult): result is FailedList {
	return typeof result === 'object';
}

function nothingRead<Kept>(): RouteRead<Kept> {
	return { answered: new Map(), failures: new Map(), singledOut: new Set(), isAnyFound: false };
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
