/** The text domain: pure functions, nothing of n8n, no I/O. */
export { compareComposed } from './compare';
export { prepareText } from './prepare';
export type {
	Comparison,
	Hint,
	Loss,
	PreparedText,
	PrepareOptions,
	Repair,
	TextFormat,
	Unsupported,
} from './types';
export { isEncodable } from './windows1252';
