import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import type { Operation } from '../../nodes/LegalNotice/actions/context.ts';
import { choicesOf, filesUnder, publishedNodes, ROOT } from './package.mts';

const registered = Object.entries(registry).flatMap(([resource, { operations }]) =>
	Object.entries(operations as Record<string, Operation>).map(([name, operation]) => ({
		operation,
		key: `${resource}/${name}`,
	})),
);
const keys = registered.map(({ key }) => key).sort();

test.each([
	['nodes/LegalNotice/actions', '.operation.ts'],
	['nodes/LegalNotice/__schema__/v1.0.0', '.json'],
])('%s has a file for every operation of the registry, and no other', (folder, ending) => {
	const files = filesUnder(folder, ending);
	expect(files.map((file) => file.slice(folder.length + 1, -ending.length))).toEqual(keys);
});

test.each(registered)('$key says what it does, in the dropdown and as an action', (one) => {
	const { name, action, description } = one.operation.option;
	expect(name).toMatch(/^[A-Z][A-Za-z ]+$/);
	// What cannot be undone, or looks as if it could not, says so in brackets.
	expect(action).toMatch(/^[A-Z][a-z]+( [a-z]+)+( \([a-z, ]+\))?$/);
	expect(description).toMatch(/^.{20,}[^.]$/);
	const names = one.operation.properties.map((property: INodeProperties) => property.name);
	// Of the three forfaits one is shown at a time.
	const twice = names.filter((name, at) => names.indexOf(name) !== at);
	expect(twice).toEqual(names.includes('forfait') ? ['forfait', 'forfait'] : []);
});

test('actions and events name what they are about without articles', () => {
	const actions = publishedNodes.flatMap(({ node }) =>
		node.description.properties.flatMap(choicesOf).flatMap(({ action }) => action ?? []),
	);
	expect(actions.length).toBeGreaterThan(registered.length);
	expect(actions.filter((text) => /\b(an?|the)\b/i.test(text))).toEqual([]);
});

test('operations that change something at the service are known to the router', () => {
	const effects = registered.filter(({ operation }) => operation.hasEffect).map(({ key }) => key);
	const expected = ['contact/createOrGet', 'notice/cancel', 'notice/order', 'notice/replace'];
	expect(effects.sort()).toEqual(expected);
});

/** n8n sorts nodes into these and no others. */
const CATEGORIES =
	'Analytics|Communication|Data & Storage|Development|Finance & Accounting|Marketing & Content|' +
	'Miscellaneous|Productivity|Sales|Utility';

test.each(publishedNodes)(
	'$source has a codex with its name and categories of n8n',
	(published) => {
		const file = join(ROOT, published.source.replace(/\.ts$/, '.json'));
		expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
			node: `n8n-nodes-legal-notice.${published.node.description.name}`,
			nodeVersion: '1.0',
			codexVersion: '1.0',
			categories: expect.arrayContaining([
				expect.stringMatching(new RegExp(`^(${CATEGORIES})$`)),
			]) as unknown,
			alias: expect.arrayContaining(['annonce légale']) as unknown,
		});
	},
);
