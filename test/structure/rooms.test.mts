/** The rules of the house: what a room may import, who may send, loop and speak, and how large a file may be. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { filesUnder, publishedFiles, ROOT } from './package.mts';

const LIMITS = { files: 90, linesOfFile: 300 };
const NODE = 'nodes/LegalNotice/';

const sources = [...filesUnder('nodes', '.ts'), ...filesUnder('credentials', '.ts')].map((path) => {
	const text = readFileSync(join(ROOT, path), 'utf8');
	const imports = ts
		.preProcessFile(text, true, true)
		.importedFiles.map(({ fileName }) =>
			fileName.startsWith('.') ? posix.join(posix.dirname(path), fileName) : fileName,
		);
	// Comments may name what the code must not use.
	const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
	return { path, text, imports, code, lines: text.trimEnd().split('\n').length };
});

test.each([
	['', /^(nodes\/|credentials\/|n8n-workflow$|node:crypto$)/],
	[`${NODE}domain/`, /^(nodes\/LegalNotice\/domain\/|node:crypto$)/],
	[`${NODE}errors/`, /^(nodes\/LegalNotice\/(errors|domain)\/|n8n-workflow$)/],
	[
		`${NODE}transport/`,
		/^(nodes\/LegalNotice\/(transport|errors|domain)\/|n8n-workflow$|node:crypto$)/,
	],
	[
		`${NODE}notices/`,
		/^(nodes\/LegalNotice\/(notices|transport|errors|domain)\/|n8n-workflow$|node:crypto$)/,
	],
])('files under "%s" import nothing but %s', (room, allowed) => {
	const wrong = sources
		.filter(({ path }) => path.startsWith(room))
		.flatMap(({ path, imports }) => imports.map((name) => `${path} imports ${name}`))
		.filter((line) => !allowed.test(line.split(' imports ')[1] ?? ''));
	expect(wrong).toEqual([]);
});

test.each([
	[
		'the domain reads and writes nothing',
		/\b(fetch|XMLHttpRequest|process|console|setTimeout|setInterval|require)\s*[.(]/g,
		/^(?!nodes\/LegalNotice\/domain\/)/,
	],
	[
		'operations reach the service only through transport and the reader of notices',
		/\b(httpRequest\w*|requestWithAuthentication\w*|requestOAuth\w*|helpers\.request)|(?<![.\w])fetch\b/g,
		/\/(transport|notices)\//,
	],
	[
		'only the router takes all input items, others the one that they work on',
		/getInputData\((?!\)\[itemIndex\])[^\n]*/g,
		/\/actions\/router\.ts$/,
	],
	[
		'only the room of errors and the router make errors for n8n',
		/new Node(Api|Operation)Error\b/g,
		/\/(errors\/words|actions\/router)\.ts$/,
	],
])('%s', (_rule, forbidden, exempt) => {
	const found = sources
		.filter(({ path }) => !exempt.test(path))
		.flatMap(({ path, code }) => (code.match(forbidden) ?? []).map((what) => `${path}: ${what}`));
	expect(found).toEqual([]);
});

/** Files that name codes, beside the table of their words: each decides what happens next. */
const DECIDING = [
	'actions/noticeItems',
	'actions/order/cancel.operation',
	'actions/order/openDate',
	'actions/order/orderNumbers',
	'actions/order/place',
	'actions/order/replacement',
	'errors/failures',
	'errors/table',
	'notices/ask',
	'notices/changes',
	'notices/match',
	'transport/envelope',
	'transport/nextStep',
];

test('codes of the service stand in the error table, and elsewhere only where they decide what to do', () => {
	const naming = sources.filter(({ code }) => /\berr_[a-z]/.test(code)).map(({ path }) => path);
	const files = naming.flatMap((path) => path.match(/^nodes\/LegalNotice\/(.+)\.ts$/)?.[1] ?? []);
	expect(files.sort()).toEqual(DECIDING);
});

test('the published code is few files, each read at once', () => {
	expect(sources.length).toBeLessThanOrEqual(LIMITS.files);
	const long = sources.filter(({ lines }) => lines > LIMITS.linesOfFile).map(({ path }) => path);
	// The table of codes is data.
	expect(long.filter((path) => !path.endsWith('/errors/table.ts'))).toEqual([]);
});

const importers = (path: string) =>
	sources.filter(({ imports }) => imports.includes(path.replace(/\.ts$/, '')));

test('no small module has a single reader', () => {
	const crumbs = sources
		.filter(({ path, lines }) => lines < 40 && !path.endsWith('.operation.ts'))
		.filter(({ path }) => !publishedFiles.includes(path) && importers(path).length === 1);
	expect(crumbs.map(({ path }) => path)).toEqual([]);
});

test('no modules import each other in a circle', () => {
	const circular = sources.filter((start) => {
		const above = new Set(importers(start.path));
		// A set that grows while it is walked through is walked through to its end.
		for (const one of above) for (const next of importers(one.path)) above.add(next);
		return above.has(start);
	});
	expect(circular.map(({ path }) => path)).toEqual([]);
});

/** What tests read all the same: a process's times and memory, and tables that documents and schemas are held against. */
const FOR_TESTS = ['setTimings', 'carried', 'registry', 'resource', 'OWN_FIELDS', 'FIELDS'];

/** Functions, classes and values that a file exports; types are nothing that a test could hold on to. */
function exportsOf(path: string, text: string): string[] {
	const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
	return statements.flatMap((statement) => {
		if (!ts.canHaveModifiers(statement)) return [];
		const modifiers = ts.getModifiers(statement) ?? [];
		if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
		if (ts.isVariableStatement(statement)) {
			const { declarations } = statement.declarationList;
			return declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
		}
		const isValue = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
		return isValue && statement.name ? [statement.name.text] : [];
	});
}

/** Each as `file:name`. */
function importsOf(path: string): string[] {
	const text = readFileSync(join(ROOT, path), 'utf8');
	const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
	return statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
		const { text: module } = moduleSpecifier as ts.StringLiteral;
		const file = posix.join(posix.dirname(path), module).replace(/\.ts$/, '');
		const names = importClause?.namedBindings;
		if (!names || !ts.isNamedImports(names)) return [];
		return names.elements.map(
			({ name, propertyName }) => `${file}.ts:${(propertyName ?? name).text}`,
		);
	});
}

test('nothing is exported for tests alone', () => {
	const others = ['probe', 'bench', 'tools/docs', 'sandbox'].flatMap((folder) =>
		filesUnder(folder, '.mts'),
	);
	const imported = new Set([...sources.map(({ path }) => path), ...others].flatMap(importsOf));
	const unread = sources
		.filter(({ path }) => !publishedFiles.includes(path))
		.flatMap(({ path, text }) => exportsOf(path, text).map((name) => `${path}:${name}`))
		.filter((name) => !imported.has(name) && !FOR_TESTS.includes(name.split(':')[1] ?? ''));
	expect(unread).toEqual([]);
});
