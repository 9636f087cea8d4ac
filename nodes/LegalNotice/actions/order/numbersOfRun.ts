/**
 * Asks for the order numbers of a run together: run again, each order would else take two calls, and each number of the
 * person's own would be looked up by a call of its own. In a first run an order is one call.
 */
import { rethrown, ServiceFailure, serviceFailure } from '../../errors/failures';
import { askForList, clientWith, fetchStatus } from '../../notices/ask';
import type { NoticeReply } from '../../notices/changes';
import { isLost, isWorthDividing } from '../../notices/match';
import { LIST_SIZE } from '../../notices/reader';
import type { ServiceClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { pause } from '../../transport/pause';
import { LOOK_UP, type Manner, READ } from '../../transport/sendingAgain';
import type { OperationContext } from '../context';
import { lookUp, noticeIn } from './orderNumbers';

/** Milliseconds without another number after which the numbers of a call are complete: items are read in turns. */
const QUIET_MS = 10;
/** So many orders begin without knowing of one another: they leave ten places for the calls that look numbers up. */
const UNASKED = 90;

type Found = ReadonlyMap<string, NoticeReply>;

/** The numbers of one call. */
class Group {
	readonly numbers = new Set<string>();
	private addedAt = performance.now();
	readonly found: Promise<Found>;

	constructor(ask: (numbers: readonly string[]) => Promise<Found>) {
		this.found = this.isComplete().then(async () => await ask([...this.numbers]));
	}

	add(number: string): void {
		this.numbers.add(number);
		this.addedAt = performance.now();
	}

	/** A window of a fixed length would be over before a busy n8n has read the next items. */
	private async isComplete(): Promise<void> {
		for (let left = QUIET_MS; left > 0 && this.numbers.size < LIST_SIZE; ) {
			await pause(left);
			left = this.addedAt + QUIET_MS - performance.now();
		}
	}
}

export class NumbersOfRun {
	private readonly open = new Map<Manner, Group>();
	private unasked = 0;
	private isRunAgain = false;
	private say: () => void = () => undefined;
	private readonly firstIsOver = new Promise<void>((resolve) => (this.say = resolve));

	/** @param orders how many the run has */
	constructor(
		private readonly context: OperationContext,
		private readonly orders: number,
	) {}

	/** The notice that has a number, which must be known before it is ordered. @throws ServiceFailure when it cannot be found out */
	async find(number: string): Promise<Answer | undefined> {
		return await this.noticeOf(number, READ);
	}

	/**
	 * The notice that has a number, as far as it is looked up before the order. The first orders of a run begin without; one
	 * that the service refuses as registered shows that the run is a second one, and the others ask first.
	 */
	async beforehand(number: string): Promise<Answer | undefined> {
		if (++this.unasked <= UNASKED && !this.isRunAgain) return undefined;
		await this.firstIsOver;
		if (!this.isRunAgain) return undefined;
		// It only saves calls: the service refuses the order of a registered number itself.
		return await this.noticeOf(number, READ).catch(() => undefined);
	}

	/** The notice that has a number which the service has refused as registered. @throws ServiceFailure */
	async findTaken(number: string): Promise<Answer | undefined> {
		this.isRunAgain = true;
		this.say();
		return await this.noticeOf(number, LOOK_UP);
	}

	/** An order has come to its end. */
	orderIsOver(): void {
		this.say();
	}

	private async noticeOf(number: string, manner: Manner): Promise<Answer | undefined> {
		const client = await this.context.client();
		// Nobody is waited for where there is nobody.
		if (this.orders === 1) return await lookUp(client, number, manner);
		let group = this.open.get(manner);
		if (!group || group.numbers.size >= LIST_SIZE) {
			group = new Group(async (numbers) => {
				if (this.open.get(manner) === group) this.open.delete(manner);
				return await foundOf(client, numbers, manner);
			});
			this.open.set(manner, group);
		}
		group.add(number);
		const found = (await group.found).get(number);
		// Its own route says of a notice what its list could not.
		if (found instanceof ServiceFailure) return await lookUp(client, number, manner);
		return noticeIn(found);
	}
}

/**
 * One call; one for each number where the service refuses the list. An answer that is lost, also for one notice that the service
 * cannot read, fails for the whole list: with a hundred calls in its place, a service that is away would get no rest.
 *
 * @throws ServiceFailure
 */
async function foundOf(
	client: ServiceClient,
	numbers: readonly string[],
	manner: Manner,
): Promise<Found> {
	const byItsRoute = async (number: string) =>
		[number, await fetchStatus(client, number, manner)] as const;
	const [first = ''] = numbers;
	if (numbers.length === 1) return new Map([await byItsRoute(first)]);
	try {
		return await askForList(clientWith(client, manner), 'statut', numbers);
	} catch (failure) {
		const refusal = serviceFailure(failure);
		// It may be refused for its length, or for one of its numbers.
		if (isLost(refusal) || !isWorthDividing(refusal)) throw rethrown(refusal);
		return new Map(await Promise.all(numbers.map(byItsRoute)));
	}
}
