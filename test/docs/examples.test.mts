/** The examples can be imported, read and adapted, let no stranger order, and have their place in the documents. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { workflowPackage } from '../engine/engine.mts';
import { choicesOf, parametersOf, publishedNodes, ROOT } from '../structure/package.mts';
import {
	isOwn,
	readExample,
	targets,
	type SavedNode,
	type SavedWorkflow,
} from './workflowFiles.mts';

const CORE = 'n8n-nodes-base.';
const PACKAGE = 'n8n-nodes-legal-notice.';
const names = globSync('examples/*.json', { cwd: ROOT }).map((path) => basename(path, '.json'));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** As n8n's command imports it, so that one example can name another. */
const idOf = (file: string): string => `legal-notice-${file}`;
const FAILURES = idOf('when-something-fails');
/** Credentials for a person to fill in. */
const placeholders = JSON.parse(read('examples/credentials/placeholders.json')) as ReadonlyArray<
	Readonly<Record<'id' | 'name' | 'type', string>> & { readonly data: object }
>;

const isNote = ({ type }: SavedNode): boolean => type === `${CORE}stickyNote`;
const places = (node: SavedNode): boolean =>
	isOwn(node) && /^(order|replace)$/.test(String(node.parameters['operation']));
const inFull = ({ parameters }: SavedNode): string => JSON.stringify(parameters);
const inside = (value: unknown, key: string): unknown =>
	(Object(value) as Record<string, unknown>)[key];

/** Names that the editor gives, which say nothing. */
const UNNAMED =
	/^(HTTP Request|Edit Fields|If|Filter|Switch|Send Email|Data table|Webhook|Wait|Form)\d*$|\d$/i;
const SECRET = /\bsk-\w|Bearer [\w-]{8}|api[-_]?key["' :=]+\w{8}/i;
const ADDRESS = /[\w.-]+@(?![\w-]+\.example\b)[\w-]+\.\w+/;

/** HTML that a node sends or shows. */
function htmlOf({ parameters }: SavedNode): string[] {
	const fields = Object(inside(parameters['formFields'], 'values')) as Record<string, unknown>;
	const all = [parameters, ...Object.values(fields)].map((one) => inside(one, 'html'));
	const ending = [parameters['completionMessage']].filter((one) => String(one).startsWith('='));
	return [...all, ...ending].filter((one) => typeof one === 'string');
}

/** What breaks a rule, by the rule: those of n8n's template gallery, and what strangers could do. */
const rules: Record<string, (workflow: SavedWorkflow) => unknown[]> = {
	'is no node of n8n itself': ({ nodes }) =>
		nodes.filter(
			(node) => !isOwn(node) && !/^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./.test(node.type),
		),
	'names another credential than the placeholder of its type': ({ nodes }) =>
		nodes.filter(({ credentials = {} }) =>
			Object.entries(credentials).some(
				([type, { id, name }]) =>
					!placeholders.some((one) => one.type === type && one.id === id && one.name === name),
			),
		),
	'leaves a credential to be chosen': ({ nodes }) =>
		nodes
			.filter(
				(node) =>
					isOwn(node) ||
					node.type.startsWith(`${CORE}emailSend`) ||
					node.parameters['authentication'] === 'basicAuth',
			)
			.filter(({ credentials }) => !credentials),
	'has another ID than that of its file': ({ id, name }) =>
		names.some((file) => idOf(file) === id) ? [] : [name],
	'speaks of an error workflow and names none': ({ id, name, nodes, settings }) => {
		const speaks = nodes.some((node) => isNote(node) && inFull(node).includes('*Error workflow*'));
		const named = settings?.['errorWorkflow'] === FAILURES || id === FAILURES;
		return speaks && !named ? [name] : [];
	},
	'brings data of an execution': ({ pinData }) => Object.values<unknown>({ ...pinData }),
	'is no telling name': ({ nodes }) => nodes.filter((node) => UNNAMED.test(node.name)),
	'has a name twice': ({ nodes }) =>
		nodes.filter(({ name }, at) => nodes.findIndex((one) => one.name === name) !== at),
	'has no yellow note with its story and the steps to set it up': ({ name, nodes }) => {
		const yellow = nodes.filter((node) => isNote(node) && node.parameters['color'] === undefined);
		const words = yellow.map(({ parameters }) => String(parameters['content'])).join('\n## ');
		return /^## .+^### Set up\n1\. /ms.test(words) && yellow.length === 1 ? [] : [name];
	},
	'has no blue note over the values to change': ({ name, nodes }) => {
		const blue = nodes.filter((node) => isNote(node) && node.parameters['color'] === 5);
		return blue.length === 1 ? [] : [name];
	},
	'holds a key or an address that may be somebody’s': ({ nodes }) =>
		nodes.filter((node) => SECRET.test(inFull(node)) || ADDRESS.test(inFull(node))),
	'leads nowhere': ({ nodes, connections }) =>
		[...Object.keys(connections), ...targets(connections)].filter(
			(end) => !nodes.some(({ name }) => name === end),
		),
	'leaves its operation to the default': ({ nodes }) =>
		nodes.filter(
			(node) => isOwn(node) && !/Trigger$/.test(node.type) && !node.parameters['operation'],
		),
	'is open to everybody': ({ nodes }) =>
		nodes
			.filter(({ type }) => /\.(webhook|formTrigger)$/.test(type))
			.filter(({ parameters }) => /^(undefined|none)$/.test(String(parameters['authentication']))),
	'approves by a click on a link': ({ nodes }) =>
		nodes.filter(
			({ parameters }) =>
				parameters['operation'] === 'sendAndWait' && parameters['responseType'] !== 'customForm',
		),
	'has no ceiling': ({ nodes }) =>
		nodes
			.filter(places)
			.filter(({ parameters }) => !('maximumTotal' in (Object(parameters['options']) as object))),
	'may be ordered for another day than the one it names': ({ nodes }) =>
		nodes
			.filter(places)
			.filter(({ parameters }) =>
				String(inside(parameters['publicationDate'], 'value')).includes('{'),
			)
			.filter(({ parameters }) => inside(parameters['options'], 'ifDateMoves') !== 'fail'),
	'shows HTML that it does not escape': ({ nodes }) =>
		nodes
			.filter((node) => htmlOf(node).some((html) => html.includes('{{')))
			.filter((node) => htmlOf(node).some((html) => !/&lt;|epreuve_html/.test(html))),
	'writes to a table whatever became of its e-mails': ({ nodes }) =>
		nodes
			.filter(({ type }) => type === `${CORE}emailSend`)
			.filter(({ parameters }) => parameters['operation'] !== 'sendAndWait')
			.filter(({ name }) => !LAST.includes(name))
			.filter(({ onError }) => onError !== 'continueErrorOutput'),
	'may wait for ever': ({ nodes }) =>
		nodes
			.filter(({ type }) => /\.(httpRequest|lmChatOpenAi)$/.test(type))
			.filter(({ parameters }) => !(Number(inside(parameters['options'], 'timeout')) <= 60_000)),
};
/** The e-mail that says that something failed: when it fails as well, n8n's list of executions is left. */
const LAST = ['Send the link of the run'];

test.each(names)('%s can be adapted, and lets no stranger order', (name) => {
	const workflow = readExample(name);
	const broken = Object.entries(rules).flatMap(([rule, find]) =>
		find(workflow).map((what) => `${(what as SavedNode).name ?? what} ${rule}`),
	);
	expect(broken).toEqual([]);
});

/** Parameters that n8n adds by itself, to every node or to polling ones. */
const BY_N8N = ['pollTimes', 'notice', 'toolDescription', 'descriptionType'];

test.each(names)('%s saves what the nodes have', (name) => {
	for (const node of readExample(name).nodes.filter(isOwn) as INode[]) {
		const type = node.type.slice(PACKAGE.length).replace(/Tool$/, '');
		const published = publishedNodes.find((one) => one.node.description.name === type);
		if (!published) throw new Error(`no type ${node.type}`);
		const { description } = published.node;
		const { properties, version } = description;
		const given = Object.entries(node.parameters).filter(([key]) => !BY_N8N.includes(key));
		const parameters = Object.fromEntries(given);
		const { NodeHelpers } = workflowPackage;
		// What n8n does not know or show, it leaves out here.
		const known = NodeHelpers.getNodeParameters(
			properties,
			parameters,
			true,
			false,
			node,
			description,
		);
		expect(known).toMatchObject(parameters);
		expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
		expect(node.typeVersion).toBe(version);
		for (const { path, property } of parametersOf(published)) {
			const value = path.split('.').slice(1).reduce<unknown>(inside, node.parameters);
			const values = [value ?? []].flat().filter((one) => !String(one).startsWith('='));
			const offered: unknown[] = choicesOf(property).map((one) => one.value);
			// Each resource has operations of its own.
			const isDropdown = offered.length > 0 && property.name !== 'operation';
			expect(isDropdown ? values.filter((one) => !offered.includes(one)) : []).toEqual([]);
		}
	}
});

test.each(names)('%s has its place in the documents', (name) => {
	const [document, path] =
		name === 'quote-order-status' ? ['README.md', 'examples'] : ['docs/desk.md', '../examples'];
	expect(read(document ?? '')).toContain(`${path}/${name}.json`);
});

test('the placeholders are of the test instance, and hold no more than a user', () => {
	const held = placeholders.flatMap(({ data }) =>
		Object.entries(data).filter(([, value]) => value),
	);
	expect(held).toEqual([
		['environment', 'test'],
		['user', 'lecture'],
		['user', 'cabinet'],
	]);
	const known = placeholders.flatMap(({ id, name }) => [id, name]);
	expect(new Set(known).size).toBe(2 * placeholders.length);
	const guide = read('docs/desk.md');
	expect(placeholders.filter(({ name }) => !guide.includes(`**${name}**`))).toEqual([]);
});

test('the table has the columns that the workflows write', () => {
	const workflows = names.map(readExample);
	const made = workflows
		.flatMap(({ nodes }) => nodes)
		.filter(({ parameters }) => parameters['resource'] === 'table')
		.map(({ parameters }) => {
			const { column } = parameters['columns'] as { column: ReadonlyArray<{ name: string }> };
			return [String(parameters['tableName']), column.map(({ name }) => name)] as const;
		});
	const tables = Object.fromEntries(made);
	expect(tables['notices']).toHaveLength(24);
	const written = workflows
		.flatMap(({ nodes }) => nodes)
		.filter(({ type, parameters }) => type === `${CORE}dataTable` && parameters['columns'])
		.filter(({ parameters }) => parameters['resource'] === 'row')
		.flatMap(({ parameters }) => {
			const table = tables[String(inside(parameters['dataTableId'], 'value'))];
			const cells = Object.keys(Object(inside(parameters['columns'], 'value')) as object);
			return table ? cells.filter((cell) => !table.includes(cell)) : [];
		});
	expect(written).toEqual([]);
});
