import { sameValue } from '../../../nodes/LegalNotice/domain/records.ts';

test.each([
	[1, 1],
	['a', 'a'],
	[null, null],
	[[], []],
	[{}, {}],
	[
		[1, { a: ['x'] }],
		[1, { a: ['x'] }],
	],
	[
		{ a: 1, b: 2 },
		{ b: 2, a: 1 },
	],
])('%j says the same as %j', (a, b) => {
	expect(sameValue(a, b)).toBe(true);
});

test.each([
	[1, '1'],
	[null, undefined],
	[0, false],
	[[], {}],
	[{}, null],
	[
		[1, 2],
		[2, 1],
	],
	[[1], [1, 2]],
	[{ a: 1 }, { a: 1, b: undefined }],
	[{ a: undefined }, { b: undefined }],
	[{ a: { b: 1 } }, { a: { b: 2 } }],
])('%j does not say the same as %j', (a, b) => {
	expect(sameValue(a, b)).toBe(false);
	expect(sameValue(b, a)).toBe(false);
});
