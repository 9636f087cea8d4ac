import fc from 'fast-check';

import { differences } from '../../../nodes/LegalNotice/domain/text/diff.ts';
import { anchorsOf, commonWords } from '../../../nodes/LegalNotice/domain/text/matches.ts';

const words = (text: string): string[] => (text === '' ? [] : text.split(' '));
const told = (left: string, right: string): string[] =>
	differences(words(left), words(right)).map(
		(difference) =>
			`${words(left)
				.slice(...difference.left)
				.join(' ')}>${words(right)
				.slice(...difference.right)
				.join(' ')}`,
	);

test.each([
	['', '', []],
	['a b c', 'a b c', []],
	['', 'a b', ['>a b']],
	['a b', '', ['a b>']],
	['a b c', 'a x c', ['b>x']],
	['a b c d', 'a d', ['b c>']],
	['a d', 'a b c d', ['>b c']],
	['x a b', 'a b', ['x>']],
	['a b', 'a b x', ['>x']],
	['a b c d e', 'x b y d z', ['a>x', 'c>y', 'e>z']],
	// No word stands once on both sides: compared exactly.
	['a a b b', 'b b a a', ['a a>', '>a a']],
	['a b a b a', 'b a b', ['a>', 'a>']],
	['a a a', 'a a', ['a>']],
	// A word that moved.
	['a b c d e', 'a c d b e', ['b>', '>b']],
	['one a a two b b three', 'one a two b three', ['a>', 'b>']],
	// A word next to a stretch stands in it on the other side as well.
	['x A S', 'y A S S', ['x>y', '>S']],
	['S A x', 'S S A y', ['>S', 'x>y']],
	['x A B x', 'y A x B', ['x>y', '>x', 'x>']],
])('from %j to %j', (left, right, expected) => {
	expect(told(left, right)).toEqual(expected);
});

const sequence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

test('what lies between the differences is the same on both sides, and nothing of them is', () => {
	fc.assert(
		fc.property(sequence, sequence, (left, right) => {
			let fromLeft = 0;
			let fromRight = 0;
			const ends = {
				left: [left.length, left.length],
				right: [right.length, right.length],
			} as const;
			for (const difference of [...differences(left, right), ends]) {
				expect(left.slice(fromLeft, difference.left[0])).toEqual(
					right.slice(fromRight, difference.right[0]),
				);
				[, fromLeft] = difference.left;
				[, fromRight] = difference.right;
			}
			for (const { left: one, right: other } of differences(left, right)) {
				expect(one[1] - one[0] + other[1] - other[0]).toBeGreaterThan(0);
			}
		}),
	);
});

/** Length of the longest common subsequence, the slow way. */
function longest(left: readonly string[], right: readonly string[]): number {
	const [first, ...rest] = left;
	if (first === undefined || right.length === 0) return 0;
	const at = right.indexOf(first);
	const without = longest(rest, right);
	return at < 0 ? without : Math.max(without, 1 + longest(rest, right.slice(at + 1)));
}

test('a stretch without unique words keeps as many words as can be kept', () => {
	const short = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });
	fc.assert(
		fc.property(short, short, fc.nat(2), fc.nat(2), (left, right, atLeft, atRight) => {
			// Ranges inside longer sequences, whose other words do not count.
			const one = [...'abc'.slice(0, atLeft), ...left, 'a', 'b'];
			const other = [...'cba'.slice(0, atRight), ...right, 'b', 'a', 'c'];
			const matches = commonWords(
				one,
				other,
				[atLeft, atLeft + left.length],
				[atRight, atRight + right.length],
			);
			expect(matches).toHaveLength(longest(left, right));
			for (const [index, [a, b]] of matches.entries()) {
				expect(one[a]).toBe(other[b]);
				const [nextA = Infinity, nextB = Infinity] = matches[index + 1] ?? [];
				expect(a < nextA && b < nextB).toBe(true);
			}
		}),
	);
});

test('anchors are words that stand once on both sides, the longest series in the same order', () => {
	const one = words('a b c d e f d');
	const other = words('e a b x c f b2 d');
	expect(anchorsOf(one, other, [0, one.length], [0, other.length])).toEqual([
		[0, 1],
		[1, 2],
		[2, 4],
		[5, 5],
	]);
	// Only what lies in the ranges counts.
	expect(anchorsOf(one, other, [3, 4], [0, other.length])).toEqual([[3, 7]]);
	expect(anchorsOf(words('a a'), words('a'), [0, 2], [0, 1])).toEqual([]);
});

test('the longest series is found for every order of words', () => {
	fc.assert(
		fc.property(fc.shuffledSubarray([...'abcdefg'], { minLength: 7 }), (other) => {
			const one = [...'abcdefg'];
			const found = anchorsOf(one, other, [0, 7], [0, 7]);
			expect(found).toHaveLength(longest(one, other));
			for (const [a, b] of found) expect(one[a]).toBe(other[b]);
		}),
	);
});

test('a stretch that is too large to compare exactly counts as replaced', () => {
	const left = Array.from({ length: 2_100 }, (_, index) => (index % 2 ? 'a' : 'b'));
	const right = Array.from({ length: 2_100 }, (_, index) => (index % 2 ? 'b' : 'a'));
	expect(differences(left, right)).toEqual([{ left: [0, 2_100], right: [0, 2_100] }]);
	expect(differences(left.slice(0, 1_000), right.slice(0, 1_000))).toHaveLength(2);
});

test('what is the same before and after a difference is never too large', () => {
	const pattern = Array.from({ length: 2_200 }, (_, index) => (index % 2 ? 'a' : 'b'));
	expect(differences([...pattern, 'x'], [...pattern, 'y'])).toEqual([
		{ left: [2_200, 2_201], right: [2_200, 2_201] },
	]);
	expect(differences(['x', ...pattern], ['y', ...pattern])).toEqual([
		{ left: [0, 1], right: [0, 1] },
	]);
});

test('words made to be unique only within one another do not multiply the work', () => {
	const nested = (other: string): string[] => {
		const inside = [other];
		for (let level = 1_000; level > 0; level--) inside.push(`w${level}`, `w${level + 1}`, other);
		return inside;
	};
	expect(differences(nested('x'), nested('y')).length).toBeLessThan(500);
});
