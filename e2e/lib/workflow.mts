/** Workflow files, as exported by the editor and kept in `examples/`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, unknown>>;
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly pinData?: Readonly<Record<string, unknown>>;
}

export async function readExample(name: string): Promise<Workflow> {
	return JSON.parse(await readFile(join(EXAMPLES, `${name}.json`), 'utf8')) as Workflow;
}

/** A copy in which every node of this package uses the given credential. */
export function withCredential(
	workflow: Workflow,
	credential: { readonly id: string; readonly name: string; readonly type: string },
): Workflow {
	const { id, name, type } = credential;
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(`${PACKAGE_NAME}.`)
			? { ...node, credentials: { [type]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}
