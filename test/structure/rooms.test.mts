/**
 * The rules of the house over the published sources: what a room may import, who may loop, who may send, who may speak,
 * and how large it all may be.
 */
import { posix } from 'node:path';
import ts from 'typescript';
import { limits } from './limits.mts';
import { filesUnder, publishedFiles, publishedSources, type SourceFile } from './package.mts';

const sources = publishedSources();
const NODE = 'nodes/LegalNotice/';
const DOMAIN = `${NODE}domain/`;
const TRANSPORT = `${NODE}transport/`;

/** Modules that a file imports; those of the package itself as paths from its root, without ending. */
function importsOf({ path, text }: SourceFile): string[] {
	return ts
		.preProcessFile(text, true, true)
		.importedFiles.map(({ fileName }) =>
			fileName.startsWith('.') ? posix.join(posix.dirname(path), fileName) : fileName,
		);
}

/** What a pattern finds in the code; comments may name what the code must not use. */
function found(pattern: RegExp): (source: SourceFile) => string[] {
	return ({ text }) =>
		text
			.replace(/\/\*[\s\S]*?\*\//g, '')
			.replace(/(^|\s)\/\/.*$/gm, '$1')
			.match(pattern) ?? [];
}

const imported =
	(isAllowed: (name: string) => boolean) =>
	(source: SourceFile): string[] =>
		importsOf(source).filter((name) => !isAllowed(name));

interface Rule {
	name: string;
	/** Where it holds. */
	of: (path: string) => boolean;
	violations: (source: SourceFile) => string[];
	/** What it has to find in a file there, line by line. */
	planted: [path: string, text: string];
	/** What it must not mind. */
	harmless?: string;
}

const action = `${NODE}actions/notice/planted.ts`;
const rules: Rule[] = [
	{
		name: 'the package imports n8n-workflow, node:crypto and itself, and nothing else',
		of: () => true,
		violations: imported((name) =>
			/^(nodes\/|credentials\/|n8n-workflow$|node:crypto$)/.test(name),
		),
		planted: [action, "import axios from 'axios';"],
	},
	{
		name: 'the domain imports nothing of n8n and nothing of the rooms above',
		of: (path) => path.startsWith(DOMAIN),
		violations: imported((name) => name.startsWith(DOMAIN) || name === 'node:crypto'),
		planted: [`${DOMAIN}planted.ts`, "import { sleep } from 'n8n-workflow';"],
	},
	{
		name: 'the domain reads and writes nothing',
		of: (path) => path.startsWith(DOMAIN),
		violations: found(
			/\b(fetch|XMLHttpRequest|process|console|setTimeout|setInterval|require)\s*[.(]/g,
		),
		planted: [`${DOMAIN}planted.ts`, "const answer = await fetch('https://example.com');"],
	},
	{
		name: 'transport knows no operation',
		of: (path) => path.startsWith(TRANSPORT),
		violations: imported(
			(name) => !name.startsWith(NODE) || name.startsWith(TRANSPORT) || name.startsWith(DOMAIN),
		),
		planted: [`${TRANSPORT}planted.ts`, "import { registry } from '../actions/registry';"],
	},
	{
		name: 'operations reach the service only through transport',
		of: (path) => !path.startsWith(TRANSPORT),
		violations: found(
			/\b(httpRequest\w*|requestWithAuthentication\w*|requestOAuth\w*|helpers\.request)|(?<![.\w])fetch\b/g,
		),
		planted: [
			action,
			'const send = fetch;\nconst { httpRequest: other } = fn.helpers;\nawait this.helpers.httpRequest({ url });',
		],
		harmless: '// not through httpRequest\nawait this.fetch(file);',
	},
	{
		name: 'only the router takes all input items, others the one that they work on',
		of: (path) => path !== `${NODE}actions/router.ts`,
		violations: found(/getInputData\((?!\)\[itemIndex\])[^\n]*/g),
		planted: [action, 'for (const item of fn.getInputData()) use(item);'],
		harmless: 'const item = fn.getInputData()[itemIndex];',
	},
	{
		name: "only transport's errors and the router make errors for n8n",
		of: (path) => ![`${TRANSPORT}errors.ts`, `${NODE}actions/router.ts`].includes(path),
		violations: found(/new Node(Api|Operation)Error\b/g),
		planted: [action, "throw new NodeApiError(node, {}, { message: 'x' });"],
	},
];

test.each(rules)('$name', ({ of, violations, planted: [path, text], harmless = '' }) => {
	expect(of(path) && violations({ path, text })).toHaveLength(text.split('\n').length);
	expect(violations({ path, text: harmless })).toEqual([]);
	const all = sources.filter((source) => of(source.path));
	expect(all.flatMap((source) => violations(source).map((what) => [source.path, what]))).toEqual(
		[],
	);
});

/** Codes of the service beside the table of words: each decides what happens next, and none puts it into words. */
const DECIDING: Record<string, string> = {
	'actions/contact/createOrGet.operation.ts': 'multiple_contact',
	'actions/notice/cancel.operation.ts': 'annonce_introuvable reference_absent reference_incorrect',
	'actions/notice/order.operation.ts': 'annonce_commandee',
	'actions/notice/registered.ts': 'annonce_commandee annonce_suspendue',
	'actions/notice/openDate.ts': 'bouclage_depasse date_indisponible',
	'actions/notice/replacement.ts': 'annonce_commandee annonce_introuvable',
	'actions/lookup.ts': 'annonce_introuvable',
	'transport/envelope.ts': 'requetes_max',
	'transport/client.ts': 'timestamp_controle',
	'transport/failures.ts': 'internal_server',
	'transport/batch.ts': 'annonce_suspendue body_incorrect',
	'trigger/answers.ts': 'annonce_suspendue',
};

test('codes of the service stand in the error table, and elsewhere only where they decide what to do', () => {
	const unexpected = sources
		.filter(({ path }) => path.startsWith(NODE) && !path.endsWith('/errorTable.ts'))
		.flatMap((source) => {
			const file = source.path.slice(NODE.length);
			const allowed = (DECIDING[file] ?? '').split(' ').map((name) => `err_${name}`);
			const codes = found(/\berr_[a-z_]+/g)(source);
			return codes.filter((code) => !allowed.includes(code)).map((code) => `${file}: ${code}`);
		});
	expect(unexpected).toEqual([]);
});

const linesOf = ({ text }: SourceFile): number => text.trimEnd().split('\n').length;

test('the published code can be read within an hour, each file at once', () => {
	const lines = sources.reduce((sum, source) => sum + linesOf(source), 0);
	const characters = sources.reduce((sum, { text }) => sum + text.length, 0);
	expect(sources.length).toBeLessThanOrEqual(limits.files);
	expect(lines).toBeLessThanOrEqual(limits.lines);
	expect(characters).toBeLessThanOrEqual(limits.characters);
	// The table of codes is data.
	const long = sources.filter((source) => linesOf(source) > 300);
	expect(long.map(({ path }) => path).filter((path) => !path.endsWith('/errorTable.ts'))).toEqual(
		[],
	);
	expect([...filesUnder('nodes', '.mts'), ...filesUnder('credentials', '.mts')]).toEqual([]);
});

/** What each module of the package imports of the package. */
function importsByModule(files: readonly SourceFile[]): Map<string, string[]> {
	const paths = new Set(files.map(({ path }) => path));
	const resolved = (name: string) =>
		[`${name}.ts`, `${name}/index.ts`].find((path) => paths.has(path));
	return new Map(
		files.map((file) => [file.path, importsOf(file).flatMap((name) => resolved(name) ?? [])]),
	);
}

/** Modules that reach themselves through what they import. */
function circular(files: readonly SourceFile[]): string[] {
	const imports = importsByModule(files);
	return [...imports.keys()].filter((start) => {
		const seen = new Set<string>();
		const open = [...(imports.get(start) ?? [])];
		for (let next = open.pop(); next !== undefined; next = open.pop()) {
			if (seen.has(next)) continue;
			seen.add(next);
			open.push(...(imports.get(next) ?? []));
		}
		return seen.has(start);
	});
}

/** Small modules that one other imports: they belong into that one. Operations are found by their name. */
function crumbs(files: readonly SourceFile[]): string[] {
	const imports = [...importsByModule(files).values()].map((names) => new Set(names));
	return files
		.filter(({ path }) => !path.endsWith('.operation.ts') && !publishedFiles.includes(path))
		.filter((file) => linesOf(file) < 40)
		.filter(({ path }) => imports.filter((names) => names.has(path)).length === 1)
		.map(({ path }) => path);
}

const file = (name: string, text: string): SourceFile => ({ path: `${NODE}${name}.ts`, text });

test('no small module has a single reader', () => {
	const reader = file('reader', "import { a } from './crumb';");
	expect(crumbs([reader, file('crumb', 'export const a = 1;')])).toEqual([`${NODE}crumb.ts`]);
	expect(crumbs([reader, file('crumb', 'export const a = 1;\n'.repeat(40))])).toEqual([]);
	expect(crumbs(sources)).toEqual([]);
});

test('no modules import each other in a circle', () => {
	const ring = ['a', 'b', 'c'].map((name, index) =>
		file(name, `import './${'bca'.charAt(index)}';`),
	);
	expect(circular([...ring, file('d', "import './a';")])).toEqual(ring.map(({ path }) => path));
	expect(circular(ring.slice(1))).toEqual([]);
	expect(circular(sources)).toEqual([]);
});
