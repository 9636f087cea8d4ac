/** What makes an example one that people can read, adapt and import, found in its file. */
import { PACKAGE, type SavedNode, type SavedWorkflow } from './workflowFiles.mts';

const CORE = 'n8n-nodes-base.';
/** What a node takes on the canvas, in the editor's own units. */
const NODE_SIZE = 96;
/** The blue of sticky notes. */
const BLUE = 5;
const MOST_OWN_NODES = 3;
const LONGEST_EXPRESSION = 120;
/** Whoever imports an example has another one: an address, a web address, the ID of a table. */
const SOMEBODYS_OWN = /@|https?:\/\/|paste the/;

const isNote = ({ type }: SavedNode): boolean => type === `${CORE}stickyNote`;

/** @returns a sentence for each rule that a workflow breaks */
export function brokenRules(workflow: SavedWorkflow): string[] {
	const { nodes, pinData } = workflow;
	const own = nodes.filter(({ type }) => type.startsWith(PACKAGE)).length;
	return [
		...(own >= 1 && own <= MOST_OWN_NODES ? [] : [`has ${own} nodes of this package`]),
		...nodes
			.filter(({ type }) => /\.(code|function|functionItem|executeCommand)$/.test(type))
			.map(({ name }) => `${name} is a program`),
		...nodes
			.filter(({ credentials }) => credentials !== undefined)
			.map(({ name }) => `${name} brings a credential`),
		...(JSON.stringify(pinData ?? {}) === '{}' ? [] : ['brings the data of an execution']),
		...longExpressions(nodes),
		...ownValues(nodes),
	];
}

function longExpressions(nodes: readonly SavedNode[]): string[] {
	return nodes
		.filter((node) => !isNote(node))
		.flatMap((node) => texts(node.parameters).map((text) => ({ name: node.name, text })))
		.filter(({ text }) => text.startsWith('='))
		.flatMap(({ name, text }) =>
			[...text.matchAll(/\{\{([\s\S]*?)\}\}/g)]
				.map(([, expression = '']) => expression.trim())
				.filter((one) => one.includes('\n') || one.length > LONGEST_EXPRESSION)
				.map((one) => `${name} has an expression longer than a line: ${one}`),
		);
}

/** All that is to be changed stands in one Edit Fields node, under the blue note that says so. */
function ownValues(nodes: readonly SavedNode[]): string[] {
	const notes = nodes.filter((node) => isNote(node) && node.parameters['color'] === BLUE);
	const marked = nodes.filter((node) => notes.some((note) => covers(note, node)));
	const [values] = marked;
	if (notes.length !== 1 || marked.length !== 1 || values?.type !== `${CORE}set`) {
		return ['has no Edit Fields node of its own under one blue note'];
	}
	return nodes
		.filter((node) => node !== values && !isNote(node))
		.flatMap((node) =>
			texts(node.parameters)
				.filter((text) => SOMEBODYS_OWN.test(text.replace(/\{\{.*?\}\}/g, '')))
				.map((text) => `${node.name} has a value of somebody's own: ${text}`),
		);
}

function covers(note: SavedNode, node: SavedNode): boolean {
	if (isNote(node) || !note.position || !node.position) return false;
	const [left, top] = note.position;
	const [x, y] = node.position;
	const { width, height } = note.parameters;
	return (
		x >= left &&
		y >= top &&
		x + NODE_SIZE <= left + Number(width) &&
		y + NODE_SIZE <= top + Number(height)
	);
}

/** All texts in a node's parameters, however deep. */
function texts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(texts);
}
