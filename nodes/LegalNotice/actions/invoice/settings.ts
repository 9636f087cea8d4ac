import { readChoice } from '../../domain/parameters';
import { type OperationContext, flag, parameter } from '../context';

const SPLITS = ['invoice', 'line', 'notice'] as const;

export type SplitBy = (typeof SPLITS)[number];

export interface InvoiceSettings {
	readonly splitBy: SplitBy;
	readonly downloadFiles: boolean;
	readonly simplify: boolean;
}

/** @throws InputProblem when an expression gives something that is no choice */
export function readSettings(context: OperationContext, itemIndex: number): InvoiceSettings {
	return {
		splitBy: readChoice('Split By', parameter(context, 'splitBy', itemIndex), SPLITS) ?? 'invoice',
		downloadFiles: flag(context, 'downloadFiles', 'Download Files', itemIndex),
		simplify: flag(context, 'simplify', 'Simplify', itemIndex, true),
	};
}
