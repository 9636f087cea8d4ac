/** A copy of an example as somebody makes it who imports it: with own values, and for a test without long waits. */
import assert from 'node:assert/strict';
import type { Json } from '../lib/execution.mts';
import type { Workflow, WorkflowNode } from '../lib/workflow.mts';

/** The node in which an example keeps what a person has to change. */
const VALUES = 'Your values';
/** Every two seconds: n8n refuses an interval below a minute, but not thirty times of a minute each. */
export const OFTEN = {
	item: Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	})),
};
/** Journeys start what a schedule starts themselves. */
const NEVER = { interval: [{ field: 'cronExpression', expression: '0 0 29 2 *' }] };

export interface Own {
	/** Values of the node 'Your values', and of other Edit Fields nodes by their names; each has to be there. */
	readonly values?: Json;
	readonly fields?: Readonly<Record<string, Json>>;
	/** Parameters of further nodes. */
	readonly parameters?: Readonly<Record<string, Json>>;
	/** Address of the language model. */
	readonly model?: string;
}

export function withOwn(
	workflow: Workflow,
	{ values = {}, fields = {}, parameters = {} }: Own,
): Workflow {
	const set: Readonly<Record<string, Json>> = { ...fields, [VALUES]: values };
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: {
			...node.parameters,
			...(node.type.endsWith('legalNoticeTrigger') && { pollTimes: OFTEN }),
			...(node.type.endsWith('scheduleTrigger') && { rule: NEVER }),
			...(node.type.endsWith('.wait') && { amount: 1, unit: 'seconds' }),
			...(set[node.name] &&
				node.type.endsWith('.set') && { assignments: assigned(node, set[node.name]) }),
			...parameters[node.name],
		},
		...(node['retryOnFail'] === true && { waitBetweenTries: 100 }),
	}));
	return { ...workflow, nodes };
}

function assigned({ name: node, parameters }: WorkflowNode, values: Json = {}) {
	const { assignments } = parameters['assignments'] as {
		readonly assignments: ReadonlyArray<{ name: string; value: unknown }>;
	};
	const known = new Set(assignments.map(({ name }) => name));
	const unknown = Object.keys(values).filter((name) => !known.has(name));
	assert.deepEqual(unknown, [], `values that "${node}" has not got`);
	return {
		assignments: assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value })),
	};
}
