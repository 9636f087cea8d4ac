import { InputProblem } from '../../domain/inputProblem';
import { readLine } from '../../domain/textValue';
import type { OperationContext } from '../operation.types';
import { parameter } from '../parameters';

export type SplitBy = 'invoice' | 'line' | 'notice';

export interface InvoiceSettings {
	readonly splitBy: SplitBy;
	readonly downloadFiles: boolean;
	readonly simplify: boolean;
}

/** @throws InputProblem when an expression gives something that is no choice of 'Split By' */
export function readSettings(context: OperationContext, itemIndex: number): InvoiceSettings {
	return {
		splitBy: readSplitBy(parameter(context, 'splitBy', itemIndex)),
		downloadFiles: parameter(context, 'downloadFiles', itemIndex) === true,
		simplify: context.fn.getNodeParameter('simplify', itemIndex, true) === true,
	};
}

function readSplitBy(value: unknown): SplitBy {
	const text = readLine('Split By', value);
	if (text === '' || text === 'invoice') return 'invoice';
	if (text === 'line' || text === 'notice') return text;
	throw new InputProblem(
		'Split By',
		`'Split By' cannot be "${text.slice(0, 40)}".`,
		'Choose Invoice, Line or Notice (invoice, line, notice in an expression).',
	);
}
