/** What makes an example one that people can read, adapt and import, found in its file. */
import { PACKAGE, targets, type SavedNode, type SavedWorkflow } from './workflowFiles.mts';

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
		...gallery(workflow),
		...longExpressions(nodes),
		...ownValues(nodes),
		...unguarded(workflow),
	];
}

/** Names that the editor gives, which say nothing. */
const UNNAMED =
	/^(HTTP Request|Edit Fields|If|Filter|Switch|Send Email|Data table|Webhook|Wait|Form)\d*$|\d$/i;
const SECRET = /\bsk-\w|Bearer [\w-]{8}|api[-_]?key["' :=]+\w{8}/i;
const ADDRESS = /[\w.-]+@(?![\w-]+\.example\b)[\w-]+\.\w+/;

/** What n8n's template gallery asks for: a telling name, a yellow note with the steps, named nodes, nobody's data. */
function gallery({ name = '', nodes }: SavedWorkflow): string[] {
	const all = JSON.stringify(nodes);
	const overview = nodes.filter((node) => isNote(node) && node.parameters['color'] === undefined);
	const text = String(overview[0]?.parameters['content']);
	const notes = nodes.filter((node) => isNote(node) && !overview.includes(node));
	return [
		...(/^[A-Z][^!?]{20,99}$/.test(name) ? [] : [`is called "${name}"`]),
		...(overview.length === 1 && /^## .{20,}^### Set up\n1\. .*^2\. /ms.test(text)
			? []
			: ['has no yellow note with what it does and the steps to set it up']),
		...nodes.filter((node) => UNNAMED.test(node.name)).map((node) => `${node.name} is no name`),
		...nodes
			.filter((node) => !isNote(node) && !/\.manualTrigger$/.test(node.type))
			.filter((node) => !notes.some((note) => covers(note, node)))
			.map((node) => `${node.name} stands on no note`),
		...(SECRET.test(all) ? ['holds a key'] : []),
		...(ADDRESS.test(all) ? ['holds an address that may be somebody’s'] : []),
	];
}

function longExpressions(nodes: readonly SavedNode[]): string[] {
	return nodes.flatMap(({ name, parameters }) =>
		texts(parameters)
			.filter((text) => text.startsWith('='))
			.flatMap((text) => [...text.matchAll(/\{\{([^]*?)\}\}/g)])
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

const EFFECTS = ['order', 'replace', 'cancel'];
const PUBLIC = /\.(webhook|formTrigger)$/;
/** Texts that a spreadsheet would run get an apostrophe in front. */
const NEUTRAL = '.replace(/^[=+@\\t\\r-]/, "\'$&")';

/** What strangers could do with a workflow as it is imported. */
function unguarded(workflow: SavedWorkflow): string[] {
	const { nodes } = workflow;
	const own = nodes.filter(({ type }) => type.startsWith(PACKAGE));
	const operationOf = ({ parameters }: SavedNode) => parameters['operation'];
	const effects = own.filter((node) => EFFECTS.includes(String(operationOf(node))));
	const open = ({ parameters }: SavedNode) =>
		/^(undefined|none)$/.test(String(parameters['authentication']));
	const named = (found: readonly SavedNode[], what: string) =>
		found.map(({ name }) => `${name} ${what}`);
	const doors = nodes.filter((node) => effects.length > 0 && PUBLIC.test(node.type) && open(node));
	const lists = nodes.filter(
		(node) =>
			node.type === `${CORE}convertToFile` && /^(undefined|csv)$/.test(String(operationOf(node))),
	);
	return [
		...named(
			own.filter((node) => /[tT]ool$|legalNotice$/.test(node.type) && !operationOf(node)),
			'leaves its operation to the default',
		),
		...named(doors, 'lets everybody order'),
		...named(
			effects.filter(
				(node) =>
					operationOf(node) !== 'cancel' && !('maximumTotal' in Object(node.parameters['options'])),
			),
			'has no ceiling',
		),
		...nodes
			.filter(({ type }) => type === `${CORE}httpRequest`)
			.flatMap(({ parameters }) => [...String(parameters['url']).matchAll(/\{\{(.*?)\}\}/g)])
			.map(([, expression = '']) => expression.trim())
			.filter((one) => !one.endsWith('Url') && !one.startsWith('encodeURIComponent('))
			.map((one) => `${one} is put into an address as it is`),
		...idsOfCallers(nodes, effects.length > 0).map((one) => `nothing checks ${one}`),
		...lists.flatMap(({ name }) =>
			cellsOf(workflow, name)
				.filter(({ value }) => !value.includes(NEUTRAL))
				.map((cell) => `${cell.name} may be a formula`),
		),
		...named(
			nodes.filter(
				({ onError, name }) => onError === 'continueErrorOutput' && !provenAfter(workflow, name),
			),
			'is taken to have worked',
		),
	];
}

/** What a webhook's caller names has to be held against a pattern before it is used. */
function idsOfCallers(nodes: readonly SavedNode[], orders: boolean): string[] {
	const checks = nodes
		.filter(({ type }) => /\.(if|filter)$/.test(type))
		.map(({ parameters }) => JSON.stringify(parameters))
		.filter((text) => text.includes('"operation":"regex"'));
	return nodes
		.filter(({ type }) => orders && type === `${CORE}set`)
		.flatMap(({ parameters }) => assignments(parameters))
		.filter(({ value }) => value.includes('$json.body'))
		.map(({ name }) => name)
		.filter((name) => !checks.some((text) => text.includes(`$json.${name} }}`)));
}

/** The texts of a list that are not written down in the workflow itself. */
function cellsOf({ nodes, connections }: SavedWorkflow, file: string): Assignment[] {
	return nodes
		.filter(({ name }) => targets(connections[name]).includes(file))
		.flatMap(({ parameters }) => assignments(parameters))
		.filter(({ type, value }) => type === 'string' && /\$\(|numero/.test(value));
}

/**
 * A node that fails as a whole (no credential) passes its input on through Success: whatever follows needs a proof
 * that is in no input, the mail server's receipt or a field that only the package's own output has.
 */
const PROOF =
	/\$json\.(messageId|resume|ancienne_reference|total_ttc) \}\}.*"notEmpty"|est_parue \}\}.*"true"|\$binary\.data|statusCode \}\}/;

function provenAfter({ nodes, connections }: SavedWorkflow, name: string): boolean {
	const [success] = Object.values(connections[name] ?? {}).flatMap(
		(outputs) => outputs as unknown[],
	);
	const next = nodes.filter((node) => targets(success).includes(node.name));
	return (
		next.length > 0 &&
		next.every(
			({ type, parameters }) =>
				/\.(if|filter)$/.test(type) && PROOF.test(JSON.stringify(parameters)),
		)
	);
}

interface Assignment {
	readonly name: string;
	readonly type: string;
	readonly value: string;
}

function assignments(parameters: SavedNode['parameters']): Assignment[] {
	const { assignments: list = [] } = Object(parameters['assignments']) as {
		assignments?: Assignment[];
	};
	return list.map((one) => ({ ...one, value: String(one.value) }));
}

/** All texts in a node's parameters, however deep. */
function texts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(texts);
}
