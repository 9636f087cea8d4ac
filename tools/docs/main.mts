/**
 * Writes the generated documents from the built package: `npm run build && node_modules/.bin/node tools/docs/main.mts`.
 * `test/docs/generated.test.mts` says when they are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { documents } from './documents.mts';
import type { ErrorTable } from './errors.mts';

const ROOT = join(import.meta.dirname, '..', '..');
const built = createRequire(join(ROOT, 'dist/nodes/LegalNotice/'));
const nodes = ['LegalNotice', 'LegalNoticeTrigger'].map((name) => {
	const { [name]: Node } = built(`./${name}.node.js`) as Record<string, new () => INodeType>;
	if (!Node) throw new Error(`${name}.node.js exports no class of its own name.`);
	return new Node().description;
});
const errorTable = built('./errors/table.js') as ErrorTable;
const committed = (file: string) => readFileSync(join(ROOT, file), 'utf8');
for (const [file, content] of documents(nodes, errorTable, committed)) {
	writeFileSync(join(ROOT, file), content);
	console.log(file);
}
