/** Lets Node load the package's TypeScript, whose modules are CommonJS and name each other without an ending. */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const compilerOptions = {
	module: ts.ModuleKind.CommonJS,
	target: ts.ScriptTarget.ES2022,
	esModuleInterop: true,
};

export function loadSources(): void {
	registerHooks({
		resolve(specifier, context, next) {
			const { parentURL = '' } = context;
			const url = /^\.+\//.test(specifier) ? new URL(`${specifier}.ts`, parentURL) : undefined;
			const isOurs = parentURL.endsWith('.ts') && url !== undefined && existsSync(url);
			return isOurs
				? { url: url.href, format: 'commonjs', shortCircuit: true }
				: next(specifier, context);
		},
		load(url, context, next) {
			if (!url.endsWith('.ts')) return next(url, context);
			const text = readFileSync(fileURLToPath(url), 'utf8');
			const source = ts.transpileModule(text, { compilerOptions }).outputText;
			return { format: 'commonjs', source, shortCircuit: true };
		},
	});
}
