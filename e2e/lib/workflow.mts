/** Workflow files, as exported by the editor and kept in `examples/`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredCredential } from './client.mts';
import { EXAMPLES, PACKAGE_NAME } from './paths.mts';

export interface WorkflowNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly credentials?: Readonly<Record<string, { id: string; name: string }>>;
	readonly [setting: string]: unknown;
}

export interface Workflow {
	/** n8n makes one where there is none. */
	readonly id?: string;
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, unknown>>;
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly pinData?: Readonly<Record<string, unknown>>;
}

/** As the editor pastes it: under an ID of its own, which n8n makes. */
export async function readExample(name: string): Promise<Workflow> {
	const file = await readExampleFile(name);
	const { nodes, connections, settings = {}, pinData = {} } = file;
	return { name: file.name, nodes, connections, settings, pinData };
}

/** As n8n's command imports it. */
export async function readExampleFile(name: string): Promise<Workflow> {
	return JSON.parse(await readFile(join(EXAMPLES, `${name}.json`), 'utf8')) as Workflow;
}

/** A copy in which every node of this package uses the given credential. */
export function withCredential(workflow: Workflow, credential: StoredCredential): Workflow {
	const nodes = workflow.nodes.map((one) =>
		one.type.startsWith(`${PACKAGE_NAME}.`) ? attached(one, credential) : one,
	);
	return { ...workflow, nodes };
}

export function attached<Node extends object>(node: Node, { id, name, type }: StoredCredential) {
	return { ...node, credentials: { [type]: { id, name } } };
}

/** @param type without a dot a node of n8n's own */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Readonly<Record<string, unknown>> = {},
): WorkflowNode {
	const full = type.includes('.') ? type : `n8n-nodes-base.${type}`;
	return { id: name, name, type: full, typeVersion, position: [0, 0], parameters };
}

/** One node after the other. */
export function chained(name: string, row: readonly WorkflowNode[]): Workflow {
	const nodes = row.map((one, index) => ({ ...one, position: [240 * index, 0] as const }));
	const pairs = nodes.slice(1).map(({ name: next }, index) => {
		return [nodes[index]?.name ?? '', { main: [[{ node: next, type: 'main', index: 0 }]] }];
	});
	const connections = Object.fromEntries(pairs) as Workflow['connections'];
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
