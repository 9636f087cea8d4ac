import { InputProblem } from './inputProblem';
import { cents, euros } from './money';
import { isGiven } from './textValue';

/** A whole number, 0 or more, also as text from a table. */
export function readCount(label: string, value: unknown): number {
	const number = toNumber(value);
	if (number === undefined || !Number.isSafeInteger(number) || number < 0) {
		throw new InputProblem(
			label,
			`'${label}' cannot be "${show(value)}".`,
			'Give a whole number, 0 or more.',
		);
	}
	return number;
}

/** A number above 0, with decimal point or comma (`2,5`), or undefined when nothing is given. */
export function readWidth(label: string, value: unknown): number | undefined {
	if (!isGiven(value)) return undefined;
	const number = toNumber(value);
	if (number === undefined || number <= 0) {
		throw new InputProblem(
			label,
			`'${label}' cannot be "${show(value)}".`,
			'Give a number above 0, such as 2 or 1.5.',
		);
	}
	return number;
}

/** An amount in euros above 0, also as French users write it: `1 250,50 €`. */
export function readAmount(label: string, value: unknown): number {
	const amount = cents(typeof value === 'string' ? value.replace(/€|EUR/i, '') : value);
	if (amount === undefined || amount <= 0) {
		throw new InputProblem(
			label,
			`'${label}' cannot be "${show(value)}".`,
			'Give an amount in euros including tax, such as 250 or 1250.50.',
		);
	}
	return euros(amount);
}

/** The number that a number or a text with decimal point or comma means; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim().replace(',', '.');
	return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function show(value: unknown): string {
	return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 40);
}
