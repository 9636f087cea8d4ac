import type { INodeProperties } from 'n8n-workflow';

import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { ALARMING } from './alarming.mts';
import { choicesOf, parametersOf, publishedNodes, type Located } from './package.mts';

const located = publishedNodes.flatMap(parametersOf);
const locators = located.filter(({ property }) => property.type === 'resourceLocator');

const { properties: credential } = new LegalNoticeApi();

/** Their names say it all. */
const SELF_EVIDENT = [
	'Address',
	'Address Complement',
	'City',
	'Email',
	'Mobile',
	'Operation',
	'Options',
	'Phone',
	'Postcode',
	'Resource',
	'Trigger On',
];

test('there is something to look at', () => {
	expect(located.length).toBeGreaterThan(60);
	expect(locators.length).toBeGreaterThan(10);
});

describe('lists', () => {
	const methodsOf = (kind: 'listSearch' | 'loadOptions') =>
		publishedNodes.flatMap(({ node }) => Object.keys(node.methods?.[kind] ?? {})).sort();
	const named = (find: (property: INodeProperties) => Array<string | undefined>) =>
		[...new Set(located.flatMap(({ property }) => find(property)))]
			.filter((name) => name !== undefined)
			.sort();

	test('every search method that a locator names exists, and every one that exists is named', () => {
		const used = named(({ modes }) =>
			(modes ?? []).map((mode) => mode.typeOptions?.searchListMethod),
		);
		expect(used).toEqual(methodsOf('listSearch'));
	});

	test('every options method that a parameter names exists, and every one that exists is named', () => {
		expect(named(({ typeOptions }) => [typeOptions?.loadOptionsMethod])).toEqual(
			methodsOf('loadOptions'),
		);
	});

	test('each node has the methods that its own parameters name', () => {
		const missing = publishedNodes.flatMap((published) =>
			parametersOf(published).flatMap(({ property, path }) => {
				const { listSearch = {}, loadOptions = {} } = published.node.methods ?? {};
				const searches = (property.modes ?? []).map((mode) => mode.typeOptions?.searchListMethod);
				const option = property.typeOptions?.loadOptionsMethod;
				return [
					...searches.filter((name) => name !== undefined && !(name in listSearch)),
					...(option !== undefined && !(option in loadOptions) ? [option] : []),
				].map((name) => `${path}: ${name}`);
			}),
		);
		expect(missing).toEqual([]);
	});
});

describe('locators', () => {
	test.each(locators)('$path can be chosen from a list and given by its code', ({ property }) => {
		const modes = property.modes ?? [];
		expect(modes.map(({ name }) => name)).toEqual(['list', 'id']);
		expect(modes[0]?.typeOptions?.searchListMethod).toMatch(/^search[A-Z]/);
		expect(modes[1]).toMatchObject({ type: 'string' });
		expect(modes[1]?.placeholder).toMatch(/^e\.g\. /);
		expect(property.default).toEqual({ mode: 'list', value: '' });
	});

	test('none inside a collection is required: it could not be left out', () => {
		const required = located.filter(
			({ property, inside }) => inside.length > 0 && property.required === true,
		);
		expect(required.map(({ path }) => path)).toEqual([]);
	});
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
	return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
		typeof value === 'string'
			? SHOWN.includes(key)
				? [{ path, key, text: value }]
				: []
			: textsOf(value, path),
	);
}

const shown: readonly Shown[] = [
	...publishedNodes.flatMap(({ node: { description } }) => [
		...textsOf({ ...description, properties: [] }, description.name),
	]),
	...located.flatMap(({ property, path }) => textsOf(property, path)),
	...credential.flatMap((property) => textsOf(property, `credential.${property.name}`)),
];
/** Texts in which a label would be a mention. */
const sentences = shown.filter(({ key }) => ['description', 'hint', 'message'].includes(key));

describe('words', () => {
	test('every parameter is described, or its name says it all', () => {
		const undescribed = located.filter(
			({ property: { displayName, description } }) =>
				(description ?? '').length < 10 && !SELF_EVIDENT.includes(displayName),
		);
		expect(undescribed.map(({ path }) => path)).toEqual([]);
	});

	test('what is named as n8n names it everywhere has no description', () => {
		const known = located.filter(({ property }) =>
			['Operation', 'Resource', 'Trigger On'].includes(property.displayName),
		);
		expect(known.length).toBeGreaterThan(2);
		expect(known.filter(({ property }) => property.description !== undefined)).toEqual([]);
	});

	test('every choice with a fixed list is described, or is the name of a resource', () => {
		const undescribed = located.flatMap(({ property, path }) =>
			choicesOf(property)
				.filter(({ description }) => (description ?? '').length < 10)
				// 'Logo Left, Text Right' says it all.
				.filter(() => property.name !== 'layout')
				.map(({ value }) => `${path}=${String(value)}`),
		);
		expect(undescribed).toEqual([]);
	});

	test('placeholders show an example, or what to do', () => {
		const placeholders = located.flatMap(({ property, path }) =>
			[property.placeholder, ...(property.modes ?? []).map((mode) => mode.placeholder)]
				.filter((text) => text !== undefined)
				.map((text) => ({ path, text })),
		);
		const odd = placeholders.filter(
			({ text }) => !/^(e\.g\. |Choose |Add |All \w+$|Next possible date$)/.test(text),
		);
		expect(odd).toEqual([]);
	});

	// n8n's review asks for it: a person who only looks at a form has done nothing wrong.
	test('no display text speaks of errors, problems, failures or mistakes', () => {
		expect(shown.length).toBeGreaterThan(200);
		const found = shown.filter(({ text }) => ALARMING.test(text));
		expect(found).toEqual([]);
	});

	test('a parameter that a text names stands in single quotes, and is there', () => {
		const labels = new Set(
			[...located.map(({ property }) => property), ...credential].map((one) => one.displayName),
		);
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

	test('a thing has one word: that of the glossary', () => {
		const others =
			/\b(announcement|advert|advertisement|journal|gazette|quotation|estimate|deadline|client|purchase|voucher)s?\b/i;
		expect(shown.filter(({ text }) => others.test(text))).toEqual([]);
	});
});

describe('order', () => {
	test('choices and options stand in alphabetical order', () => {
		const unsorted = located.filter(({ property }) => {
			const names = (property.options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			const sorted = [...names].sort((a, b) => a.localeCompare(b, 'en'));
			return names.join('\n') !== sorted.join('\n');
		});
		expect(unsorted.map(({ path }) => path)).toEqual([]);
	});

	test('what every run of an operation needs comes before what may be added', () => {
		const late = publishedNodes.flatMap((published) =>
			operationsOf(parametersOf(published)).flatMap(({ name, parameters }) => {
				const firstAdded = parameters.findIndex(({ type }) => type === 'collection');
				return parameters
					.filter((property, at) => firstAdded >= 0 && at > firstAdded && alwaysNeeded(property))
					.map((property) => `${name}.${property.name}`);
			}),
		);
		expect(late).toEqual([]);
	});

	test('an empty choice of several says what it stands for', () => {
		const several = located.filter(({ property }) => property.type === 'multiOptions');
		expect(several.length).toBeGreaterThan(1);
		const silent = several.filter(
			({ property }) =>
				Array.isArray(property.default) &&
				property.default.length === 0 &&
				property.options !== undefined &&
				!/\bempty\b/.test(`${property.description ?? ''} ${property.hint ?? ''}`),
		);
		expect(silent.map(({ path }) => path)).toEqual([]);
	});
});

/** Parameters of each operation, in the order in which the editor shows them. */
function operationsOf(
	all: readonly Located[],
): Array<{ name: string; parameters: INodeProperties[] }> {
	const tops = all.filter(({ inside }) => inside.length === 0).map(({ property }) => property);
	const names = new Set(
		tops.flatMap(({ displayOptions: { show } = {} }) =>
			(show?.resource ?? []).flatMap((resource) =>
				(show?.operation ?? []).map((operation) => `${String(resource)}.${String(operation)}`),
			),
		),
	);
	return [...names].map((name) => {
		const [resource, operation] = name.split('.');
		return {
			name,
			parameters: tops.filter(
				({ displayOptions: { show } = {} }) =>
					show?.resource?.includes(resource ?? '') && show.operation?.includes(operation ?? ''),
			),
		};
	});
}

/** Required whatever the other parameters are. */
function alwaysNeeded({
	required,
	displayOptions: { show = {}, hide } = {},
}: INodeProperties): boolean {
	const conditions = Object.keys(show).filter((name) => !['resource', 'operation'].includes(name));
	return required === true && conditions.length === 0 && hide === undefined;
}

describe('values', () => {
	test('the default of every list is one of its values', () => {
		const wrong = located.filter(({ property }) => {
			const values = choicesOf(property).map(({ value }) => value);
			if (values.length === 0) return false;
			const given: unknown[] = Array.isArray(property.default)
				? property.default
				: [property.default];
			return !given.every((value) => values.some((known) => known === value));
		});
		expect(wrong.map(({ path }) => path)).toEqual([]);
	});

	test('no list offers a value twice', () => {
		const twice = located.filter(({ property }) => {
			const values = choicesOf(property).map(({ value }) => value);
			return new Set(values).size !== values.length;
		});
		expect(twice.map(({ path }) => path)).toEqual([]);
	});

	test('a parameter is shown by parameters and values that exist', () => {
		const wrong = located.flatMap((one) => unknownConditions(one));
		expect(wrong).toEqual([]);
	});
});

function unknownConditions({ property, path, inside }: Located): string[] {
	if (inside.length > 0) return [];
	const { show = {}, hide = {} } = property.displayOptions ?? {};
	const node = path.split('.')[0] ?? '';
	const top = located.filter((one) => one.inside.length === 0 && one.path.startsWith(`${node}.`));
	return [...Object.entries(show), ...Object.entries(hide)].flatMap(([name, values]) => {
		const others = top.filter((one) => one.property.name === name);
		if (others.length === 0) return [`${path}: ${name}`];
		const offered = others.flatMap(({ property: other }) =>
			choicesOf(other).map(({ value }): unknown => value),
		);
		if (offered.length === 0) return [];
		return (values ?? [])
			.filter((value: unknown) => !offered.includes(value))
			.map((value) => `${path}: ${name}=${String(value)}`);
	});
}
