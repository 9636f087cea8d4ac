import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { knownNames, operations } from './coverageNames.mts';
import { ROOT } from './package.mts';
import { runningTitles, runsTest } from './testTitles.mts';

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

/** Rules that are left out on purpose; the document says why. No other row may be. */
const NOT_DONE = [60, 72, 103];

test('every rule is shown by a test, but for the few that are left out with their reason', () => {
	expect(rows.filter(isOpen).map(({ number }) => number)).toEqual([]);
	const leftOut = rows.filter(({ shownBy }) => shownBy.includes('Not done'));
	expect(leftOut.map(({ number }) => number)).toEqual(NOT_DONE);
});

function isOpen({ number, shownBy }: Row): boolean {
	return NOT_DONE.includes(number)
		? !/^Not done: .{40,}/.test(shownBy)
		: proofs(shownBy).length === 0;
}

test('a rule without a test, or left out without being one of the few, is found', () => {
	const reason = 'Not done: for a reason that is long enough to be one, at least by its length';
	const cells: Array<[number, string, boolean]> = [
		[60, reason, false],
		[60, 'Not done: because', true],
		[61, reason, true],
		[61, '`test/some.test.mts` without its name', true],
		[61, '`test/some.test.mts` "does something"', false],
	];
	for (const [number, shownBy, open] of cells) {
		expect([shownBy, isOpen({ number, node: '', shownBy })]).toEqual([shownBy, open]);
	}
});

test('every test named is there and runs', () => {
	expect(rows.flatMap(({ shownBy }) => proofs(shownBy).flatMap(missing))).toEqual([]);
	const own = '`test/structure/coverage.test.mts`';
	expect(proofs(`${own} "every test named is there and runs"`).flatMap(missing)).toEqual([]);
	// In the file, but no title; part of a title; no such file.
	expect(proofs(`${own} "is found in this file"`).flatMap(missing)).toHaveLength(1);
	expect(proofs(`${own} "every test named is there"`).flatMap(missing)).toHaveLength(1);
	expect(proofs('`test/gone.test.mts` "every test named is there"').flatMap(missing)).toHaveLength(
		1,
	);
});

test('what is skipped, planned, commented out or only mentioned shows nothing', () => {
	const source = `
		test('runs', () => {});
		it.each([['row', 1], ['other row', 2]])('%s runs', () => {});
		describe.each(names)('group of %s', () => { test('runs in it', () => {}); });
		test.skip('skipped', () => {});
		test.skip.each([['skipped row']])('%s', () => {});
		xtest('crossed out', () => {});
		test.todo('planned');
		describe.skip('skipped group', () => { test('in a skipped group', () => {}); });
		describe('empty group', () => {});
		// test('commented', () => {});
		expect('mentioned').toBe('mentioned');
		const names = ['first', 'second'];
	`;
	const titles = [
		'runs',
		'%s runs',
		'row',
		'other row',
		'group of %s',
		'first',
		'second',
		'runs in it',
	];
	expect([...runningTitles(source)].sort()).toEqual(titles.sort());
});

test('every operation, parameter and list named exists', () => {
	const named = rows.flatMap(({ node }) =>
		[...node.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
	);
	expect(named.length).toBeGreaterThan(80);
	expect(named.filter((name) => !knownNames.has(name ?? ''))).toEqual([]);
	expect(knownNames.has(['notice', 'order', 'planted'].join('.'))).toBe(false);
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
	return runsTest(file, name) ? [] : [`${file}: ${name}`];
}
