import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { blocks, ROOT } from './documents.mts';

/** The steps of "Add an operation", as the document shows them. */
const document = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const [, file = ''] = /^1\. `(nodes\/\S+\.operation\.ts)`:$/m.exec(document) ?? [];
const [, index = '', line = ''] = /^2\. `(nodes\/\S+\/index\.ts)`: `(.+)`$/m.exec(document) ?? [];
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
	const registry = join(ROOT, 'nodes/LegalNotice/actions/registry.ts');
	const program = ts.createProgram([registry], { ...options, noEmit: true }, host);
	return [...overlay.keys(), registry].flatMap((path) => {
		const one = program.getSourceFile(path);
		if (!one) return [`${path} is not part of the package`];
		return [...program.getSyntacticDiagnostics(one), ...program.getSemanticDiagnostics(one)].map(
			({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '),
		);
	});
}

const withLine = (text: string): string => `${readFileSync(join(ROOT, index), 'utf8')}${text}\n`;

test('the operation that is added with one file and one line compiles', () => {
	expect(existsSync(join(ROOT, file))).toBe(false);
	expect(complaints({ [file]: source, [index]: withLine(line) })).toEqual([]);
}, 60_000);

test('one that is exported under another name does not', () => {
	const misnamed = line.replace(/\{ (\w+) \}/, '{ $1 as other }');
	expect(complaints({ [file]: source, [index]: withLine(misnamed) })).not.toEqual([]);
}, 60_000);
