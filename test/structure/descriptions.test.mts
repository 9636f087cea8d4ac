/** What n8n's own lint cannot see of the descriptions: what they name in other places, and what a panel shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { workflowPackage } from '../engine/engine.mts';
import { NODE_TYPE, workflowNode, workflowOf } from '../engine/nodeTypes.mts';
import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { ownFields } from './ownFields.mts';
import { ALARMING, choicesOf, operations, parametersOf, publishedNodes, ROOT } from './package.mts';

const located = publishedNodes.flatMap(parametersOf);
const properties = located.map(({ property }) => property);

test('the list methods of the nodes are those that parameters name', () => {
	const searched = properties.flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	const loaded = properties.flatMap(({ typeOptions }) => typeOptions?.loadOptionsMethod ?? []);
	const methods = publishedNodes.flatMap(({ node: { methods: own = {} } }) =>
		Object.keys({ ...own.listSearch, ...own.loadOptions }),
	);
	expect([...new Set([...searched, ...loaded])].sort()).toEqual(methods.sort());
});

test.each(publishedNodes)('the codex of $name is found by the French term', (one) => {
	const codex = readFileSync(join(ROOT, `nodes/LegalNotice/${one.name}.node.json`), 'utf8');
	expect(JSON.parse(codex)).toMatchObject({
		node: `n8n-nodes-legal-notice.${one.node.description.name}`,
		alias: expect.arrayContaining([
			'annonce légale',
			'annonces légales',
			'rectificatif',
			'prix',
			'bodacc',
			'publication',
			'formalités',
			'get status',
		]) as unknown,
	});
});

test('a value of a list can also be given by its code', () => {
	const locators = located.filter(({ property }) => property.type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(0);
	for (const { property, depth } of locators) {
		expect(property.modes).toMatchObject([
			{ name: 'list', type: 'list' },
			{ name: 'id', type: 'string' },
		]);
		expect(property.default).toEqual({ mode: 'list', value: '' });
		// Inside a collection it could not be left out.
		expect(depth > 0 && property.required === true).toBe(false);
	}
});

test.each([
	['annonceur', ['name', 'address', 'postcode', 'city', 'country']],
	['accountDefault', []],
])('with the billing %s the panel opens these fields of the advertiser: %j', (mode, open) => {
	const fields = properties.filter(
		({ name, displayOptions }) =>
			name === 'advertiser' && displayOptions?.show?.billingMode?.includes(mode) === true,
	);
	expect(fields.length).toBeGreaterThan(0);
	// n8n stores and shows them in the order of the options.
	const { getNodeParameters } = workflowPackage.NodeHelpers;
	for (const field of fields) {
		const values = { advertiser: field.default as never };
		const kept = getNodeParameters(
			[{ ...field, displayOptions: {} }],
			values,
			true,
			false,
			null,
			null,
		);
		const order = Object.keys(Object(kept?.advertiser) as object);
		expect(order).toEqual(open);
	}
});

const panelOf = (parameters: INodeParameters) => {
	const { description } = new LegalNotice();
	const node = { typeVersion: 1, type: NODE_TYPE };
	const { getNodeParameters } = workflowPackage.NodeHelpers;
	return getNodeParameters(description.properties, parameters, true, false, node, description);
};

test('fields of the advertiser are open as soon as it is billed, in a node that was added with other billing', () => {
	const added = panelOf({ resource: 'notice', operation: 'order' });
	expect(added?.advertiser).toBeUndefined();
	const { advertiser } = panelOf({ ...added, billingMode: 'annonceur' }) ?? {};
	const address = { address: '', postcode: '', city: '' };
	expect(advertiser).toEqual({ name: '', ...address, country: 'FRA' });
});

test('a new node that gets files takes the one that its item names; where the option was removed, all', () => {
	for (const files of ['document.download', 'document.getMany', 'invoice.getMany']) {
		const [resource, operation] = files.split('.');
		const { options } = panelOf({ resource, operation }) ?? {};
		expect(options).toEqual({
			onlyThisFile: expect.stringContaining('$json.nom_fichier') as unknown,
		});
		expect(panelOf({ resource, operation, options: {} })?.options).toEqual({});
	}
});

/** The fields of a name that the panel shows with these values. */
function shownAs(
	name: string,
	values: { resource: string; operation: string } & INodeParameters,
): INodeProperties[] {
	const node = { typeVersion: 1, type: NODE_TYPE };
	const shown = operations.find((one) => one.name === `${values.resource}.${values.operation}`);
	return (shown?.properties ?? [])
		.filter((one) => one.name === name)
		.filter((one) => workflowPackage.NodeHelpers.displayParameter(values, one, node, null));
}

test.each([
	['CONSTI', [true]],
	['VNT_ENC', [false]],
	['={{ $json.category }}', [false]],
	['CLOTUR', []],
	['', []],
])('for the category "%s" the forfaits shown are required: %s', (value, required) => {
	const category = { __rl: true, mode: 'list', value };
	const displayed = shownAs('forfait', { resource: 'notice', operation: 'quote', category });
	expect(displayed.map((one) => one.required ?? false)).toEqual(required);
});

test.each([
	['automatic', 'Changing only this does not order the notice twice'],
	['none', 'Without an order number each run orders the notice again'],
	['={{ $json.mode }}', 'Changing only this does not order the notice twice'],
])('where the order number is "%s", the hint of File Reference is "%s"', (mode, hint) => {
	const order = { resource: 'notice', operation: 'order', orderNumberMode: mode };
	expect(shownAs('fileReference', order).map((one) => one.hint)).toEqual([hint]);
});

const chosen = (value: string, cachedResultName = 'A name') => ({
	...{ __rl: true, mode: 'list' },
	...{ value, cachedResultName },
});
const newspaper = chosen('12', 'La Gazette de la Seine et de la Marne · papier · 75');
test.each<[INodeParameters, string]>([
	[{ category: chosen('MODIF'), department: chosen('75') }, 'MODIF · 75'],
	[
		{ category: chosen('MODIF'), department: chosen('75'), publication: newspaper },
		'MODIF · 75 · La Gazette de la Seine et de l',
	],
	[{ category: chosen('MODIF'), publication: { ...newspaper, mode: 'id' } }, 'MODIF'],
	[{ category: chosen('MODIF'), publication: chosen('', 'No publication') }, 'MODIF'],
	[
		{ category: chosen('MODIF'), department: { ...chosen(''), value: '={{ $json.department }}' } },
		'MODIF',
	],
	[{}, 'Order · Notice'],
	[{ resource: 'referenceData', operation: 'getCountries' }, 'Get Countries · Reference Data'],
])('the canvas shows for %j: %s', (parameters, shown) => {
	const { subtitle = '' } = new LegalNotice().description;
	const given = { resource: 'notice', operation: 'order', ...parameters };
	const node = workflowNode('Legal Notice', NODE_TYPE, given);
	const { expression } = workflowOf([node]);
	expect(expression.getSimpleParameterValue(node, subtitle, 'internal', {})).toBe(shown);
});

/** Names that n8n has everywhere. */
const PLAIN = /^(Options|Operation|Resource|Trigger On)$/;

test.each(located)('$path is ordered, described, and shows an example', ({ property }) => {
	const { displayName, description = '', placeholder = 'e.g. ', type, options = [] } = property;
	const names = options.map((one) => ('displayName' in one ? one.displayName : one.name));
	const sorted = names.toSorted((one, other) => one.localeCompare(other, 'en'));
	const values = choicesOf(property).map(({ value }) => value);
	// A short list begins with what is chosen where nobody chooses, a long one is looked through by its letters.
	const isShort =
		type === 'options' && values.length < 5 && values.includes(property.default as string);
	if (isShort) expect(values[0]).toBe(property.default);
	// A name and an address are read from their beginning; what cannot be undone is the last operation.
	const isOrdered = isShort || displayName === 'Advertiser' || values.includes('cancel');
	if (!isOrdered) expect(names).toEqual(sorted);
	if (values.includes('cancel')) expect(values.at(-1)).toBe('cancel');
	if (!PLAIN.test(displayName) && type !== 'notice') expect(description).toMatch(/.{10}/);
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

/** What n8n's lint asks for word for word, and a link that n8n shows as one. */
const LINKED =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

test('no text that n8n shows as HTML loses words in angle brackets', () => {
	const credential = new LegalNoticeApi();
	const { properties: fields, test: connection } = credential;
	const ofTest = (connection.rules ?? []).map(({ properties: rule }) => rule);
	const texts = textsOf([publishedNodes.map(({ node }) => node.description), fields, ofTest]);
	const others = [...new Set(texts)].filter((text) => text !== LINKED);
	expect(others.filter((text) => /<\S|&\w+;/.test(text))).toEqual([]);
});

test('descriptions are read at a glance, in the words of the trade', () => {
	const credential = new LegalNoticeApi().properties;
	const read = (part: unknown): string[] =>
		Object.entries(Object(part) as object).flatMap(([key, value]: [string, unknown]) => {
			if (typeof value !== 'string') return read(value);
			return key === 'description' && value !== LINKED ? [value] : [];
		});
	const texts = read([publishedNodes.map(({ node }) => node.description), credential]);
	expect(texts.length).toBeGreaterThan(150);
	expect(texts.filter((text) => text.length > 100)).toEqual([]);
	const technical = /base64|data URL|introuvable: true|epreuve_html/i;
	expect(texts.filter((text) => technical.test(text))).toEqual([]);
	// A preview is no proof: "proof" is said of a copy of the newspaper only.
	const shown = textsOf([publishedNodes.map(({ node }) => node.description), credential]);
	const proofs = shown.filter((text) => /\bproofs?\b(?! of publication)/i.test(text));
	expect(proofs.filter((text) => /\s/.test(text))).toEqual([]);
});

test('no placeholder would have an effect if it were typed as shown', () => {
	expect(
		properties.filter(({ placeholder = '' }) => /\{\{|\bor\b|, empty/.test(placeholder)),
	).toEqual([]);
});

test('the options of a notice are shown before what most notices do without', () => {
	for (const name of ['quote', 'order', 'replace']) {
		const own = operations.find((one) => one.name === `notice.${name}`)?.properties ?? [];
		const names = own.map((one) => one.name);
		const required = own.filter((one) => one.required === true).map((one) => one.name);
		const last = required.filter((one) => one !== 'orderNumber').at(-1) ?? '';
		expect(last).toBe('text');
		expect(names.indexOf('options')).toBe(names.indexOf('text') + 1);
		expect(names.indexOf('options')).toBeLessThan(names.indexOf('header'));
	}
});

test('only the tool of an agent says what a model should fill in, and what belongs to a person', () => {
	const { description } = new LegalNotice();
	const { displayParameter } = workflowPackage.NodeHelpers;
	for (const operation of ['quote', 'order', 'replace', 'cancel']) {
		const values = { resource: 'notice', operation };
		const [inTool, inNode] = [`${description.name}Tool`, description.name].map((name) =>
			description.properties
				.filter(({ type }) => type === 'notice')
				.filter((one) =>
					displayParameter(values, one, { typeVersion: 1 }, { ...description, name }),
				)
				.filter(({ displayName }) => displayName.startsWith('As a tool: ')),
		);
		expect([inTool?.length, inNode?.length]).toEqual([1, 0]);
		if (/order|replace/.test(operation)) {
			expect(inTool?.[0]?.displayName).toMatch(/'Maximum Total' and 'Approved Fingerprint' belong/);
		}
	}
});

test('what a newer editor shows as a page is a field of the output', () => {
	const { outputFieldRendering } = new LegalNotice().description;
	expect(outputFieldRendering).toEqual({ epreuve_html: 'html' });
	expect(ownFields).toContainEqual(
		expect.objectContaining({ field: 'epreuve_html', type: 'string' }),
	);
});

test('an order begins with the reference of the file', () => {
	for (const { properties: own } of operations.filter(({ name }) => /order|replace/.test(name))) {
		const fields = own.filter(({ type, name }) => type !== 'notice' && name !== 'reference');
		expect(fields[0]?.name).toBe('fileReference');
	}
});

test('the billed party is shown before the order number', () => {
	for (const { properties: own } of operations.filter(({ name }) => /order|replace/.test(name))) {
		const names = own.map(({ name }) => name);
		expect(names.indexOf('billingMode')).toBeLessThan(names.indexOf('orderNumberMode'));
	}
});

test('a person who only looks at a form sees no errors, and no mention of a parameter that does not exist', () => {
	const credential = new LegalNoticeApi().properties;
	const texts = textsOf([publishedNodes.map(({ node }) => node.description), credential]);
	expect(texts.length).toBeGreaterThan(200);
	expect(texts.filter((text) => ALARMING.test(text))).toEqual([]);
	const labels = [...properties, ...credential].map(({ displayName }) => displayName);
	const named = texts.flatMap((text) => [...text.matchAll(/'([A-Z][^']+)'/g)]);
	expect(named.length).toBeGreaterThan(1);
	expect(named.map(([, label = '']) => label).filter((one) => !labels.includes(one))).toEqual([]);
});
