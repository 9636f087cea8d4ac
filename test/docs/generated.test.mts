import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as errorTable from '../../nodes/LegalNotice/transport/errorTable.ts';
import { errorsDocument } from '../../tools/docs/errors.mts';
import { between } from '../../tools/docs/markdown.mts';
import { operationsDocument, operationsOverview } from '../../tools/docs/operations.mts';
import { questionsTable } from '../../tools/docs/questions.mts';
import { publishedNodes, ROOT } from '../structure/package.mts';

// Out of date? `npm run build`, then `node_modules/.bin/node tools/docs/main.mts`.
const nodes = publishedNodes.map(({ node }) => node.description);
const overview = operationsOverview(nodes);

test.each([
	['docs/operations.md', () => operationsDocument(nodes)],
	['docs/errors.md', () => errorsDocument(errorTable)],
	[
		'docs/real-service.md',
		(committed: string) => between(committed, 'questions', questionsTable()),
	],
	['README.md', (committed: string) => between(committed, 'operations', overview)],
])('%s says what the nodes have', (file, generated) => {
	const committed = readFileSync(join(ROOT, file), 'utf8');
	expect(committed).toBe(generated(committed));
});
