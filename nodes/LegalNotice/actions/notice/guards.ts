import { OperationStop } from '../../domain/operationStop';
import { cents, euroText } from '../../domain/money';
import { compareComposed } from '../../domain/text';
import type { NoticeInput } from './noticeInput';
import { dateMoved, totalCents } from './noticeOutput';
import type { Answer } from '../../transport/envelope';

/** Stops before ordering when a quote shows what the person did not want; always with the figures. */
export function checkQuote(
	quote: Answer,
	input: NoticeInput,
	maximumTotal: unknown = undefined,
): void {
	if (
		input.ifDateMoves === 'fail' &&
		input.requestedDate !== undefined &&
		typeof quote.date_parution !== 'string'
	) {
		throw uncheckable('publication date', 'If Date Moves');
	}
	if (input.ifDateMoves === 'fail' && dateMoved(quote, input.requestedDate)) {
		throw new OperationStop(
			`The publication date would move from ${input.requestedDate} to ${String(quote.date_parution)}, because the closing time has passed or the publication does not appear that day. Nothing was ordered.`,
			"Choose another 'Publication Date', or set 'If Date Moves' to Accept.",
		);
	}
	if (input.ifTextChanges === 'fail') {
		if (typeof quote.texte !== 'string') throw uncheckable('composed text', 'If Text Changes');
		const { missing } = compareComposed(input.body.texte, quote.texte);
		if (missing.length > 0) {
			throw new OperationStop(
				`The text as the service composed it lacks words of yours: ${missing
					.slice(0, 10)
					.map((words) => `"${words.slice(0, 200)}"`)
					.join(', ')}. Nothing was ordered.`,
				"Correct the 'Text', or set 'If Text Changes' to Warn.",
			);
		}
	}
	const ceiling =
		maximumTotal === undefined || maximumTotal === '' ? undefined : cents(maximumTotal);
	if (ceiling === undefined) return;
	const total = totalCents(quote, 'montant_ttc');
	if (total === undefined) {
		throw uncheckable('total including tax', 'Maximum Total');
	}
	if (total > ceiling) {
		throw new OperationStop(
			`The notice would cost ${euroText(total)} including tax, above the 'Maximum Total' of ${euroText(ceiling)}. Nothing was ordered.`,
			"Raise 'Maximum Total', shorten the text, or choose fewer paper proofs.",
		);
	}
}

/** What an order cost beyond the maximum, although its quote did not; an order that exists is no failure. */
export function aboveMaximum(answer: Answer, maximumTotal: number | undefined): string[] {
	const ceiling = cents(maximumTotal);
	const total = totalCents(answer, 'montant_ttc');
	if (ceiling === undefined || total === undefined || total <= ceiling) return [];
	return [
		`The order costs ${euroText(total)} including tax, above the 'Maximum Total' of ${euroText(ceiling)}: its quote was lower.`,
	];
}

/** A guard that was asked for is never passed over in silence. */
function uncheckable(what: string, option: string): OperationStop {
	return new OperationStop(
		`The quote shows no ${what}, so '${option}' cannot be checked. Nothing was ordered.`,
		`Remove the option '${option}' to go on all the same.`,
	);
}

/** Whether an order has to be quoted first. */
export function needsQuote(input: NoticeInput, maximumTotal: unknown): boolean {
	return (
		(maximumTotal !== undefined && maximumTotal !== '') ||
		input.ifTextChanges !== undefined ||
		(input.ifDateMoves === 'fail' && input.requestedDate !== undefined)
	);
}
