/** From the compiler's ES modules to what npm gets, and to what benchmarks and documents load. */
import { transformSync } from '@babel/core';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rollup } from '@rollup/wasm-node';
import { minify } from 'terser';
import { chunkOf, LOADED_AT_START } from './chunks.mjs';

const NODE_FOLDER = 'nodes/LegalNotice/';

/**
 * Writes the package's JavaScript: one file for each folder of the sources, as CommonJS, compacted.
 *
 * @param {{ compiled: string, out: string, entries: string[] }} options folders, and the files that n8n looks for,
 *   relative to both
 * @returns {Promise<string[]>} the files written, relative to `out`
 */
export async function bundle({ compiled, out, entries }) {
	const build = await rollup({
		input: Object.fromEntries(
			entries.map((file) => [file.replace(/\.js$/, ''), join(compiled, file)]),
		),
		external: ['n8n-workflow', /^node:/],
		plugins: [{ name: 'compiled', resolveId: compiledModule }],
		onwarn({ code, message }) {
			// A door may name what looks through it; the rooms behind are being redrawn.
			if (code !== 'CIRCULAR_DEPENDENCY') throw new Error(message);
		},
	});
	const { output } = await build.generate({
		format: 'es',
		entryFileNames: '[name].js',
		chunkFileNames: `${NODE_FOLDER}[name].js`,
		hoistTransitiveImports: false,
		minifyInternalExports: false,
		manualChunks: (id) =>
			chunkOf(relative(compiled, id).replace(NODE_FOLDER, '').replace(/\.js$/, '')),
	});
	for (const chunk of output) {
		const code = toCommonJs(chunk.code, LOADED_AT_START.test(chunk.fileName));
		write(join(out, chunk.fileName), await compact(code));
	}
	return output.map(({ fileName }) => fileName);
}

/** Writes every module by itself as CommonJS, for programs of the repository that look at one of them. */
export function singleModules({ compiled, out }) {
	const files = readdirSync(compiled, { recursive: true }).filter((name) => name.endsWith('.js'));
	for (const file of files) {
		write(join(out, file), toCommonJs(readFileSync(join(compiled, file), 'utf8'), false));
	}
}

function compiledModule(source, importer) {
	if (!source.startsWith('.') || importer === undefined) return null;
	const path = resolve(dirname(importer), source);
	return [`${path}.js`, join(path, 'index.js')].find((file) => existsSync(file)) ?? null;
}

/** @param {boolean} lazy whether what is imported is loaded only when it is used */
function toCommonJs(code, lazy) {
	// Nothing here is a default export, so the marks that tell one are left out.
	const options = {
		lazy: (source) => lazy && source.startsWith('.'),
		strict: true,
		noInterop: true,
	};
	const common = transform(code, 'module', ['@babel/plugin-transform-modules-commonjs', options]);
	return transform(common, 'script', [plainCalls]);
}

function transform(code, sourceType, plugin) {
	const result = transformSync(code, {
		babelrc: false,
		configFile: false,
		compact: false,
		plugins: [plugin],
		sourceType,
	});
	return result?.code ?? '';
}

/**
 * `(0, module.function)(...)` to `module.function(...)`: the first form only keeps the function from seeing the
 * module as its `this`, which no function here looks at.
 */
function plainCalls({ types }) {
	return {
		visitor: {
			CallExpression: {
				exit({ node }) {
					const { callee } = node;
					if (!types.isSequenceExpression(callee) || callee.expressions.length !== 2) return;
					const [first, called] = callee.expressions;
					if (types.isNumericLiteral(first, { value: 0 }) && types.isMemberExpression(called)) {
						node.callee = called;
					}
				},
			},
		},
	};
}

/** Without the space that only readers of the source need: n8n reads the whole package at each start. */
async function compact(code) {
	const { code: small } = await minify(code, {
		ecma: 2022,
		toplevel: true,
		// Nothing reads a function's arguments object, its length, or a property that acts when it is read.
		compress: { passes: 3, keep_fargs: false, pure_getters: true, unsafe_arrows: true },
		// Class names are part of errors and of what n8n loads.
		keep_classnames: true,
		// Characters that nobody sees stay escapes: a person or a scanner who reads a file sees all of it.
		format: { ascii_only: true },
	});
	return small ?? '';
}

function write(file, content) {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, content);
}
