/**
 * Asks for the order numbers of a run together, while its first orders are under way: run again, each order would else take
 * two calls, and each number of the person's own would be looked up by a call of its own.
 */
import { ServiceFailure } from '../../errors/failures';
import { askForList, clientWith } from '../../notices/ask';
import type { FoundNotice } from '../../notices/changes';
import type { Answer } from '../../transport/envelope';
import type { OperationContext, RunOfItems } from '../context';
import { inTime } from '../lists';
import { lookUp, noticeIn } from './orderNumbers';

/** The first number waits until the last of its call is read, so that a call does not wait for all hundred that it could hold. */
const NUMBERS_A_CALL = 50;
/** So many orders begin without an answer: they fill the places for calls but for those in which their numbers are asked for. */
const UNASKED = 92;
/** In a first run nothing is registered: for fewer automatic numbers a call would cost more than it could save. */
const WORTH_A_CALL = 10;

/** What an answer says of the numbers that were asked for; undefined where nobody has asked, or none came. */
type Answered = ReadonlyMap<string, FoundNotice> | undefined;

/** Whether an order needs to know that its number is free before it is sent. */
interface NumberOfItem {
	readonly number: string;
	readonly mustBeKnown: boolean;
}

/** Items whose numbers go into one call. */
class Group {
	/** Items that have not said their number yet. */
	private readonly open: Set<number>;
	private readonly numbers = new Map<number, NumberOfItem>();
	private close: (answered: Answered) => void = () => undefined;
	readonly answered: Promise<Answered>;

	constructor(
		private readonly context: OperationContext,
		items: readonly number[],
	) {
		this.open = new Set(items);
		this.answered = new Promise((resolve) => (this.close = resolve));
		// Items that are not begun any more say nothing, and nobody waits for them.
		context.stop.addEventListener('abort', () => this.close(undefined), { once: true });
	}

	say(itemIndex: number, number: NumberOfItem | undefined): void {
		if (!this.open.delete(itemIndex)) return;
		if (number) this.numbers.set(itemIndex, number);
		if (this.open.size === 0) void this.ask().then(this.close);
	}

	/** What cannot be found out here, the orders that need it ask for themselves. */
	private async ask(): Promise<Answered> {
		const numbers = [...this.numbers.values()];
		const isNeeded = numbers.some(({ mustBeKnown }) => mustBeKnown);
		if (numbers.length < (isNeeded ? 2 : WORTH_A_CALL)) return undefined;
		const list = [...new Set(numbers.map(({ number }) => number))];
		return await this.askFor(list, isNeeded).catch(() => undefined);
	}

	private async askFor(list: readonly string[], isNeeded: boolean): Promise<Answered> {
		const client = await this.context.client();
		const kind = isNeeded ? 'read' : 'optional';
		return await askForList(clientWith(client, { kind }), 'statut', list);
	}
}

export class NumbersOfRun implements RunOfItems {
	private readonly groups = new Map<number, Group>();
	private readonly unasked: ReadonlySet<number>;

	constructor(
		private readonly context: OperationContext,
		itemIndexes: readonly number[],
	) {
		this.unasked = new Set(itemIndexes.slice(0, UNASKED));
		for (let at = 0; at < itemIndexes.length; at += NUMBERS_A_CALL) {
			const items = itemIndexes.slice(at, at + NUMBERS_A_CALL);
			const group = new Group(context, items);
			for (const itemIndex of items) this.groups.set(itemIndex, group);
		}
	}

	leave(itemIndex: number): void {
		this.groups.get(itemIndex)?.say(itemIndex, undefined);
	}

	/**
	 * Says the number of an item, and finds the notice that has it.
	 *
	 * @returns undefined where there is none; also where nobody has asked yet, and the order may be sent all the same
	 * @throws ServiceFailure where it must be known and cannot be found out
	 */
	async find(itemIndex: number, wanted: NumberOfItem): Promise<Answer | undefined> {
		const { number, mustBeKnown } = wanted;
		this.groups.get(itemIndex)?.say(itemIndex, wanted);
		if (!mustBeKnown && this.unasked.has(itemIndex)) return undefined;
		const answered = await (mustBeKnown ? this.answeredOf(itemIndex) : this.soon(itemIndex));
		const notice = answered?.get(number);
		const isUnknown = !answered || notice instanceof ServiceFailure;
		if (!isUnknown) return noticeIn(notice);
		return mustBeKnown ? await lookUp(await this.context.client(), number, 'read') : undefined;
	}

	/** The notice that has a number which the service has refused as registered. @throws ServiceFailure */
	async registered(itemIndex: number, number: string): Promise<Answer | undefined> {
		const answered = await this.soon(itemIndex);
		const notice = answered?.get(number);
		if (notice && !(notice instanceof ServiceFailure)) return notice;
		return await lookUp(await this.context.client(), number);
	}

	private async answeredOf(itemIndex: number): Promise<Answered> {
		return await this.groups.get(itemIndex)?.answered;
	}

	/** No order waits longer for an answer that only saves calls, nor for items that are slow to say their number. */
	private async soon(itemIndex: number): Promise<Answered> {
		return await inTime(this.answeredOf(itemIndex), undefined);
	}
}
