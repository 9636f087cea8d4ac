import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { ROOT } from './package.mts';
import { documentedFields, INTERFACE_FIELDS } from './outputTable.mts';
import { runEverything } from './outputRuns.mts';

const operations = Object.entries(registry).flatMap(([resource, entry]) =>
	Object.keys(entry.operations).map((operation) => `${resource}.${operation}`),
);
const rows = documentedFields();
const documented = (operation: string) =>
	rows.filter((row) => row.operations.includes(operation)).map(({ field }) => field);

let outputs: Map<string, IDataObject[]>;

beforeAll(async () => {
	outputs = await runEverything();
}, 120_000);

test('every operation is run', () => {
	expect([...outputs.keys()].sort()).toEqual([...operations, 'trigger'].sort());
});

test.each([...operations, 'trigger'])(
	'%s adds the fields of the table, and no others',
	(operation) => {
		const keys = (outputs.get(operation) ?? []).flatMap((item) => Object.keys(item));
		const own = INTERFACE_FIELDS[operation] ?? [];
		const added = keys.filter((key) => !own.includes(key));
		expect([...new Set(added)].sort()).toEqual([...new Set(documented(operation))].sort());
	},
);

test.each(operations)('%s puts out what its schema says', (operation) => {
	const schema = schemaOf(operation);
	const names = Object.keys(schema.properties ?? {});
	const expected = [...(INTERFACE_FIELDS[operation] ?? []), ...documented(operation)];
	expect([...new Set(names)].sort()).toEqual([...new Set(expected)].sort());
	const items = outputs.get(operation) ?? [];
	expect(items.length).toBeGreaterThan(0);
	expect(items.flatMap((item) => mismatches(item, schema, operation))).toEqual([]);
});

test.each(rows)('$field is of the type of the table', ({ field, operations: named, type }) => {
	const values = named.flatMap((operation) =>
		(outputs.get(operation) ?? []).flatMap((item) =>
			Object.entries(item)
				.filter(([key]) => key === field)
				.map(([, value]) => value),
		),
	);
	expect(values.length).toBeGreaterThan(0);
	expect([...new Set(values.filter((value) => value !== null).map(typeName))]).toEqual([type]);
});

test('no added field has the name of a field that the interface sends with the same operation', () => {
	const taken = rows.flatMap(({ field, operations: named }) =>
		named.filter((operation) => INTERFACE_FIELDS[operation]?.includes(field)),
	);
	expect(taken).toEqual([]);
});

test('every field is explained, for operations that exist', () => {
	for (const { meaning, operations: named } of rows) {
		expect(meaning.length).toBeGreaterThan(10);
		for (const name of named) expect([...operations, 'trigger']).toContain(name);
	}
});

test('no successful item has a field "error"', () => {
	for (const items of outputs.values()) {
		for (const item of items) expect(item).not.toHaveProperty('error');
	}
});

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

function schemaOf(operation: string): Schema {
	const file = `nodes/LegalNotice/__schema__/v1.0.0/${operation.replace('.', '/')}.json`;
	return JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Schema;
}

function typeName(value: unknown): string {
	return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

/** Parts of a value that its schema does not know or calls something else. */
function mismatches(value: unknown, schema: Schema, path: string): string[] {
	if (value === null || value === undefined) return [];
	const expected = schema.type === 'integer' ? 'number' : schema.type;
	if (typeName(value) !== expected) return [`${path}: ${typeName(value)} is not ${expected}`];
	if (schema.type === 'integer' && !Number.isInteger(value)) return [`${path}: no whole number`];
	if (Array.isArray(value)) {
		const { items } = schema;
		return items ? value.flatMap((entry) => mismatches(entry, items, `${path}[]`)) : [path];
	}
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([key, field]) => {
		const known = schema.properties?.[key];
		return known ? mismatches(field, known, `${path}.${key}`) : [`${path}.${key}: unknown`];
	});
}
