/** The package as the structural tests look at it: its files, and the descriptions that n8n shows. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { LegalNotice } from '../../nodes/LegalNotice/LegalNotice.node.ts';
import { LegalNoticeTrigger } from '../../nodes/LegalNotice/LegalNoticeTrigger.node.ts';

/** Words that n8n's review asks to avoid: they blame, and say nothing of what happened. */
export const ALARMING = /\b(error|problem|failure|mistake)s?\b/i;

export const ROOT = join(import.meta.dirname, '..', '..');

/** Paths from the root of the package. */
export function filesUnder(folder: string, ending: string): string[] {
	return globSync(`${folder}/**/*${ending}`, { cwd: ROOT }).sort();
}

const { n8n } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	n8n: { credentials: string[]; nodes: string[] };
};

/** The sources of what package.json publishes. */
export const publishedFiles = [...n8n.credentials, ...n8n.nodes].map((built) =>
	built.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);

interface PublishedNode {
	/** Of its class, such as `LegalNotice`. */
	readonly name: string;
	readonly node: INodeType;
}

export const publishedNodes: readonly PublishedNode[] = [
	new LegalNotice(),
	new LegalNoticeTrigger(),
].map((node) => ({ name: node.constructor.name, node }));

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

/** An operation of the action node, as its panel has it. */
export interface Offered {
	/** As in `notice.order`. */
	readonly name: string;
	readonly resource: string;
	readonly operation: string;
	readonly label: string;
	readonly properties: readonly INodeProperties[];
}

const { properties: ofActions } = new LegalNotice().description;
const isShownFor = (
	name: string,
	value: string,
	{ displayOptions: { show } = {} }: INodeProperties,
) => show?.[name]?.includes(value) ?? false;

export const operations: readonly Offered[] = ofActions
	.filter(({ name }) => name === 'operation')
	.flatMap((dropdown) => {
		const [resource = ''] = (dropdown.displayOptions?.show?.resource ?? []).map(String);
		return choicesOf(dropdown).map(({ name: label, value }) => {
			const operation = String(value);
			const properties = ofActions.filter(
				(one) => isShownFor('resource', resource, one) && isShownFor('operation', operation, one),
			);
			return { name: `${resource}.${operation}`, resource, operation, label, properties };
		});
	});

/** Those that change something at the service. */
export const EFFECTS = ['contact.createOrGet', 'notice.cancel', 'notice.order', 'notice.replace'];

/** The values that a parameter offers. */
export function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option): option is INodePropertyOptions => 'value' in option);
}
