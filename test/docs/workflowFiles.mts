/** Workflow files as they are saved. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { ROOT } from '../structure/package.mts';

export type SavedNode = Omit<INode, 'parameters'> & {
	readonly parameters: Readonly<Record<string, unknown>>;
};

export interface SavedWorkflow {
	readonly id: string;
	readonly name: string;
	readonly nodes: readonly SavedNode[];
	readonly connections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly pinData?: object;
}

export function readExample(name: string): SavedWorkflow {
	return JSON.parse(readFileSync(join(ROOT, `examples/${name}.json`), 'utf8')) as SavedWorkflow;
}

/** All texts of a value, however deep. */
export function texts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return Object.values<unknown>(Object(value) as Record<string, unknown>).flatMap(texts);
}

/** Names of the nodes that a part of a workflow's connections leads to. */
export function targets(connections: unknown): string[] {
	const found = Object(connections) as { node?: string };
	return typeof found.node === 'string' ? [found.node] : Object.values(found).flatMap(targets);
}

export const isOwn = ({ type }: SavedNode): boolean => type.startsWith('n8n-nodes-legal-notice.');
