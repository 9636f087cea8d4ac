/** How a notice is replaced: what is checked, cancelled and ordered, in this order, and what is remembered of it. */
import type { OrderBody, OrderInput } from '../../domain/notice';
import { nonEmptyText, trimmedText } from '../../domain/parameters';
import {
	rethrown,
	ServiceFailure,
	forbidsRepeating,
	LeftOpen,
	OperationStop,
	UnknownOutcome,
} from '../../errors/failures';
import { fetchStatus } from '../../notices/ask';
import { saysUnknown } from '../../notices/match';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { type Deleted, isNotStarted, type ItemMemory } from '../context';
import {
	cancelledNotice,
	type CancelledNotice,
	type Cancellations,
	deleteNotice,
	type NamedNotice,
	readCancelled,
	resolveAttempted,
	resolveNotice,
} from './cancellation';
import { quoteAhead } from './check';
import { attemptedBefore, existsAlready, fetchByNumber, numberReplacing } from './orderNumbers';
import { creditNotesIn } from './output';
import { withQuotedDate } from './openDate';
import { type PlacedOrder, placeOrder, type Placing } from './place';

export interface ToReplace {
	readonly input: OrderInput;
	/** The reference or order number of the notice to be replaced. */
	readonly asked: string;
	/** Whether the item says that it is cancelled already. */
	readonly alreadyCancelled: boolean;
}

export interface Replaced {
	readonly placed: PlacedOrder;
	readonly quoted: Answer | undefined;
	readonly number: string;
	/** It is undefined when this execution cancelled no notice. */
	readonly cancelled: CancelledNotice | undefined;
}

/** What the run of an item has to do with its replacement. */
interface RunOfItem {
	readonly cancellations: Cancellations;
	/** Keeps items from replacing one notice by several. @returns the number of the item that came first, perhaps this one */
	claim(names: readonly string[], number: string): string;
	/** Begins what may be done while the new order is under way. */
	whileOrdering(): void;
}

/**
 * Cancels a notice and orders its correction, after all that can be checked. Every stop afterwards says what is
 * cancelled and which number is still to be ordered; running it again goes on there: a registered new number is done.
 */
export class Replacement {
	/** The new notice's order number: the same in each run of an unchanged item, whether the old one is found or not. */
	private readonly number: string;
	private cancelled: CancelledNotice | undefined;
	/** Whether an earlier try may have ordered the new notice. */
	private readonly isAttempted: boolean;

	constructor(
		private readonly client: ExecutionClient,
		private readonly order: ToReplace,
		private readonly memory: ItemMemory,
		private readonly run: RunOfItem,
	) {
		const attempted = attemptedBefore(memory);
		this.isAttempted = attempted !== undefined;
		this.number = attempted ?? numberReplacing(order.input, order.asked);
	}

	/** @throws LeftOpen when the old notice is cancelled and the new one not known to be ordered */
	async carryOut(): Promise<Replaced> {
		try {
			return await this.replace();
		} catch (failure) {
			if (!this.cancelled || isNotStarted(failure)) throw rethrown(failure);
			throw rethrown(this.stoppedHalfWay(this.cancelled, failure));
		}
	}

	/** The old notice is cancelled and the new one not ordered, or perhaps. */
	private stoppedHalfWay(cancelled: CancelledNotice, reason: unknown): LeftOpen {
		const { reference } = cancelled;
		const gone = `cancelled${creditNotesIn(cancelled)}`;
		const mayBeOrdered = this.isAttempted || reason instanceof LeftOpen;
		const state = mayBeOrdered
			? 'and the new one may be ordered already'
			: 'but the new one is not ordered yet';
		return new LeftOpen(
			`The notice ${reference} is ${gone}, ${state}. The new notice's order number is ${this.number}.`,
			"Add the option 'Old Notice Already Cancelled', change nothing else, and run it again: then nothing is ordered twice. " +
				'An automatic number changes with the text, and with the reference or order number given for the old notice.',
			reason,
			`notice ${reference}, ${gone} ${mayBeOrdered ? 'and perhaps' : 'but not'} ordered anew under ${this.number}`,
		);
	}

	private async replace(): Promise<Replaced> {
		const { input } = this.order;
		const old = await this.findOld();
		if (old) this.checkName(old);
		const isBegun = this.cancelled !== undefined || this.isAttempted;
		const policy = isBegun ? 'returnExisting' : input.ifAlreadyOrdered;
		const registered = await this.findRegistered(old);
		if (registered) return this.takeRegistered(registered, policy);
		const quoted = await this.check(old);
		this.claim(old);
		if (old) await this.cancel(old);
		// Send the date that the quote retained: the service may refuse one that has closed, and the old notice is gone already.
		const body = withQuotedDate({ ...input.body, numero_commande: this.number }, quoted);
		// Seen free before, a number of the person's own that is taken by now may be somebody else's.
		const mayBeOfOthers = input.numberMode === 'custom' && !isBegun;
		const placing = this.place(body, mayBeOfOthers ? 'fail' : policy);
		this.run.whileOrdering();
		return this.replacedBy(await placing, quoted);
	}

	/** Two items at once would both find the old notice, and order two corrections of it. @throws OperationStop */
	private claim(old: NamedNotice | undefined): void {
		const names = this.namesOf(old);
		const first = this.run.claim(names, this.number);
		if (first === this.number) return;
		throw new OperationStop(
			`Another input item replaces the notice ${names[0]} too, or an earlier try of this one has begun to, under the order number ${first}. Nothing was done for this one.`,
			'Keep one item for each notice.',
		);
	}

	/** @throws OperationStop */
	private takeRegistered(registered: Answer, policy: Placing['ifAlreadyOrdered']): Replaced {
		this.run.claim(this.namesOf(undefined), this.number);
		if (policy === 'fail') throw existsAlready(registered, this.number);
		const kind = this.isAttempted ? 'recovered' : 'existing';
		return this.replacedBy({ kind, answer: registered }, undefined);
	}

	/** The names of the notice that is replaced, as far as they are known. */
	private namesOf(old: NamedNotice | undefined): string[] {
		const reference = old?.reference ?? this.cancelled?.reference ?? this.order.asked;
		const orderNumber = old?.answer.numero_commande ?? this.cancelled?.orderNumber;
		const number = nonEmptyText(orderNumber);
		return number === undefined ? [reference] : [reference, number];
	}

	private replacedBy(placed: PlacedOrder, quoted: Answer | undefined): Replaced {
		return { placed, quoted, number: this.number, cancelled: this.cancelled };
	}

	/** All that can stop a replacement, before its first step that cannot be undone. @returns the quote of the new notice */
	private async check(old: NamedNotice | undefined): Promise<Answer> {
		if (!old && !this.cancelled) this.checkUnknown();
		if (old?.answer.statut === 'parue') {
			const message = `The notice ${old.reference} is published already and cannot be replaced. Nothing was cancelled.`;
			throw new OperationStop(message, 'Order a correction of the category RECTIF instead.');
		}
		const undone = old ? 'cancelled' : 'ordered';
		return await quoteAhead(this.client, this.order.input, `Nothing was ${undone}.`);
	}

	/** The notice to be replaced. One that is gone after an earlier try of unknown outcome was cancelled by that. */
	private async findOld(): Promise<NamedNotice | undefined> {
		const done = this.memory.recall();
		const cancelled = readCancelled(done?.cancelled);
		if (cancelled && done?.isCertain === true) {
			this.cancelled = cancelled;
			return undefined;
		}
		const { client, run, order } = this;
		if (!cancelled) return await resolveNotice(client, run.cancellations, order.asked);
		const { reference } = cancelled;
		const old = await resolveAttempted(client, run.cancellations, order.asked, reference);
		if (!old && !done?.mayBeByOthers) this.setCancelled(cancelled);
		return old;
	}

	/** A notice that is not found may be ordered anew only where it is said to be cancelled. */
	private checkUnknown(): void {
		const { asked, alreadyCancelled } = this.order;
		if (alreadyCancelled) return;
		const byOthers = readCancelled(this.memory.recall()?.cancelled);
		if (byOthers) throw perhapsByOthers(byOthers, this.number);
		throw new OperationStop(
			`The notice to be replaced, "${asked}", is not found. Nothing was ordered.`,
			'If an earlier run stopped half way, its message says how to go on. ' +
				'Give the same reference or order number as in that run: with another one, the new notice could be ordered twice.',
			new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], asked }),
		);
	}

	/** The notice that has the order number of a cancelled one by now is another, such as its own correction. */
	private checkName({ reference }: NamedNotice): void {
		const { asked, alreadyCancelled } = this.order;
		if (!alreadyCancelled || asked === reference) return;
		throw new OperationStop(
			`${asked} is the order number of the notice ${reference}, which is not cancelled. Nothing was cancelled.`,
			`Give the reference ${reference}, or remove the option 'Old Notice Already Cancelled'.`,
		);
	}

	/** The notice that already has the new number. @throws OperationStop when the old one still exists */
	private async findRegistered(old: NamedNotice | undefined): Promise<Answer | undefined> {
		const { number } = this;
		if (!old) return await fetchByNumber(this.client, number);
		const found = await fetchStatus(this.client, number);
		if (found instanceof ServiceFailure) throw found;
		if (!found) return undefined;
		// Nothing is cancelled while it is in doubt whether the new one can be ordered.
		if (nonEmptyText(found.statut) === undefined) {
			throw new ServiceFailure('notTheService', { missing: 'statut', readOnly: true });
		}
		throw new OperationStop(
			`The 'Order Number' ${number} belongs to the notice ${trimmedText(found.reference)}. Nothing was cancelled.`,
			"Set 'Order Number Mode' to Custom and give a number that no notice has.",
		);
	}

	private async cancel(old: NamedNotice): Promise<void> {
		let deleted: Deleted;
		try {
			deleted = await deleteNotice(this.client, this.run.cancellations, old.reference);
		} catch (failure) {
			if (!(failure instanceof UnknownOutcome)) throw rethrown(failure);
			const { reason } = failure;
			const cancelled = cancelledNotice(old, undefined);
			// Refused as unknown, it may be somebody else's cancellation that shows only later.
			const mayBeByOthers = reason instanceof ServiceFailure && saysUnknown(reason);
			this.memory.remember({ cancelled, isCertain: false, mayBeByOthers });
			throw rethrown(notKnownCancelled(old, this.number, failure));
		}
		const { answer, mayBeByOthers } = deleted;
		if (mayBeByOthers && !this.order.alreadyCancelled) throw perhapsByOthers(old, this.number);
		this.setCancelled(cancelledNotice(old, answer));
	}

	private setCancelled(cancelled: CancelledNotice): void {
		this.cancelled = cancelled;
		this.memory.remember({ cancelled, isCertain: true });
	}

	/** The number was free a moment ago. */
	private async place(
		body: OrderBody,
		ifAlreadyOrdered: Placing['ifAlreadyOrdered'],
	): Promise<PlacedOrder> {
		const { ifDateMoves } = this.order.input.notice;
		try {
			const known = { ifDateMoves, ifAlreadyOrdered, foundAs: 'recovered' } as const;
			const placing = { ...known, sideEffect: 'continues' } as const;
			return await placeOrder(this.client, body, placing);
		} catch (failure) {
			if (failure instanceof LeftOpen) this.rememberAttempt(!forbidsRepeating(failure));
			throw rethrown(failure);
		}
	}

	/** @param isOwn whether a later try may take a notice of the number for that of this item */
	private rememberAttempt(isOwn: boolean): void {
		const { cancelled, number } = this;
		const attemptedNumber = isOwn ? number : undefined;
		const claim = { names: this.namesOf(undefined), number };
		this.memory.remember({ cancelled, isCertain: true, attemptedNumber, claim });
	}
}

/** Whoever cancelled it may have wanted no new notice, or have ordered one: only a person can say how to go on. */
function perhapsByOthers({ reference }: { reference: string }, number: string): UnknownOutcome {
	const open = `notice ${reference}, cancelled, perhaps by somebody else, and not ordered anew under ${number}`;
	return new UnknownOutcome(
		`The notice ${reference} is cancelled, but perhaps not by this node: the service did not know it any more when the cancellation came. ` +
			`The new notice is not ordered. The new notice's order number is ${number}.`,
		'Somebody else may have cancelled or replaced it, or a proxy sent the cancellation twice. ' +
			"If the new notice is still wanted, add the option 'Old Notice Already Cancelled', change nothing else, and run it again.",
		undefined,
		{ open, repeatable: false },
	);
}

function notKnownCancelled(
	{ reference }: NamedNotice,
	number: string,
	{ reason }: UnknownOutcome,
): LeftOpen {
	return new LeftOpen(
		`It is not known whether the notice ${reference} was cancelled, so the new one is not ordered yet. The new notice's order number is ${number}.`,
		'Run it again unchanged. ' +
			`If ${reference} is not found then, it is cancelled: add the option 'Old Notice Already Cancelled'.`,
		reason,
		`notice ${reference}, not known whether cancelled, not ordered anew under ${number}`,
	);
}
