import type { IDataObject } from 'n8n-workflow';

import { UnknownOutcome } from '../../domain/operationStop';
import { looksAutomatic } from '../../domain/orderNumber';
import { fetchNotices } from '../../transport/batch';
import type { ExecutionClient } from '../../transport/client';
import { asThrown, ServiceFailure } from '../../transport/failures';
import { cancelledFields } from './cancelledDocuments';
import { deleteNotice } from './cancelNotice';
import { onDateOf, onOpenDate, withNextDates } from './closedDate';
import { findNumbered } from './numberedNotice';
import type { OrderBody, OrderInput } from './orderInput';
import { placeOrder, type PlacedOrder } from './placeOrder';
import { checkReplacement } from './replacementChecks';
import {
	cancellationUnknown,
	numberInPlaceOfReference,
	numberTaken,
	oldNotFound,
	replacedBefore,
	stoppedHalfWay,
} from './replacementStops';
import { resolveNotice, type NamedNotice } from './resolveNotice';
import type { Answer } from '../../transport/envelope';
import { isNotStarted } from '../context';

export interface Replaced {
	readonly placed: PlacedOrder;
	readonly quoted: Answer | undefined;
	/** Output fields about the cancelled notice; undefined when this run cancelled none. */
	readonly cancelled: IDataObject | undefined;
}

/** Memory of one item's steps within the execution. */
export interface Steps {
	recall(): IDataObject | undefined;
	remember(done: IDataObject): void;
}

/**
 * Cancels a notice and orders its correction. Nothing is cancelled before everything that can be checked has been,
 * and every stop afterwards says what is cancelled and which number is still to be ordered. Running it again goes on
 * where it stopped: a new number that is registered means done.
 */
export class Replacement {
	/** What is ordered, with the number that belongs to this replacement. */
	body: OrderBody;
	/** Output fields about the old notice, once this execution has cancelled it. */
	private cancelled: IDataObject | undefined;

	constructor(
		private readonly client: ExecutionClient,
		private readonly input: OrderInput,
		private readonly asked: string,
		private readonly steps: Steps,
	) {
		this.body = input.body;
	}

	async run(alreadyCancelled: boolean): Promise<Replaced> {
		try {
			return await this.replace(alreadyCancelled);
		} catch (failure) {
			if (isNotStarted(failure)) throw asThrown(failure);
			const reason = await withNextDates(this.client, this.body, failure);
			throw asThrown(
				this.cancelled ? stoppedHalfWay(this.cancelled, this.body.numero_commande, reason) : reason,
			);
		}
	}

	private async replace(alreadyCancelled: boolean): Promise<Replaced> {
		const { tentative, ...earlier } = this.steps.recall() ?? {};
		const old = await this.findOld(earlier);
		const done = this.cancelled;
		const oldReference = old?.reference ?? textField(done, 'ancienne_reference') ?? this.asked;
		this.body = withNumber(this.input.body, this.input.numberFor(oldReference));

		const isAttempted = tentative !== undefined && tentative === this.body.numero_commande;
		// What an earlier try of this execution began is its own.
		const ifAlreadyOrdered = done || isAttempted ? 'returnExisting' : this.input.ifAlreadyOrdered;
		const registered = await this.registeredNotice(old);
		if (registered) {
			if (ifAlreadyOrdered === 'fail') {
				throw replacedBefore(this.body.numero_commande, registered);
			}
			const kind = isAttempted ? 'recovered' : 'existing';
			return { placed: { kind, answer: registered }, quoted: undefined, cancelled: done };
		}
		if (!old && !done) {
			if (!alreadyCancelled) throw oldNotFound(this.asked);
			// The new number is made of the reference: with another name it would be another one, and order once more.
			if (this.input.numberMode === 'automatic' && looksAutomatic(this.asked)) {
				throw numberInPlaceOfReference(this.asked);
			}
		}

		const quoted = await checkReplacement(this.client, this.input, old);
		// The date that the quote retained: an order for a date that is over might be refused after the cancellation.
		this.body = onDateOf(this.body, quoted);
		if (old) await this.cancel(old);
		const placed = await this.order(ifAlreadyOrdered);
		return { placed, quoted, cancelled: this.cancelled };
	}

	/**
	 * The notice to be replaced; undefined when it is not found. One that is gone after an earlier try whose cancellation
	 * stayed unknown was cancelled by that.
	 *
	 * @param earlier what this execution did before
	 */
	private async findOld({ annulation, ...earlier }: IDataObject): Promise<NamedNotice | undefined> {
		const begun = textField(earlier, 'ancienne_reference') === undefined ? undefined : earlier;
		if (begun && annulation !== 'inconnue') {
			this.cancelled = begun;
			return undefined;
		}
		const old = await resolveNotice(this.client, this.asked);
		if (begun && !old) this.setCancelled(begun);
		return old;
	}

	/**
	 * The notice that already has the new number.
	 *
	 * @throws OperationStop when the old one still exists: then its number is free, or that of another notice
	 */
	private async registeredNotice(old: NamedNotice | undefined): Promise<Answer | undefined> {
		const number = this.body.numero_commande;
		if (number === undefined) return undefined;
		if (!old) return await findNumbered(this.client, number);
		const found = (await fetchNotices(this.client, 'statut', [number])).get(number);
		if (found instanceof ServiceFailure) throw found;
		if (found) throw numberTaken(number, found, old);
		return undefined;
	}

	private async cancel(old: NamedNotice): Promise<void> {
		try {
			this.setCancelled(cancelledFields(await deleteNotice(this.client, old.reference), old));
		} catch (failure) {
			if (!(failure instanceof UnknownOutcome)) throw asThrown(failure);
			const { reference } = old;
			const begun = cancelledFields({ reference, answer: undefined }, old);
			this.steps.remember({ ...begun, annulation: 'inconnue' });
			throw cancellationUnknown(reference, this.body.numero_commande, failure.reason);
		}
	}

	private setCancelled(cancelled: IDataObject): void {
		this.cancelled = cancelled;
		this.steps.remember(cancelled);
	}

	/**
	 * This very number was free a moment ago, so a notice that has it now is the one ordered here, unless the person
	 * wants no such conclusion.
	 */
	private async order(ifAlreadyOrdered: OrderInput['ifAlreadyOrdered']): Promise<PlacedOrder> {
		try {
			const { ifDateMoves } = this.input.notice;
			return await onOpenDate(
				this.client,
				ifDateMoves,
				this.body,
				async (body) => await placeOrder(this.client, body, ifAlreadyOrdered, 'continues'),
			);
		} catch (failure) {
			const number = this.body.numero_commande;
			if (failure instanceof UnknownOutcome && number !== undefined) {
				this.steps.remember({ ...this.cancelled, tentative: number });
			}
			throw asThrown(failure);
		}
	}
}

function withNumber(body: OrderBody, number: string | undefined): OrderBody {
	const numbered = { ...body };
	if (number === undefined) delete numbered.numero_commande;
	else numbered.numero_commande = number;
	return numbered;
}

function textField(fields: IDataObject | undefined, name: string): string | undefined {
	const value = fields?.[name];
	return typeof value === 'string' ? value : undefined;
}
