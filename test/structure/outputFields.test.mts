/** What comes out, beside docs/output-fields.md and the output schemas that the editor offers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { runEverything } from './outputRuns.mts';
import { ROOT } from './package.mts';

const operations = Object.entries(registry).flatMap(([resource, entry]) =>
	Object.keys(entry.operations).map((operation) => `${resource}.${operation}`),
);

/** Rows of every table of the document. */
const rows = readFileSync(join(ROOT, 'docs/output-fields.md'), 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| `'))
	.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
	.map(([, field = '', named = '', type = '', meaning = '']) => {
		return { field, named: named.split(/, */), type, meaning };
	});

/** Fields that the service itself sends (specification, Endpoints and Resources). */
const SENT =
	`reference numero_commande statut motif date_parution date_bouclage texte tarif documents type numero url
	factures date_facture date_echeance montant_ht montant_ttc lignes annonce justificatif_papier
	justificatif_numerique frais_port remises totaux tva id nom prenom email departement libelle periodicite entete
	logo_web numero_compte raison_sociale nom_complement adresse adresse_complement code_postal ville mode_facturation
	entetes code libelle_enrichi categorie_code classes_html classe_html_defaut classe definition_css rang`.split(
		/\s+/,
	);

let outputs: Map<string, IDataObject[]>;

beforeAll(async () => {
	outputs = await runEverything();
}, 120_000);

test('every operation is run', () => {
	expect([...outputs.keys()].sort()).toEqual([...operations, 'trigger'].sort());
});

test.each([...operations, 'trigger'])('%s adds the fields of the table, and no others', (name) => {
	const keys = new Set((outputs.get(name) ?? []).flatMap((item) => Object.keys(item)));
	const documented = rows.filter(({ named }) => named.includes(name)).map(({ field }) => field);
	for (const field of documented) expect(keys).toContain(field);
	const others = [...keys].filter((key) => !documented.includes(key));
	expect(others.filter((key) => !SENT.includes(key))).toEqual([]);
	// An item with this field would count as failed.
	expect(keys).not.toContain('error');
});

test.each(operations)('%s puts out what its schema says, and all of it', (name) => {
	const file = `nodes/LegalNotice/__schema__/v1.0.0/${name.replace('.', '/')}.json`;
	const schema = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Schema;
	expect(schema).toMatchObject({ type: 'object', version: 1 });
	expect(undescribed(schema, name)).toEqual([]);
	const items = outputs.get(name) ?? [];
	expect(items.flatMap((item) => mismatches(item, schema, name))).toEqual([]);
	const keys = new Set(items.flatMap((item) => Object.keys(item)));
	const unseen = Object.keys(schema.properties ?? {}).filter((field) => !keys.has(field));
	expect(unseen.filter((field) => !SENT.includes(field))).toEqual([]);
});

test.each(rows)('$field is explained, and of the type of the table', (row) => {
	expect(row.meaning.length).toBeGreaterThan(10);
	const values = row.named.flatMap((name) => {
		expect(outputs).toContainEqual([name, expect.anything()]);
		return (outputs.get(name) ?? []).map((item) => item[row.field]);
	});
	const types = values.filter((value) => value !== undefined && value !== null).map(typeName);
	expect([...new Set(types)]).toEqual([row.type]);
});

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

function typeName(value: unknown): string {
	return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

/** Parts of a schema that do not say what they are; the editor shows nothing for them. */
function undescribed({ type, properties = {}, items }: Schema, path: string): string[] {
	const fields = Object.entries(properties);
	if (type === 'object' && fields.length > 0) {
		return fields.flatMap(([name, field]) => undescribed(field, `${path}.${name}`));
	}
	if (type === 'array' && items) return undescribed(items, `${path}[]`);
	return ['string', 'number', 'integer', 'boolean', 'null'].includes(type) ? [] : [path];
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
