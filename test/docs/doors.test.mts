/**
 * What strangers could do through an example workflow: a page of somebody else's that a logged-in colleague opens, a
 * form filled in with odd texts, a CRM that finds records by half of their ID. The rules hold for every example.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { ROOT } from '../structure/package.mts';
import { isOwn, readExample, targets, texts } from './workflowFiles.mts';
import type { SavedNode, SavedWorkflow } from './workflowFiles.mts';

interface Condition {
	readonly leftValue?: unknown;
	readonly rightValue?: unknown;
	readonly operator?: { readonly type: string; readonly operation: string };
}

const names = globSync('examples/*.json', { cwd: ROOT }).map((path) => basename(path, '.json'));
const is =
	(...types: string[]) =>
	({ type }: SavedNode): boolean =>
		types.includes(type.replace('n8n-nodes-base.', ''));
const inFull = (value: unknown): string => JSON.stringify(value) ?? '';
const parameter = ({ parameters }: SavedNode, name: string): string =>
	String(parameters[name] ?? '');

/** Orders, replaces, cancels, or lets another workflow do so. */
function hasEffect(node: SavedNode): boolean {
	if (isOwn(node)) return /^(order|replace|cancel)$/.test(parameter(node, 'operation'));
	return (
		writesRows(node) &&
		inFull(node.parameters['columns']).match(/approuvée|\$json\.etat\b/) !== null
	);
}
const writesRows = (node: SavedNode): boolean =>
	is('dataTable')(node) && /^(update|upsert|insert)$/.test(parameter(node, 'operation'));

/** What anybody's page can make the browser of a colleague send, who has typed the password before. */
const isForgeable = (node: SavedNode): boolean =>
	is('formTrigger')(node) ||
	(is('webhook')(node) && !/^(headerAuth|jwtAuth)$/.test(parameter(node, 'authentication')));

/** Shows a page; n8n goes on only with the token of that page. */
const isPage = (node: SavedNode): boolean =>
	(is('form')(node) && parameter(node, 'operation') === 'page') ||
	(is('wait')(node) && /^(form|webhook)$/.test(parameter(node, 'resume')));

const conditionsOf = (node: SavedNode): Condition[] => found(node.parameters, 'conditions');
const filtersOf = ({ parameters }: SavedNode): Array<Record<string, unknown>> =>
	found(parameters['filters'], 'conditions');

/** Lists of that name, however deep. */
function found<Entry>(value: unknown, name: string): Entry[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		key === name && Array.isArray(inner) ? (inner as Entry[]) : found<Entry>(inner, name),
	);
}

const TOKEN = /jeton|token/i;
/** Goes on only with the secret that a page of the workflow's own has put into its form. */
function checksToken(node: SavedNode): boolean {
	if (is('dataTable')(node)) {
		const isAll = parameter(node, 'matchType') === 'allConditions';
		return isAll && filtersOf(node).some((one) => TOKEN.test(inFull(one)) && isExact(one));
	}
	const checks = is('if', 'filter')(node) ? conditionsOf(node) : [];
	return checks.some((one) => TOKEN.test(inFull(one)) && one.operator?.operation === 'equals');
}
const isExact = ({ condition }: Readonly<Record<string, unknown>>): boolean =>
	/^(eq|isEmpty|isNotEmpty)$/.test(String(condition ?? 'eq'));

const never = (): boolean => false;

/** The nodes that a run comes to after some, also by a call of the workflow itself; not beyond those that stop it. */
function reached(
	{ nodes, connections }: SavedWorkflow,
	from: readonly SavedNode[],
	stops: (node: SavedNode) => boolean = never,
): Set<SavedNode> {
	const all = new Set<SavedNode>();
	const next = [...from];
	for (const node of next) {
		const callsItself = is('executeWorkflow')(node) && inFull(node).includes('$workflow.id');
		const ends = callsItself
			? nodes.filter(is('executeWorkflowTrigger'))
			: nodes.filter(({ name }) => targets(connections[node.name]).includes(name));
		const fresh = ends.filter((one) => !all.has(one));
		fresh.forEach((one) => all.add(one));
		next.push(...fresh.filter((one) => !stops(one)));
	}
	return all;
}

/** The nodes whose items a node gets, past those that only let items through. */
function sources(workflow: SavedWorkflow, { name }: SavedNode): SavedNode[] {
	return workflow.nodes
		.filter((node) => targets(workflow.connections[node.name]).includes(name))
		.flatMap((node) => (is('if', 'filter', 'switch')(node) ? sources(workflow, node) : [node]));
}

/** Whether the notice that a node asks for, or changes, stands in a row of a table, or was ordered before in the same run. */
function isKnown(workflow: SavedWorkflow, node: SavedNode): boolean {
	const [, named] = /\$\('([^']+)'\)/.exec(parameter(node, 'reference')) ?? [];
	const from = workflow.nodes.filter(({ name }) => name === named);
	const origins = named === undefined ? sources(workflow, node) : from;
	const isOrigin = (one: SavedNode): boolean =>
		is('dataTable')(one) || (isOwn(one) && (hasEffect(one) || isKnown(workflow, one)));
	return origins.length > 0 && origins.every(isOrigin);
}

/** The pieces of a text that n8n computes, and what stands around them. */
const PIECE = /\{\{\s*([^]*?)\s*\}\}/g;
const piecesOf = (text: string): string[] =>
	[...text.matchAll(PIECE)].map(([, piece = '']) => piece);
const skeletonOf = (text: string): string => text.replace(/^=/, '').replace(PIECE, '').trim();

/** Whether a text is meant to be JSON. */
const isJson = (text: string): boolean => /^[[{][^]*[\]}]$/.test(skeletonOf(text));

/** What breaks a rule, by the rule. */
const rules: Record<string, (workflow: SavedWorkflow) => SavedNode[]> = {
	'orders, replaces, cancels or approves on one request that a foreign page can send': (
		workflow,
	) => {
		const entrances = workflow.nodes.filter(isForgeable);
		const stops = (node: SavedNode): boolean => isPage(node) || checksToken(node);
		return [...reached(workflow, entrances, stops)].filter(hasEffect).filter((one) => !stops(one));
	},
	'acts when a link is opened, which programs that scan e-mails do': (workflow) =>
		workflow.nodes
			.filter((node) => is('webhook')(node) || parameter(node, 'resume') === 'webhook')
			.filter((node) => parameter(node, 'httpMethod') !== 'POST')
			.filter((node) => [...reached(workflow, [node], isPage)].some(hasEffect)),
	'lets whoever fills in a form ask for, or change, a notice that is in no table': (workflow) => {
		const entrances = workflow.nodes.filter(is('formTrigger', 'webhook'));
		return [...reached(workflow, entrances)]
			.filter((node) => isOwn(node) && 'reference' in node.parameters)
			.filter((node) => !isKnown(workflow, node));
	},
	'finds rows by a part of what a caller names': (workflow) =>
		[...reached(workflow, workflow.nodes.filter(is('formTrigger', 'webhook')))]
			.filter(is('dataTable'))
			.filter((node) => !filtersOf(node).every(isExact)),
	'acts on a record that is not compared, whole and with its state, with what was asked for': (
		workflow,
	) =>
		workflow.nodes
			.filter((node) => is('httpRequest')(node) && /^(GET|)$/.test(parameter(node, 'method')))
			.filter((node) => parameter(node, 'url').includes('encodeURIComponent('))
			.filter((node) =>
				[...reached(workflow, [node], isPage)].some((one) => hasEffect(one) || writesRows(one)),
			)
			.filter(({ name }) => {
				const next = workflow.nodes.filter((one) =>
					targets(workflow.connections[name]).includes(one.name),
				);
				return !next.every((one) => is('if', 'filter')(one) && comparesRecord(one));
			}),
	'takes an answer for a yes by a part of it': (workflow) =>
		workflow.nodes
			.filter(is('if', 'filter', 'switch'))
			.filter((node) => [...reached(workflow, [node])].some(hasEffect))
			.filter((node) => conditionsOf(node).some(isPartial)),
	'puts texts into JSON': ({ nodes }) =>
		nodes.filter(({ parameters }) =>
			texts(parameters)
				.filter(isJson)
				.flatMap(piecesOf)
				.some((piece) => !/^JSON\.stringify\([^]*\)$/.test(piece)),
		),
	'gives two records one order number': ({ nodes }) =>
		nodes
			.filter((node) => parameter(node, 'orderNumberMode') === 'custom')
			.filter((node) => !/json\.id\b/.test(parameter(node, 'orderNumber'))),
};

function comparesRecord(node: SavedNode): boolean {
	const checks = conditionsOf(node).filter(({ operator }) => operator?.operation === 'equals');
	const text = (field: RegExp): boolean =>
		checks.some(
			({ leftValue, operator }) => operator?.type === 'string' && field.test(String(leftValue)),
		);
	return (
		text(/\bid\b/i) &&
		text(/stage|state|status|etat/i) &&
		!inFull(node).includes('"caseSensitive":false')
	);
}

function isPartial({ operator, rightValue }: Condition): boolean {
	if (/^(startsWith|endsWith|contains)$/.test(operator?.operation ?? '')) return true;
	return operator?.operation === 'regex' && !/^\^[^|]*\$$/.test(String(rightValue));
}

test.each(names)('%s opens no door', (name) => {
	const workflow = readExample(name);
	const broken = Object.entries(rules).flatMap(([rule, find]) =>
		find(workflow).map((node) => `${node.name} ${rule}`),
	);
	expect(broken).toEqual([]);
});

/** What somebody might change in an example, and the rule that has to notice it. */
const openings: ReadonlyArray<[rule: RegExp, example: string, from: RegExp, to: string]> = [
	[/on one request/, 'correct-a-notice', /"operation": ?"page"/, '"operation":"completion"'],
	[/a link is opened/, 'approval-and-reminders', /"httpMethod": ?"POST",/, ''],
	[
		/on one request/,
		'approval-and-reminders',
		/"eq","keyValue":"={{ (?=\$\('Answer'\))/,
		'"neq","keyValue":"={{ ',
	],
	[/in no table/, 'correct-a-notice', /\$\('Row'\).first\(\).json.reference/, '$json.demande'],
	[/by a part of what/, 'correct-a-notice', /"condition":"eq"/, '"condition":"ilike"'],
	[
		/not compared/,
		'crm-deal-to-notice',
		/"leftValue":"={{ \$json.(id|stage) }}"/,
		'"leftValue":"yes"',
	],
	[/by a part of it/, 'correct-a-notice', /"operation":"equals"/, '"operation":"startsWith"'],
	[
		/texts into JSON/,
		'accounting',
		/={{ JSON\.stringify\(.*? value }\)\)\) }}/,
		'=[{ \\"value\\": \\"{{ $json.numero }}\\" }]',
	],
	[/one order number/, 'table-to-orders', /\$json\.id /, '$json.file_reference '],
];

test.each(openings)('it is noticed: %s', (rule, name, from, to) => {
	const text = inFull(readExample(name));
	const changed = text.replaceAll(new RegExp(from.source, 'g'), () => to);
	expect(changed).not.toBe(text);
	const workflow = JSON.parse(changed) as SavedWorkflow;
	const broken = Object.keys(rules).filter((one) => rules[one]?.(workflow).length);
	expect(broken.join()).toMatch(rule);
});
