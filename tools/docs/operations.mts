/** `docs/operations.md` from the nodes' own descriptions. */
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { anchor, cell, table } from './markdown.mts';

function choices({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option): option is INodePropertyOptions => 'value' in option);
}

function isShown({ displayOptions: { show = {} } = {} }: INodeProperties, values: object): boolean {
	return Object.entries(values).every(
		([name, value]) => show[name] === undefined || (show[name] as unknown[]).includes(value),
	);
}

/** In the order of the dropdowns; none for a node without resources, such as the trigger. */
function operationsOf({ properties }: INodeTypeDescription) {
	const named = (name: string) => properties.filter((property) => property.name === name);
	const others = properties.filter(({ name }) => !['resource', 'operation'].includes(name));
	return named('resource')
		.flatMap(choices)
		.flatMap(({ name: resource, value }) => {
			const dropdowns = named('operation').filter((one) => isShown(one, { resource: value }));
			return dropdowns.flatMap(choices).map(({ name, description = '', value: operation }) => {
				const parameters = others.filter((one) => isShown(one, { resource: value, operation }));
				return { resource, name, heading: `${resource}: ${name}`, description, parameters };
			});
		});
}

function defaultOf({ type, default: value }: INodeProperties): string {
	const isWrapped = typeof value === 'object' && value !== null && 'value' in value;
	const plain: unknown = isWrapped ? value.value : value;
	const isEmpty = plain === undefined || String(plain) === '' || /ollection$/.test(type);
	return isEmpty ? '' : `\`${JSON.stringify(plain)}\``;
}

/** The values that a saved workflow contains, each with its label. */
function choicesOf(property: INodeProperties): string {
	const isList = property.type === 'options' || property.type === 'multiOptions';
	const values = (isList ? choices(property) : []).map(
		({ value, name }) => `${value === '' ? 'empty' : `\`${String(value)}\``} (${name})`,
	);
	return values.length > 0 ? `One of ${values.join(', ')}.` : '';
}

/** Values of other parameters on which it depends whether this one is shown. */
function conditionsOf({ displayOptions }: INodeProperties): string[] {
	const { show = {}, hide = {} } = displayOptions ?? {};
	return Object.entries({ 'Shown when': show, 'Hidden when': hide }).flatMap(([words, values]) => {
		const texts = Object.entries(values)
			.filter(([name]) => !['resource', 'operation'].includes(name))
			.map(([name, list]) => `\`${name}\` is ${valuesText(list ?? [])}`);
		return texts.length > 0 ? [`${words} ${texts.join(' and ')}.`] : [];
	});
}

function valuesText(values: readonly unknown[]): string {
	const texts = values.map((value) => {
		const [, other] = /"not":"(.+?)"/.exec(JSON.stringify(value)) ?? [];
		if (other !== undefined) return `not ${other}`;
		return value === '' ? 'empty' : String(value);
	});
	return texts.join(', ').replace(/, ([^,]+)$/, ' or $1');
}

const sentence = (text = '') => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

function rowsOf(property: INodeProperties, path = '', label = ''): string[][] {
	const name = `${path}${property.name}`;
	const shown = `${label}${property.displayName}`;
	const words = [
		property.required ? 'Required.' : '',
		sentence(property.description),
		sentence(property.hint),
		choicesOf(property),
		...conditionsOf(property),
	];
	const text = cell(words.filter(Boolean).join(' '));
	const row = [cell(shown), `\`${name}\``, property.type, defaultOf(property), text];
	const inner = property.type === 'collection' ? (property.options ?? []) : [];
	const below = inner.flatMap((option) =>
		'type' in option ? rowsOf(option, `${name}.`, `${shown} > `) : [],
	);
	return [row, ...below];
}

function parameterTable(parameters: readonly INodeProperties[]): string {
	if (parameters.length === 0) return 'No parameters.';
	const notices = parameters.filter(({ type }) => type === 'notice');
	const rows = parameters.filter(({ type }) => type !== 'notice').flatMap((one) => rowsOf(one));
	const head = ['Parameter', 'Name', 'Type', 'Default', 'What it is'];
	return [...notices.map(({ displayName }) => displayName), table(head, rows)].join('\n\n');
}

/** The whole document. */
export function operationsDocument(nodes: readonly INodeTypeDescription[]): string {
	const parts = nodes.flatMap((node) => {
		const operations = operationsOf(node);
		const sections = operations.flatMap((one) => [
			`### ${one.heading}`,
			sentence(one.description),
			parameterTable(one.parameters),
		]);
		const whole = operations.length > 0 ? sections : [parameterTable(node.properties)];
		return [`## ${node.displayName}`, sentence(node.description), ...whole];
	});
	const intro =
		'Generated from the nodes by `npm run build && node_modules/.bin/node tools/docs/main.mts`.\nA saved workflow contains the names of the column Name.';
	return `${['# Operations and parameters', intro, operationsOverview(nodes), ...parts].join('\n\n')}\n`;
}

/** What can be done, each line linked to its parameters. */
function operationsOverview(nodes: readonly INodeTypeDescription[]): string {
	const link = (words: string, heading: string) => `[${words}](#${anchor(heading)})`;
	const rows = nodes.flatMap(operationsOf).map(({ resource, name, heading, description }) => {
		return [resource, link(name, heading), cell(description)];
	});
	for (const { displayName, properties } of nodes) {
		const events = properties.find(({ name }) => name === 'events');
		if (!events) continue;
		const names = choices(events).map(({ name }) => name);
		const what = cell(`Start a workflow on: ${names.join(', ')}`);
		rows.push([displayName, link(events.displayName, displayName), what]);
	}
	return table(['Resource', 'Operation', 'What it does'], rows);
}
