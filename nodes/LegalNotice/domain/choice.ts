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
	const known = find(choices, given);
	if (known !== undefined) return known;
	throw cannot(
		label,
		'be',
		given,
		`Choose it from the list, or give one of ${choices.join(', ')}.`,
	);
}

/**
 * Choices from a fixed list; an expression may also give a single one, or several with commas.
 *
 * @param otherwise what may be given besides them, for the advice
 * @throws InputProblem for a choice that does not exist
 */
export function readChoices<Choice extends string>(
	label: string,
	value: unknown,
	choices: readonly Choice[],
	otherwise = '',
): Choice[] {
	const list: unknown[] = Array.isArray(value) ? value : [value];
	const given = list.flatMap((one) => readLine(label, one).split(',')).map((one) => one.trim());
	return given
		.filter((one) => one !== '')
		.map((one) => {
			const known = find(choices, one);
			if (known !== undefined) return known;
			const advice = [...choices, ...(otherwise === '' ? [] : [otherwise])].join(', ');
			throw cannot(label, 'contain', one, `Give ${advice}.`);
		});
}

/** A yes or no, also as the text that tables hand over; undefined when nothing is given. */
export function readFlag(label: string, value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const given = readLine(label, value).toLowerCase();
	if (given === '') return undefined;
	if (given === 'true' || given === 'false') return given === 'true';
	throw cannot(label, 'be', given, 'Give true or false.');
}

function find<Choice extends string>(choices: readonly Choice[], given: string) {
	return choices.find((choice) => choice.toLowerCase() === given.toLowerCase());
}

function cannot(label: string, verb: string, given: string, advice: string): InputProblem {
	return new InputProblem(label, `'${label}' cannot ${verb} "${given.slice(0, 40)}".`, advice);
}
