import { InputProblem } from './inputProblem';
import { readLine } from './textValue';

/**
 * A choice from a fixed list, which an expression may give in any case; undefined when nothing is given.
 *
 * @throws InputProblem for anything else: taken for the default, a guard would be passed over in silence
 */
export function readChoice<Choice extends string>(
	label: string,
	value: unknown,
	choices: readonly Choice[],
): Choice | undefined {
	const given = readLine(label, value);
	if (given === '') return undefined;
	const known = choices.find((choice) => choice.toLowerCase() === given.toLowerCase());
	if (known !== undefined) return known;
	throw cannotBe(label, given, `Choose it from the list, or give one of ${choices.join(', ')}.`);
}

/** A yes or no, also as the text that tables hand over; undefined when nothing is given. */
export function readFlag(label: string, value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const given = readLine(label, value).toLowerCase();
	if (given === '') return undefined;
	if (given === 'true' || given === 'false') return given === 'true';
	throw cannotBe(label, given, 'Give true or false.');
}

function cannotBe(label: string, given: string, advice: string): InputProblem {
	return new InputProblem(label, `'${label}' cannot be "${given.slice(0, 40)}".`, advice);
}
