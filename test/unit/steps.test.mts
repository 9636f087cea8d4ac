/** The count of work is worth what it tells apart: work that grows with a text, and work that grows with its square. */
import { growth } from './steps.mts';

const spaces = (length: number) => ' '.repeat(length);

test.each<[string, (size: number) => unknown]>([
	['one pass', (size) => spaces(size).replace(/ /g, '')],
	[
		'a search for what is found at once',
		(size) =>
			spaces(size)
				.split('')
				.map(() => 'a b'.indexOf(' ')),
	],
	['an expression that begins anew nowhere', (size) => /^ +$/.test(`${spaces(size)}a`)],
	['a look behind that ends at once', (size) => `${spaces(size)}a`.match(/(?<!b)a/g)],
])('%s grows with the text', async (_what, work) => {
	expect(await growth(work, 500)).toBeLessThan(2.1);
});

test.each<[string, (size: number) => unknown]>([
	['spaces before an end', (size) => `${spaces(size)}a`.replace(/ +$/g, '')],
	['a tag that is never closed', (size) => '<'.repeat(size).match(/<[^>]*>/g)],
	['a look behind that goes far', (size) => `${spaces(size)}`.match(/(?<=a +) /g)],
	['a group within a group', (size) => `${spaces(size)}a`.match(/(?:(?: ){1,}b)+/)],
	['the same word again', (size) => `${spaces(size)}a`.match(/( +)b\1/)],
	[
		'searches that find nothing',
		(size) => [...spaces(size)].map((_, at) => spaces(size).indexOf('a', at)),
	],
])('%s grows with its square', async (_what, work) => {
	expect(await growth(work, 500)).toBeGreaterThan(3.5);
});
