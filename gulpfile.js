/**
 * The build after the compiler: icons, codex files and output schemas. A build that misses one of them still loads in
 * n8n, without icon, search words or draggable fields, so each absence fails here.
 */
const { existsSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const { dest, series, src } = require('gulp');

const OUT = join(__dirname, 'dist');
const manifest = JSON.parse(readFileSync(join(__dirname, 'package.json'), 'utf8')).n8n;
const entries = [...manifest.credentials, ...manifest.nodes];

/** Longer lines are taken for packed code by whoever reads the package. */
const LONGEST_LINE = 300;
/** Runs of escapes in one file are taken for hidden code by scanners. */
const MOST_RUNS = 1;
const ESCAPES = /(?:\\u[0-9a-fA-F]{4}){11,}/g;
/** Control and format characters, and spaces that look like the usual one. */
const UNSEEN = /[^\P{C}\n\t]|[^\P{Z} ]/u;

async function clean() {
	rmSync(OUT, { recursive: true, force: true });
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest(join(OUT, 'icons')));
}

function metadata() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' }).pipe(
		dest(join(OUT, 'nodes')),
	);
}

/** Every `file:` icon that a built node or credential names, resolved as n8n does. */
function missingIcons(builtFile) {
	const folder = join(__dirname, builtFile, '..');
	const named = readFileSync(join(__dirname, builtFile), 'utf8').matchAll(/['"]file:([^'"]+)['"]/g);
	return [...named].map(([, file]) => join(folder, file)).filter((file) => !existsSync(file));
}

/** The output schemas of all operations that the panel offers. */
function missingSchemas() {
	const { operationProperties } = require(join(OUT, 'nodes/LegalNotice/actions/registry.js'));
	const folder = join(OUT, 'nodes/LegalNotice/__schema__/v1.0.0');
	const dropdowns = operationProperties().filter(({ name }) => name === 'operation');
	return dropdowns
		.flatMap(({ displayOptions, options }) =>
			options.map(({ value }) => join(folder, displayOptions.show.resource[0], `${value}.json`)),
		)
		.filter((file) => !existsSync(file));
}

/** What a reader of the published files could stumble over. */
function unreadable(file) {
	const text = readFileSync(file, 'utf8');
	return [
		// The compiler lists what a file exports in one line.
		...(text.split('\n').some((line) => line.length > LONGEST_LINE && !line.startsWith('exports.'))
			? [`a line of over ${LONGEST_LINE} characters (cut its sentence in the source, with a +)`]
			: []),
		...((text.match(ESCAPES) ?? []).length > MOST_RUNS ? ['runs of escapes'] : []),
		...(UNSEEN.test(text) ? ['characters that are not seen'] : []),
	].map((finding) => `${file} has ${finding}`);
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
	const findings = readdirSync(OUT, { recursive: true })
		.filter((name) => /\.(js|json|svg)$/.test(name))
		.flatMap((name) => unreadable(join(OUT, name)));
	if (findings.length > 0) {
		throw new Error(`The build is hard to read:\n  ${findings.join('\n  ')}`);
	}
}

exports.clean = clean;
exports.default = series(icons, metadata, check);
