import type { IDataObject } from 'n8n-workflow';

import type { OrderBody, OrderInput } from '../../domain/notice';
import { LeftOpen, OperationStop, UnknownOutcome } from '../../errors/stops';
import { looksAutomatic } from '../../domain/orderNumber';
import { nonEmptyText, trimmedText } from '../../domain/parameters';
import { isRecord } from '../../domain/records';
import { fetchStatus } from '../../notices/ask';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { asThrown, ServiceFailure } from '../../errors/failures';
import { isNotStarted, outputFields } from '../context';
import {
	cancelledDocuments,
	deleteNotice,
	type NamedNotice,
	resolveNotice,
} from './cancel.operation';
import { placeOrder } from './order.operation';
import { sendForOpenDate, withQuotedDate } from './openDate';
import { quoteAhead } from './quoting';
import { noticeNumbered } from './registered';
import type { PlacedOrder } from './summary';

interface Replaced {
	readonly placed: PlacedOrder;
	readonly quoted: Answer | undefined;
}

/**
 * Cancels a notice and orders its correction, after all that can be checked. Every stop afterwards says what is
 * cancelled and which number is still to be ordered; running it again goes on there: a registered new number is done.
 */
export class Replacement {
	/** What is ordered, with the number that belongs to this replacement. */
	body: OrderBody & { numero_commande: string };
	/** Output fields about the cancelled notice; undefined when this run cancelled none. */
	cancelled: IDataObject | undefined;

	/** @param steps memory of the item within the execution */
	constructor(
		private readonly client: ExecutionClient,
		private readonly input: OrderInput,
		private readonly asked: string,
		private readonly steps: {
			recall(): IDataObject | undefined;
			remember(done: IDataObject): void;
		},
	) {
		this.body = { ...input.body, numero_commande: input.numberReplacing(asked) };
	}

	private get number(): string {
		return this.body.numero_commande;
	}

	async run(alreadyCancelled: boolean): Promise<Replaced> {
		try {
			return await this.replace(alreadyCancelled);
		} catch (failure) {
			if (!this.cancelled || isNotStarted(failure)) throw asThrown(failure);
			throw asThrown(stoppedHalfWay(this.cancelled, this.number, failure));
		}
	}

	private async replace(alreadyCancelled: boolean): Promise<Replaced> {
		const { client, input } = this;
		const { tentative, ...earlier } = this.steps.recall() ?? {};
		const old = await this.findOld(earlier);
		const done = this.cancelled;
		const oldReference = old?.reference ?? nonEmptyText(done?.ancienne_reference) ?? this.asked;
		const number = input.numberReplacing(oldReference);
		this.body = { ...input.body, numero_commande: number };

		const isAttempted = tentative !== undefined && tentative === number;
		const ifAlreadyOrdered = done || isAttempted ? 'returnExisting' : input.ifAlreadyOrdered;
		const registered = await this.findRegistered(old);
		if (registered) {
			if (ifAlreadyOrdered === 'fail') {
				throw new OperationStop(
					`The new notice exists already: ${trimmedText(registered.reference)}, with order number ${number}. ` +
						'Nothing was done.',
					'It was done before, or the number is that of another notice.',
					new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }),
				);
			}
			const kind = isAttempted ? 'recovered' : 'existing';
			return { placed: { kind, answer: registered }, quoted: undefined };
		}
		if (!old && !done) this.checkUnknown(alreadyCancelled);
		if (old?.answer.statut === 'parue') {
			const message = `The notice ${old.reference} is published already and cannot be replaced. Nothing was cancelled.`;
			throw new OperationStop(message, 'Order a correction of the category RECTIF instead.');
		}
		const quoted = await quoteAhead(client, input, `Nothing was ${old ? 'cancelled' : 'ordered'}.`);
		// The date that the quote retained: an order for a date that is over might be refused after the cancellation.
		this.body = withQuotedDate(this.body, quoted);
		if (old) await this.cancel(old);
		return { placed: await this.order(ifAlreadyOrdered), quoted };
	}

	/** The notice to be replaced. One that is gone after an earlier try of unknown outcome was cancelled by that. */
	private async findOld({ annulation, ...earlier }: IDataObject): Promise<NamedNotice | undefined> {
		const begun = nonEmptyText(earlier.ancienne_reference) === undefined ? undefined : earlier;
		if (begun && annulation !== 'inconnue') {
			this.cancelled = begun;
			return undefined;
		}
		const old = await resolveNotice(this.client, this.asked);
		if (begun && !old) this.setCancelled(begun);
		return old;
	}

	/**
	 * A notice that is not found may be ordered anew only where it is said to be cancelled, and under its reference: by
	 * its own automatic number the new one would get another number, and be ordered once more.
	 */
	private checkUnknown(alreadyCancelled: boolean): void {
		const { asked, input } = this;
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
			this.setCancelled(cancelledFields(old, answer));
		} catch (failure) {
			if (!(failure instanceof UnknownOutcome)) throw asThrown(failure);
			this.steps.remember({ ...cancelledFields(old, undefined), annulation: 'inconnue' });
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

	private setCancelled(cancelled: IDataObject): void {
		this.cancelled = cancelled;
		this.steps.remember(cancelled);
	}

	/** The number was free a moment ago, so a notice that has it now is the one ordered here. */
	private async order(ifAlreadyOrdered: OrderInput['ifAlreadyOrdered']): Promise<PlacedOrder> {
		const place = async (body: OrderBody) =>
			await placeOrder(this.client, body, ifAlreadyOrdered, 'continues');
		try {
			return await sendForOpenDate(this.client, this.input.notice, this.body, place);
		} catch (failure) {
			if (failure instanceof UnknownOutcome) {
				this.steps.remember({ ...this.cancelled, tentative: this.number });
			}
			throw asThrown(failure);
		}
	}
}

/** Output fields about the old notice. @param answer undefined when it was lost */
function cancelledFields(old: NamedNotice, answer: Answer | undefined): IDataObject {
	const { numero_commande: number } = outputFields(old.answer);
	const { documents, notes } = cancelledDocuments(answer);
	return {
		ancienne_reference: old.reference,
		...(nonEmptyText(number) === undefined ? {} : { ancien_numero_commande: number }),
		documents_annulation: documents,
		...(notes.length > 0 ? { avertissements: notes } : {}),
	};
}

/** The old notice is cancelled and the new one not ordered, or perhaps. */
export function stoppedHalfWay(cancelled: IDataObject, number: string, reason: unknown): LeftOpen {
	const reference = String(cancelled.ancienne_reference);
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

function creditNotesOf({ documents_annulation: given, avertissements }: IDataObject): string {
	const notes = (Array.isArray(given) ? given : [])
		.filter(isRecord)
		.filter(({ type }) => type === 'avoir')
		.map(({ numero }) => nonEmptyText(numero) ?? 'without a number');
	if (notes.length > 0) return ` (credit note ${notes.join(', ')})`;
	return avertissements === undefined ? '' : ' (whether there is a credit note is not known)';
}
