/** The text domain: pure functions, nothing of n8n, no I/O. */
export { isEncodable } from './charset';
export { compareComposed } from './compare';
export {
	type Hint,
	prepareText,
	type PreparedText,
	type PrepareOptions,
	type TextFormat,
} from './prepare';
