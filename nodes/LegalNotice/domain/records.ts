export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, and no list. */
export function isRecord(value: unknown): value is UnknownRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The records of a list inside an answer. Absent, null and `{}` are empty: there is nothing yet.
 *
 * @returns undefined for anything else: that cannot be read, and least of all means that there is nothing
 */
export function recordList(value: unknown): readonly UnknownRecord[] | undefined {
	if (Array.isArray(value)) return value.every(isRecord) ? value : undefined;
	const isEmpty = value === undefined || value === null || sameValue(value, {});
	return isEmpty ? [] : undefined;
}

/** The same where what cannot be read is passed over. */
export function listOfFields(value: unknown): readonly UnknownRecord[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Whether two JSON values say the same, whatever the order of the fields of an object. */
export function sameValue(a: unknown, b: unknown): boolean {
	if (Array.isArray(a) && Array.isArray(b)) {
		return a.length === b.length && a.every((one, index) => sameValue(one, b[index]));
	}
	if (!isRecord(a) || !isRecord(b)) return a === b;
	const names = Object.keys(a);
	return (
		names.length === Object.keys(b).length &&
		names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
	);
}

/**
 * Amounts are compared in cents: 0.1 + 0.2 is not 0.3. The service may send them as numbers or, before
 * corrections of version 1.29, as text.
 *
 * @returns whole cents, rounded half away from zero, or undefined when the value is no amount
 */
export function cents(value: unknown): number | undefined {
	const text = typeof value === 'string' ? value.replace(/\s/g, '').replace(',', '.') : '';
	// Number() alone takes 0x10 for sixteen.
	const number = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : value;
	if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
	return Math.sign(number) * Math.round(Math.abs(number) * 100 + 1e-6);
}

/** Cents as euros with two decimals, as a number. */
export function euros(amount: number): number {
	return amount / 100;
}

/** Cents for a sentence: `1234.50 €`. */
export function euroText(amount: number): string {
	return `${(amount / 100).toFixed(2)} €`;
}
