/**
 * Reads what the service knows of many notices with few calls. One reader serves all kinds of reading of a poll or an
 * operation: what it has learned of the length of lists, and of a service in trouble, holds for each of them.
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

/** So many calls in a row without an answer, and the service is taken to be away. */
const MOST_LOST = 10;
/** So many refused calls lead from a list of a hundred to single notices: more in a row, and the service refuses whatever is requested. */
const MOST_REFUSED = 15;

/** A client sends a call that only reads three times before it gives up. */
const ATTEMPTS = 3;

/** How a list is requested. */
type Manner =
	/** Alone: the client repeats it. */
	| 'repeated'
	/** Once, at one moment with the other lists of its wave. */
	| 'together'
	/** Once more, or as a part of a list. */
	| 'again';

/** What was learned over one route. */
export interface KindRead {
	/** A reference that is absent was not read; it is undefined for one that the service does not know. */
	readonly found: Map<string, FoundNotice>;
	/** What was requested, answered or not. */
	readonly asked: Set<string>;
	/** Why the smallest list that a reference stood in was not read. */
	readonly failures: Map<string, ServiceFailure>;
	/** References that stood in a short list that was lost. */
	readonly suspects: Set<string>;
	/** References for which a list fails that holds nothing else, or their own route. */
	readonly failAlone: Set<string>;
}

export interface ReadingLimits {
	/** Whether another call may be sent by now. */
	readonly mayAsk?: () => boolean;
	/**
	 * Calls for parts of lists, each of which is sent once. Without this bound a part of one is repeated as every read is: no
	 * later poll reads what was lost.
	 */
	readonly mostPartCalls?: number;
}

/** A list that was not read. */
interface Unread {
	readonly list: readonly string[];
	readonly failure: ServiceFailure;
}

export class NoticeReader {
	readonly kinds: Readonly<Record<BatchRoute, KindRead>> = {
		statut: emptyKind(),
		documents: emptyKind(),
		factures: emptyKind(),
	};
	/** The failure that has ended the reading. */
	stoppedBy: ServiceFailure | undefined;
	/** References in a list: fewer once the service has shown that it takes fewer. */
	size = BATCH_SIZE;
	private isAnswered = false;
	/** Whether calls that nothing comes of have ended the reading. */
	isAway = false;
	private lostInARow = 0;
	private refusedInARow = 0;
	private partCalls = 0;
	private readonly onceClient: ServiceClient;
	private readonly mayAsk: () => boolean;
	private readonly mostPartCalls: number;

	constructor(
		private readonly client: ServiceClient,
		{ mayAsk = () => true, mostPartCalls = Infinity }: ReadingLimits = {},
	) {
		this.onceClient = clientWith(client, READ_ONCE);
		this.mayAsk = mayAsk;
		this.mostPartCalls = mostPartCalls;
	}

	/** Whether no more calls are sent. */
	get isOver(): boolean {
		return this.stoppedBy !== undefined || !this.mayAsk();
	}

	/**
	 * Reads these notices in lists: one list after the other until one is answered, because the service may take fewer
	 * references, or be away; then all of them together.
	 *
	 * @param areSuspended then a refusal as suspended is meant for all of them
	 */
	async readLists(
		route: BatchRoute,
		references: readonly string[],
		areSuspended = false,
	): Promise<void> {
		const { found } = this.kinds[route];
		const open = references.filter((reference) => !found.has(reference));
		while (open.length > 0 && !this.isOver) {
			const batch = open.splice(0, this.isAnswered ? open.length : this.size);
			for (const unread of await this.readTogether(route, inLists(batch, this.size))) {
				if (areSuspended && saysSuspended(unread.failure)) this.takeRefusal(route, unread);
				else await this.bisect(route, unread);
			}
		}
	}

	/** Reads one notice over its own route. */
	async readAlone(route: BatchRoute, reference: string): Promise<void> {
		await this.ask(route, [reference], 'again');
	}

	/** Several lists are sent once each. What was lost is sent once more, singly: the service may have failed for a moment. */
	private async readTogether(
		route: BatchRoute,
		lists: ReadonlyArray<readonly string[]>,
	): Promise<Unread[]> {
		const [first = []] = lists;
		if (lists.length === 1) {
			const unread = await this.ask(route, first, 'repeated');
			return unread ? [unread] : [];
		}
		const unread: Unread[] = [];
		for (const one of await this.askAll(route, lists, 'together')) {
			const again = isLost(one.failure) ? await this.ask(route, one.list, 'again') : one;
			if (again) unread.push(again);
		}
		return unread;
	}

	private async askAll(
		route: BatchRoute,
		lists: ReadonlyArray<readonly string[]>,
		manner: Manner,
	): Promise<Unread[]> {
		const asked = lists.map(async (list) => await this.ask(route, list, manner));
		return (await Promise.all(asked)).filter((unread) => unread !== undefined);
	}

	/**
	 * Finds what a list fails for, a notice or its length, by asking for its parts. There are three cases: the service is away,
	 * and the list counts as requested, so that the next poll goes on behind it; no call is left, and it counts as not
	 * requested, so that the next poll goes on here; or its parts are requested.
	 */
	private async bisect(route: BatchRoute, whole: Unread): Promise<void> {
		if (this.isAway) return;
		const parts = partsOf(whole, this.size);
		if (this.isOver || this.partCalls + parts.length > this.mostPartCalls) {
			// It is as good as not requested: the next poll goes on here.
			for (const reference of whole.list) this.kinds[route].asked.delete(reference);
			return;
		}
		this.partCalls += parts.length;
		const unread = await this.askAll(route, parts, 'again');
		if (unread.length === 0 && !this.isOver) this.noteLength(whole, parts);
		for (const one of unread) if (one.list.length > 1) await this.bisect(route, one);
	}

	/** Each part is answered: the whole was too long, unless it was lost, or refused for one of its notices. */
	private noteLength({ list, failure }: Unread, [part = list]: ReadonlyArray<readonly string[]>) {
		if (list.length === 1 || isLost(failure) || concernsNotices(failure)) return;
		this.size = Math.min(this.size, part.length);
	}

	/** @returns what was not read, where another call could change that */
	private async ask(
		route: BatchRoute,
		list: readonly string[],
		manner: Manner,
	): Promise<Unread | undefined> {
		if (this.isOver) return undefined;
		for (const reference of list) this.kinds[route].asked.add(reference);
		// A part of one is read over its own route, which says what is the matter with it.
		const isAlone = list.length === 1 && manner === 'again';
		const isRepeated = manner === 'repeated' || (isAlone && this.mostPartCalls === Infinity);
		const send = isAlone ? askAlone : askForList;
		const client = isRepeated ? this.client : this.onceClient;
		const answered = await send(client, route, list).catch(serviceFailure);
		if (answered instanceof ServiceFailure) {
			return this.follow(route, { list, failure: answered }, manner);
		}
		this.noteAnswer();
		for (const [reference, found] of answered) this.take(route, reference, found, isAlone);
		return undefined;
	}

	private noteAnswer(): void {
		this.isAnswered = true;
		this.lostInARow = 0;
		this.refusedInARow = 0;
	}

	private take(route: BatchRoute, reference: string, found: FoundNotice, isAlone: boolean): void {
		const { found: all, failAlone } = this.kinds[route];
		all.set(reference, found);
		// The files of a suspended notice are requested apart, so these spoil no list.
		const isWithheld =
			route !== 'statut' && found instanceof ServiceFailure && saysSuspended(found);
		if (isAlone && !isAnswer(found) && !isWithheld) failAlone.add(reference);
	}

	private takeRefusal(route: BatchRoute, { list, failure }: Unread): void {
		for (const reference of list) this.kinds[route].found.set(reference, failure);
	}

	/** Of a list of one, a refusal says what its notice is refused for. */
	private takeRefusalOfOne(route: BatchRoute, { list, failure }: Unread): boolean {
		const [only = ''] = list;
		const isUnknown = saysUnknownOfOne(failure);
		if (list.length > 1 || (!isUnknown && !concernsNotices(failure))) return false;
		this.noteAnswer();
		this.take(route, only, isUnknown ? undefined : failure, true);
		return true;
	}

	/** @returns what was not read, where another call could change that */
	private follow(route: BatchRoute, unread: Unread, manner: Manner): Unread | undefined {
		if (this.takeRefusalOfOne(route, unread)) return undefined;
		const { list, failure } = unread;
		const { asked, failures, suspects, failAlone } = this.kinds[route];
		const isSuspect = isLost(failure) && list.length < SHORT_LIST;
		for (const reference of list) {
			failures.set(reference, failure);
			if (isSuspect) suspects.add(reference);
		}
		if (!isWorthBisecting(failure)) {
			// It says nothing of these: they come first in the next poll.
			for (const reference of list) asked.delete(reference);
			this.stoppedBy ??= failure;
			return undefined;
		}
		this.countFailure(failure, manner);
		if (list.length === 1) failAlone.add(list[0] ?? '');
		return unread;
	}

	private countFailure(failure: ServiceFailure, manner: Manner): void {
		// Calls of one moment are not in a row: what counts is what comes of the next ones.
		if (manner === 'together') return;
		// A part counts once, also where it is repeated: notices that the service cannot read may stand side by side.
		if (isLost(failure)) this.lostInARow += manner === 'repeated' ? ATTEMPTS : 1;
		else if (!concernsNotices(failure)) this.refusedInARow++;
		this.isAway = this.lostInARow >= MOST_LOST || this.refusedInARow >= MOST_REFUSED;
		if (this.isAway) this.stoppedBy ??= failure;
	}
}

function emptyKind(): KindRead {
	const sets = {
		asked: new Set<string>(),
		suspects: new Set<string>(),
		failAlone: new Set<string>(),
	};
	return { found: new Map(), failures: new Map(), ...sets };
}

/** Here, too, only the name may come back of a notice that the service does not know. */
async function askAlone(client: ServiceClient, route: BatchRoute, [only = '']: readonly string[]) {
	const found = await askForNotice(client, route, only);
	return new Map([[only, isAnswer(found) ? readEntry(found, route) : found]]);
}

function inLists(references: readonly string[], size: number): string[][] {
	const lists: string[][] = [];
	for (let at = 0; at < references.length; at += size) lists.push(references.slice(at, at + size));
	return lists;
}

/** Lists of fewer references are asked for one by one where several of them may be unknown: that costs less. */
const SHORT_LIST = 8;

/** Halves, shorter ones where the service has shown that it takes no more, or each reference alone. */
function partsOf({ list, failure }: Unread, size: number): string[][] {
	if (list.length < SHORT_LIST && concernsNotices(failure)) return inLists(list, 1);
	return inLists(list, Math.min(size, Math.ceil(list.length / 2)));
}
