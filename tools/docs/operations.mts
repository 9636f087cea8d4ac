/** `docs/operations.md` and the list of operations in the README, from the nodes' own descriptions. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { resourcesOf, type DocumentedOperation } from './description.mts';
import { anchor, cell, table } from './markdown.mts';

const HEAD = ['Parameter', 'Name', 'Type', 'Default', 'What it is'];

function defaultOf({ type, default: value }: INodeProperties): string {
	if (type === 'collection' || type === 'fixedCollection') return '';
	const plain: unknown =
		typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	if (plain === '' || plain === undefined || (Array.isArray(plain) && plain.length === 0))
		return '';
	return `\`${JSON.stringify(plain)}\``;
}

const code = (value: unknown): string => (value === '' ? 'empty' : `\`${String(value)}\``);

/** The values that a saved workflow contains, each with its label. */
function choicesOf({ type, options }: INodeProperties): string {
	if (type !== 'options' && type !== 'multiOptions') return '';
	const values = (options ?? []).flatMap((option) =>
		'value' in option ? [`${code(option.value)} (${option.name})`] : [],
	);
	return values.length > 0 ? `One of ${values.join(', ')}.` : '';
}

/** Values of other parameters on which it depends whether this one is shown. */
function conditionOf({ displayOptions }: INodeProperties): string {
	const conditions = [
		['Shown when', displayOptions?.show],
		['Hidden when', displayOptions?.hide],
	] as const;
	return conditions
		.map(([words, values]) => {
			const others = Object.entries(values ?? {}).filter(
				([name]) => name !== 'resource' && name !== 'operation',
			);
			const texts = others.map(([name, list]) => `\`${name}\` is ${valuesText(list)}`);
			return texts.length > 0 ? `${words} ${texts.join(' and ')}.` : '';
		})
		.filter((text) => text !== '')
		.join(' ');
}

function valuesText(values: unknown): string {
	const texts = (Array.isArray(values) ? values : []).map((value) => {
		const [, other] = /"not":"(.+?)"/.exec(JSON.stringify(value)) ?? [];
		if (other !== undefined) return `not ${other}`;
		return value === '' ? 'empty' : String(value);
	});
	return texts.join(', ').replace(/, ([^,]+)$/, ' or $1');
}

function sentence(text: string): string {
	return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

function rowsOf(property: INodeProperties, path = '', label = ''): string[][] {
	const name = `${path}${property.name}`;
	const shown = `${label}${property.displayName}`;
	const words = [
		property.required ? 'Required.' : '',
		sentence(property.description ?? ''),
		sentence(property.hint ?? ''),
		choicesOf(property),
		conditionOf(property),
	];
	const row = [
		cell(shown),
		`\`${name}\``,
		property.type,
		defaultOf(property),
		cell(words.filter((text) => text !== '').join(' ')),
	];
	const inner =
		property.type === 'collection'
			? (property.options ?? []).flatMap((option) =>
					'type' in option ? rowsOf(option, `${name}.`, `${shown} > `) : [],
				)
			: [];
	return [row, ...inner];
}

function parameterTable(parameters: readonly INodeProperties[]): string {
	if (parameters.length === 0) return 'No parameters.';
	const notices = parameters.filter(({ type }) => type === 'notice');
	const others = parameters.filter(({ type }) => type !== 'notice');
	const rows = others.flatMap((parameter) => rowsOf(parameter));
	return [...notices.map(({ displayName }) => displayName), table(HEAD, rows)].join('\n\n');
}

const headingOf = ({ resource, operation }: DocumentedOperation): string =>
	`${resource}: ${operation}`;

/** The whole document. @param nodes descriptions in the order in which they are told */
export function operationsDocument(nodes: readonly INodeTypeDescription[]): string {
	const parts = nodes.flatMap((node) => {
		const intro = [`## ${node.displayName}`, sentence(node.description)];
		const resources = resourcesOf(node);
		if (resources.length === 0) return [...intro, parameterTable(node.properties)];
		return [
			...intro,
			...resources
				.flatMap(({ operations }) => operations)
				.flatMap((operation) => [
					`### ${headingOf(operation)}`,
					sentence(operation.description),
					parameterTable(operation.parameters),
				]),
		];
	});
	return [
		'# Operations and parameters',
		'Written from the nodes by `npm run build && node_modules/.bin/node tools/docs/main.mts`; a test compares.\nThe column Name holds what a saved workflow contains.',
		...parts,
		'',
	]
		.join('\n\n')
		.replace(/\n+$/, '\n');
}

/** One row for a node that has events instead of operations. */
function eventsOf({ displayName, description, properties }: INodeTypeDescription): string[][] {
	const events = properties.find(({ name }) => name === 'events');
	const names = (events?.options ?? []).flatMap((option) => ('value' in option ? option.name : []));
	if (!events || names.length === 0) return [];
	const link = `[${events.displayName}](docs/operations.md#${anchor(displayName)})`;
	return [[displayName, link, cell(`${description}: ${names.join(', ')}`)]];
}

/** Table for the README: what can be done, each line linked to its parameters. */
export function operationsOverview(nodes: readonly INodeTypeDescription[]): string {
	const operations = nodes.flatMap(resourcesOf).flatMap((resource) => resource.operations);
	const rows = operations.map((operation) => [
		operation.resource,
		`[${operation.operation}](docs/operations.md#${anchor(headingOf(operation))})`,
		cell(operation.description),
	]);
	return table(['Resource', 'Operation', 'What it does'], [...rows, ...nodes.flatMap(eventsOf)]);
}
