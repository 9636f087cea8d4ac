/** Workflow files as they are saved. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { ROOT } from '../structure/package.mts';

export type SavedNode = Omit<INode, 'parameters'> & {
	readonly parameters: Readonly<Record<string, unknown>>;
};

export interface SavedWorkflow {
	readonly name: string;
	readonly nodes: readonly SavedNode[];
	readonly connections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly pinData?: object;
}

export function readExample(name: string): SavedWorkflow {
	return JSON.parse(readFileSync(join(ROOT, `examples/${name}.json`), 'utf8')) as SavedWorkflow;
}
