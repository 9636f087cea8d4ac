/** The tests of a file that really run, by the words that stand for them: their titles, and the rows of their tables. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..', '..');
const RUNNERS = ['test', 'it', 'describe'];
/** Their tests are listed and never fail. */
const IDLE = ['skip', 'todo', 'failing'];

const known = new Map<string, ReadonlySet<string>>();

/**
 * Whether a file has a test of this title, and runs it.
 *
 * @param file from the root of the repository
 * @param title without quotation marks, because documents put it between some
 */
export function runsTest(file: string, title: string): boolean {
	const path = join(ROOT, file);
	const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
	const read = () => new Set([...runningTitles(source)].map((one) => one.replaceAll('"', '')));
	const titles = known.get(file) ?? read();
	known.set(file, titles);
	return titles.has(title);
}

/** Titles of the tests, and of the groups that have a test, with the labels of tables; skipped ones are left out. */
export function runningTitles(source: string): Set<string> {
	const file = ts.createSourceFile('tests.mts', source, ts.ScriptTarget.Latest, true);
	return new Set(titlesIn(file, file));
}

function titlesIn(node: ts.Node, file: ts.SourceFile): string[] {
	const call = ts.isCallExpression(node) ? runnerCall(node) : undefined;
	if (!call || !ts.isCallExpression(node)) {
		return childrenOf(node).flatMap((child) => titlesIn(child, file));
	}
	if (call.names.some((name) => IDLE.includes(name))) return [];
	const [title, body] = node.arguments;
	const own = title === undefined ? [] : wordsOf(title, call.table, file);
	if (body === undefined) return [];
	if (call.names[0] !== 'describe') return own;
	const below = titlesIn(body, file);
	return below.length > 0 ? [...own, ...below] : [];
}

interface RunnerCall {
	/** From the outermost: `test.skip.each` is test, skip, each. */
	readonly names: readonly string[];
	readonly table: ts.Expression | undefined;
}

/** What a call runs as; undefined when it is no test. `xtest` and aliases are none. */
function runnerCall({ expression }: ts.CallExpression): RunnerCall | undefined {
	const each = ts.isCallExpression(expression) ? expression : undefined;
	const names = (each ? each.expression : expression).getText().split('.');
	if (!RUNNERS.includes(names[0] ?? '')) return undefined;
	if (names.at(-1) === 'each' && !each) return undefined;
	return { names, table: each?.arguments[0] };
}

function wordsOf(
	title: ts.Expression,
	table: ts.Expression | undefined,
	file: ts.SourceFile,
): string[] {
	const text = ts.isStringLiteralLike(title) ? title.text : title.getText().slice(1, -1);
	if (table === undefined || !/[%$]/.test(text)) return [text];
	return [text, ...labelsOf(table, file)];
}

/** The first text of each row, or the row itself; of an object its keys. */
function labelsOf(table: ts.Expression, file: ts.SourceFile): string[] {
	if (ts.isAsExpression(table) || ts.isSatisfiesExpression(table)) {
		return labelsOf(table.expression, file);
	}
	if (ts.isIdentifier(table)) {
		const value = valueOf(table.text, file);
		return value ? labelsOf(value, file) : [];
	}
	if (ts.isCallExpression(table) && table.expression.getText() === 'Object.entries') {
		return table.arguments[0] ? labelsOf(table.arguments[0], file) : [];
	}
	if (ts.isObjectLiteralExpression(table)) {
		return table.properties.map(({ name }) =>
			name && (ts.isStringLiteralLike(name) || ts.isIdentifier(name)) ? name.text : '',
		);
	}
	if (!ts.isArrayLiteralExpression(table)) return [];
	return table.elements.flatMap((row) => {
		const first = ts.isArrayLiteralExpression(row) ? row.elements[0] : row;
		return first && ts.isStringLiteralLike(first) ? [first.text] : [];
	});
}

function valueOf(name: string, file: ts.SourceFile): ts.Expression | undefined {
	const find = (node: ts.Node): ts.Expression | undefined =>
		ts.isVariableDeclaration(node) && node.name.getText() === name
			? node.initializer
			: childrenOf(node).reduce<ts.Expression | undefined>(
					(found, child) => found ?? find(child),
					undefined,
				);
	return find(file);
}

function childrenOf(node: ts.Node): ts.Node[] {
	const children: ts.Node[] = [];
	ts.forEachChild(node, (child) => void children.push(child));
	return children;
}
