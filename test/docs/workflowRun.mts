/**
 * Runs the workflow files that compose notices without n8n: its own engine computes the expressions, and what is outside
 * (a form, a table, a register, the service) answers as a test says.
 */
import type { IDataObject } from 'n8n-workflow';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { idOf } from '../../tools/desk/package.mts';
import { ROOT } from '../structure/package.mts';
import { resolved } from './expressions.mts';
import { readExample, type SavedNode, type SavedWorkflow } from './workflowFiles.mts';

/** What a node that talks to something outside puts out, by its name. */
export type Outside = Readonly<
	Record<string, (node: SavedNode, item: IDataObject) => IDataObject[]>
>;

interface Run {
	readonly workflow: SavedWorkflow;
	readonly outside: Outside;
	/** By the name of the node. */
	readonly outputs: Map<string, IDataObject[]>;
	/** What was written to tables, all workflows together. */
	readonly written: IDataObject[];
}

const files = new Map(
	globSync('examples/*.json', { cwd: ROOT })
		.map((path) => basename(path, '.json'))
		.map((file) => [idOf(file), file]),
);

/** @returns what was written, and what each node of the workflow put out */
export function ran(file: string, start: string, item: IDataObject, outside: Outside) {
	const run: Run = {
		workflow: readExample(file),
		outside,
		outputs: new Map(),
		written: [],
	};
	const last = go(run, start, [item]);
	return { ...run, last };
}

/** Follows the connections from a trigger, a branch to its end before the next. @returns what the last node put out */
function go(run: Run, start: string, items: IDataObject[]): IDataObject[] {
	run.outputs.set(start, items);
	const queue = nextOf(run, start, [items]);
	let last = items;
	for (const { name, input } of queue) {
		const node = run.workflow.nodes.find((one) => one.name === name);
		if (!node) throw new Error(`There is no node "${name}".`);
		const branches = put(run, node, node.executeOnce ? input.slice(0, 1) : input);
		run.outputs.set(name, branches.flat());
		last = branches.flat();
		queue.push(...nextOf(run, name, branches));
	}
	return last;
}

interface Step {
	readonly name: string;
	readonly input: IDataObject[];
}

function nextOf({ workflow }: Run, name: string, branches: IDataObject[][]): Step[] {
	const outputs = (workflow.connections[name]?.['main'] ?? []) as Array<Array<{ node: string }>>;
	return outputs.flatMap((targets, index) => {
		const input = branches[index] ?? [];
		return input.length === 0 ? [] : targets.map(({ node }) => ({ name: node, input }));
	});
}

/** The items of each output of a node. */
function put(run: Run, node: SavedNode, input: IDataObject[]): IDataObject[][] {
	const kind = node.type.replace(/^.*\./, '');
	const outside = run.outside[node.name];
	if (outside) return [input.flatMap((item) => outside(node, item))];
	if (kind === 'set') return [input.map((item) => edited(run, node, item))];
	if (/^(if|filter|switch)$/.test(kind)) return sorted(run, node, input);
	if (kind === 'splitOut') return [input.flatMap((item) => split(node, item))];
	if (kind === 'aggregate') return [[{ [String(node.parameters['destinationFieldName'])]: input }]];
	if (kind === 'executeWorkflow') return [input.flatMap((item) => called(run, node, item))];
	if (kind === 'dataTable') return [input.flatMap((item) => kept(run, node, item))];
	throw new Error(`Nothing is known of "${node.name}".`);
}

/** What a parameter comes to for an item. */
export function computed(run: Pick<Run, 'outputs'>, value: unknown, json: IDataObject): unknown {
	if (typeof value !== 'string' || !value.startsWith('=')) return value;
	const text = value
		.replace(
			/\$\('([^']+)'\)\.(?:first\(\)|item)\.json/g,
			(_, name) => `$json.outputs_['${name}'][0]`,
		)
		.replace(
			/\$\('([^']+)'\)\.all\(\)/g,
			(_, name) => `$json.outputs_['${name}'].map((json) => ({ json }))`,
		)
		.replace(/\$\('([^']+)'\)\.isExecuted/g, (_, name) => `('${name}' in $json.outputs_)`);
	const item = { ...json };
	// Expressions that copy a whole item do not see it.
	Object.defineProperty(item, 'outputs_', { value: Object.fromEntries(run.outputs) });
	return resolved(text, item);
}

/** What an Edit Fields node makes of an item. */
function edited(run: Run, { parameters }: SavedNode, item: IDataObject): IDataObject {
	const { jsonOutput, assignments: list, includeOtherFields } = parameters;
	if (jsonOutput) return computed(run, jsonOutput, item) as IDataObject;
	const { assignments } = list as {
		assignments: ReadonlyArray<{ name: string; value: unknown; type: string }>;
	};
	const set = assignments.map(({ name, value, type }) => {
		const result = computed(run, value, item);
		const isText = typeof result === 'string' && /object|array/.test(type);
		return [name, isText ? (JSON.parse(result) as unknown) : result];
	});
	return { ...(includeOtherFields ? item : {}), ...(Object.fromEntries(set) as IDataObject) };
}

interface Conditions {
	readonly conditions: ReadonlyArray<{
		leftValue: unknown;
		rightValue: unknown;
		operator: { operation: string };
	}>;
	readonly combinator: string;
}

function holds(run: Run, { conditions, combinator }: Conditions, item: IDataObject): boolean {
	const each = conditions.map(({ leftValue, rightValue, operator }) => {
		const [left, right] = [leftValue, rightValue].map((one) => computed(run, one, item));
		if (operator.operation === 'equals') return left === right;
		// A condition is of loose types: nothing and the texts of it are no yes.
		return Boolean(left) && left !== 'false';
	});
	return combinator === 'and' ? each.every(Boolean) : each.some(Boolean);
}

/** Each item at the first output whose conditions hold, or at the last one. */
function sorted(run: Run, { parameters, type }: SavedNode, input: IDataObject[]): IDataObject[][] {
	const rules = (parameters['rules'] as { values: Array<{ conditions: Conditions }> } | undefined)
		?.values ?? [{ conditions: parameters['conditions'] as Conditions }];
	const branches: IDataObject[][] = [...rules, {}].map(() => []);
	for (const item of input) {
		const found = rules.findIndex(({ conditions }) => holds(run, conditions, item));
		branches[found === -1 ? rules.length : found]?.push(item);
	}
	return type.endsWith('.filter') ? branches.slice(0, 1) : branches;
}

function split({ parameters }: SavedNode, item: IDataObject): IDataObject[] {
	const path = String(parameters['fieldToSplitOut']).split('.');
	const list = path.reduce<unknown>((value, key) => (value as IDataObject)[key], item);
	const { destinationFieldName: name } = parameters['options'] as { destinationFieldName: string };
	return (list as IDataObject[]).map((one) => ({ ...item, [name]: one }));
}

function called(run: Run, { parameters }: SavedNode, item: IDataObject): IDataObject[] {
	const file = files.get((parameters['workflowId'] as { value: string }).value) ?? '';
	if (file === 'proof-and-order') return [item];
	const { value } = parameters['workflowInputs'] as { value: IDataObject };
	const inputs = Object.entries(value).map(([name, cell]) => [name, computed(run, cell, item)]);
	const workflow = readExample(file);
	const [trigger] = workflow.nodes.filter(({ type }) => type.endsWith('.executeWorkflowTrigger'));
	const sub = { ...run, workflow, outputs: new Map<string, IDataObject[]>() };
	return go(sub, trigger?.name ?? '', [Object.fromEntries(inputs) as IDataObject]);
}

/** A table that has no rows yet. */
function kept(run: Run, node: SavedNode, item: IDataObject): IDataObject[] {
	if (node.parameters['operation'] === 'get') return node.alwaysOutputData ? [{}] : [];
	const { value } = node.parameters['columns'] as { value: IDataObject };
	const cells = Object.entries(value).map(([name, cell]) => [name, computed(run, cell, item)]);
	const row = { id: 1, ...(Object.fromEntries(cells) as IDataObject) };
	run.written.push(row);
	return [row];
}
