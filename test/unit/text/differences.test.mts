import fc from 'fast-check';

import { runs } from '../../property/runs.mts';

import { compareComposed } from '../../../nodes/LegalNotice/domain/text/compare.ts';

const told = (left: string, right: string) => {
	const { missing, added } = compareComposed(`<p>${left}</p>`, `<p>${right}</p>`);
	return [missing, added];
};

test.each([
	['', '', [], []],
	['a b c', 'a b c', [], []],
	['', 'a b', [], ['a b']],
	['a b', '', ['a b'], []],
	['a b c', 'a x c', ['b'], ['x']],
	['a b c d', 'a d', ['b c'], []],
	['a d', 'a b c d', [], ['b c']],
	['x a b', 'a b', ['x'], []],
	['a b', 'a b x', [], ['x']],
	['a b c d e', 'x b y d z', ['a', 'c', 'e'], ['x', 'y', 'z']],
	['a a b b', 'b b a a', ['a a'], ['a a']],
	['a b a b a', 'b a b', ['a', 'a'], []],
	['a a a', 'a a', ['a'], []],
	['one a a two b b three', 'one a two b three', ['a', 'b'], []],
])('from %j to %j', (left, right, missing, added) => {
	expect(told(left, right)).toEqual([missing, added]);
});

/** Length of the longest common subsequence, the slow way. */
function longest(left: readonly string[], right: readonly string[]): number {
	const [first, ...rest] = left;
	if (first === undefined || right.length === 0) return 0;
	const at = right.indexOf(first);
	const without = longest(rest, right);
	return at < 0 ? without : Math.max(without, 1 + longest(rest, right.slice(at + 1)));
}

test('as few words as possible are named, and they turn one text into the other', () => {
	const sequence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 });
	const count = (phrases: readonly string[]) =>
		phrases.reduce((sum, phrase) => sum + phrase.split(' ').length, 0);
	fc.assert(
		fc.property(sequence, sequence, (left, right) => {
			const [missing = [], added = []] = told(left.join(' '), right.join(' '));
			const common = longest(left, right);
			expect(left.length - count(missing)).toBe(right.length - count(added));
			expect(left.length - count(missing)).toBe(common);
		}),
		runs(200),
	);
});

test('a text of which nothing is left counts as replaced', () => {
	const left = Array.from({ length: 5_000 }, (_, index) => `a${index % 9}`).join(' ');
	const right = Array.from({ length: 5_000 }, (_, index) => `b${index % 9}`).join(' ');
	expect(told(left, right)).toEqual([[left], [right]]);
});

test('what is the same before and after a difference is never too large', () => {
	const pattern = Array.from({ length: 30_000 }, (_, index) => (index % 2 ? 'a' : 'b')).join(' ');
	expect(told(`${pattern} x ${pattern}`, `${pattern} y ${pattern}`)).toEqual([['x'], ['y']]);
});
