import { InputProblem } from './inputProblem';
import { toNumber } from './numbers';
import { isGiven } from './textValue';

export const MIN_SECONDS = 5;
export const MAX_SECONDS = 300;

/**
 * Seconds that a person wants to wait, as milliseconds; undefined when nothing is given.
 *
 * @throws InputProblem below {@link MIN_SECONDS} and above {@link MAX_SECONDS}
 */
export function readTimeout(label: string, value: unknown): number | undefined {
	if (!isGiven(value)) return undefined;
	const seconds = toNumber(value);
	if (seconds === undefined || seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
		const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
		throw new InputProblem(
			label,
			`'${label}' cannot be "${shown.slice(0, 40)}".`,
			`Give a number of seconds, ${MIN_SECONDS} to ${MAX_SECONDS}, or remove the option.`,
		);
	}
	return Math.round(seconds * 1000);
}
