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
