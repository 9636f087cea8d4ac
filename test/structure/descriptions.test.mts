/** What n8n's own lint cannot see of the descriptions: what they name in other places, and what a panel shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import type { Operation } from '../../nodes/LegalNotice/actions/context.ts';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { workflowPackage } from '../engine/engine.mts';
import { ALARMING, choicesOf, parametersOf, publishedNodes, ROOT } from './package.mts';

const located = publishedNodes.flatMap(parametersOf);
const operations = Object.values(registry).flatMap((resource) =>
	Object.values(resource.operations as Record<string, Operation>),
);

test.each(publishedNodes)('the list methods of $name are those that its parameters name', (one) => {
	const all = parametersOf(one).map(({ property }) => property);
	const searched = all.flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	const loaded = all.flatMap(({ typeOptions }) => typeOptions?.loadOptionsMethod ?? []);
	const { listSearch = {}, loadOptions = {} } = one.node.methods ?? {};
	expect([...new Set(searched)].sort()).toEqual(Object.keys(listSearch).sort());
	expect([...new Set(loaded)].sort()).toEqual(Object.keys(loadOptions).sort());
});

test.each(publishedNodes)('the codex of $name is its own, and found by the French term', (one) => {
	const codex = readFileSync(join(ROOT, one.source.replace(/\.ts$/, '.json')), 'utf8');
	expect(JSON.parse(codex)).toMatchObject({
		node: `n8n-nodes-legal-notice.${one.node.description.name}`,
		alias: expect.arrayContaining(['annonce légale']) as unknown,
	});
});

test('what can be chosen from a list can be given by its code', () => {
	const locators = located.filter(({ property }) => property.type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(0);
	for (const { property, depth } of locators) {
		expect(property.modes?.map(({ name, type }) => [name, type])).toEqual([
			['list', 'list'],
			['id', 'string'],
		]);
		expect(property.default).toEqual({ mode: 'list', value: '' });
		// Inside a collection it could not be left out.
		expect(depth > 0 && property.required === true).toBe(false);
	}
});

test('what has effects says so in the panel, what only reads does not', () => {
	const announced = operations.filter(({ properties }) =>
		properties.some(({ type }) => type === 'notice'),
	);
	const names = announced.map(({ option }) => option.value);
	expect(names.sort()).toEqual(['cancel', 'order', 'replace']);
});

test('the five fields that the interface requires of an advertiser are shown at once', () => {
	const fields = located.filter(({ property }) => property.name === 'advertiser');
	expect(fields.length).toBeGreaterThan(0);
	for (const { property } of fields) {
		const shown = Object.keys(property.default as object);
		expect(shown).toEqual(['name', 'address', 'postcode', 'city', 'country']);
	}
});

test.each([
	['CONSTI', [true]],
	['VNT_ENC', [false]],
	['={{ $json.category }}', [false]],
	['CLOTUR', []],
	['', []],
])('for the category "%s" the forfaits shown are required: %s', (value, required) => {
	const { properties = [] } = registry.notice.operations.quote;
	const node = { typeVersion: 1, type: 'n8n-nodes-legal-notice.legalNotice' };
	const values = { category: { __rl: true, mode: 'list', value } } as never;
	const displayed = properties
		.filter(({ name }) => name === 'forfait')
		.filter((one) => workflowPackage.NodeHelpers.displayParameter(values, one, node, null));
	expect(displayed.map((one) => one.required ?? false)).toEqual(required);
});

test.each(located)('$path is sorted, described, and shows an example', ({ property }) => {
	const { displayName, description = '', placeholder = 'e.g. ', type, options = [] } = property;
	const names = options.map((one) => ('displayName' in one ? one.displayName : one.name));
	expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
	// Their names say it all; of the last three n8n says it everywhere, and a notice is nothing but its text.
	const isSelfEvident =
		/^(Address|Address Complement|City|Email|Mobile|Options|Phone|Postcode|Operation|Resource|Trigger On)$/;
	if (!isSelfEvident.test(displayName) && type !== 'notice') expect(description).toMatch(/.{10}/);
	expect(placeholder).toMatch(/^(e\.g\. |Choose |Add |All \w+$|Next possible date$)/);
	const actions = choicesOf(property).map(({ action = '' }) => action);
	expect(actions.filter((action) => /\b(an?|the)\b/i.test(action))).toEqual([]);
});

const SHOWN = ['displayName', 'name', 'description', 'placeholder', 'hint', 'action', 'message'];

/** Every text that a person reads of a part of a description. */
function textsOf(part: unknown): string[] {
	return Object.entries(Object(part) as object).flatMap(([key, value]: [string, unknown]) =>
		typeof value !== 'string' ? textsOf(value) : SHOWN.includes(key) ? [value] : [],
	);
}

const credential = new LegalNoticeApi().properties;
const texts = textsOf([publishedNodes.map(({ node }) => node.description), credential]);

test('a person who only looks at a form is not told of errors', () => {
	expect(texts.length).toBeGreaterThan(200);
	expect(texts.filter((text) => ALARMING.test(text))).toEqual([]);
});

test('a parameter that a text names in single quotes exists', () => {
	const labels = [...located.map(({ property }) => property), ...credential].map(
		({ displayName }) => displayName,
	);
	const named = texts.flatMap((text) => [...text.matchAll(/'([A-Z][^']+)'/g)]);
	expect(named.length).toBeGreaterThan(1);
	expect(named.map(([, label = '']) => label).filter((one) => !labels.includes(one))).toEqual([]);
});
