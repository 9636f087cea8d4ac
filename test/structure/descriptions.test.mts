/** What n8n's own lint cannot see of the descriptions: what they name in other places, and the words of the trade. */
import type { INodeProperties } from 'n8n-workflow';

import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import type { Operation } from '../../nodes/LegalNotice/actions/context.ts';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import { workflowPackage } from '../engine/engine.mts';
import { ALARMING, choicesOf, parametersOf, publishedNodes, type Located } from './package.mts';

const located = publishedNodes.flatMap(parametersOf);
const locators = located.filter(({ property }) => property.type === 'resourceLocator');
const { properties: credential } = new LegalNoticeApi();

test.each(publishedNodes)('the list methods of $name are those that its parameters name', (one) => {
	const all = parametersOf(one).map(({ property }) => property);
	const named = (names: Array<string | undefined>) =>
		[...new Set(names.filter((name) => name !== undefined))].sort();
	const { listSearch = {}, loadOptions = {} } = one.node.methods ?? {};
	const searches = all.flatMap(({ modes = [] }) =>
		modes.map((mode) => mode.typeOptions?.searchListMethod),
	);
	expect(named(searches)).toEqual(Object.keys(listSearch).sort());
	const options = all.map(({ typeOptions }) => typeOptions?.loadOptionsMethod);
	expect(named(options)).toEqual(Object.keys(loadOptions).sort());
});

test.each(locators)('$path can be chosen from a list and given by its code', (locator) => {
	const { modes = [], default: initial, required } = locator.property;
	expect(modes.map(({ name }) => name)).toEqual(['list', 'id']);
	expect(modes[0]?.typeOptions?.searchListMethod).toMatch(/^search[A-Z]/);
	expect(modes[1]).toMatchObject({
		type: 'string',
		placeholder: expect.stringMatching(/^e\.g\. /) as unknown,
	});
	expect(initial).toEqual({ mode: 'list', value: '' });
	// Inside a collection it could not be left out.
	expect(locator.inside.length > 0 && required === true).toBe(false);
});

test('what has effects says so in the panel, what only reads does not', () => {
	const announced = Object.values(registry).flatMap(({ operations }) =>
		Object.values(operations as Record<string, Operation>)
			.filter(({ properties }) => properties.some(({ type }) => type === 'notice'))
			.map(({ option }) => option.value),
	);
	expect(announced.sort()).toEqual(['cancel', 'order', 'replace']);
});

test('the five fields that the interface requires of an advertiser are shown at once', () => {
	const fields = located.filter(({ property }) => property.name === 'advertiser');
	for (const { property } of fields) {
		expect(Object.keys(property.default as object)).toEqual(
			'name address postcode city country'.split(' '),
		);
	}
	expect(fields.length).toBeGreaterThan(0);
});

test.each([
	['CONSTI', true],
	['MODIF', true],
	['VNT_ENC', false],
	['={{ $json.category }}', false],
	['CLOTUR', undefined],
	['', undefined],
])('for the category "%s" one forfait is shown, which is required: %s', (value, required) => {
	const { properties = [] } = registry.notice.operations.quote;
	const node = { typeVersion: 1, type: 'n8n-nodes-legal-notice.legalNotice' };
	const values = { category: { __rl: true, mode: 'list', value } } as never;
	const displayed = properties
		.filter(({ name }) => name === 'forfait')
		.filter((one) => workflowPackage.NodeHelpers.displayParameter(values, one, node, null));
	expect(displayed.map((one) => one.required ?? false)).toEqual(
		required === undefined ? [] : [required],
	);
});

interface Shown {
	path: string;
	key: string;
	text: string;
}

const SHOWN = ['displayName', 'name', 'description', 'placeholder', 'hint', 'action', 'message'];

/** Every text that a person reads of a part of a description. */
function textsOf(part: unknown, path: string): Shown[] {
	if (Array.isArray(part)) return part.flatMap((entry: unknown) => textsOf(entry, path));
	if (typeof part !== 'object' || part === null) return [];
	return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
		if (typeof value !== 'string') return textsOf(value, path);
		return SHOWN.includes(key) ? [{ path, key, text: value }] : [];
	});
}

const shown: readonly Shown[] = [
	...publishedNodes.flatMap(({ node: { description } }) => textsOf(description, description.name)),
	...credential.flatMap((property) => textsOf(property, `credential.${property.name}`)),
];

// n8n's review asks for the first: a person who only looks at a form has done nothing wrong.
test.each([
	['errors, problems, failures or mistakes', ALARMING],
	[
		'a thing by another word than the glossary has for it',
		/\b(announcement|advert|advertisement|journal|gazette|quotation|estimate|deadline|client|purchase|voucher)s?\b/i,
	],
])('no display text speaks of %s', (_what, words) => {
	expect(shown.length).toBeGreaterThan(200);
	expect(shown.filter(({ text }) => words.test(text))).toEqual([]);
});

test('a parameter that a text names stands in single quotes, and is there', () => {
	const labels = new Set(
		[...located.map(({ property }) => property), ...credential].map((one) => one.displayName),
	);
	const sentences = shown.filter(({ key }) => ['description', 'hint', 'message'].includes(key));
	const unquoted = [...labels]
		.filter((label) => label.includes(' '))
		.flatMap((label) =>
			sentences.filter(({ text }) => new RegExp(`(?<!')\\b${label}\\b(?!')`).test(text)),
		);
	expect(unquoted).toEqual([]);
	const named = sentences.flatMap(({ text }) =>
		[...text.matchAll(/'([A-Z][^']+)'/g)].map(([, label = '']) => label),
	);
	expect(named.length).toBeGreaterThan(1);
	expect(named.filter((label) => !labels.has(label))).toEqual([]);
});

/** Their names say it all; of the last three n8n says it everywhere. */
const SELF_EVIDENT =
	/^(Address|Address Complement|City|Email|Mobile|Options|Phone|Postcode|Operation|Resource|Trigger On)$/;

test.each(located)('$path is described where its name does not say it all', ({ property }) => {
	const { displayName, description = '', placeholder, modes = [], type } = property;
	// It is nothing but its text.
	if (type === 'notice') return;
	if (!SELF_EVIDENT.test(displayName)) expect(description.length).toBeGreaterThan(9);
	if (/^(Operation|Resource|Trigger On)$/.test(displayName)) expect(description).toBe('');
	for (const text of [placeholder, ...modes.map((mode) => mode.placeholder)]) {
		expect(text ?? 'e.g. ').toMatch(/^(e\.g\. |Choose |Add |All \w+$|Next possible date$)/);
	}
	if (property.type === 'multiOptions' && String(property.default) === '' && property.options) {
		expect(`${description} ${property.hint ?? ''}`).toMatch(/\bempty\b/);
	}
});

test('what every run of an operation needs comes before what may be added', () => {
	const needed = ({ required, displayOptions: { show = {}, hide } = {} }: INodeProperties) =>
		required && !hide && Object.keys(show).every((name) => /^(resource|operation)$/.test(name));
	const late = Object.values(registry).flatMap(({ operations }) =>
		Object.values(operations as Record<string, Operation>).flatMap(({ properties }) => {
			const first = properties.findIndex(({ type }) => type === 'collection');
			return first < 0 ? [] : properties.slice(first).filter(needed);
		}),
	);
	expect(late).toEqual([]);
});

test('every choice of a fixed list is described, once, and the default is one of them', () => {
	const wrong = located.flatMap(({ property, path }) => {
		const values: unknown[] = choicesOf(property).map(({ value }) => value);
		if (values.length === 0) return [];
		const given: unknown[] = [property.default].flat();
		// 'Logo Left, Text Right' says it all.
		const silent = choicesOf(property).some(({ description = '' }) => description.length < 10);
		return given.every((value) => values.includes(value)) &&
			new Set(values).size === values.length &&
			(!silent || property.name === 'layout')
			? []
			: [path];
	});
	expect(wrong).toEqual([]);
});

test('choices and options stand in alphabetical order', () => {
	const unsorted = located.filter(({ property: { options = [] } }) => {
		const names = options.map((one) => ('displayName' in one ? one.displayName : one.name));
		return names.some((name, index) => (names[index - 1] ?? '').localeCompare(name, 'en') > 0);
	});
	expect(unsorted.map(({ path }) => path)).toEqual([]);
});

test('a parameter is shown by parameters and values that exist', () => {
	expect(located.flatMap(unknownConditions)).toEqual([]);
});

function unknownConditions({ property, path, inside }: Located): string[] {
	if (inside.length > 0) return [];
	const { show = {}, hide = {} } = property.displayOptions ?? {};
	const node = path.split('.')[0] ?? '';
	return [...Object.entries(show), ...Object.entries(hide)].flatMap(([name, values = []]) => {
		const others = located.filter((one) => one.path === `${node}.${name}`);
		const offered: unknown[] = others.flatMap((one) =>
			choicesOf(one.property).map(({ value }) => value),
		);
		const known =
			others.length > 0 && (offered.length === 0 || values.every((one) => offered.includes(one)));
		return known ? [] : [`${path}: ${name}`];
	});
}
