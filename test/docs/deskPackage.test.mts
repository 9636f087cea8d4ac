/** The file that brings the whole desk is made from the files that the editor imports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { deskPackage } from '../../tools/desk/package.mts';
import { ROOT } from '../structure/package.mts';

test('desk.n8np is what node_modules/.bin/node tools/desk/main.mts writes', () => {
	const committed = readFileSync(join(ROOT, 'examples/desk.n8np'));
	expect(gunzipSync(committed).equals(gunzipSync(deskPackage()))).toBe(true);
});
