import { prepareText } from '../../../nodes/LegalNotice/domain/text/prepare.ts';

type Options = Partial<Parameters<typeof prepareText>[0]>;

const html = (text: string, more: Options = {}) => prepareText({ format: 'html', text, ...more });

describe('bold', () => {
	it.each`
		name                                                        | written                                                  | expected
		${'an empty tag makes nothing bold'}                        | ${'<p>a<b/>b<strong/>c</p>'}                             | ${'<p>abc</p>'}
		${'a b that is not bold, whatever stands before its style'} | ${'<p><b id="x" style="font-weight:normal">a</b></p>'}   | ${'<p>a</p>'}
		${'bold after a b that is not bold'}                        | ${'<p><b style="font-weight:normal">a</b> <b>b</b></p>'} | ${'<p>a <b>b</b></p>'}
		${'bold after a stray </b>'}                                | ${'<p>a</b> <b>b</b></p>'}                               | ${'<p>a <b>b</b></p>'}
		${'bold after a stray </strong>'}                           | ${'<p>a</strong> <strong>b</strong></p>'}                | ${'<p>a <strong>b</strong></p>'}
	`('$name', ({ written, expected }) => {
		expect(html(written).html).toBe(expected);
	});
});

describe('character styles', () => {
	it.each`
		name                                                | written                                                                   | expected
		${'two classes of one text'}                        | ${'<p class="a b">x <span class="c d">y</span></p>'}                      | ${'<p class="a b">x <span class="c d">y</span></p>'}
		${'a span without a class inside one with a class'} | ${'<p><span class="x">a <span style="color:red">b</span> c</span> d</p>'} | ${'<p><span class="x">a b c</span> d</p>'}
		${'a span around several paragraphs'}               | ${'<span class="x"><p>a</p><p>b</p></span><p>c</p>'}                      | ${'<p><span class="x">a</span></p><p><span class="x">b</span></p><p>c</p>'}
		${'a span that is not closed in its paragraph'}     | ${'<p>a <span class="x">b</p><p>c</p>'}                                   | ${'<p>a <span class="x">b</span></p><p>c</p>'}
		${'an empty span'}                                  | ${'<p>a <span class="x"/>b</p>'}                                          | ${'<p>a b</p>'}
	`('$name', ({ written, expected }) => {
		expect(html(written).html).toBe(expected);
	});

	it('are listed once each in the order of their first use, those of b and strong not', () => {
		const result = html(
			'<p class="a\n b">x <span class="c a">y</span> <b class="no">z</b></p><hr class="d">',
		);
		expect(result.classes).toEqual(['a', 'b', 'c', 'd']);
		expect(result.notes).toEqual([]);
	});

	it('that are missing are told, those of b and strong not', () => {
		expect(html('<p><span style="x">a</span> <span class="y">b</span> <b>c</b></p>').notes).toEqual(
			['Formatting that the service does not know was left out, its text kept: span (1).'],
		);
	});
});

describe('line breaks', () => {
	it.each([
		['several in a row', '<p>a<br><br>b</p>', '<p>a<br/><br/>b</p>'],
		['without the spaces around them', '<p>a <br> <br> b</p>', '<p>a<br/><br/>b</p>'],
		['none at the begin and the end', '<p><br>a<br></p>', '<p>a</p>'],
		['written as a closing tag', '<p>a</br>b</p>', '<p>a<br/>b</p>'],
	])('%s', (_name, written, expected) => {
		expect(html(written).html).toBe(expected);
	});
});

describe('raised text', () => {
	it.each([
		['m<sup>2<sup>3</sup>4</sup> 5', 'm²³⁴ 5'],
		['n</sup> 12', 'n 12'],
	])('ends where its own tag ends: %s', (written, visible) => {
		expect(html(`<p>${written}</p>`).visibleText).toBe(visible);
	});

	it.each([
		['1<sup>er</sup> et 2<sup>e</sup>', 'sup (2)'],
		['a<sup></sup> b<sup> </sup> c', ''],
	])('is told once for each tag with something to read: %s', (written, told) => {
		expect(html(`<p>${written}</p>`).notes.join()).toContain(told);
		expect(html(`<p>${written}</p>`).notes.length > 0).toBe(told !== '');
	});
});

describe('what a note tells', () => {
	it.each`
		name                                   | written                            | note
		${'empty paragraphs'}                  | ${'<p>a</p><p> </p><p>&nbsp;</p>'} | ${'Empty paragraphs were left out: 2.'}
		${'an entity that nobody knows'}       | ${'<p>&bidule;</p>'}               | ${'&bidule; is no known HTML entity: it is printed as it is written.'}
		${'tags of a word processor'}          | ${'<p>a<o:p>b</o:p></p>'}          | ${'Formatting that the service does not know was left out, its text kept: o:p (1).'}
		${'images'}                            | ${'<p>a<img src="x">b<wbr>c</p>'}  | ${'Left out: img.'}
		${'a text that ends inside a comment'} | ${'<p>a</p><!-- b'}                | ${'The text ends inside a tag or a comment that is never closed.'}
	`('$name', ({ written, note }) => {
		expect(html(written).notes).toContain(note);
	});
});
