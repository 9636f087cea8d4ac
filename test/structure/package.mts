/** The package as the structural tests look at it: its files, and the descriptions that n8n shows. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

/** Words that n8n's review asks to avoid: they blame, and say nothing of what happened. */
export const ALARMING = /\b(error|problem|failure|mistake)s?\b/i;

export const ROOT = join(import.meta.dirname, '..', '..');

/** Paths from the root of the package. */
export function filesUnder(folder: string, ending: string): string[] {
	return globSync(`${folder}/**/*${ending}`, { cwd: ROOT }).sort();
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	n8n: { credentials: string[]; nodes: string[] };
};
const sourceOf = (built: string) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

/** The sources of what package.json publishes. */
export const publishedFiles = [...manifest.n8n.credentials, ...manifest.n8n.nodes].map(sourceOf);

export interface PublishedNode {
	/** Of its class, such as `LegalNotice`. */
	readonly name: string;
	readonly source: string;
	readonly node: INodeType;
}

/** The nodes that package.json publishes, made from their sources. */
export const publishedNodes: readonly PublishedNode[] = await Promise.all(
	manifest.n8n.nodes.map(sourceOf).map(async (source) => {
		const name = basename(source, '.node.ts');
		const module = (await import(join(ROOT, source))) as Record<string, new () => INodeType>;
		const Node = module[name];
		if (!Node) throw new Error(`${source} exports no class ${name}`);
		return { name, source, node: new Node() };
	}),
);

export interface Located {
	readonly property: INodeProperties;
	/** Names from the node down to it, such as `legalNotice.options.paperProofs`. */
	readonly path: string;
	/** How many collections it lies in. */
	readonly depth: number;
}

/** Every parameter of a node, those inside collections included. */
export function parametersOf({ node: { description } }: PublishedNode): Located[] {
	return description.properties.flatMap((property) => walk(property, description.name, 0));
}

function walk(property: INodeProperties, above: string, depth: number): Located[] {
	const path = `${above}.${property.name}`;
	const below = (property.options ?? []).flatMap((option) =>
		'displayName' in option && 'type' in option ? walk(option, path, depth + 1) : [],
	);
	return [{ property, path, depth }, ...below];
}

/** The values that a parameter offers. */
export function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option): option is INodePropertyOptions => 'value' in option);
}
