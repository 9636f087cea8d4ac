/**
 * Loads the package's sources and its tests as CommonJS, anew for each run: what one run leaves in a module (a limiter
 * of a key, a clock) does not reach the next one. Translating is done once; packages of others are loaded once.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import ts from 'typescript';

const OPTIONS = {
	module: ts.ModuleKind.CommonJS,
	target: ts.ScriptTarget.ES2022,
	esModuleInterop: true,
};
const PARAMETERS = '(exports, require, module, __filename, __dirname, __url)';
const translated = new Map();

/** A set of modules that is empty at first. @returns {(file: string) => unknown} loads an absolute path */
export function freshModules() {
	const loaded = new Map();

	return function load(file) {
		const known = loaded.get(file);
		if (known) return known.exports;
		const module = { exports: {} };
		loaded.set(file, module);
		const { run, elsewhere, url } = translatedOf(file);
		const require = (name) => {
			const own = ownModule(file, name);
			return own === undefined ? elsewhere(name) : load(own);
		};
		run(module.exports, require, module, file, dirname(file), url);
		return module.exports;
	};
}

/** The file of this repository that an import names; nothing for a package, a part of Node or a table. */
export function ownModule(importer, name) {
	if (!name.startsWith('.')) return undefined;
	const path = resolve(dirname(importer), name);
	// The package's sources leave the ending out.
	return [path, `${path}.ts`, `${path}/index.ts`].find(
		(candidate) => /\.m?ts$/.test(candidate) && existsSync(candidate),
	);
}

function translatedOf(file) {
	const known = translated.get(file);
	if (known) return known;
	// Without its name, for a file that ends in `.mts` would stay an ES module.
	const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
		compilerOptions: OPTIONS,
	});
	const code = outputText.replaceAll('import.meta.url', '__url');
	const script = new Script(`(function ${PARAMETERS} {${code}\n})`, { filename: file });
	const entry = {
		run: script.runInThisContext(),
		elsewhere: createRequire(file),
		url: pathToFileURL(file).href,
	};
	translated.set(file, entry);
	return entry;
}
