import { InputProblem } from './inputProblem';
import { isRecord, type UnknownRecord } from './record';
import { isGiven } from './textValue';

/**
 * A collection of fields; one that was not added is absent. A text or a list in its place must not pass for an empty
 * one: it would let an order out without its guards.
 *
 * @throws InputProblem for what is no object
 */
export function readCollection(label: string, value: unknown): UnknownRecord {
	if (isRecord(value) && !(value instanceof Date)) return value;
	if (!isGiven(value) || (Array.isArray(value) && value.length === 0)) return {};
	const kind = Array.isArray(value)
		? 'a list'
		: `a ${value instanceof Date ? 'date' : typeof value}`;
	throw new InputProblem(
		label,
		`'${label}' is ${kind}, not an object with its fields.`,
		`Add the fields of '${label}' one by one, or let the expression give an object; $json.field.parseJson() makes one of a JSON text.`,
	);
}
