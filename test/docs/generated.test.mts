import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as errorTable from '../../nodes/LegalNotice/errors/table.ts';
import { documents } from '../../tools/docs/documents.mts';
import { publishedNodes, ROOT } from '../structure/package.mts';

const committed = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const descriptions = publishedNodes.map(({ node }) => node.description);

// Out of date? `npm run build`, then `node_modules/.bin/node tools/docs/main.mts`.
test.each(documents(descriptions, errorTable, committed))('%s is up to date', (file, generated) => {
	expect(committed(file)).toBe(generated);
});
