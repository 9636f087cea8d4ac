import { prepareText } from '../../../nodes/LegalNotice/domain/text/prepare.ts';

const html = (text: string) => prepareText({ format: 'html', text });
const lost = (text: string) =>
	html(text).losses.map(({ kind, tag, words }) => `${kind} ${tag ?? '-'}: ${words}`);

describe('words are told with the tag that makes them disappear', () => {
	it.each`
		name                                         | written                                    | expected
		${'after an inner tag has ended'}            | ${'<div>a<li>b</li></li>c</div>'}          | ${['otherTag div: a', 'otherTag li: b', 'otherTag div: c']}
		${'in a list inside another one'}            | ${'<div><ul>a<ul>b</ul>c</ul>d</div>'}     | ${['otherTag ul: a', 'otherTag ul: b', 'otherTag ul: c', 'otherTag div: d']}
		${'after a tag that ends the one inside it'} | ${'<div><li>a</div>b'}                     | ${['otherTag li: a', 'outsideParagraph -: b']}
		${'after a rule inside another tag'}         | ${'<div><p>a<hr class="fs-filet">b</div>'} | ${['otherTag div: b']}
		${'before and after a rule'}                 | ${'a<hr class="fs-filet">b'}               | ${['outsideParagraph -: a', 'outsideParagraph -: b']}
		${'with the line breaks as spaces'}          | ${'<div>a<br>b</div>'}                     | ${['otherTag div: a b']}
		${'on one line'}                             | ${'<div>  a \n  b </div>'}                 | ${['otherTag div: a b']}
		${'not in a title'}                          | ${'<div><title>a</title></div>'}           | ${[]}
	`('$name', ({ written, expected }) => {
		expect(lost(written)).toEqual(expected);
	});

	it('and any other content tag ends the paragraph', () => {
		expect(html('<p>a <button>b</button>c</p>').html).toBe('<p>a</p>');
		expect(lost('<p>a <button>b</button>c</p>')).toEqual([
			'otherTag button: b',
			'outsideParagraph -: c',
		]);
	});

	it.each([
		['the rule that ends a paragraph', '<p>a<hr class="x">b', '<hr> end the paragraph'],
		['the class that prints a rule', '<p class="fs-filet">a</p>', 'class fs-filet prints a rule'],
	])('with an advice that names %s', (_name, written, advice) => {
		expect(html(written).losses.map((loss) => loss.advice)).toEqual([
			expect.stringContaining(advice),
		]);
	});
});

describe('words inside markup', () => {
	it.each`
		name                                              | written                                               | expected
		${'once for a template field with a closing tag'} | ${'<p><adresse>x</adresse></p>'}                      | ${['markup adresse: adresse']}
		${'each time for a field without one'}            | ${'<p><adresse>, <adresse></p>'}                      | ${['markup adresse: adresse', 'markup adresse: adresse']}
		${'for a closing tag of its own'}                 | ${'<p>a</adresse></p>'}                               | ${['markup adresse: adresse']}
		${'kept apart at a second <'}                     | ${'<p><Adresse<du siège></p>'}                        | ${['markup adresse<du: Adresse du siège']}
		${'kept apart inside a tag'}                      | ${'<p>si <b et<c></p>'}                               | ${['markup b: et c']}
		${'of a number'}                                  | ${'<p>si <b 2024></p>'}                               | ${['markup b: 2024']}
		${'between tags inside a quotation'}              | ${'<p class="x>Siège<b>social</b><p class="y">a</p>'} | ${['markup p: Siège social y"']}
		${'with the tags of a comment that never ends'}   | ${'<!-- a<p>b'}                                       | ${['markup -: a<p>b']}
	`('are told $name', ({ written, expected }) => {
		expect(lost(written)).toEqual(expected);
	});

	it.each([
		['data of an editor', '<p data-html="<b>gras</b>">a</p>'],
		['flags of frameworks', '<p v-cloak xml:space @click _x>a</p>'],
		['signs', '<p>a <b ;></p>'],
		['flags of word processors', '<p>a<w:sdt temporary></w:sdt></p>'],
	])('are not made of %s', (_name, written) => {
		expect(lost(written)).toEqual([]);
	});
});
