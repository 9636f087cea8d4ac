/** The steps of a replacement: what is checked, cancelled and ordered, and what is remembered of it. */
import type { IDataObject } from 'n8n-workflow';

import type { OrderBody, OrderInput } from '../../domain/notice';
import { LeftOpen, OperationStop, UnknownOutcome } from '../../errors/stops';
import { looksAutomatic } from '../../domain/orderNumber';
import { nonEmptyText, trimmedText } from '../../domain/parameters';
import { isRecord, listOfFields } from '../../domain/records';
import { fetchStatus } from '../../notices/ask';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { asThrown, ServiceFailure } from '../../errors/failures';
import { isNotStarted, outputFields } from '../context';
import { type NamedNotice, quoteAhead, resolveNotice } from './check';
import { sendForOpenDate, withQuotedDate } from './openDate';
import { noticeNumbered, numberReplacing } from './orderNumbers';
import { cancelledDocuments } from './output';
import { deleteNotice, placeOrder } from './place';
import type { PlacedOrder } from './summary';

/** A replacement as its item says it. */
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
	/** What was ordered, with the number that belongs to this replacement. */
	readonly body: OrderBody;
	/** Undefined when this execution cancelled none. */
	readonly cancelled: CancelledNotice | undefined;
}

/** The notice that was replaced, as far as it is known. */
export type CancelledNotice = {
	readonly reference: string;
	/** As the service wrote it. */
	readonly orderNumber?: string | number;
	/** Its invoice and credit note. */
	readonly documents: IDataObject[];
	readonly notes: string[];
};

/** What an earlier try in this execution has done of a replacement. */
type ReplacementSteps = {
	readonly cancelled?: CancelledNotice | undefined;
	/** Whether its cancellation is known to have been done. */
	readonly isCertain?: boolean;
	/** The number of an order of which it is not known whether it was placed. */
	readonly attemptedNumber?: string | undefined;
};

/**
 * Cancels a notice and orders its correction, after all that can be checked. Every stop afterwards says what is
 * cancelled and which number is still to be ordered; running it again goes on there: a registered new number is done.
 */
export class Replacement {
	private body: OrderBody & { numero_commande: string };
	private cancelled: CancelledNotice | undefined;

	/** @param memory of the item within the execution */
	constructor(
		private readonly client: ExecutionClient,
		private readonly order: ToReplace,
		private readonly memory: {
			recall(): IDataObject | undefined;
			remember(done: IDataObject): void;
		},
	) {
		this.body = this.bodyReplacing(order.asked);
	}

	/** @throws LeftOpen when the old notice is cancelled and the new one not known to be ordered */
	async run(): Promise<Replaced> {
		try {
			return await this.replace();
		} catch (failure) {
			if (!this.cancelled || isNotStarted(failure)) throw asThrown(failure);
			throw asThrown(stoppedHalfWay(this.cancelled, this.number, failure));
		}
	}

	private get number(): string {
		return this.body.numero_commande;
	}

	private bodyReplacing(reference: string): OrderBody & { numero_commande: string } {
		const { input } = this.order;
		return { ...input.body, numero_commande: numberReplacing(input, reference) };
	}

	private async replace(): Promise<Replaced> {
		const { input } = this.order;
		const steps = readSteps(this.memory.recall());
		const old = await this.findOld(steps);
		this.body = this.bodyReplacing(this.referenceOf(old));
		const isAttempted = steps.attemptedNumber === this.number;
		const isBegun = this.cancelled !== undefined || isAttempted;
		const policy = isBegun ? 'returnExisting' : input.ifAlreadyOrdered;
		const registered = await this.findRegistered(old);
		if (registered) {
			if (policy === 'fail') throw existsAlready(registered, this.number);
			const kind = isAttempted ? 'recovered' : 'existing';
			return this.replaced({ kind, answer: registered });
		}
		const quoted = await this.check(old);
		// The date that the quote retained: an order for a date that is over might be refused after the cancellation.
		this.body = withQuotedDate(this.body, quoted);
		if (old) await this.cancel(old);
		return this.replaced(await this.place(policy), quoted);
	}

	/** By which the new notice knows what it replaces. */
	private referenceOf(old: NamedNotice | undefined): string {
		if (old) return old.reference;
		return this.cancelled ? this.cancelled.reference : this.order.asked;
	}

	private replaced(placed: PlacedOrder, quoted?: Answer): Replaced {
		return { placed, quoted, body: this.body, cancelled: this.cancelled };
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
	private async findOld({
		cancelled,
		isCertain,
	}: ReplacementSteps): Promise<NamedNotice | undefined> {
		if (cancelled && isCertain) {
			this.cancelled = cancelled;
			return undefined;
		}
		const old = await resolveNotice(this.client, this.order.asked);
		if (cancelled && !old) this.setCancelled(cancelled);
		return old;
	}

	/**
	 * A notice that is not found may be ordered anew only where it is said to be cancelled, and under its reference: by
	 * its own automatic number the new one would get another number, and be ordered once more.
	 */
	private checkUnknown(): void {
		const { asked, input, alreadyCancelled } = this.order;
		const isRenamed = input.numberMode === 'automatic' && looksAutomatic(asked);
		if (alreadyCancelled && !isRenamed) return;
		throw new OperationStop(
			`The notice to be replaced, "${asked}", is not found. Nothing was ordered.`,
			"If it was cancelled or replaced before, give the service's own reference: by its order number the new one could be ordered a second time. " +
				"After a run that stopped half way add the option 'Old Notice Already Cancelled'.",
			new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'], asked }),
		);
	}

	/** The notice that already has the new number. @throws OperationStop when the old one still exists */
	private async findRegistered(old: NamedNotice | undefined): Promise<Answer | undefined> {
		const { number } = this;
		if (!old) return await noticeNumbered(this.client, number);
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
		try {
			const { answer } = await deleteNotice(this.client, old.reference);
			this.setCancelled(cancelledNotice(old, answer));
		} catch (failure) {
			if (!(failure instanceof UnknownOutcome)) throw asThrown(failure);
			this.remember({ cancelled: cancelledNotice(old, undefined), isCertain: false });
			const open = new LeftOpen(
				`It is not known whether the notice ${old.reference} was cancelled, so the new one is not ordered yet; its order number is ${this.number}.`,
				`Run it again with ${old.reference} as 'Reference or Order Number'. ` +
					`If it is not found then, it is cancelled: add the option 'Old Notice Already Cancelled'.`,
				failure.reason,
				`notice ${old.reference}, not known whether cancelled, not ordered anew under ${this.number}`,
			);
			throw asThrown(open);
		}
	}

	private setCancelled(cancelled: CancelledNotice): void {
		this.cancelled = cancelled;
		this.remember({ cancelled, isCertain: true });
	}

	private remember(steps: ReplacementSteps): void {
		this.memory.remember(steps);
	}

	/** The number was free a moment ago, so a notice that has it now is the one ordered here. */
	private async place(policy: OrderInput['ifAlreadyOrdered']): Promise<PlacedOrder> {
		const { client, order, cancelled, number } = this;
		const send = async (body: OrderBody) => await placeOrder(client, body, policy, 'continues');
		try {
			return await sendForOpenDate(client, order.input.notice, this.body, send);
		} catch (failure) {
			if (failure instanceof UnknownOutcome) {
				this.remember({ cancelled, isCertain: true, attemptedNumber: number });
			}
			throw asThrown(failure);
		}
	}
}

/** Kept by n8n as plain data, which may have been written by another version of the node. */
function readSteps(stored: IDataObject | undefined): ReplacementSteps {
	if (!stored) return {};
	const attemptedNumber = nonEmptyText(stored.attemptedNumber);
	const reference = isRecord(stored.cancelled) && nonEmptyText(stored.cancelled.reference);
	if (!isRecord(stored.cancelled) || !reference) return { attemptedNumber };
	const { orderNumber, documents, notes } = stored.cancelled;
	const cancelled = {
		reference,
		...numberIn(orderNumber),
		documents: listOfFields(documents) as IDataObject[],
		notes: Array.isArray(notes) ? notes.map(String) : [],
	};
	return { cancelled, isCertain: stored.isCertain === true, attemptedNumber };
}

/** @param answer undefined when it was lost */
function cancelledNotice(old: NamedNotice, answer: Answer | undefined): CancelledNotice {
	const { numero_commande: number } = outputFields(old.answer);
	return { reference: old.reference, ...numberIn(number), ...cancelledDocuments(answer) };
}

function numberIn(orderNumber: unknown): Pick<CancelledNotice, 'orderNumber'> {
	if (nonEmptyText(orderNumber) === undefined) return {};
	return typeof orderNumber === 'number' ? { orderNumber } : { orderNumber: String(orderNumber) };
}

function existsAlready(registered: Answer, number: string): OperationStop {
	return new OperationStop(
		`The new notice exists already: ${trimmedText(registered.reference)}, with order number ${number}. ` +
			'Nothing was done.',
		'It was done before, or the number is that of another notice.',
		new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }),
	);
}

/** The old notice is cancelled and the new one not ordered, or perhaps. */
function stoppedHalfWay(cancelled: CancelledNotice, number: string, reason: unknown): LeftOpen {
	const { reference } = cancelled;
	const gone = `cancelled${creditNotesOf(cancelled)}`;
	const mayBeOrdered = reason instanceof LeftOpen;
	const again = `with the option 'Old Notice Already Cancelled' and ${reference} as 'Reference or Order Number'`;
	const state = mayBeOrdered
		? 'and the new one may be ordered already'
		: 'but the new one is not ordered yet';
	return new LeftOpen(
		`The notice ${reference} is ${gone}, ${state}; its order number is ${number}.`,
		`Run it again unchanged ${again}: then nothing is ordered twice. ` +
			'A changed text has another automatic number.',
		reason,
		`notice ${reference}, ${gone} ${mayBeOrdered ? 'and perhaps' : 'but not'} ordered anew under ${number}`,
	);
}

function creditNotesOf({ documents, notes }: CancelledNotice): string {
	const creditNotes = documents
		.filter(({ type }) => type === 'avoir')
		.map(({ numero }) => nonEmptyText(numero) ?? 'without a number');
	if (creditNotes.length > 0) return ` (credit note ${creditNotes.join(', ')})`;
	return notes.length === 0 ? '' : ' (whether there is a credit note is not known)';
}
