/** What a person changes in an example after the import: own values, references to watch, how often. */
import assert from 'node:assert/strict';
import type { Json } from '../lib/execution.mts';
import type { Workflow, WorkflowNode } from '../lib/workflow.mts';

/** The one node of each example that holds what a person has to change. */
const VALUES = 'Your values';
/** Every two seconds: n8n refuses an interval below a minute, but not thirty times of a minute each. */
export const OFTEN = {
	item: Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	})),
};

/** Journeys start what a schedule starts themselves: on the hour it would run beside them. */
const NEVER = { interval: [{ field: 'cronExpression', expression: '0 0 29 2 *' }] };

export interface Own {
	/** Replaces values of the node 'Your values'; each has to be there. */
	readonly values?: Json;
	/** Parameters of further nodes, such as the list of references to watch. */
	readonly parameters?: Readonly<Record<string, Json>>;
	/** Name of a node whose credential somebody deletes later, so that it fails as a whole. */
	readonly withoutCredential?: string;
	/** What nodes put out instead of running, by their names. */
	readonly pinned?: Json;
	/** Address of the language model. */
	readonly model?: string;
	/** Whether somebody activates the nodes that come deactivated. */
	readonly activated?: boolean;
	/** Whether its nodes wait some seconds at most for whatever they talk to. */
	readonly impatient?: boolean;
}

/** How long nodes of a copy wait that is impatient: n8n's own in milliseconds, the package's in seconds. */
const IMPATIENCE: ReadonlyArray<[RegExp, number]> = [
	[/\.(httpRequest|lmChatOpenAi)$/, 3000],
	[/\.legalNotice(Tool)?$/, 5],
];

function impatience({ type, parameters }: WorkflowNode): Json {
	const [, timeout] = IMPATIENCE.find(([kind]) => kind.test(type)) ?? [];
	if (timeout === undefined) return {};
	const retries = type.endsWith('lmChatOpenAi') ? { maxRetries: 0 } : {};
	return { options: { ...(parameters['options'] as Json), ...retries, timeout } };
}

export function withOwn(workflow: Workflow, own: Own): Workflow {
	const { values = {}, parameters = {}, pinned = {} } = own;
	const nodes = workflow.nodes.map((node) => {
		const changed = {
			...node.parameters,
			...(node.type.endsWith('legalNoticeTrigger') && { pollTimes: OFTEN }),
			...(node.type.endsWith('scheduleTrigger') && { rule: NEVER }),
			...(node.name === VALUES && { assignments: assigned(node, values) }),
			...(own.impatient && impatience(node)),
			...parameters[node.name],
		};
		const soon = node['retryOnFail'] === true ? { waitBetweenTries: 100 } : {};
		const wanted = own.activated ? { disabled: false } : {};
		return { ...node, ...soon, ...wanted, parameters: changed };
	});
	return { ...workflow, nodes, pinData: pinned };
}

function assigned({ parameters }: WorkflowNode, values: Json) {
	const { assignments } = parameters['assignments'] as {
		readonly assignments: ReadonlyArray<{ name: string; value: unknown }>;
	};
	const known = new Set(assignments.map(({ name }) => name));
	const unknown = Object.keys(values).filter((name) => !known.has(name));
	assert.deepEqual(unknown, [], `values that "${VALUES}" has not got`);
	return {
		assignments: assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value })),
	};
}
