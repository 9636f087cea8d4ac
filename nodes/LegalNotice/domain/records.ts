export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, and no list. */
export function isRecord(value: unknown): value is UnknownRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields that tell an entry of some list of the service from a list that is written by key. */
const OF_AN_ENTRY = ['type', 'numero', 'reference', 'date_parution'];

/**
 * The records of a list inside an answer. Absent, null and `{}` are empty: there is nothing yet. Lists may also come
 * by key, and a list of one as its entry alone.
 *
 * @returns undefined for anything else: that cannot be read, and least of all means that there is nothing
 */
export function recordList(value: unknown): readonly UnknownRecord[] | undefined {
	if (value === undefined || value === null) return [];
	if (isRecord(value) && OF_AN_ENTRY.some((name) => isName(value[name]))) return [value];
	const entries = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : undefined;
	return entries?.every(isRecord) ? entries : undefined;
}

function isName(value: unknown): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** The same where what cannot be read is passed over. */
export function listOfFields(value: unknown): readonly UnknownRecord[] {
	const list = recordList(value);
	if (list) return list;
	if (isRecord(value)) return [value];
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
 * A yes or no in an answer (specification, Publication: boolean), also as the number or the text that services make of
 * it; undefined for anything else: then it is not known.
 */
export function answerFlag(value: unknown): boolean | undefined {
	const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	if (['true', '1', 'oui', 'yes'].includes(text)) return true;
	return ['false', '0', 'non', 'no'].includes(text) ? false : undefined;
}
