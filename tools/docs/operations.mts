/** `docs/operations.md` from the nodes' own descriptions: a parameter that several operations have is listed once. */
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { anchor, cell, table } from './markdown.mts';

interface OperationEntry {
	readonly id: string;
	readonly resource: string;
	readonly name: string;
	readonly description: string;
	readonly parameters: readonly INodeProperties[];
}

/** One line of a table, with the operations that have exactly this. */
interface Row {
	/** Label and name. */
	readonly parameter: string;
	readonly text: string;
	readonly operations: OperationEntry[];
}

/** Operations that share parameters, under one heading, those that are used most first. */
const SECTIONS: ReadonlyArray<readonly [heading: string, operations: RegExp]> = [
	['Quote, Order, Replace', /^notice\.(quote|order|replace)$/],
	['Ordered notices', /^(notice\.(getStatus|getStatusChanges|cancel)|document\.\w+|invoice\.\w+)$/],
	['Check Text', /^notice\.checkText$/],
	['Lists and contacts', /./],
];

function choices({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option): option is INodePropertyOptions => 'value' in option);
}

function isShown({ displayOptions: { show = {} } = {} }: INodeProperties, values: object): boolean {
	return Object.entries(values).every(
		([name, value]) => show[name] === undefined || (show[name] as unknown[]).includes(value),
	);
}

/** In the order of the dropdowns; none for a node without resources, such as the trigger. */
function operationsOf({ properties }: INodeTypeDescription): OperationEntry[] {
	const named = (name: string) => properties.filter((property) => property.name === name);
	const others = properties.filter(({ name }) => !['resource', 'operation'].includes(name));
	return named('resource')
		.flatMap(choices)
		.flatMap(({ name: resource, value }) => {
			const dropdowns = named('operation').filter((one) => isShown(one, { resource: value }));
			return dropdowns.flatMap(choices).map(({ name, description = '', value: operation }) => {
				const parameters = others.filter((one) => isShown(one, { resource: value, operation }));
				const id = `${String(value)}.${String(operation)}`;
				return { id, resource, name, description, parameters };
			});
		});
}

function defaultOf({ type, default: value, required }: INodeProperties): string {
	const isWrapped = typeof value === 'object' && value !== null && 'value' in value;
	const plain: unknown = isWrapped ? value.value : value;
	const isEmpty = plain === undefined || String(plain) === '' || /ollection$/.test(type);
	if (isEmpty) return required ? 'Required.' : '';
	return `Default: \`${typeof plain === 'string' ? plain : JSON.stringify(plain)}\`.`;
}

/** The values that a saved workflow contains, with the label where it says more than the value. */
function choicesOf(property: INodeProperties): string {
	const isList = property.type === 'options' || property.type === 'multiOptions';
	const letters = (text: string) => text.replace(/[^a-z]/gi, '').toLowerCase();
	const values = (isList ? choices(property) : []).map(({ value, name }) => {
		const shown = value === '' ? 'empty' : `\`${String(value)}\``;
		return letters(String(value)) === letters(name) ? shown : `${shown} (${name})`;
	});
	return values.length > 0 ? `Values: ${values.join(', ')}.` : '';
}

const sentence = (text = '') => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

/** Values of one other parameter without which this one is not shown. */
function conditionOf({ displayOptions: { show = {} } = {} }: INodeProperties): string {
	const others = Object.entries(show).filter(([name]) => !['resource', 'operation'].includes(name));
	return others
		.map(([name, values = []]) => `Only if \`${name}\` is ${values.join(' or ')}.`)
		.join(' ');
}

/** The sentence that n8n's lint requires in every description of a list says nothing here. */
const BOILERPLATE = /^Choose from the list, or specify an ID\b.*$/;

function textOf(property: INodeProperties): string {
	const { hint = '' } = property;
	const description = (property.description ?? '').replace(BOILERPLATE, '');
	const unit = description.toLowerCase().includes(hint.toLowerCase()) ? '' : hint;
	const words = [
		sentence(description),
		sentence(unit),
		conditionOf(property),
		choicesOf(property),
		defaultOf(property),
	];
	return cell(words.filter(Boolean).join(' '));
}

/** The groups of what has the same key, in the order of their first members. */
function grouped<Entry>(
	list: readonly Entry[],
	keyOf: (one: Entry) => string,
): Map<string, Entry[]> {
	const groups = new Map<string, Entry[]>();
	for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
	return groups;
}

/** A parameter that is shown in several ways, such as the forfait of each category, is one parameter. */
function oncePerName(parameters: readonly INodeProperties[]): INodeProperties[] {
	const shown = parameters.filter(({ type }) => type !== 'notice');
	return [...grouped(shown, ({ name }) => name).values()].flatMap((same) => {
		const required = same.every((one) => one.required);
		return same.slice(0, 1).map((one) => ({ ...one, required }));
	});
}

/** Rows that say the same of several operations become one. */
function rowsOf(
	operations: readonly OperationEntry[],
	parametersOf: (operation: OperationEntry) => readonly INodeProperties[],
): Row[] {
	const rows = operations.flatMap((operation) =>
		oncePerName(parametersOf(operation)).map((one) => ({
			parameter: cell(`${one.displayName} \`${one.name}\``),
			text: textOf(one),
			operations: [operation],
		})),
	);
	const same = grouped(rows, ({ parameter, text }) => `${parameter}|${text}`);
	return [...same.values()].flatMap((group) => {
		const [first] = group;
		return first ? [{ ...first, operations: group.flatMap((row) => row.operations) }] : [];
	});
}

/** Names the operations of a row, with the resource where that alone would not say which. */
function operationNames(of: readonly OperationEntry[], section: readonly OperationEntry[]): string {
	if (of.length === section.length) return 'all';
	const isUnclear = (one: OperationEntry) =>
		section.some(({ name, resource }) => name === one.name && resource !== one.resource);
	return of.map((one) => (isUnclear(one) ? `${one.resource}: ${one.name}` : one.name)).join(', ');
}

function parameterTables(section: readonly OperationEntry[]): string[] {
	const rowTable = (rows: readonly Row[]) => {
		const isAlone = section.length === 1;
		const cells = rows.map(({ parameter, operations, text }) => [
			parameter,
			...(isAlone ? [] : [operationNames(operations, section)]),
			text,
		]);
		return table(['Parameter', ...(isAlone ? [] : ['Operations']), 'What it is'], cells);
	};
	const isCollection = ({ type }: INodeProperties) => type === 'collection';
	const own = rowsOf(section, ({ parameters }) => parameters.filter((one) => !isCollection(one)));
	const collections = section.flatMap(({ parameters }) => parameters.filter(isCollection));
	const inner = [...grouped(collections, ({ name }) => name)].flatMap(([name, same]) => {
		const rows = rowsOf(section, ({ parameters }) =>
			parameters.filter((one) => one.name === name).flatMap(optionsOf),
		);
		const [first] = same;
		const heading = `**${first?.displayName ?? ''}** (\`${name}\`)`;
		const text = first ? textOf(first) : '';
		return [text === '' ? heading : `${heading}: ${text}`, rowTable(rows)];
	});
	return own.length > 0 ? [rowTable(own), ...inner] : inner;
}

function optionsOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.filter((option): option is INodeProperties => 'type' in option);
}

/** The whole document. */
export function operationsDocument(nodes: readonly INodeTypeDescription[]): string {
	const operations = nodes.flatMap(operationsOf);
	const sectionOf = ({ id }: OperationEntry) =>
		SECTIONS.find(([, pattern]) => pattern.test(id))?.[0] ?? '';
	const sections = SECTIONS.map(([heading]) => ({
		heading,
		section: operations.filter((one) => sectionOf(one) === heading),
	}));
	const rows = sections.flatMap(({ heading, section }) =>
		section.map(({ resource, name, description }) => {
			return [resource, `[${name}](#${anchor(heading)})`, cell(description)];
		}),
	);
	const tables = sections.flatMap(({ heading, section }) => [
		`## ${heading}`,
		...parameterTables(section),
	]);
	const triggers = nodes.filter((node) => operationsOf(node).length === 0);
	const ofTriggers = triggers.flatMap(({ displayName, description, properties }) => {
		const all = { id: '', resource: '', name: '', description, parameters: properties };
		return [`## ${displayName}`, sentence(description), ...parameterTables([all])];
	});
	const parts = [
		'# Operations and parameters',
		'Generated from the nodes by `npm run build && node_modules/.bin/node tools/docs/main.mts`.',
		'A saved workflow contains what is in code letters: the names, and the values of lists. A field with the modes From List and By ID is saved as `{"__rl": true, "mode": "id", "value": "75"}`. An option has its default only once it is added.',
		table(['Resource', 'Operation', 'What it does'], rows),
		...tables,
		...ofTriggers,
	];
	return `${parts.join('\n\n')}\n`;
}
