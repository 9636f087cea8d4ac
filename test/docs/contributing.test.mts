import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { blocks, ROOT } from './documents.mts';

/** The steps of "Add an operation", as the document shows them. */
const document = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const [, file = ''] = /^1\. `(nodes\/\S+\.operation\.ts)`:$/m.exec(document) ?? [];
const [, table = '', line = ''] =
	/^2\. `(nodes\/\S+registry\.ts)`: `([^`]+)`/m.exec(document) ?? [];
const source =
	blocks(document)
		.find(({ kind }) => kind === 'ts')
		?.lines.join('\n') ?? '';

/** What the compiler says of the sources with these files in them. */
function complaints(files: Readonly<Record<string, string>>): string[] {
	const overlay = new Map(Object.entries(files).map(([path, text]) => [join(ROOT, path), text]));
	const read = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
	const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, ROOT);
	const host = ts.createCompilerHost(options);
	const usual = host.getSourceFile.bind(host);
	host.getSourceFile = (path, ...more) => {
		const text = overlay.get(path);
		return text === undefined
			? usual(path, ...more)
			: ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
	};
	host.fileExists = (path) => overlay.has(path) || ts.sys.fileExists(path);
	const program = ts.createProgram([join(ROOT, table)], { ...options, noEmit: true }, host);
	return [...overlay.keys()].flatMap((path) => {
		const one = program.getSourceFile(path);
		if (!one) return [`${path} is not part of the package`];
		return [...program.getSyntacticDiagnostics(one), ...program.getSemanticDiagnostics(one)].map(
			({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '),
		);
	});
}

/** The table of operations with the new one under this name. */
function withEntry(entry: string): string {
	const text = readFileSync(join(ROOT, table), 'utf8');
	const before = '\n\t\tcheckText,';
	expect(text).toContain(before);
	return `${line}\n${text.replace(before, `\n\t\t${entry},${before}`)}`;
}

test('the operation that is added with one file and its name in the table compiles', () => {
	expect(existsSync(join(ROOT, file))).toBe(false);
	expect(complaints({ [file]: source, [table]: withEntry('ping') })).toEqual([]);
}, 60_000);

test('one that is listed under another name does not', () => {
	expect(complaints({ [file]: source, [table]: withEntry('other: ping') })).not.toEqual([]);
}, 60_000);
