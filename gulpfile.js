/**
 * Copies what the compiler does not: icons, codex files and output schemas. A build that misses one
 * of them still loads in n8n, without icon, search words or draggable fields, so each absence fails here.
 * Then modules become what n8n's loader takes, in a form that costs n8n little when it starts: what only an
 * execution needs is loaded by the first one, and the space that only readers of the source need is left out.
 */
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@babel/core');
const { dest, series, src } = require('gulp');
const { minify } = require('terser');

const OUT = 'dist';
const manifest = JSON.parse(readFileSync(join(__dirname, 'package.json'), 'utf8')).n8n;

async function clean() {
	rmSync(join(__dirname, OUT), { recursive: true, force: true });
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest(join(OUT, 'icons')));
}

function metadata() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' }).pipe(
		dest(join(OUT, 'nodes')),
	);
}

function builtFiles() {
	const files = readdirSync(join(__dirname, OUT), { recursive: true });
	return files.map((name) => join(__dirname, OUT, name));
}

/** Files that n8n loads at its start. Their imports wait until they are used; most are used by executions only. */
const LOADED_AT_START = /\.(?:operation|node|credentials)\.js$|[\\/]methods[\\/]\w+\.js$/;

/** ES modules, as the compiler leaves them, to CommonJS. Nothing here is a default export, so no marks for one. */
async function modules() {
	for (const file of builtFiles().filter((name) => name.endsWith('.js'))) {
		const isLazy = LOADED_AT_START.test(file);
		const options = {
			lazy: (source) => isLazy && source.startsWith('.'),
			strict: true,
			noInterop: true,
		};
		const { code } = transformSync(readFileSync(file, 'utf8'), {
			babelrc: false,
			configFile: false,
			plugins: [['@babel/plugin-transform-modules-commonjs', options]],
			sourceType: 'module',
		});
		writeFileSync(file, code);
	}
}

async function compact() {
	for (const file of builtFiles()) {
		if (file.endsWith('.json')) {
			writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
		} else if (file.endsWith('.js')) {
			const { code } = await minify(readFileSync(file, 'utf8'), {
				ecma: 2022,
				// Nothing reads a function's arguments object, its length, or a property that acts when it is read.
				compress: {
					passes: 3,
					keep_fargs: false,
					pure_getters: true,
					unsafe_arrows: true,
				},
				toplevel: true,
				// Class names are part of errors and of what n8n loads.
				keep_classnames: true,
				// Characters that nobody sees stay escapes: a person or a scanner who reads a file sees all of it.
				format: { ascii_only: true },
			});
			writeFileSync(file, code ?? '');
		}
	}
}

/** Every `file:` icon that a built node or credential names, resolved as n8n does. */
function missingIcons(builtFile) {
	const folder = join(__dirname, builtFile, '..');
	const named = readFileSync(join(__dirname, builtFile), 'utf8').matchAll(/['"]file:([^'"]+)['"]/g);
	return [...named].map(([, file]) => join(folder, file)).filter((file) => !existsSync(file));
}

/** The output schemas that the built node's own table of operations asks for. */
function missingSchemas() {
	const { registry } = require(join(__dirname, OUT, 'nodes/LegalNotice/actions/registry.js'));
	const folder = join(__dirname, OUT, 'nodes/LegalNotice/__schema__/v1.0.0');
	return Object.entries(registry).flatMap(([resource, { operations }]) =>
		Object.keys(operations)
			.map((operation) => join(folder, resource, `${operation}.json`))
			.filter((file) => !existsSync(file)),
	);
}

async function check() {
	const built = [...manifest.nodes, ...manifest.credentials];
	const missing = [
		...built.filter((file) => !existsSync(join(__dirname, file))),
		...manifest.nodes
			.map((file) => file.replace(/\.js$/, '.json'))
			.filter((file) => !existsSync(join(__dirname, file))),
		...built.flatMap(missingIcons),
		...missingSchemas(),
	];
	if (readdirSync(join(__dirname, OUT, 'icons')).length < 2) missing.push('icons/*.svg');
	const unreadable = readdirSync(join(__dirname, OUT), { recursive: true }).filter(
		(file) =>
			file.endsWith('.js') && /[^\n\t -~]/.test(readFileSync(join(__dirname, OUT, file), 'utf8')),
	);
	if (unreadable.length > 0) {
		throw new Error(`These files contain characters that are not seen: ${unreadable.join(', ')}`);
	}
	if (missing.length > 0) {
		throw new Error(`The build is incomplete. Add these files:\n  ${missing.join('\n  ')}`);
	}
}

exports.clean = clean;
exports.default = series(icons, metadata, modules, compact, check);
