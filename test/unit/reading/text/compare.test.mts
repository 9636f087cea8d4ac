import fc from 'fast-check';

import { runs } from '../../../property/runs.mts';
import {
	type Comparison,
	compareComposed,
} from '../../../../nodes/LegalNotice/reading/text/compare.ts';
import { prepareText } from '../../../../nodes/LegalNotice/reading/text/prepare.ts';

const sent =
	'<p class="fs-titre">AVIS</p><p>Siège social\u00a0: 14 bis, rue de l’Abbé-Groult.<br/>Capital : <strong>10\u00a0000 €</strong></p>';

/** What was written as HTML, with what a service composed of it. */
const compare = (text: string, composed: string): Comparison =>
	compareComposed(prepareText({ format: 'html', text }).visibleText, composed);

describe('the comparison with the composed text of a quote', () => {
	it.each([
		'<p class="x">AVIS</p>\n<p>Siège\n social<br/>  <b>10&nbsp;000</b> €</p>',
		'<div>AVIS</div><div>Siège social</div><ul><li>10&#160;000 €</li></ul>',
		'AVIS\r\n\r\nSiège   social\n10\u00a0000 €\n',
		'AVIS<br>Siège social<br><br>10\u202f000 €',
		'<html><style>p{}</style><body><!-- a --><h1>AVIS</h1>Siège <i>social</i><p>10\u00a0000 €</body>',
	])('the text is shown line by line, whichever tags hold it: %j', (composed) => {
		expect(compare(sent, composed).lines).toBe('AVIS\nSiège social\n10\u00a0000 €');
	});

	it('a raised figure is named with its unit', () => {
		const { missing } = compare('<p>Local de 120 m² à Paris</p>', '<p>Local de 120 m à Paris</p>');
		expect(missing).toEqual(['m²']);
	});

	it.each`
		name                                  | composed
		${'the same'}                         | ${sent}
		${'classes resolved'}                 | ${sent.replaceAll('<p>', '<p class="fs-texte">')}
		${'capitals'}                         | ${sent.toUpperCase()}
		${'entities'}                         | ${sent.replaceAll('è', '&egrave;').replaceAll('€', '&euro;').replaceAll('\u00a0', '&nbsp;')}
		${'other tags'}                       | ${sent.replaceAll('<p', '<div').replaceAll('</p>', '</div>\n').replaceAll('strong', 'b')}
		${'a whole document'}                 | ${`<html><head><style>p{}</style></head><body><!-- x -->${sent}</body></html>`}
		${'other spaces'}                     | ${sent.replace(' : ', ': ').replace('10\u00a0000', '10\u202f000').replace('<br/>', '\n<br />\n')}
		${'spaces that were not there'}       | ${sent.replace('000', '00 0').replace('bis,', 'bis ,')}
		${'no tags'}                          | ${'AVIS\nSiège social : 14 bis, rue de l’Abbé-Groult.\nCapital : 10 000 €'}
		${'straight quotes and other dashes'} | ${sent.replace('’', "'").replace('-', '–')}
		${'decomposed accents'}               | ${sent.normalize('NFD')}
	`('the text is the same with $name', ({ composed }: { composed: string }) => {
		expect(compare(sent, composed)).toMatchObject({ missing: [], added: [] });
	});

	it.each`
		before                  | after                                                                | missing                             | added
		${sent}                 | ${sent.replace('14 bis, rue de l’Abbé-Groult', '')}                  | ${['14 bis, rue de l’Abbé-Groult']} | ${[]}
		${sent}                 | ${sent.replace('AVIS', 'ANNONCE').replace('000 €', '001 €')}         | ${['AVIS', '000']}                  | ${['ANNONCE', '001']}
		${'<p>un deux</p>'}     | ${'<p>un et deux</p>'}                                               | ${[]}                               | ${['et']}
		${'<p>un trois</p>'}    | ${'<title>a</title>un<script>b</script> deux<style>c</style> trois'} | ${[]}                               | ${['deux']}
		${'<p>Société</p>'}     | ${'<p>Societe</p>'}                                                  | ${['Société']}                      | ${['Societe']}
		${'<p>Hauptstraße</p>'} | ${'<p>HAUPTSTRASSE</p>'}                                             | ${[]}                               | ${[]}
		${'<p>n° 12</p>'}       | ${'<p>n° 1</p>'}                                                     | ${['12']}                           | ${['1']}
		${'<p>1,5 €</p>'}       | ${'<p>15 €</p>'}                                                     | ${['1,5']}                          | ${['15']}
		${'<p>un, deux</p>'}    | ${'<p>un deux</p>'}                                                  | ${[',']}                            | ${[]}
	`(
		'the comparison names what is missing and what is new: $missing, $added',
		({ before, after, missing, added }: Record<'before' | 'after', string> & Comparison) => {
			expect(compare(before, after)).toMatchObject({ missing, added });
		},
	);

	it.each(['<b>', '<em>', '<o:p>', '</o:p>', '<span class="x">', '<!-- page 1 -->'])(
		'the comparison names a word in one piece when it has %s inside',
		(tag) => {
			const { added } = compare('<p>le gérant</p>', `<p>le nou${tag}veau gérant</p>`);
			expect(added).toEqual(['nouveau']);
		},
	);

	it.each(['<p>un</p><p>#</p>', '<div>un<div>#</div></div>', 'un<br>#', '<td>un</td># <b>a</b>'])(
		'the comparison names a word alone when it is next to a tag that ends a line: %s',
		(html) => {
			const told = compare(html.replace('#', 'deux'), html.replace('#', 'trois'));
			expect(told).toMatchObject({ missing: ['deux'], added: ['trois'] });
		},
	);

	it('the comparison finds two lost words far from each other in a text of three thousand words', () => {
		const lines = Array.from({ length: 380 }, (_, n) => `Article ${n} : la société de la mer.`);
		const { html } = prepareText({ format: 'plainText', text: lines.join('\n') });
		const composed = html.replace('Article 17 : la', 'Article 17 :').replace('372', '');
		const { missing, added } = compare(html, composed);
		expect([missing, added]).toEqual([['la', '372'], []]);
	});
});

const told = (left: string, right: string) => {
	const { missing, added } = compareComposed(left, `<p>${right}</p>`);
	return [missing, added];
};

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

test('what is the same before and after a difference is never too large', () => {
	const pattern = Array.from({ length: 30_000 }, (_, index) => (index % 2 ? 'a' : 'b')).join(' ');
	expect(told(`${pattern} x ${pattern}`, `${pattern} y ${pattern}`)).toEqual([['x'], ['y']]);
});
