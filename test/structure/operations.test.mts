import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import type { Operation } from '../../nodes/LegalNotice/actions/context.ts';
import { choicesOf, filesUnder, publishedNodes, ROOT } from './package.mts';

const ACTIONS = 'nodes/LegalNotice/actions';
const SCHEMAS = 'nodes/LegalNotice/__schema__/v1.0.0';

const registered = Object.entries(registry).flatMap(([resource, { operations }]) =>
	Object.entries(operations as Record<string, Operation>).map(([name, operation]) => ({
		resource,
		name,
		operation,
		key: `${resource}/${name}`,
	})),
);
const keys = registered.map(({ key }) => key).sort();

test('every operation file is in the registry, and the registry has no other', () => {
	const files = filesUnder(ACTIONS, '.operation.ts').map((file) =>
		file.slice(ACTIONS.length + 1, -'.operation.ts'.length),
	);
	expect(files).toEqual(keys);
});

test('every operation has an output schema, and there is no other schema', () => {
	const files = filesUnder(SCHEMAS, '.json').map((file) => file.slice(SCHEMAS.length + 1, -5));
	expect(files).toEqual(keys);
});

test.each(keys)('the output schema of %s describes an object with fields', (key) => {
	const file = join(ROOT, SCHEMAS, `${key}.json`);
	const schema = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
	expect(schema).toMatchObject({ type: 'object', version: 1 });
	const names = Object.keys(schema.properties as object);
	expect(names.length).toBeGreaterThan(1);
	// An item with a field of this name would count as failed.
	expect(names).not.toContain('error');
	expect(undescribed(schema, key)).toEqual([]);
});

/** Parts of a schema that do not say what they are; the editor shows nothing for them. */
function undescribed(schema: unknown, path: string): string[] {
	const { type, properties, items } = schema as Record<string, unknown>;
	if (type === 'object') {
		const fields = Object.entries((properties ?? {}) as Record<string, unknown>);
		if (fields.length === 0) return [path];
		return fields.flatMap(([name, field]) => undescribed(field, `${path}.${name}`));
	}
	if (type === 'array') return items === undefined ? [path] : undescribed(items, `${path}[]`);
	return ['string', 'number', 'integer', 'boolean', 'null'].includes(String(type)) ? [] : [path];
}

test.each(registered)(
	'$key says what it does, in the dropdown and as an action',
	({ operation }) => {
		const { name, action, description } = operation.option;
		expect(name).toMatch(/^[A-Z][A-Za-z ]+$/);
		expect(action).toMatch(/^[A-Z][a-z]+( [a-z]+)+$/);
		expect(description.length).toBeGreaterThan(20);
		expect(description).not.toMatch(/\.$/);
	},
);

test('actions and events name what they are about without articles', () => {
	const actions = publishedNodes.flatMap(({ node }) =>
		node.description.properties.flatMap(choicesOf).flatMap(({ action }) => action ?? []),
	);
	expect(actions.length).toBeGreaterThan(registered.length);
	const withArticle = actions.filter((text) => /\b(an?|the)\b/i.test(text));
	expect(withArticle).toEqual([]);
});

test('operations that change something at the service are known to the router', () => {
	const effects = registered.filter(({ operation }) => operation.hasEffect).map(({ key }) => key);
	expect(effects.sort()).toEqual([
		'contact/createOrGet',
		'notice/cancel',
		'notice/order',
		'notice/replace',
	]);
});

test('no parameter is declared twice for one operation', () => {
	const twice = registered.flatMap(({ key, operation }) => {
		const names = operation.properties.map(({ name }: INodeProperties) => name);
		return names
			.filter((name, index) => names.indexOf(name) < index)
			.map((name) => `${key}.${name}`);
	});
	expect(twice).toEqual([]);
});

/** n8n sorts nodes into these and no others. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

test.each(
	publishedNodes.map(({ source, node }) => ({ file: source.replace(/\.ts$/, '.json'), node })),
)('$file names its node, and categories that n8n knows', ({ file, node }) => {
	const codex = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
		node: string;
		categories: string[];
		alias: string[];
	};
	expect(codex).toMatchObject({
		node: `n8n-nodes-legal-notice.${node.description.name}`,
		nodeVersion: '1.0',
		codexVersion: '1.0',
	});
	expect(codex.categories.length).toBeGreaterThan(0);
	expect(codex.categories.filter((name) => !CATEGORIES.includes(name))).toEqual([]);
	expect(codex.alias).toContain('annonce légale');
});
