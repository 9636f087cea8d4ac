/** Reads values of an answer, of which nothing is known: objects, lists of them, and amounts of money. */

export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, and no list. */
export function isRecord(value: unknown): value is UnknownRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The records of a list inside an answer; absent, null, `''` and `{}` are an empty list. Undefined for what cannot be read. */
export function recordList(value: unknown): readonly UnknownRecord[] | undefined {
	if (Array.isArray(value) && value.every(isRecord)) return value;
	if (value === undefined || value === null || value === '') return [];
	if (isRecord(value) && Object.keys(value).length === 0) return [];
	return undefined;
}

/** The records among the entries of a list. */
export function listOfFields(value: unknown): readonly UnknownRecord[] {
	if (!Array.isArray(value)) return [];
	return value.filter(isRecord);
}

/**
 * An amount in euros, a number or a text, as whole cents (0.1 + 0.2 is not 0.3), rounded half away from zero; undefined
 * when it is none.
 */
export function cents(value: unknown): number | undefined {
	const number = typeof value === 'string' ? amountIn(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
	return Math.sign(number) * Math.round(Math.abs(number) * 100 + 1e-6);
}

/** Number() alone takes 0x10 for sixteen, and nothing for zero. */
function amountIn(text: string): number | undefined {
	const plain = text.replace(/\s/g, '').replace(',', '.');
	if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return undefined;
	return Number(plain);
}

export function euros(amount: number): number {
	return amount / 100;
}

/** Cents for a sentence: `1234.50 €`. */
export function euroText(amount: number): string {
	return `${(amount / 100).toFixed(2)} €`;
}

/**
 * An amount of the service as French readers write it, with no-break spaces: `1 234,50 €`; '' for what is none. Made by
 * hand: a formatter of the platform for each amount was a tenth of what an order costs.
 *
 * @param digits at most so many behind the comma; at least two
 */
export function frenchEuros(value: unknown, digits = 2): string {
	if (cents(value) === undefined) return '';
	const amount = Number(String(value).replace(/\s/g, '').replace(',', '.'));
	return `${frenchNumber(amount.toFixed(digits).replace(/(?<=\.\d{2,20})0{1,20}$/, ''))}\u00a0€`;
}

/** A number as French readers write it, with no-break spaces and a comma: `1 234,5`; leaves any other text. */
export function frenchNumber(digits: string): string {
	const [, whole, part = ''] = /^(-?\d{1,40})(?:[.,](\d{1,20}))?$/.exec(digits) ?? [];
	if (whole === undefined) return digits;
	const grouped = whole.replace(/\B(?=(?:\d{3}){1,13}$)/g, '\u00a0');
	return part === '' ? grouped : `${grouped},${part}`;
}
