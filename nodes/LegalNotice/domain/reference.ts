import { InputProblem } from './inputProblem';
import { readLine } from './textValue';

export const REFERENCE_LABEL = 'Reference or Order Number';
/** The specification names no length; its order numbers have 50 characters at most. What is longer is no reference. */
export const MAX_REFERENCE = 200;

/** What people give to name a notice: the service's reference or their own order number, also as a number. */
export function readReference(value: unknown): string {
	const text = readLine(REFERENCE_LABEL, value);
	if (text === '') {
		throw new InputProblem(
			REFERENCE_LABEL,
			`'${REFERENCE_LABEL}' is empty.`,
			'Give the reference that the service returned, or the order number given when ordering.',
		);
	}
	if (text.length > MAX_REFERENCE) {
		throw new InputProblem(
			REFERENCE_LABEL,
			`'${REFERENCE_LABEL}' has ${text.length} characters; no reference has more than ${MAX_REFERENCE}.`,
			'Let the expression lead to the field that holds the reference alone.',
		);
	}
	return text;
}

/**
 * Whether a reference reaches the service in a path exactly as written. Anything else goes through the routes that
 * take references in the body: `D-1#bis` in a path would address `D-1`.
 */
export function isPathSafe(reference: string): boolean {
	return /^[A-Za-z0-9_~-][A-Za-z0-9_.~-]*$/.test(reference);
}
