/** The rules of the house: what a room may import. What a line of code may do in a room is held by the lint of its shape. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { filesUnder, ROOT } from './package.mts';

const NODE = 'nodes/LegalNotice/';

const sources = [...filesUnder('nodes', '.ts'), ...filesUnder('credentials', '.ts')].map((path) => {
	const text = readFileSync(join(ROOT, path), 'utf8');
	const imports = ts
		.preProcessFile(text, true, true)
		.importedFiles.map(({ fileName }) =>
			fileName.startsWith('.') ? posix.join(posix.dirname(path), fileName) : fileName,
		);
	return { path, text, imports };
});

test.each([
	['', /^(nodes\/|credentials\/|n8n-workflow$|node:crypto$)/],
	[`${NODE}reading/`, /^nodes\/LegalNotice\/reading\//],
	[`${NODE}domain/`, /^(nodes\/LegalNotice\/(domain|reading)\/|node:crypto$)/],
	[`${NODE}errors/`, /^(nodes\/LegalNotice\/(errors|domain|reading)\/|n8n-workflow$)/],
	[
		`${NODE}transport/`,
		/^(nodes\/LegalNotice\/(transport|errors|domain|reading)\/|n8n-workflow$|node:crypto$)/,
	],
	[
		`${NODE}notices/`,
		/^(nodes\/LegalNotice\/(notices|transport|errors|domain|reading)\/|n8n-workflow$|node:crypto$)/,
	],
	[`${NODE}actions/`, /^(?!nodes\/LegalNotice\/trigger\/)/],
	[`${NODE}trigger/`, /^(?!nodes\/LegalNotice\/actions\/)/],
])('files under "%s" import nothing but %s', (room, allowed) => {
	const wrong = sources
		.filter(({ path }) => path.startsWith(room))
		.flatMap(({ path, imports }) => imports.map((name) => `${path} imports ${name}`))
		.filter((line) => !allowed.test(line.split(' imports ')[1] ?? ''));
	expect(wrong).toEqual([]);
});

const importers = (path: string) =>
	sources.filter(({ imports }) => imports.includes(path.replace(/\.ts$/, '')));

test('no modules import each other in a circle', () => {
	const circular = sources.filter((start) => {
		const above = new Set(importers(start.path));
		// A set that grows while it is walked through is walked through to its end.
		for (const one of above) for (const next of importers(one.path)) above.add(next);
		return above.has(start);
	});
	expect(circular.map(({ path }) => path)).toEqual([]);
});

/** Variables of a module that change, or that hold a collection which begins empty and is filled. */
function changingVariables({ path, text }: { path: string; text: string }): string[] {
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
	return file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => {
		const isConstant = (declarationList.flags & ts.NodeFlags.Const) !== 0;
		const changing = declarationList.declarations.filter(({ initializer: value }) => {
			if (!isConstant || value === undefined) return true;
			if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0;
			return ts.isNewExpression(value) && (value.arguments ?? []).length === 0;
		});
		return changing.map(({ name }) => `${path}: ${name.getText(file)}`);
	});
}

test('these variables, and no others, keep memory beyond an execution', () => {
	expect(sources.flatMap(changingVariables)).toEqual([
		// Lists of names, kept ten minutes for a key.
		`${NODE}actions/lists.ts: keptLists`,
		// Always the same; making it takes time that the start of n8n should not.
		`${NODE}reading/cells/dates.ts: offsetFormat`,
		// The limiter and the clock of a key, and what is under way with it.
		`${NODE}transport/keyState.ts: states`,
		// What a trigger carries from one poll to the next.
		`${NODE}trigger/state.ts: triggers`,
	]);
});
