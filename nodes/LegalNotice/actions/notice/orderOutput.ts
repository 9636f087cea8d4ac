import type { IDataObject } from 'n8n-workflow';

import { orderNumberNotes } from '../../domain/orderNumber';
import type { ServiceClient } from '../../transport/client';
import { aboveMaximum } from './guards';
import {
	dateAndPriceFields,
	datesAndPrice,
	inReadingOrder,
	proofNotes,
	summary,
	textFields,
} from './noticeOutput';
import { isName } from './numberedNotice';
import type { OrderInput } from './orderInput';
import type { PlacedOrder } from './placeOrder';
import { isRecord } from '../../domain/records';
import type { Answer } from '../../transport/envelope';
import { type OperationContext, beside, payload } from '../context';

/** What the service need not tell of an order afterwards. */
const DATES_AND_PRICE = {
	date_parution: 'the publication date',
	date_bouclage: 'the closing time',
	tarif: 'the price',
};

const SECOND = "For a second publication set 'Order Number Mode' to Custom.";

/** One item for an order, whichever way it came about. What cannot be known is listed, never invented. */
export function orderFields(
	client: ServiceClient,
	input: OrderInput,
	placed: PlacedOrder,
	quoted: Answer | undefined,
): IDataObject {
	const { answer, kind } = placed;
	const number = input.body.numero_commande;
	const numbered = number === undefined ? [] : orderNumberNotes(number);
	const raw = payload(answer);
	const unknown = unknownOf(answer);
	const fields: IDataObject = {
		environnement: client.environment,
		existant: kind === 'existing',
		recupere: kind === 'recovered',
		...(number === undefined || isName(answer.numero_commande) ? {} : { numero_commande: number }),
		...dateAndPriceFields(answer, input.notice.requestedDate),
		...(unknown.length > 0 ? { inconnu: unknown } : {}),
	};
	// A date that nobody told can have moved as well.
	if (unknown.includes('date_parution')) delete fields.date_modifiee;
	if (kind === 'ordered') {
		const above = aboveMaximum(answer, input.maximumTotal);
		const notes = [...above, ...numbered, ...proofNotes(answer, input.notice)];
		const added = {
			...fields,
			...textFields(input.notice, quoted?.texte, notes),
			resume: [orderedSummary(answer, input), ...above].join('. '),
		};
		return inReadingOrder(beside(raw, added));
	}
	if (!textDecides(input)) fields.texte_compare = false;
	// A text that was certainly not ordered has nothing to tell. A quote of today does not show an earlier order.
	if (kind === 'recovered' || textDecides(input)) {
		const composed = kind === 'recovered' ? quoted?.texte : undefined;
		Object.assign(fields, textFields(input.notice, composed, numbered));
	}
	fields.resume = resumeOf(kind, input, number, knownAndUnknown(answer));
	return inReadingOrder(beside(raw, fields));
}

function unknownOf(answer: Answer): Array<keyof typeof DATES_AND_PRICE> {
	return (['date_parution', 'date_bouclage', 'tarif'] as const).filter((name) => {
		const value = answer[name];
		return name === 'tarif' ? !isRecord(value) : typeof value !== 'string' || value === '';
	});
}

/** What is unknown as part of a sentence; '' for nothing. */
function unknownInWords(answer: Answer): string {
	const unknown = unknownOf(answer);
	if (unknown.length === 3) return 'price and dates';
	return unknown.map((name) => DATES_AND_PRICE[name]).join(' and ');
}

/** The order exists, whatever its answer lacks: that is told, and never made a failure. */
function orderedSummary(answer: Answer, { notice }: OrderInput): string {
	const lacking = unknownInWords(answer);
	const ordered = summary(answer, notice, 'Ordered');
	return lacking === ''
		? ordered
		: `${ordered}. The answer of the service does not tell ${lacking}.`;
}

/** What the service told of dates and price, and what it did not. */
function knownAndUnknown(answer: Answer): string {
	const known = datesAndPrice(answer).join(', ');
	const names = unknownInWords(answer);
	return [
		known === '' ? '' : `The service says: ${known}.`,
		names === '' ? '' : `The service does not tell ${names} of an order afterwards.`,
	]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

function resumeOf(
	kind: 'existing' | 'recovered',
	input: OrderInput,
	number: string | undefined,
	gap: string,
): string {
	if (kind === 'recovered') {
		if (input.ifAlreadyOrdered === 'fail') {
			return `Ordered under number ${number}, which was free before: the answer was lost and the notice found again. ${gap}`;
		}
		return input.numberMode === 'automatic' && textDecides(input)
			? `Ordered under number ${number}: the answer was lost and the notice found again. ${gap}`
			: `The answer was lost, and a notice with number ${number} was found: this order, or an earlier one under the same number. ${gap}`;
	}
	if (!textDecides(input)) {
		return `A notice of this category was already ordered for this file, under number ${number}. Its text was not compared, and the text given now was NOT ordered. ${SECOND} ${gap}`;
	}
	return input.numberMode === 'automatic'
		? `Already ordered under number ${number}: the same text for the same file is ordered once. ${SECOND} ${gap}`
		: `A notice with number ${number} exists. It cannot be known whether its text is the same. ${gap}`;
}

/** Whether another text would have had another automatic number; for a tool it would not. */
function textDecides({ numberMode, notice }: OrderInput): boolean {
	return numberMode !== 'automatic' || notice.identity.text !== undefined;
}

/** A person who tries the node out on production learns at once that it was real. */
export function tellRealOrder({ fn, inTool }: OperationContext, client: ServiceClient): void {
	// Not every version of n8n gives a tool hints, and an order that is placed must not end in a missing function.
	if (client.environment !== 'production' || fn.getMode() !== 'manual' || inTool) return;
	fn.addExecutionHints({
		message: 'A real notice was ordered',
		type: 'warning',
		location: 'outputPane',
	});
}
