/** Workflow files against the nodes' descriptions: whether what they save exists. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { workflowPackage } from '../engine/engine.mts';

const { NodeHelpers } = workflowPackage;

export const PACKAGE = 'n8n-nodes-legal-notice.';

export interface SavedNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly position?: readonly [x: number, y: number];
	readonly credentials?: unknown;
	readonly onError?: string;
}

export interface SavedWorkflow {
	readonly name?: string;
	readonly nodes: readonly SavedNode[];
	readonly connections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly pinData?: unknown;
}

/** Parameters that n8n adds by itself, to every node or to polling ones. */
const BY_N8N = new Set(['pollTimes', 'notice', 'toolDescription', 'descriptionType']);

const isExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=');

/** What a node of this package has saved that does not exist, or lacks although it is required. */
export function findings(node: SavedNode, description: INodeTypeDescription): string[] {
	const { parameters } = node;
	const shown = description.properties.filter((property) => isShown(property, parameters));
	const unknown = Object.keys(parameters)
		.filter((name) => !BY_N8N.has(name) && !shown.some((property) => property.name === name))
		.map((name) => `has no parameter ${name} here`);
	const wrong = Object.entries(parameters).flatMap(([name, value]) =>
		shown.filter((property) => property.name === name).flatMap((one) => wrongValue(one, value)),
	);
	const isHidden = (one: INodeProperties) =>
		!NodeHelpers.displayParameter(parameters as never, one, node, description);
	const missing = shown
		.filter((one) => one.required === true && isEmpty(parameters[one.name]) && !isHidden(one))
		.map(({ name }) => `needs ${name}`);
	const version = node.typeVersion === description.version ? [] : ['has another typeVersion'];
	return [...unknown, ...wrong, ...missing, ...version].map((text) => `${node.name} ${text}`);
}

function isShown({ displayOptions }: INodeProperties, saved: SavedNode['parameters']): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) => {
		const value = saved[name];
		// A default that is not saved, or an expression, may be any of them.
		return value === undefined || isExpression(value) || (values as unknown[]).includes(value);
	});
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null && 'value' in value) return isEmpty(value.value);
	return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function wrongValue(property: INodeProperties, value: unknown): string[] {
	const { type, name, options = [] } = property;
	if (isExpression(value)) return [];
	if (type === 'collection') {
		return Object.entries(value ?? {}).flatMap(([key, inner]) => {
			const found = options.find((option) => option.name === key);
			return found && 'type' in found ? wrongValue(found, inner) : [`has no ${name}.${key}`];
		});
	}
	if (type === 'resourceLocator') {
		const mode: unknown = typeof value === 'object' && value && 'mode' in value && value.mode;
		return (property.modes ?? []).some((one) => one.name === mode)
			? []
			: [`has no mode of ${name}`];
	}
	if ((type !== 'options' && type !== 'multiOptions') || property.typeOptions?.loadOptionsMethod) {
		return [];
	}
	const values: unknown[] = Array.isArray(value) ? value : [value];
	return values
		.filter((one) => !options.some((option) => 'value' in option && option.value === one))
		.map((one) => `has no value ${String(one)} of ${name}`);
}

/** Names of the nodes that a part of a workflow's connections leads to. */
export function targets(connections: unknown): string[] {
	const found = JSON.stringify(connections ?? null).matchAll(/"node":("(?:[^"\\]|\\.)*")/g);
	return [...found].map(([, name = '""']) => JSON.parse(name) as string);
}

/** Connections from or to nodes that are not there. */
export function looseEnds({ nodes, connections }: SavedWorkflow): string[] {
	const names = new Set(nodes.map(({ name }) => name));
	const ends = [...Object.keys(connections), ...targets(connections)];
	return ends.filter((name) => !names.has(name));
}
