/** An object of an answer: amounts in it may be numbers or text. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOfFields(value: unknown): readonly Fields[] {
	if (isFields(value)) return [value];
	return Array.isArray(value) ? value.filter(isFields) : [];
}
