/** The examples can be imported, read and adapted, let no stranger order, and have their pages. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { workflowPackage } from '../engine/engine.mts';
import { choicesOf, parametersOf, publishedNodes, ROOT } from '../structure/package.mts';
import {
	isOwn,
	readExample,
	targets,
	texts,
	type SavedNode,
	type SavedWorkflow,
} from './workflowFiles.mts';

const CORE = 'n8n-nodes-base.';
const PACKAGE = 'n8n-nodes-legal-notice.';
const names = globSync('examples/*.json', { cwd: ROOT }).map((path) => basename(path, '.json'));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const isNote = ({ type }: SavedNode): boolean => type === `${CORE}stickyNote`;
const hasEffect = (node: SavedNode): boolean =>
	isOwn(node) && /^(order|replace|cancel)$/.test(String(node.parameters['operation']));
const inFull = ({ parameters }: SavedNode): string => JSON.stringify(parameters);

/** What an Edit Fields node sets. */
function fieldsOf({ parameters }: SavedNode): Array<{ name: string; type: string; value: string }> {
	const { assignments = [] } = Object(parameters['assignments']) as {
		assignments?: Array<{ name: string; type: string; value: unknown }>;
	};
	return assignments.map((one) => ({ ...one, value: String(one.value) }));
}

/** HTML that a node shows: of an e-mail, of the elements of a form, of a page of its own. */
function htmlOf({ parameters }: SavedNode): string[] {
	const { values = [] } = Object(parameters['formFields']) as { values?: unknown[] };
	const html = [parameters, ...values].flatMap((one) => inside(one, 'html') ?? []);
	return [...html, parameters['responseBody'] ?? []].flat().map(String);
}

/** Whether a node stands on a note; a node takes 96 of the canvas's own units. */
function covers({ position: [left, top], parameters }: SavedNode, { position: [x, y] }: SavedNode) {
	const [right, bottom] = [left + Number(parameters['width']), top + Number(parameters['height'])];
	return x >= left && y >= top && x + 96 <= right && y + 96 <= bottom;
}

/** Names that the editor gives, which say nothing. */
const UNNAMED =
	/^(HTTP Request|Edit Fields|If|Filter|Switch|Send Email|Data table|Webhook|Wait|Form)\d*$|\d$/i;
const SECRET = /\bsk-\w|Bearer [\w-]{8}|api[-_]?key["' :=]+\w{8}/i;
const ADDRESS = /[\w.-]+@(?![\w-]+\.example\b)[\w-]+\.\w+/;
/** Whoever imports an example has another one: an address, a web address, the ID of a table. */
const SOMEBODYS_OWN = /@(?!media)|https?:\/\/|paste the/;
/** Texts that a spreadsheet would run get an apostrophe in front. */
const NEUTRAL = '.replace(/^[=+@\\t\\r-]/, "\'$&")';
/**
 * A node that fails as a whole (no credential) passes its input on through Success: whatever follows needs a proof
 * that is in no input, the mail server's receipt or a field that only the package's own output has.
 */
const PROOF =
	/\$json\.(messageId|resume|ancienne_reference|total_ttc) \}\}.*"notEmpty"|\$json\.(envoyable|existant|epreuve_html)( \?\? '')? \}\}.*"empty"|est_parue \}\}.*"true"|\$binary\.data|statusCode \}\}/;

/** Whether nothing but other workflows starts it: what a person changes stands in those. */
const isCalled = ({ nodes }: SavedWorkflow): boolean => {
	const triggers = nodes.filter(({ type }) => /(Trigger|\.webhook)$/.test(type));
	return triggers.every(({ type }) => type === `${CORE}executeWorkflowTrigger`);
};

/** What is to be changed stands in one Edit Fields node, under the blue note that says so. */
const isBlue = (node: SavedNode) => isNote(node) && node.parameters['color'] === 5;

/** What breaks a rule, by the rule: those of n8n's template gallery, and what strangers could do. */
const rules: Record<string, (workflow: SavedWorkflow) => unknown[]> = {
	'is no node of n8n itself': ({ nodes }) =>
		nodes.filter(
			(node) => !isOwn(node) && !/^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./.test(node.type),
		),
	'is a program': ({ nodes }) =>
		nodes.filter(({ type }) => /\.(code|function|functionItem|executeCommand)$/.test(type)),
	'brings a credential': ({ nodes }) => nodes.filter(({ credentials }) => credentials),
	'brings data of an execution': ({ pinData }) => Object.values<unknown>({ ...pinData }),
	'is no telling name': ({ name, nodes }) => [
		...(/^[A-Z][^!?]{20,99}$/.test(name) ? [] : [name]),
		...nodes.filter((node) => UNNAMED.test(node.name)),
	],
	'has a name twice': ({ nodes }) =>
		nodes.filter(({ name }, at) => nodes.findIndex((one) => one.name === name) !== at),
	'has no yellow note with what it does and the steps to set it up': ({ name, nodes }) => {
		const yellow = nodes.filter((node) => isNote(node) && node.parameters['color'] === undefined);
		const words = yellow.map(({ parameters }) => String(parameters['content'])).join('\n## ');
		return /^## .{20,}^### Set up\n1\. .*^2\. /ms.test(words) && yellow.length === 1 ? [] : [name];
	},
	'names a table that is no file here': ({ nodes }) =>
		nodes
			.filter(isNote)
			.flatMap((note) => inFull(note).match(/[\w-]+\.csv/g) ?? [])
			.filter((file) => !existsSync(join(ROOT, 'examples', file))),
	// The editor's import leaves the settings of a file out.
	'runs at an hour of no time zone': ({ nodes }) =>
		nodes
			.filter((node) => inFull(node).includes('triggerAtHour'))
			.filter(() => !nodes.some((node) => inFull(node).includes('**Timezone**'))),
	'stands on no note': ({ nodes }) =>
		nodes
			.filter((node) => !isNote(node) && !node.type.endsWith('.manualTrigger'))
			.filter((node) => !nodes.some((note) => isNote(note) && covers(note, node))),
	'holds a key or an address that may be somebody’s': ({ nodes }) =>
		nodes.filter((node) => SECRET.test(inFull(node)) || ADDRESS.test(inFull(node))),
	'has a field that nobody reads at once: longer than 300 characters': ({ nodes }) =>
		nodes
			.filter((node) => !isNote(node))
			.filter(({ parameters }) => texts(parameters).some((text) => text.length > 300)),
	'has no Edit Fields node of its own under one blue note': (workflow) => {
		const { name, nodes } = workflow;
		if (isCalled(workflow)) return [];
		const notes = nodes.filter(isBlue);
		const marked = nodes.filter((node) => !isNote(node) && notes.some((one) => covers(one, node)));
		const types = marked.map(({ type }) => type).join();
		return notes.length === 1 && types === `${CORE}set` ? [] : [name];
	},
	'has a value of somebody’s own': ({ nodes }) =>
		nodes
			.filter((node) => !isNote(node))
			.filter((node) => !nodes.some((note) => isBlue(note) && covers(note, node)))
			.flatMap(({ parameters }) => texts(parameters))
			.filter((text) => SOMEBODYS_OWN.test(text.replace(/\{\{.*?\}\}/g, ''))),
	'leads nowhere': ({ nodes, connections }) =>
		[...Object.keys(connections), ...targets(connections)].filter(
			(end) => !nodes.some(({ name }) => name === end),
		),
	'leaves its operation to the default': ({ nodes }) =>
		nodes.filter(
			(node) => isOwn(node) && !/Trigger$/.test(node.type) && !node.parameters['operation'],
		),
	'lets everybody order': ({ nodes }) =>
		nodes
			.filter(({ type }) => nodes.some(hasEffect) && /\.(webhook|formTrigger)$/.test(type))
			.filter(({ parameters }) => /^(undefined|none)$/.test(String(parameters['authentication']))),
	'has no ceiling': ({ nodes }) =>
		nodes
			.filter((node) => hasEffect(node) && node.parameters['operation'] !== 'cancel')
			.filter(({ parameters }) => !('maximumTotal' in (Object(parameters['options']) as object))),
	'may be ordered for another day than the one it names': ({ nodes }) =>
		nodes
			.filter(hasEffect)
			.filter(({ parameters }) =>
				String(inside(parameters['publicationDate'], 'value')).includes('{'),
			)
			.filter(({ parameters }) => inside(parameters['options'], 'ifDateMoves') !== 'fail'),
	'is put into HTML as it is': ({ nodes }) =>
		nodes
			.flatMap(htmlOf)
			.flatMap((html) => html.match(/\{\{.*?\}\}/g) ?? [])
			.filter(
				(one) =>
					!/\bepreuve(_html)?\b|\bjson\.html\b|resumeFormUrl|encodeURI|\.to(LocaleString|Format)\(|</.test(
						one,
					),
			),
	'leads whoever sends its form to the page that approves': ({ nodes, connections }) => {
		const reached = new Set(nodes.filter((node) => /\.formTrigger$/.test(node.type)));
		for (const { name } of reached) {
			const next = targets(connections[name]);
			nodes.filter((node) => next.includes(node.name)).forEach((node) => reached.add(node));
		}
		return [...reached].filter((node) => node.parameters['resume'] === 'form');
	},
	'is put into an address as it is': ({ nodes }) =>
		nodes
			.filter(({ type }) => type === `${CORE}httpRequest`)
			.flatMap(({ parameters }) => [...String(parameters['url']).matchAll(/\{\{\s*(.*?)\s*\}\}/g)])
			.map(([, expression = '']) => expression)
			.filter(
				(one) =>
					!/(Url|\.(adresse_pennylane|annuaire|registre|crm))$/.test(one) &&
					!one.startsWith('encodeURIComponent('),
			),
	'comes from a caller and is held against no pattern': ({ nodes }) => {
		const checks = nodes
			.filter(({ type }) => /\.(if|filter)$/.test(type))
			.map(inFull)
			.filter((text) => text.includes('"operation":"regex"'));
		return nodes
			.filter(() => nodes.some(hasEffect))
			.flatMap(fieldsOf)
			.filter(({ value }) => value.includes('$json.body'))
			.filter(({ name }) => !checks.some((text) => text.includes(`$json.${name} }}`)));
	},
	'may wait for ever': ({ nodes }) =>
		nodes
			.filter(({ type }) => /\.(httpRequest|lmChatOpenAi)$/.test(type))
			.filter(({ parameters }) => !(Number(inside(parameters['options'], 'timeout')) <= 60_000)),
	'may be a formula in a list': ({ nodes, connections }) => {
		const lists = nodes
			.filter(({ type }) => type === `${CORE}convertToFile`)
			.filter(({ parameters }) => /^(undefined|csv)$/.test(String(parameters['operation'])));
		return nodes
			.filter((node) => lists.some(({ name }) => targets(connections[node.name]).includes(name)))
			.flatMap(fieldsOf)
			.filter(({ type, value }) => type === 'string' && /\$\(|numero/.test(value))
			.filter(({ value }) => !value.includes(NEUTRAL) && !value.includes('.toFixed(2)'));
	},
	'is taken to have worked': ({ nodes, connections }) =>
		nodes
			.filter(({ onError }) => onError === 'continueErrorOutput')
			.filter(({ name }) => {
				const [success] = (connections[name]?.['main'] ?? []) as unknown[];
				const next = nodes.filter((node) => targets(success).includes(node.name));
				const isProven = (node: SavedNode) =>
					/\.(if|filter|switch)$/.test(node.type) && PROOF.test(inFull(node));
				return next.length === 0 || !next.every(isProven);
			}),
};

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

const inside = (value: unknown, key: string): unknown =>
	(Object(value) as Record<string, unknown>)[key];

test.each(names)('%s has its page', (name) => {
	if (name === 'quote-order-status') {
		expect(read('README.md')).toContain(`examples/${name}.json`);
		return;
	}
	// Parts of the others have no picture.
	if (isCalled(readExample(name))) {
		expect(read('docs/desk.md')).toContain(`(../examples/${name}.json)`);
		return;
	}
	const sections = read('docs/desk.md').split(/^###? /m);
	const section = sections.find((text) => text.includes(`(../examples/${name}.json)`)) ?? '';
	const picture = `images/journeys/${name}.jpg`;
	expect(section).toMatch(new RegExp(`^!\\[.{10,}\\]\\(${picture}\\)$`, 'm'));
	expect(existsSync(join(ROOT, 'docs', picture))).toBe(true);
	expect(section).toMatch(/^Adapt it: .{20,}/m);
});
