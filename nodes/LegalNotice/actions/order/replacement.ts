/** How a notice is replaced: what is checked, cancelled and ordered, in this order, and what is remembered of it. */
import type { IDataObject } from 'n8n-workflow';

import type { OrderInput } from '../../domain/notice';
import { nonEmptyText, trimmedText } from '../../reading/cells/parameters';
import { isRecord, listOfFields } from '../../reading/records';
import { rethrown, ServiceFailure, Stop } from '../../errors/failures';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { oneAtATime } from '../../transport/exactlyOnce';
import type { OperationContext } from '../context';
import { cancelOnce, type NamedNotice, resolveNotice } from './cancellation';
import { checkReplacement } from './check';
import { onQuotedDay, OpenDays } from './openDate';
import { caseFolded, lookUp, nameInWords, numberReplacing } from './orderNumbers';
import { cancelledDocuments, type CancelledDocuments, creditNotesIn } from './output';
import { inWords } from './printable';
import { place, type PlacedOrder, takeExisting, type ToPlace } from './place';

export interface ToReplace {
	readonly input: OrderInput;
	/** The reference or order number of the notice to be replaced. */
	readonly asked: string;
	/** Whether the item says that it is cancelled already. */
	readonly alreadyCancelled: boolean;
}

const CHANGE_NOTHING_ELSE =
	"Add the option 'Old Notice Already Cancelled', change nothing else, and run it again: then nothing is ordered twice. " +
	'With another text, or another name of the old notice, the new one could be ordered twice.';
/** Under a number that another notice has by now, a next run would return that notice. */
const ANOTHER_NUMBER =
	"Give another 'Order Number', add the option 'Old Notice Already Cancelled', and run it again.";

/** A notice that was cancelled, as far as it is known. */
export type CancelledNotice = CancelledDocuments & {
	readonly reference: string;
	readonly orderNumber: string | number | undefined;
};

interface Replaced {
	readonly placed: PlacedOrder;
	readonly number: string;
	/** It is undefined when this execution cancelled no notice. */
	readonly cancelled: CancelledNotice | undefined;
}

/** What an item remembers of a replacement that has begun; n8n keeps it as plain data. */
interface Progress {
	/** The new notice's order number: an expression such as `$now` would give another one in the next try. */
	readonly number: string;
	/** The old notice, once its cancellation is sent. */
	readonly old?: { reference: string; orderNumber?: string | number };
	/** The old notice, once it is cancelled. */
	readonly cancelled?: IDataObject;
	/** Whether the new notice may be ordered. */
	readonly isSent?: boolean;
}

/**
 * Cancels a notice and orders its correction, after all that can be checked. Every stop afterwards says what is
 * cancelled and that the new one is still to be ordered; running it again goes on there: a registered new number is done.
 *
 * @throws Stop
 */
export async function replaceNotice(
	context: OperationContext,
	itemIndex: number,
	order: ToReplace,
): Promise<Replaced> {
	const client = await context.client();
	const replacement = new Replacement(context, client, itemIndex, order);
	// Two items, or executions, that name one notice would both find it, and order two corrections.
	return await oneAtATime(client, `replace ${caseFolded(order.asked)}`, async () => {
		return await replacement.carryOut();
	});
}

class Replacement {
	private progress: Progress;
	/** Whether the new number, of the person's own, was found to be another notice's. */
	private isTaken = false;
	private readonly isBegun: boolean;
	private readonly memory: ReturnType<OperationContext['memoryOf']>;

	constructor(
		private readonly context: OperationContext,
		private readonly client: ExecutionClient,
		private readonly itemIndex: number,
		private readonly order: ToReplace,
	) {
		this.memory = context.memoryOf(itemIndex);
		const begun = this.memory.recall();
		this.isBegun = begun !== undefined;
		const number = nonEmptyText(begun?.number) ?? numberReplacing(order.input, order.asked);
		this.progress = { ...begun, number };
	}

	/** It encloses the checks too: what an earlier try has cancelled is said whatever stops this one. */
	async carryOut(): Promise<Replaced> {
		try {
			return await this.replace();
		} catch (failure) {
			const cancelled = this.cancelled();
			if (!cancelled) throw rethrown(failure);
			throw rethrown(this.stoppedHalfWay(cancelled, failure));
		}
	}

	private async replace(): Promise<Replaced> {
		const { input, asked } = this.order;
		const [old, taken] = await Promise.all([
			this.cancelled() ? undefined : resolveNotice(this.client, asked),
			lookUp(this.client, this.progress.number, this.isBegun ? 'lookUp' : 'read'),
		]);
		if (old) this.checkOld(old, taken);
		else this.noteGone();
		if (taken) return this.takeRegistered(taken);
		if (!old && !this.cancelled()) this.checkNotFound();
		this.claim(old);
		const days = new OpenDays(this.context, input.notice);
		const untouched = `Nothing was ${old ? 'cancelled' : 'ordered'}.`;
		const [quoted] = await Promise.all([
			checkReplacement(this.context, { ...input, untouched }, days),
			input.billing,
		]);
		if (old) await this.cancel(old);
		return await this.placeNew(quoted, days);
	}

	/** An earlier try whose answer was lost has cancelled what is not found any more. */
	private noteGone(): void {
		if (!this.cancelled() && this.progress.old) this.noteCancelled(undefined);
	}

	private async placeNew(quoted: Answer, days: OpenDays): Promise<Replaced> {
		const { input } = this.order;
		const { number, isSent = false } = this.progress;
		const billing = await input.billing;
		const unquoted = { ...input.body, ...billing.body, numero_commande: number };
		const body = onQuotedDay(unquoted, quoted);
		// Free a moment ago, a number of the person's own that is taken by now is somebody else's.
		const mayBeOfOthers = input.numberMode === 'custom' && !isSent;
		const toPlace: ToPlace = {
			...input,
			body,
			quoted,
			days,
			kind: 'finish',
			wasSent: isSent,
			ifAlreadyOrdered: mayBeOfOthers ? 'fail' : 'returnExisting',
			registered: async (registered) => {
				this.isTaken = mayBeOfOthers;
				return await lookUp(this.client, registered);
			},
			onSent: () => void inWords(this.context, input.notice, body),
		};
		const placed = await this.memory.during({ ...this.progress, isSent: true }, async () => {
			return await place(this.client, toPlace);
		});
		return { placed: { ...placed, notes: billing.notes }, number, cancelled: this.cancelled() };
	}

	/** @throws Stop for a notice that must not be cancelled */
	private checkOld(old: NamedNotice, taken: Answer | undefined): void {
		const { asked, alreadyCancelled } = this.order;
		const { reference } = old;
		const untouched = 'Nothing was cancelled.';
		if (alreadyCancelled && asked !== reference) {
			throw new Stop(
				`${asked} is the order number of the notice ${reference}, which is not cancelled.`,
				`Give the reference ${reference}, or remove the option 'Old Notice Already Cancelled'.`,
				{ untouched },
			);
		}
		// Nothing is cancelled while it is in doubt whether the new one can be ordered.
		if (taken) {
			throw new Stop(
				`The notice ${trimmedText(taken.reference)} has the order number of the new one already.`,
				"Set 'Order Number Mode' to Custom and give a number that no notice has.",
				{ untouched },
			);
		}
		if (old.answer.statut !== 'parue') return;
		const message = `The notice ${reference} is published already and cannot be replaced.`;
		throw new Stop(message, 'Order a correction of the category RECTIF instead.', { untouched });
	}

	/** A notice that is not found may be ordered anew only where it is said to be cancelled. @throws Stop */
	private checkNotFound(): void {
		const { asked, alreadyCancelled } = this.order;
		if (alreadyCancelled) return;
		const codes = ['err_annonce_introuvable'];
		throw new Stop(
			`The notice to be replaced, "${asked}", is not found.`,
			'If an earlier run stopped half way, its message says how to go on. ' +
				'Give the same reference or order number as in that run: with another one, the new notice could be ordered twice.',
			{
				reason: new ServiceFailure('refusal', { codes, asked }),
				untouched: 'Nothing was ordered.',
			},
		);
	}

	/** The new number is registered: by an earlier try, or by an earlier run. @throws Stop where the item does not take it for its own */
	private takeRegistered(answer: Answer): Replaced {
		const { number, isSent = false } = this.progress;
		const { input } = this.order;
		// What this execution has begun and not sent, it has not registered under a number of the person's own.
		const policy = input.numberMode === 'custom' ? 'fail' : 'returnExisting';
		const ifAlreadyOrdered = this.isBegun ? policy : input.ifAlreadyOrdered;
		const placed = takeExisting(answer, isSent, { ...input, ifAlreadyOrdered }, () =>
			this.existsAlready(answer),
		);
		this.claim(undefined);
		return { placed, number, cancelled: this.cancelled() };
	}

	private existsAlready({ reference }: Answer): Stop {
		this.isTaken = true;
		return new Stop(
			`The new notice ${this.nameOfNew()} exists already: ${trimmedText(reference)}.`,
			'An earlier run replaced it, or another notice has its order number.',
			{
				reason: new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }),
				untouched: 'Nothing was cancelled or ordered.',
			},
		);
	}

	/** Another item may name the same notice otherwise; that one is then refused, also in a later try. @throws Stop */
	private claim(old: NamedNotice | undefined): void {
		const claimed = this.context.shared('replaced');
		const { itemIndex } = this;
		const { number } = this.progress;
		const names = this.namesOfOld(old);
		for (const name of names) {
			const first = claimed[name];
			const isOwn = isRecord(first) && (first.itemIndex === itemIndex || first.number === number);
			if (!isRecord(first) || isOwn) continue;
			throw new Stop(
				`Another input item replaces the notice ${names[0]} too.`,
				'Keep one item for each notice.',
				{ untouched: 'Nothing was done for this one.' },
			);
		}
		for (const name of names) claimed[name] = { itemIndex, number };
	}

	/** Every name of the notice that is replaced, as far as it is known. */
	private namesOfOld(old: NamedNotice | undefined): string[] {
		const { asked } = this.order;
		const known = old
			? { reference: old.reference, orderNumber: numberAsWritten(old.answer) }
			: (this.cancelled() ?? this.progress.old);
		return [...new Set([known?.reference ?? asked, String(known?.orderNumber ?? asked), asked])];
	}

	/** @throws Stop where it is not known whether it is cancelled, or somebody else has cancelled it a moment ago */
	private async cancel({ reference, answer: status }: NamedNotice): Promise<void> {
		const wasSent = this.progress.old?.reference === reference;
		const orderNumber = numberAsWritten(status);
		const old = { reference, ...(orderNumber === undefined ? {} : { orderNumber }) };
		const progress = { ...this.progress, old };
		try {
			const { answer } = await this.memory.during(progress, async () => {
				return await cancelOnce(this.client, reference, wasSent);
			});
			this.progress = progress;
			this.noteCancelled(answer);
		} catch (failure) {
			if (!(failure instanceof Stop)) throw rethrown(failure);
			throw rethrown(notCancelled(failure, reference, this.nameOfNew()));
		}
	}

	private noteCancelled(answer: Answer | undefined): void {
		const { old } = this.progress;
		this.progress = { ...this.progress, cancelled: { ...old, ...cancelledDocuments(answer) } };
		this.memory.remember({ ...this.progress });
	}

	/** What this execution has cancelled, as it is remembered. */
	private cancelled(): CancelledNotice | undefined {
		const { cancelled } = this.progress;
		if (!cancelled) return undefined;
		const { reference, orderNumber, documents, notes } = cancelled;
		return {
			reference: String(reference),
			orderNumber: numberAsWritten({ numero_commande: orderNumber }),
			documents: listOfFields(documents) as IDataObject[],
			notes: Array.isArray(notes) ? notes.map(String) : [],
		};
	}

	private nameOfNew(): string {
		const { numberMode, body } = this.order.input;
		return nameInWords(numberMode, { ...body, numero_commande: this.progress.number });
	}

	/** The old notice is cancelled and the new one not ordered, or perhaps. */
	private stoppedHalfWay(cancelled: CancelledNotice, reason: unknown): Stop {
		const { reference } = cancelled;
		const { isSent = false } = this.progress;
		const name = this.nameOfNew();
		const gone = `cancelled${creditNotesIn(cancelled)}`;
		const mayBeOrdered = isSent || (reason instanceof Stop && reason.open !== undefined);
		const state = mayBeOrdered
			? `and the new one ${name} may be ordered already`
			: `but the new one ${name} is not ordered yet`;
		return new Stop(
			`The notice ${reference} is ${gone}, ${state}.`,
			this.isTaken && !mayBeOrdered ? ANOTHER_NUMBER : CHANGE_NOTHING_ELSE,
			{
				reason,
				open: `notice ${reference}, ${gone} ${mayBeOrdered ? 'and perhaps' : 'but not'} ordered anew ${name}`,
			},
		);
	}
}

/** A service may write order numbers as numbers. */
function numberAsWritten({ numero_commande: number }: Answer): string | number | undefined {
	return typeof number === 'number' ? number : nonEmptyText(number);
}

function notCancelled({ reason, open, message }: Stop, reference: string, name: string): Stop {
	const isNotOrdered = `The new notice ${name} is not ordered.`;
	if (open === undefined) {
		return new Stop(
			`${message} ${isNotOrdered}`,
			"If the new notice is still wanted, add the option 'Old Notice Already Cancelled', change nothing else, and run it again.",
		);
	}
	return new Stop(
		`It is not known whether the notice ${reference} was cancelled, so the new one ${name} is not ordered yet.`,
		'Run it again unchanged. ' +
			`If ${reference} is not found then, it is cancelled: add the option 'Old Notice Already Cancelled'.`,
		{ reason, open: `${open}, not ordered anew ${name}` },
	);
}
