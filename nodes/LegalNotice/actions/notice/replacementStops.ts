import type { IDataObject } from 'n8n-workflow';

import { LeftOpen, OperationStop } from '../../domain/operationStop';
import { ServiceFailure } from '../../transport/failures';
import type { NamedNotice } from './resolveNotice';
import { nonEmptyText } from '../../domain/parameters';
import { isRecord } from '../../domain/records';
import type { Answer } from '../../transport/envelope';

/** Where a replacement stands when it stops, for a person. */

export function oldNotFound(asked: string): OperationStop {
	return new OperationStop(
		`The notice to be replaced, "${asked}", is not found. Nothing was ordered.`,
		"Check the 'Reference or Order Number'. If it was cancelled or replaced before, give the service's own reference: by its order number the new one could be ordered a second time. After a run that stopped half way add the option 'Old Notice Already Cancelled'.",
		new ServiceFailure('refusal', {
			codes: ['err_annonce_introuvable'],
			asked,
		}),
	);
}

/** Where the old notice is said to be cancelled. @param asked the shape of an automatic order number */
export function numberInPlaceOfReference(asked: string): OperationStop {
	return new OperationStop(
		`"${asked}" is an order number, and by it the new notice could be ordered a second time. Nothing was ordered.`,
		"Give the service's own reference of the old notice as 'Reference or Order Number'.",
	);
}

/** @param registered the notice that has the new number already */
export function numberTaken(
	number: string | undefined,
	registered: Answer,
	old: NamedNotice,
): OperationStop {
	const other = String(registered.reference);
	return new OperationStop(
		other === old.reference
			? `The 'Order Number' ${number} is the one of the notice to be replaced. Nothing was cancelled.`
			: `The 'Order Number' ${number} belongs to the notice ${other}, and the notice ${old.reference} still exists. Nothing was cancelled.`,
		"Set 'Order Number Mode' to Custom and give a number that no notice has.",
	);
}

/** Where an existing notice is an error by choice. @param registered the notice that has the new number already */
export function replacedBefore(number: string | undefined, registered: Answer): OperationStop {
	return new OperationStop(
		`The new notice exists already: ${String(registered.reference)}, with order number ${number}. Nothing was cancelled or ordered.`,
		'This replacement was done before, or the number is the one of another notice.',
		new ServiceFailure('refusal', { codes: ['err_annonce_commandee'] }),
	);
}

/** The old notice is cancelled and the new one not ordered, or perhaps: what is open, in words that workflows may read. */
export function stoppedHalfWay(
	cancelled: IDataObject,
	number: string | undefined,
	reason: unknown,
): LeftOpen {
	const reference = String(cancelled.ancienne_reference);
	const gone = `cancelled${creditNotesOf(cancelled)}`;
	const mayBeOrdered = reason instanceof LeftOpen;
	const numbered = number !== undefined;
	return new LeftOpen(
		`The notice ${reference} is ${gone}, ${mayBeOrdered ? 'and the new one may be ordered already' : 'but the new one is not ordered yet'}${numbered ? `; its order number is ${number}` : ''}.`,
		`${mayBeOrdered && !numbered ? 'If it was not ordered, run' : 'Run'} it again${numbered ? ' unchanged' : ''} with the option 'Old Notice Already Cancelled' and ${reference} as 'Reference or Order Number'${numbered ? ': then nothing is ordered twice. A changed text has another automatic number: change it only when the new notice is certainly not ordered' : ''}.`,
		reason,
		`notice ${reference}, ${gone} ${mayBeOrdered ? 'and perhaps' : 'but not'} ${orderedAnew(number)}`,
	);
}

/**
 * It is not known whether the old notice is cancelled, and the new one is not ordered.
 *
 * @param reason the last failure below the cancellation
 */
export function cancellationUnknown(
	reference: string,
	number: string | undefined,
	reason: unknown,
): LeftOpen {
	return new LeftOpen(
		`It is not known whether the notice ${reference} was cancelled, so the new one is not ordered yet${number === undefined ? '' : `; its order number is ${number}`}.`,
		`Run it again with ${reference} as 'Reference or Order Number'. If it is not found then, it is cancelled: add the option 'Old Notice Already Cancelled'.`,
		reason,
		`notice ${reference}, not known whether cancelled, not ${orderedAnew(number)}`,
	);
}

function orderedAnew(number: string | undefined): string {
	return `ordered anew${number === undefined ? '' : ` under ${number}`}`;
}

/** Documents that could not be read, or did not arrive, are no proof that there are none. */
function creditNotesOf({ documents_annulation: given, avertissements }: IDataObject): string {
	const notes = (Array.isArray(given) ? given : [])
		.filter(isRecord)
		.filter(({ type }) => type === 'avoir')
		.map(({ numero }) => nonEmptyText(numero) ?? 'without a number');
	if (notes.length > 0) return ` (credit note ${notes.join(', ')})`;
	return avertissements === undefined ? '' : ' (whether there is a credit note is not known)';
}
