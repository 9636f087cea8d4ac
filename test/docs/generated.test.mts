import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as errorTable from '../../nodes/LegalNotice/transport/errorTable.ts';
import { errorsDocument } from '../../tools/docs/errors.mts';
import { between } from '../../tools/docs/markdown.mts';
import { operationsDocument, operationsOverview } from '../../tools/docs/operations.mts';
import { publishedNodes } from '../structure/package.mts';
import { ROOT } from './documents.mts';

// Out of date? `npm run build`, then `node_modules/.bin/node tools/docs/main.mts`.
const nodes = publishedNodes.map(({ node }) => node.description);
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

test('docs/operations.md tells the operations and parameters that the nodes have', () => {
	expect(read('docs/operations.md')).toBe(operationsDocument(nodes));
});

test('the README lists the operations and events that the nodes have', () => {
	const readme = read('README.md');
	expect(readme).toBe(between(readme, 'operations', operationsOverview(nodes)));
});

test('docs/errors.md tells the codes and advice that the node has', () => {
	expect(read('docs/errors.md')).toBe(errorsDocument(errorTable));
});

test('every parameter, also inside a collection, is in docs/operations.md under its saved name', () => {
	const document = operationsDocument(nodes);
	for (const name of ['options.maximumTotal', 'advertiser.postcode', 'header.logoBinaryField']) {
		expect(document).toContain(`\`${name}\``);
	}
});
