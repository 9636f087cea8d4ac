/** n8n stores run data in the "flatted" form: a JSON array in which every object, array and string is an index. */

type Flat = readonly unknown[];

/** @throws SyntaxError when it is not JSON, TypeError when it is JSON of another form */
export function parseFlatted(text: string): unknown {
	const flat: unknown = JSON.parse(text);
	if (!Array.isArray(flat) || flat.length === 0) {
		throw new TypeError('Stored run data starts with a list; this one does not.');
	}
	return revive(flat, 0, new Map());
}

function revive(flat: Flat, index: number, done: Map<number, unknown>): unknown {
	if (done.has(index)) return done.get(index);
	const value = flat[index];
	if (typeof value !== 'object' || value === null) return value;
	// References are strings; anything else stands for itself.
	const resolve = (entry: unknown): unknown =>
		typeof entry === 'string' ? revive(flat, Number(entry), done) : entry;
	if (Array.isArray(value)) {
		const list: unknown[] = [];
		// Known before its content is read: run data may refer back to it.
		done.set(index, list);
		for (const entry of value) list.push(resolve(entry));
		return list;
	}
	const record: Record<string, unknown> = {};
	done.set(index, record);
	for (const [key, entry] of Object.entries(value)) record[key] = resolve(entry);
	return record;
}
