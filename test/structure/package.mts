/** The package as the structural tests look at it: its sources, and the descriptions that n8n shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

/** Words that n8n's review asks to avoid: they blame, and say nothing of what happened. */
export const ALARMING = /\b(error|problem|failure|mistake)s?\b/i;

export const ROOT = join(import.meta.dirname, '..', '..');

export interface SourceFile {
	/** From the root of the package, with forward slashes. */
	readonly path: string;
	readonly text: string;
}

export function filesUnder(folder: string, ending: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith(ending))
		.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.sort();
}

/** Every published TypeScript file. */
export function publishedSources(): SourceFile[] {
	return [...filesUnder('nodes', '.ts'), ...filesUnder('credentials', '.ts')].map((path) => ({
		path,
		text: readFileSync(join(ROOT, path), 'utf8'),
	}));
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	n8n: { credentials: string[]; nodes: string[] };
};

/** The sources of what package.json publishes. */
export const publishedFiles: readonly string[] = [
	...manifest.n8n.credentials,
	...manifest.n8n.nodes,
].map(sourceOf);

function sourceOf(built: string): string {
	return built.replace(/^dist\//, '').replace(/\.js$/, '.ts');
}

export interface PublishedNode {
	/** Of its class, such as `LegalNotice`. */
	readonly name: string;
	readonly source: string;
	readonly node: INodeType;
}

/** The nodes that package.json publishes, made from their sources. */
export const publishedNodes: readonly PublishedNode[] = await Promise.all(
	manifest.n8n.nodes.map(async (built) => {
		const source = sourceOf(built);
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
	/** Types of what it lies in, outermost first; empty for a parameter of the node. */
	readonly inside: readonly string[];
}

/** Every parameter of a node, those inside collections included. */
export function parametersOf({ node }: PublishedNode): Located[] {
	const { name, properties } = node.description;
	return properties.flatMap((property) => walk(property, name, []));
}

function walk(property: INodeProperties, above: string, inside: readonly string[]): Located[] {
	const path = `${above}.${property.name}`;
	const below = (property.options ?? []).flatMap((option) => {
		if ('values' in option) {
			return option.values.flatMap((value) =>
				walk(value, `${path}.${option.name}`, [...inside, property.type]),
			);
		}
		return 'displayName' in option ? walk(option, path, [...inside, property.type]) : [];
	});
	return [{ property, path, inside }, ...below];
}

/** The values that a parameter offers. */
export function choicesOf(property: INodeProperties): INodePropertyOptions[] {
	return (property.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option,
	);
}
