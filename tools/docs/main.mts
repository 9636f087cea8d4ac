/**
 * Writes the generated documents from the built package: `npm run build && node_modules/.bin/node tools/docs/main.mts`.
 * `test/docs/generated.test.mts` says when they are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { errorsDocument, type ErrorTable } from './errors.mts';
import { between } from './markdown.mts';
import { operationsDocument, operationsOverview } from './operations.mts';
import { questionsTable } from './questions.mts';

const ROOT = join(import.meta.dirname, '..', '..');
const require = createRequire(import.meta.url);

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[] };
};
const nodes = manifest.n8n.nodes.map((file) => {
	const built = require(join(ROOT, file)) as Record<string, new () => INodeType>;
	const Node = built[basename(file, '.node.js')];
	if (!Node) throw new Error(`${file} exports no class of its own name.`);
	return new Node().description;
});
const errorTable = require(
	join(ROOT, 'dist/nodes/LegalNotice/transport/errorTable.js'),
) as ErrorTable;

function write(file: string, content: string): void {
	writeFileSync(join(ROOT, file), content);
	console.log(file);
}

write('docs/operations.md', operationsDocument(nodes));
write('docs/errors.md', errorsDocument(errorTable));
const realService = readFileSync(join(ROOT, 'docs/real-service.md'), 'utf8');
write('docs/real-service.md', between(realService, 'questions', questionsTable()));
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
write('README.md', between(readme, 'operations', operationsOverview(nodes)));
