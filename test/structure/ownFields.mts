/** The fields that the node adds, as docs/output-fields.md has them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './package.mts';

const document = readFileSync(join(ROOT, 'docs/output-fields.md'), 'utf8');

/** Rows of every table: the field, the operations that add it or `trigger`, its type. */
export const ownFields = [...document.matchAll(/^\| `(\w+)` \| (`[^|]+`) \| (\w+) \| .{10}/gm)].map(
	([, field = '', places = '', type = '']) => {
		return { field, places: places.replaceAll('`', '').split(', '), type };
	},
);
