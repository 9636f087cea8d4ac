import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LegalNoticeApi } from '../../credentials/LegalNoticeApi.credentials.ts';
import { registry } from '../../nodes/LegalNotice/actions/registry.ts';
import type { Operation } from '../../nodes/LegalNotice/actions/operation.types.ts';
import { parametersOf, publishedNodes, ROOT } from './package.mts';

interface Row {
	number: number;
	node: string;
	shownBy: string;
}

const rows: Row[] = readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8')
	.split('\n')
	.filter((line) => /^\| +\d/.test(line))
	.map((line) => {
		const [, number = '', , node = '', shownBy = ''] = line.split(/(?<!\\)\|/);
		return { number: Number(number), node: node.trim(), shownBy: shownBy.trim() };
	});

test('all 112 rules are there, each once, in order', () => {
	expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 112 }, (_, i) => i + 1));
});

test('every rule is shown by a test, or says why it is left out', () => {
	const open = rows.filter(
		({ shownBy }) => proofs(shownBy).length === 0 && !/^Not done: .{40,}/.test(shownBy),
	);
	expect(open).toEqual([]);
	const short = rows.filter(({ shownBy }) => /Not done: .{0,20}$/.test(shownBy));
	expect(short).toEqual([]);
});

test('every test named exists', () => {
	expect(rows.flatMap(({ shownBy }) => proofs(shownBy).flatMap(missing))).toEqual([]);
	const name = ['no', 'such', 'test'].join(' ');
	expect(proofs(`\`test/structure/coverage.test.mts\` "${name}"`).flatMap(missing)).toHaveLength(1);
	expect(proofs(`\`test/gone.test.mts\` "${name}"`).flatMap(missing)).toHaveLength(1);
});

test('every operation, parameter and list named exists', () => {
	const named = rows.flatMap(({ node }) =>
		[...node.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
	);
	expect(named.length).toBeGreaterThan(80);
	expect(named.filter((name) => !known.has(name ?? ''))).toEqual([]);
	expect(known.has(['notice', 'order', 'planted'].join('.'))).toBe(false);
});

test('every operation serves a rule', () => {
	const named = rows.map(({ node }) => node).join(' ');
	const idle = operations.filter((name) => !new RegExp(`\`${name}[.\`]`).test(named));
	expect(idle).toEqual([]);
});

interface Proof {
	file: string;
	name: string;
}

/** `file` "name of the test"; every file named has to have its test. */
function proofs(cell: string): Proof[] {
	return [...cell.matchAll(/`((?:test|e2e)\/[^`]+)` "([^"]+)"/g)].map(
		([, file = '', name = '']) => ({ file, name }),
	);
}

function missing({ file, name }: Proof): string[] {
	const path = join(ROOT, file);
	const exists = existsSync(path) && readFileSync(path, 'utf8').includes(name);
	return exists ? [] : [`${file}: ${name}`];
}

const operations = Object.entries(registry).flatMap(([resource, entry]) =>
	Object.keys(entry.operations).map((operation) => `${resource}.${operation}`),
);

/** Everything that the Node column may name. */
const known = new Set<string>([
	...operations,
	...Object.entries(registry).flatMap(([resource, entry]) =>
		Object.entries(entry.operations as Record<string, Operation>).flatMap(
			([operation, { properties }]) =>
				properties.flatMap(({ name, options = [] }) => [
					`${resource}.${operation}.${name}`,
					...options.map((option) => `${resource}.${operation}.${name}.${option.name}`),
				]),
		),
	),
	...new LegalNoticeApi().properties.map(({ name }) => `credential.${name}`),
	...publishedNodes.flatMap(({ node }) => [
		...Object.keys(node.methods?.listSearch ?? {}),
		...Object.keys(node.methods?.loadOptions ?? {}),
	]),
	...publishedNodes
		.flatMap(parametersOf)
		.filter(({ path }) => path.startsWith('legalNoticeTrigger.'))
		.map(({ path }) => path.replace(/^legalNoticeTrigger/, 'trigger')),
]);
