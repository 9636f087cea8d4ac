/** How a notice is replaced: what is checked, cancelled and ordered, in this order, and what is remembered of it. */
import type { OrderInput } from '../../domain/notice';
import { automaticOrderNumber } from '../../domain/orderNumber';
import { nonEmptyText, trimmedText } from '../../reading/cells/parameters';
import { outcomeOf, rethrown, ServiceFailure, Stop } from '../../errors/failures';
import type { ExecutionClient } from '../../transport/client';
import type { Answer } from '../../transport/envelope';
import { oneAtATime } from '../../transport/exactlyOnce';
import { FINISH, LOOK_UP, READ } from '../../transport/sendingAgain';
import type { ItemMemory, OperationContext } from '../context';
import { cancelOnce, type NamedNotice, resolveNotice } from './cancellation';
import { checkReplacement } from './check';
import { onQuotedDay, OpenDays } from './openDate';
import { lookUp, nameInWords } from './orderNumbers';
import { cancelledDocuments, type CancelledDocuments, creditNotesIn } from './output';
import { inWords } from './printable';
import { place, type PlacedOrder, takeExisting, type ToPlace, withWarnings } from './place';

export interface ToReplace {
	readonly input: OrderInput;
	/** The reference or order number of the notice to be replaced. */
	readonly requested: string;
	/** Whether the item says that it is cancelled already. */
	readonly alreadyCancelled: boolean;
}

interface OldNotice {
	readonly reference: string;
	readonly orderNumber?: string | number;
}

/** The old notice once it is cancelled, as far as that is known. */
export type CancelledNotice = OldNotice & CancelledDocuments;

interface Replaced {
	readonly placed: PlacedOrder;
	readonly number: string;
	/** It is undefined when this execution cancelled no notice. */
	readonly cancelled: CancelledNotice | undefined;
}

/** How far a replacement is. What is sent may be done. n8n keeps it as plain data. */
type Progress = {
	/** The new notice's order number: an expression such as `$now` would give another one in the next try. */
	readonly number: string;
} & (
	| { readonly step: 'new' }
	| { readonly step: 'cancelSent'; readonly old: OldNotice }
	| { readonly step: 'cancelled'; readonly old: CancelledNotice }
	/** Without an old notice where the item says that it is cancelled already. */
	| { readonly step: 'orderSent'; readonly old?: CancelledNotice | undefined }
);

/** By which item, and for which new one, a notice is replaced. */
interface Claim {
	readonly itemIndex: number;
	readonly number: string;
}

const ORDER_IT =
	"To order the new notice, add the option 'Old Notice Already Cancelled' and run it again.";
const changeNothingElse = (ifAlreadyOrdered: OrderInput['ifAlreadyOrdered']) => {
	const found = ifAlreadyOrdered === 'fail' ? " set 'If Already Ordered' to Return Existing," : '';
	return (
		`Add the option 'Old Notice Already Cancelled',${found} change nothing else, and run it again: then nothing is ordered twice. ` +
		'With another text, or another name of the old notice, the new one could be ordered twice.'
	);
};
/** Under a number that another notice has by now, a next run would return that notice. */
const ANOTHER_NUMBER =
	'Look at the notice that has this order number. If it is the new notice, another run has ordered it, and nothing is left to do. ' +
	"If it is not, give another 'Order Number', add the option 'Old Notice Already Cancelled', and run it again.";

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
	// Two items, or executions, that name one notice would both find it, and order two corrections; and two that have one
	// new number would both find it free, and cancel both old notices.
	const carryOut = async () => await replacement.carryOut();
	const { requested } = order;
	return await oneAtATime(client, { kind: 'replace', name: requested }, async () => {
		return await oneAtATime(client, { kind: 'order', name: replacement.number }, carryOut);
	});
}

class Replacement {
	/** The new notice's order number. */
	readonly number: string;
	private readonly memory: ItemMemory<Progress>;

	constructor(
		private readonly context: OperationContext,
		private readonly client: ExecutionClient,
		private readonly itemIndex: number,
		private readonly order: ToReplace,
	) {
		this.memory = context.memoryOf<Progress>(itemIndex);
		const { customNumber, identity } = order.input;
		// Of the person's own, or made also of what it replaces.
		const number = customNumber ?? automaticOrderNumber({ ...identity, replaces: order.requested });
		this.number = this.memory.recall()?.number ?? number;
	}

	private get progress(): Progress {
		return this.memory.recall() ?? { step: 'new', number: this.number };
	}

	/** It encloses the checks too: what an earlier try has cancelled is said whatever stops this one. */
	async carryOut(): Promise<Replaced> {
		try {
			return await this.replace();
		} catch (failure) {
			throw rethrown(this.stopped(failure));
		}
	}

	private async replace(): Promise<Replaced> {
		const { input, requested, alreadyCancelled } = this.order;
		// As an earlier try left it: what became of what that try sent, only the answers below say.
		const before = this.progress;
		const isNew = before.step === 'new';
		const mayStand = isNew || before.step === 'cancelSent' || !before.old;
		const [old, taken] = await Promise.all([
			mayStand ? resolveNotice(this.client, requested) : undefined,
			lookUp(this.client, this.number, isNew ? READ : LOOK_UP),
		]);
		this.settle(before, old !== undefined, taken !== undefined);
		if (old) this.checkOld(old, taken);
		if (taken) return this.takeRegistered(taken, before);
		this.refuseClaimed(old);
		if (!old && isNew && !alreadyCancelled) {
			const codes = ['err_annonce_introuvable'];
			throw new Stop(
				`The notice to be replaced, "${requested}", is not found.`,
				'If it was replaced already, give the reference of the notice that replaced it. ' +
					'If an earlier run cancelled it and then stopped, do what the message of that run says, and give the same reference or order number as in that run: ' +
					'with another one, the new notice could be ordered twice.',
				{
					reason: new ServiceFailure('refusal', { codes }),
					outcome: { kind: 'nothing', said: 'Nothing was ordered.' },
				},
			);
		}
		this.claim(old);
		const days = new OpenDays(this.context, input.notice);
		const untouched = `Nothing was ${old ? 'cancelled' : 'ordered'}.`;
		const [quoted] = await Promise.all([
			checkReplacement(this.context, { ...input, untouched, cancelsOld: old !== undefined }, days),
			input.billing,
		]);
		if (old) await this.cancel(old, before);
		return await this.placeNew(quoted, days, before);
	}

	/** What an earlier try sent, and whose answer was lost, is known by now: done, or not done. */
	private settle(before: Progress, isOldFound: boolean, isNewFound: boolean): void {
		const { number } = this;
		if (before.step === 'cancelSent') {
			if (isOldFound) this.memory.remember({ step: 'new', number });
			else this.noteCancelled(before.old, undefined);
		}
		if (before.step === 'orderSent' && before.old && !isNewFound) {
			this.memory.remember({ step: 'cancelled', number, old: before.old });
		}
	}

	/** @throws Stop for a notice that must not be cancelled */
	private checkOld(old: NamedNotice, taken: Answer | undefined): void {
		const { requested, alreadyCancelled } = this.order;
		const { reference } = old;
		const outcome = { kind: 'nothing', said: 'Nothing was cancelled.' } as const;
		if (alreadyCancelled && requested !== reference) {
			throw new Stop(
				`${requested} is the order number of the notice ${reference}, which is not cancelled.`,
				`Give the reference ${reference}, or remove the option 'Old Notice Already Cancelled'.`,
				{ outcome },
			);
		}
		// Nothing is cancelled while it is in doubt whether the new one can be ordered.
		if (taken) {
			const isCustom = this.order.input.numberMode === 'custom';
			throw new Stop(
				`The notice ${trimmedText(taken.reference)} has the order number of the new one already.`,
				`${isCustom ? 'Give' : "Set 'Order Number Mode' to Custom and give"} an 'Order Number' that no notice has.`,
				{ outcome },
			);
		}
		if (old.answer.statut !== 'parue') return;
		const message = `The notice ${reference} is published already and cannot be replaced.`;
		throw new Stop(message, 'Order a correction of the category RECTIF instead.', { outcome });
	}

	/** The new number is registered: by an earlier try, or by an earlier run. @throws Stop where the item does not take it for its own */
	private takeRegistered(answer: Answer, before: Progress): Replaced {
		const { input, requested, alreadyCancelled } = this.order;
		// What this execution has not sent yet, it has not registered under a number of the person's own.
		const policy = input.numberMode === 'custom' ? 'fail' : 'returnExisting';
		const ifAlreadyOrdered = before.step === 'new' ? input.ifAlreadyOrdered : policy;
		const isOwn = before.step === 'orderSent';
		const placed = takeExisting(answer, isOwn, { ...input, ifAlreadyOrdered }, () => {
			const codes = ['err_annonce_commandee'];
			const isNotFound = before.step === 'new' && !alreadyCancelled;
			const whose = isNotFound
				? `The notice to be replaced, "${requested}", is not found, and the new one`
				: 'The new notice';
			return new Stop(
				`${whose} ${this.nameOfNew()} exists already: ${trimmedText(answer.reference)}.`,
				"If an earlier run ordered it, nothing is left to do. If it is another notice, check the 'Reference or Order Number' of the old notice.",
				{
					reason: new ServiceFailure('refusal', { codes }),
					outcome: { kind: 'nothing', why: 'taken', said: 'Nothing was cancelled or ordered.' },
				},
			);
		});
		this.claim(undefined);
		return { placed, number: this.number, cancelled: this.cancelled() };
	}

	/** The old notice, by every name that is known of it: another item may name it otherwise. */
	private namesOfOld(found: NamedNotice | undefined): { reference: string; names: Set<string> } {
		const { requested } = this.order;
		const { progress } = this;
		const old = found ? oldNotice(found) : progress.step !== 'new' && progress.old;
		const { reference = requested, orderNumber = requested } = old || {};
		return { reference, names: new Set([reference, String(orderNumber), requested]) };
	}

	/** One of two items that replace a notice is refused, also in a later try. @throws Stop */
	private refuseClaimed(found: NamedNotice | undefined): void {
		const { itemIndex, number } = this;
		const claimed = this.context.shared<Claim>('replaced');
		const { reference, names } = this.namesOfOld(found);
		for (const name of names) {
			const first = claimed[name];
			if (!first || first.itemIndex === itemIndex || first.number === number) continue;
			throw new Stop(
				`Another input item replaces the notice ${reference} too.`,
				'Keep one item for each notice.',
				{ outcome: { kind: 'nothing', said: 'Nothing was done for this one.' } },
			);
		}
	}

	/** @throws Stop where another item has done so */
	private claim(found: NamedNotice | undefined): void {
		this.refuseClaimed(found);
		const claimed = this.context.shared<Claim>('replaced');
		const { itemIndex, number } = this;
		for (const name of this.namesOfOld(found).names) claimed[name] = { itemIndex, number };
	}

	/** @throws Stop where it is not known whether it is cancelled, or it is certainly not, or somebody else has cancelled it a moment ago */
	private async cancel(notice: NamedNotice, before: Progress): Promise<void> {
		const old = oldNotice(notice);
		const { reference } = old;
		const wasSent = before.step === 'cancelSent' && before.old.reference === reference;
		const progress: Progress = { step: 'cancelSent', number: this.number, old };
		try {
			const { answer } = await this.memory.during(progress, async () => {
				return await cancelOnce(this.client, reference, wasSent);
			});
			this.noteCancelled(old, answer);
		} catch (failure) {
			throw rethrown(this.notCancelled(failure));
		}
	}

	/** What a refused cancellation comes to for the new notice. */
	private notCancelled(failure: unknown): unknown {
		const outcome = outcomeOf(failure);
		const isRefused =
			failure instanceof Stop || (failure instanceof ServiceFailure && failure.kind === 'refusal');
		if (outcome?.kind !== 'nothing' || !isRefused) return failure;
		const name = this.nameOfNew();
		if (outcome.why === 'byOthers') {
			return new Stop(
				`${failure.message} This run did not order the new notice ${name}.`,
				"If the new notice is still wanted, add the option 'Old Notice Already Cancelled', change nothing else, and run it again.",
			);
		}
		const said = 'Nothing was cancelled or ordered.';
		return new Stop(
			`The new notice ${name} is not ordered, because the old one could not be cancelled.`,
			'',
			{ reason: failure, outcome: { ...outcome, said } },
		);
	}

	private noteCancelled(old: OldNotice, answer: Answer | undefined): void {
		const cancelled = { ...old, ...cancelledDocuments(answer) };
		this.memory.remember({ step: 'cancelled', number: this.number, old: cancelled });
	}

	private async placeNew(quoted: Answer, days: OpenDays, before: Progress): Promise<Replaced> {
		const { input } = this.order;
		const { number } = this;
		const cancelled = this.cancelled();
		const billing = await input.billing;
		const unquoted = { ...input.body, ...billing.body, numero_commande: number };
		const body = onQuotedDay(unquoted, quoted);
		const wasSent = before.step === 'orderSent';
		// Free a moment ago, a number of the person's own that is taken by now is somebody else's.
		const mayBeOfOthers = input.numberMode === 'custom' && !wasSent;
		const toPlace: ToPlace = {
			...input,
			body,
			quoted,
			days,
			manner: FINISH,
			wasSent,
			ifTakenMeanwhile: mayBeOfOthers ? 'fail' : 'returnExisting',
			lookUpTaken: async () => await lookUp(this.client, number),
			onSent: () => void inWords(this.context, input.notice, body),
		};
		const progress: Progress = { step: 'orderSent', number, old: cancelled };
		const placed = await this.memory.during(progress, async () => {
			return await place(this.client, toPlace);
		});
		return { placed: withWarnings(placed, billing.warnings), number, cancelled };
	}

	/** What this execution has cancelled. */
	private cancelled(): CancelledNotice | undefined {
		const { progress } = this;
		return progress.step === 'cancelled' || progress.step === 'orderSent'
			? progress.old
			: undefined;
	}

	private nameOfNew(): string {
		const { numberMode, body } = this.order.input;
		return nameInWords(numberMode, { ...body, numero_commande: this.number });
	}

	/** How it ends where it does not come to its end. */
	private stopped(failure: unknown): unknown {
		const { progress } = this;
		if (progress.step === 'new' || !progress.old) return failure;
		const { reference } = progress.old;
		const name = this.nameOfNew();
		if (progress.step === 'cancelSent') {
			const isSaid = failure instanceof Stop && failure.outcome.kind === 'unknown';
			return new Stop(
				`It is not known whether the notice ${reference} was cancelled, so this run did not order the new one ${name}.`,
				'Run it again and change nothing. ' +
					`If ${reference} is not found then, it was cancelled: add the option 'Old Notice Already Cancelled' and run it once more.`,
				{
					reason: isSaid ? failure.reason : failure,
					outcome: {
						kind: 'unknown',
						nextRun: 'fails',
						what: `notice ${reference}, not known whether cancelled, not ordered anew ${name}`,
					},
				},
			);
		}
		const outcome = outcomeOf(failure);
		const why = outcome?.kind === 'nothing' ? outcome.why : undefined;
		// Whoever has the number may have ordered it for this item: a cancellation whose answer was lost may be another run's.
		const mayBeOrdered = progress.step === 'orderSent' || why === 'taken';
		const isOfOthers = why === 'taken' && this.order.input.numberMode === 'custom';
		const gone = `cancelled${creditNotesIn(progress.old)}`;
		let state = `but the new one ${name} is not ordered yet`;
		if (why === 'lookedUp') state = `but the new one ${name} is not found`;
		if (mayBeOrdered) state = `and the new one ${name} may be ordered already`;
		const { ifAlreadyOrdered } = this.order.input;
		let advice = isOfOthers ? ANOTHER_NUMBER : changeNothingElse(ifAlreadyOrdered);
		if (!mayBeOrdered) advice = ORDER_IT;
		const what = `notice ${reference}, ${gone} ${mayBeOrdered ? 'and perhaps' : 'but not'} ordered anew ${name}`;
		return new Stop(`The notice ${reference} is ${gone}, ${state}.`, advice, {
			reason: failure,
			outcome: { kind: 'halfWay', what, isRestUndone: !mayBeOrdered },
		});
	}
}

function oldNotice({ reference, answer: { numero_commande: number } }: NamedNotice): OldNotice {
	// A service may write order numbers as numbers.
	const orderNumber = typeof number === 'number' ? number : nonEmptyText(number);
	return orderNumber === undefined ? { reference } : { reference, orderNumber };
}
