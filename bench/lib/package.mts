/** The package under measurement, as a user gets it: packed, and unpacked inside the checkout, where it finds `n8n-workflow`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installPackage, packPackage } from '../../e2e/lib/package.mts';
import { CACHE } from '../../e2e/lib/paths.mts';

/** Of everything that a run writes. */
export const FOLDER = join(CACHE, 'bench');

export const packageFolder = await installPackage(FOLDER, await packPackage());

const manifest = join(packageFolder, 'package.json');
const load = createRequire(manifest);

/** What n8n reads of its package.json. */
export const { n8n } = JSON.parse(readFileSync(manifest, 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};

/** One object of each class that a file of the package exports. */
export const create = <T,>(file: string): T[] =>
	Object.values(load(`./${file}`) as object).map((Type: new () => T) => new Type());

/** Loads a module, such as `nodes/LegalNotice/transport/limiter`. */
export const loadModule = <Module,>(module: string) => load(`./dist/${module}.js`) as Module;
