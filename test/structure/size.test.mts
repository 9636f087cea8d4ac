import { importsOf } from './architecture.mts';
import { limits } from './limits.mts';
import { publishedFiles, publishedSources, type SourceFile } from './package.mts';

const sources = publishedSources();

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
function circles(files: readonly SourceFile[]): string[][] {
	const imports = importsByModule(files);
	const reached = new Map<string, Set<string>>();
	for (const start of imports.keys()) {
		const seen = new Set<string>();
		const open = [...(imports.get(start) ?? [])];
		for (let next = open.pop(); next !== undefined; next = open.pop()) {
			if (seen.has(next)) continue;
			seen.add(next);
			open.push(...(imports.get(next) ?? []));
		}
		reached.set(start, seen);
	}
	const inCircles = [...imports.keys()].filter((path) => reached.get(path)?.has(path));
	const groups = inCircles.map((path) =>
		inCircles.filter((other) => reached.get(path)?.has(other) && reached.get(other)?.has(path)),
	);
	return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

/** Small modules that one other imports: they belong into that one. Operations are found by their name. */
function crumbs(files: readonly SourceFile[]): string[] {
	const imports = [...importsByModule(files).values()].map((names) => new Set(names));
	return files
		.filter(({ path }) => !path.endsWith('.operation.ts') && !publishedFiles.includes(path))
		.filter(({ text }) => text.trimEnd().split('\n').length < 40)
		.filter(({ path }) => imports.filter((names) => names.has(path)).length === 1)
		.map(({ path }) => path);
}

const planted = (path: string, text: string): SourceFile => ({
	path: `nodes/LegalNotice/${path}.ts`,
	text,
});

test('the published code can be read within an hour', () => {
	const lines = sources.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0);
	const characters = sources.reduce((sum, { text }) => sum + text.length, 0);
	expect(sources.length).toBeLessThanOrEqual(limits.files);
	expect(lines).toBeLessThanOrEqual(limits.lines);
	expect(characters).toBeLessThanOrEqual(limits.characters);
});

test('no small module has a single reader', () => {
	const found = crumbs(sources);
	expect(found.slice(limits.crumbs)).toEqual([]);
	const reader = planted('reader', "import { a } from './crumb';");
	expect(crumbs([reader, planted('crumb', 'export const a = 1;')])).toEqual([
		'nodes/LegalNotice/crumb.ts',
	]);
	expect(crumbs([reader, planted('crumb', 'export const a = 1;\n'.repeat(40))])).toEqual([]);
});

test('no modules import each other in a circle', () => {
	expect(circles(sources).slice(limits.circles)).toEqual([]);
	const ring = ['a', 'b', 'c'].map((name, index, all) =>
		planted(name, `import './${all[(index + 1) % 3]}';`),
	);
	expect(circles([...ring, planted('d', "import './a';")])).toEqual([ring.map(({ path }) => path)]);
	expect(circles(ring.slice(1))).toEqual([]);
});
