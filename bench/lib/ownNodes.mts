/** n8n's own nodes, of the n8n that is installed for the tests end to end, in the version of the engine. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType, IVersionedNodeType } from 'n8n-workflow';
import { ROOT } from '../../e2e/lib/paths.mts';

const load = createRequire(join(ROOT, 'e2e', 'host', 'package.json'));
const loaded = new Map<string, IVersionedNodeType>();

/** @param type such as `n8n-nodes-base.httpRequest` @param version the newest one without it */
export function ownNode(type: string, version?: number): INodeType {
	const known = loaded.get(type);
	if (known) return known.getNodeType(version);
	const [, name = ''] = type.split('.');
	const file = name.replace(/^./, (letter) => letter.toUpperCase());
	const classes = load(`n8n-nodes-base/dist/nodes/${file}/${file}.node.js`) as Record<
		string,
		new () => IVersionedNodeType
	>;
	const Type = classes[file];
	if (!Type) throw new Error(`There is no node ${type}.`);
	loaded.set(type, new Type());
	return ownNode(type, version);
}
