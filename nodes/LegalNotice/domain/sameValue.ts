/** Whether two JSON values say the same, whatever the order of the fields of an object. */
export function sameValue(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (!isNested(a) || !isNested(b) || Array.isArray(a) !== Array.isArray(b)) return false;
	const names = Object.keys(a);
	return (
		names.length === Object.keys(b).length &&
		names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
	);
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}
