/**
 * The build after the compiler: one file of JavaScript for each folder, icons, codex files and output schemas. A
 * build that misses one of the latter still loads in n8n, without icon, search words or draggable fields, so each
 * absence fails here.
 */
const { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { dest, series, src } = require('gulp');

const OUT = join(__dirname, 'dist');
/** Where the compiler writes (tsconfig.json), and single modules for benchmarks and documents. */
const COMPILED = join(__dirname, '.cache', 'compiled');
const MODULES = join(__dirname, '.cache', 'modules');
const manifest = JSON.parse(readFileSync(join(__dirname, 'package.json'), 'utf8')).n8n;
const entries = [...manifest.credentials, ...manifest.nodes];

async function clean() {
	for (const folder of [OUT, COMPILED, MODULES]) rmSync(folder, { recursive: true, force: true });
}

async function scripts() {
	const { bundle, singleModules } = await import('./tools/build/bundle.mjs');
	await bundle({
		compiled: COMPILED,
		out: OUT,
		entries: entries.map((file) => file.replace(/^dist\//, '')),
	});
	singleModules({ compiled: COMPILED, out: MODULES });
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest(join(OUT, 'icons')));
}

function metadata() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' }).pipe(
		dest(join(OUT, 'nodes')),
	);
}

async function compactMetadata() {
	for (const file of builtFiles('.json')) {
		writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
	}
}

function builtFiles(ending) {
	return readdirSync(OUT, { recursive: true })
		.filter((name) => name.endsWith(ending))
		.map((name) => join(OUT, name));
}

/** Every `file:` icon that a built node or credential names, resolved as n8n does. */
function missingIcons(builtFile) {
	const folder = join(__dirname, builtFile, '..');
	const named = readFileSync(join(__dirname, builtFile), 'utf8').matchAll(/['"]file:([^'"]+)['"]/g);
	return [...named].map(([, file]) => join(folder, file)).filter((file) => !existsSync(file));
}

/** The output schemas that the table of operations asks for. */
function missingSchemas() {
	const { registry } = require(join(MODULES, 'nodes/LegalNotice/actions/registry.js'));
	const folder = join(OUT, 'nodes/LegalNotice/__schema__/v1.0.0');
	return Object.entries(registry).flatMap(([resource, { operations }]) =>
		Object.keys(operations)
			.map((operation) => join(folder, resource, `${operation}.json`))
			.filter((file) => !existsSync(file)),
	);
}

async function check() {
	const missing = [
		...entries.filter((file) => !existsSync(join(__dirname, file))),
		...manifest.nodes
			.map((file) => file.replace(/\.js$/, '.json'))
			.filter((file) => !existsSync(join(__dirname, file))),
		...entries.flatMap(missingIcons),
		...missingSchemas(),
	];
	if (readdirSync(join(OUT, 'icons')).length < 2) missing.push('icons/*.svg');
	if (missing.length > 0) {
		throw new Error(`The build is incomplete. Add these files:\n  ${missing.join('\n  ')}`);
	}
	const unseen = builtFiles('.js').filter((file) => /[^\n\t -~]/.test(readFileSync(file, 'utf8')));
	if (unseen.length > 0) {
		throw new Error(`These files contain characters that are not seen: ${unseen.join(', ')}`);
	}
}

exports.clean = clean;
exports.default = series(scripts, icons, metadata, compactMetadata, check);
