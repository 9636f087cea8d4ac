/** Which test files load a source file, the most specific ones first. */
import { readFileSync } from 'node:fs';
import { ownModule } from './modules.mjs';

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
const imports = new Map();

/** @param {string[]} testFiles absolute @param {string} source absolute */
export function relatedTests(testFiles, source) {
	return testFiles
		.map((file) => ({ file, loaded: loadedBy(file) }))
		.filter(({ loaded }) => loaded.has(source))
		.sort((a, b) => a.loaded.size - b.loaded.size)
		.map(({ file }) => file);
}

function loadedBy(file, loaded = new Set()) {
	for (const imported of importsOf(file)) {
		if (loaded.has(imported)) continue;
		loaded.add(imported);
		loadedBy(imported, loaded);
	}
	return loaded;
}

function importsOf(file) {
	const known = imports.get(file);
	if (known) return known;
	const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)]
		.map(([, name]) => ownModule(file, name))
		.filter((path) => path !== undefined);
	imports.set(file, found);
	return found;
}
