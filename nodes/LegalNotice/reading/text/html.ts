/**
 * Reads HTML as a person sees it in a browser: every block becomes a paragraph, list signs and cells are written out, what is
 * hidden is not printed, and what may have been meant otherwise is reported. Sending, comparing and the preview read with this alone.
 */
import { isVisible, readPlainText, textOf, type Block, type Run } from './blocks';
import { decodeEntities, EntityLog } from './entities';
import { Hidden } from './hidden';
import { Lists } from './lists';
import { Formats, Looks, type Look } from './looks';
import { Tables } from './tables';
import {
	endsParagraph,
	isBlock,
	isEmptyTag,
	isFlag,
	isHiddenTag,
	isForeign,
	isTagName,
	isUnseen,
	siblingsOf,
} from './tags';
import { attributeOf, tokenize, type Attribute, type Tag, type Token } from './tokenizer';
import { record, repairTypography, type RepairLog } from './typography';

/** Words that would not appear in the newspaper, or of which nobody knows how they would. */
export interface Loss {
	kind: 'filetParagraph' | 'markup' | 'symbolFont';
	words: string;
	tag?: string;
	advice: string;
}

export interface ReadText {
	blocks: Block[];
	losses: Loss[];
	/** Words that no browser shows, of which none is printed. */
	hidden: readonly string[];
	/** Changes that nobody has accepted: what is struck out is not printed, what is put in is. */
	deleted: readonly string[];
	inserted: readonly string[];
	/** Words of reviewers, of which none is printed. */
	remarks: readonly string[];
	/** What was added so that a list or a table can be read. */
	added: readonly Added[];
	/** The cells of the widest line of a table; 0 for none. */
	columns: number;
	/** Sentences on what was changed without losing a word. */
	notes: string[];
	classes: string[];
	entities: EntityLog;
}

export type Added = 'numbers' | 'bullets' | 'separators';

interface HtmlOptions {
	/** Classes of style sheets of type `filet`, in addition to `fs-filet`. */
	readonly filetClasses?: readonly string[];
	/** A text as the service composed it: style attributes and all classes are kept, and no sign is added that is not in it. */
	readonly isComposed?: boolean;
	readonly log?: RepairLog;
}

/** Linear in the length of the text. */
export function readHtml(html: string, options: HtmlOptions = {}): ReadText {
	const reader = new HtmlReader(options);
	for (const token of tokenize(html)) reader.take(token);
	return reader.finish(html);
}

/** Without angle brackets: where n8n shows these, it reads them as HTML. */
const ADVICE = {
	filet: (name: string) =>
		`Move the text to a p tag without the class ${name}, which prints a rule and never a text.`,
	tag: 'Complete the tag, or write a less-than sign as the entity lt: words inside a tag would not be printed.',
	unknown: 'Remove this tag, which is none of HTML.',
	unfinished:
		'Close the tag or comment that begins here, or write a less-than sign as the entity lt.',
	comment:
		'Write a less-than sign as the entity lt: this text is read as a comment and would not be printed.',
	symbols: 'Write the sign itself: a font of symbols draws these letters as other signs.',
};
const STRUCK_OUT = 'Text that is struck out (s, strike) is printed like any other.';
const RAISED = 'Raised and lowered text (sup, sub) is put on the line: check what it says then.';

class HtmlReader {
	private readonly tables = new Tables();
	private readonly lists = new Lists();
	private readonly formats = new Formats();
	private readonly looks = new Looks();
	private readonly hidden = new Hidden((name) => this.formats.countOf(name) > 0);
	private readonly losses: Loss[] = [];
	private readonly notes = new Set<string>();
	private readonly classes = new Set<string>();
	private readonly entities = new EntityLog();
	private readonly inserted: string[] = [];
	private readonly ownElements = new Set<string>();
	private readonly filetClasses: ReadonlySet<string>;
	private runs: Run[] = [];
	private paragraph: Tag | undefined;
	/** The spans that were open when the paragraph began: those inside it end with it. */
	private spansBefore = 0;
	private isRemark = false;
	/** What Word has drawn before an entry of a list. */
	private sign = '';
	/** The text of an unseen tag is a style sheet. */
	private isSheet = false;
	private sawTag = false;
	private readonly isComposed: boolean;

	constructor(private readonly options: HtmlOptions) {
		this.isComposed = options.isComposed === true;
		this.filetClasses = new Set(['fs-filet', ...(options.filetClasses ?? [])]);
	}

	take(token: Token): void {
		if (token.kind === 'text') return this.text(token.text);
		this.sawTag = true;
		if (token.kind === 'unfinished') this.lose('markup', token.written, ADVICE.unfinished);
		else if (token.kind === 'comment') {
			if (token.isWritten) this.lose('markup', token.written, ADVICE.comment);
		} else if (token.kind === 'open') this.openTag(token);
		else this.closeTag(token);
	}

	finish(html: string): ReadText {
		this.hidden.end();
		this.endParagraph();
		for (const written of this.entities.unknown) {
			this.notes.add(`${written} is no known HTML entity: it is printed as it is written.`);
		}
		const { tables, lists, hidden, losses, entities, inserted } = this;
		// Without any tag the text has lines, and not the line breaks of a source.
		const blocks = this.sawTag ? tables.finish() : readPlainText(decodeEntities(html));
		const added: Added[] = [];
		if (lists.hasNumbers) added.push('numbers');
		if (lists.hasBullets) added.push('bullets');
		if (tables.hasSeparators) added.push('separators');
		return {
			blocks,
			losses,
			hidden: hidden.words('hidden'),
			deleted: hidden.words('deleted'),
			inserted: inserted.filter((words) => words.trim() !== ''),
			remarks: hidden.words('remark'),
			added,
			columns: tables.columns,
			notes: [...this.notes],
			classes: [...this.classes],
			entities,
		};
	}

	private text(written: string): void {
		if (this.hidden.isHiding) {
			if (this.isSheet) this.looks.readSheet(written.slice(0, 200_000));
			else this.hidden.takeText(decodeEntities(written));
			return;
		}
		const decoded = decodeEntities(written, this.entities.listen);
		if (this.formats.is('keepsLines')) {
			this.words(decoded.replace(/\r\n?/g, '\n').replace(/[ \t\f]{2,}|[\t\f]/g, ' '));
		} else this.words(decoded.replace(/[ \t\n\f\r]{2,}|[\t\n\f\r]/g, ' '));
	}

	private words(text: string): void {
		if (this.formats.is('isListSign')) {
			this.sign += text;
			return;
		}
		this.writeSign();
		const written = this.asDrawn(text);
		this.noteMeaning(written);
		const sign = isVisible(written) && !this.isComposed ? this.lists.signBefore(written) : '';
		this.append(sign === '' ? written : `${sign}${written.trimStart()}`);
	}

	/** As a browser draws it: in another font, raised, in capitals. */
	private asDrawn(text: string): string {
		let drawn = text;
		// A line to write on, as forms of Word have it.
		if (this.formats.countOf('u') > 0 && /^[ \u00a0]{4,}$/.test(text)) drawn = '____';
		if (this.formats.is('isSymbolFont')) drawn = this.symbols(drawn);
		if (this.formats.is('isRaised')) drawn = this.raised(drawn);
		if (this.formats.is('isCapitals')) drawn = drawn.toUpperCase();
		return drawn;
	}

	private noteMeaning(text: string): void {
		if (!isVisible(text)) return;
		if (this.formats.is('isLowered') && /\p{Alpha}/u.test(text)) this.notes.add(RAISED);
		if (this.formats.is('isStruck')) this.notes.add(STRUCK_OUT);
		if (this.formats.is('isInserted')) this.inserted.push(text.trim());
	}

	private append(text: string): void {
		const { bold, spanClass, spanStyle } = this.formats;
		const run: Run = { text, bold, spanClass };
		if (spanStyle !== undefined) run.spanStyle = spanStyle;
		this.runs.push(run);
	}

	/** A bullet of a symbol font is a letter of the alphabet there; numbers and letters with a dot stay. */
	private writeSign(): void {
		const sign = this.sign.replace(/\s+/g, ' ').trim();
		this.sign = '';
		if (sign === '') return;
		const isBullet = /^[^\d\s.()[\]–—•*-]$/u.test(sign);
		if (!isBullet) return this.append(`${sign} `);
		const to = /[·§\uf0b7\uf0a7]/.test(sign) ? '•' : '–';
		if (this.options.log) record(this.options.log, sign, { to, name: 'bullet of a symbol font' });
		this.append(`${to} `);
	}

	private symbols(text: string): string {
		const words = text.trim();
		if (/^[·§]$/.test(words)) return text.replace(words, '•');
		if (/[^\s\d.,;:()\u00a0\uf020-\uf0ff–—•-]/u.test(words))
			this.lose('symbolFont', words, ADVICE.symbols);
		return text;
	}

	/** The service does not know sup: 10<sup>6</sup> must not be printed as 106. */
	private raised(text: string): string {
		const words = text.trim();
		const before = textOf(this.runs.slice(-2));
		if (/^(?:[oº°0]|os)$/.test(words) && /(?<![\p{Alpha}\d])[nN]$/u.test(before)) {
			return text.replace(/os?|[º0]/, (one) => (one === 'os' ? '°s' : '°'));
		}
		// 1° is "primo", and 25° a temperature.
		if (/^[oº°]$/.test(words) && /\d[ \u00a0]?$/.test(before)) return text.replace(words, '°');
		if (/^[-−–+]?\d+$/.test(words)) {
			return text.replace(/[-−–+\d]/g, (one) => SUPERSCRIPT.get(one) ?? '⁻');
		}
		if (isVisible(text) && !USUALLY_RAISED.test(words)) this.notes.add(RAISED);
		return text;
	}

	private openTag(tag: Tag): void {
		const { name } = tag;
		if (this.hidden.isHiding && this.hidden.openTag(name)) return;
		if (!isTagName(name)) this.ownElements.add(name);
		else this.lose('markup', wordsInside(tag), ADVICE.tag, name);
		if (siblingsOf(name).includes('td')) this.endCell();
		if (isBlock(name)) this.beginBlock(tag);
		if (isEmptyTag(name)) return this.emptyTag(tag);
		const look = this.looks.of(tag);
		const hiding = hidingOfName(name) ?? look.hiding ?? hidingOfLink(tag);
		if (hiding !== undefined) {
			this.isSheet = name === 'style';
			this.hidden.begin(hiding, name);
			return;
		}
		this.openFormat(tag, look);
		this.openPart(tag, look);
	}

	private emptyTag(tag: Tag): void {
		if (tag.name === 'br') this.lineBreak();
		else if (tag.name === 'hr') this.rule(tag);
		else if (/^im(?:g|age)$/.test(tag.name)) this.notes.add('Left out: img.');
	}

	/** What a list, a table and a reviewer's note do beyond ending a line. */
	private openPart(tag: Tag, look: Look): void {
		const { name } = tag;
		if (/^(?:[ou]l|menu|dir)$/.test(name)) this.lists.openList(tag, look);
		else if (name === 'li') this.lists.openEntry(tag, look);
		else if (name === 'table') this.tables.openTable(this.isComposed);
		else if (name === 'tr') this.tables.openRow();
		else if (name === 'td' || name === 'th') this.tables.openCell(name);
		else if (name === 'a' && REMARK_TEXT.test(attributeOf(tag, 'href'))) this.isRemark = true;
	}

	private closeTag({ name, written }: Tag): void {
		if (this.hidden.isHiding && this.hidden.closeTag(name)) return;
		if (name === 'br') return this.lineBreak();
		if (!isTagName(name)) {
			if (!this.ownElements.has(name)) this.lose('markup', written, ADVICE.unknown, name);
			this.ownElements.add(name);
			return;
		}
		const isOpen = this.formats.countOf(name) > 0;
		if (isBlock(name) && (isOpen || name === 'p')) this.endBlock(name);
		if (isOpen) this.formats.close(name);
	}

	private endBlock(name: string): void {
		this.endParagraph();
		if (/^(?:[ou]l|menu|dir)$/.test(name)) this.lists.closeList();
		else if (name === 'li') this.lists.closeEntry();
		else if (name === 'td' || name === 'th') this.tables.endCell();
		else if (name === 'tr') {
			this.endCell();
			this.tables.endRow();
		} else if (name === 'table') {
			this.endCell();
			this.tables.endTable();
		}
	}

	/** Authors leave out the end tag of a cell. */
	private endCell(): void {
		this.endParagraph();
		const cell = this.tables.endCell();
		if (cell !== '') this.formats.close(cell);
	}

	private beginBlock({ name, ...tag }: Tag): void {
		this.endParagraph();
		if (endsParagraph(name)) this.formats.closeDownTo('p', 0);
		if (name !== 'p') return;
		this.paragraph = { name, ...tag };
		this.spansBefore = this.formats.countOf('span');
	}

	private endParagraph(): void {
		this.writeSign();
		const { runs, paragraph, isRemark } = this;
		this.runs = [];
		this.isRemark = false;
		if (paragraph) this.formats.closeDownTo('span', this.spansBefore);
		// No exponent goes on into the next line.
		for (const raised of ['sup', 'sub']) this.formats.closeDownTo(raised, 0);
		this.paragraph = undefined;
		if (isRemark) {
			this.hidden.note('remark', textOf(runs));
			return;
		}
		if (!paragraph && runs.length === 0) return;
		const classes = paragraph ? this.classesOf(paragraph) : [];
		const style = this.styleOf(paragraph);
		const filet = classes.find((name) => this.filetClasses.has(name));
		if (filet === undefined) this.tables.push({ kind: 'paragraph', classes, runs, ...style });
		else {
			this.lose('filetParagraph', textOf(runs), ADVICE.filet(filet), 'p');
			this.tables.push({ kind: 'rule', tag: 'p', classes, ...style });
		}
	}

	private lineBreak(): void {
		this.writeSign();
		this.append('\n');
	}

	/** A rule without a class is none that the service knows. */
	private rule(tag: Tag): void {
		this.endParagraph();
		const classes = this.classesOf(tag);
		if (classes.length > 0 || this.isComposed) {
			this.tables.push({ kind: 'rule', tag: 'hr', classes, ...this.styleOf(tag) });
		}
	}

	private openFormat(tag: Tag, look: Look): void {
		// `<b/>` is empty for whoever writes it, though browsers open it.
		if (tag.written.endsWith('/') && /^(?:b|strong|span)$/.test(tag.name)) return;
		const { name } = tag;
		if (name === 'b' || name === 'strong') {
			// Google Docs wraps a whole paste into a b that is not bold.
			if (look.bold === '')
				this.formats.open(name, { ...look, bold: this.formats.bold === '' ? '' : 'b' }, {});
			else this.formats.open(name, look, { bold: name });
		} else if (name === 'span') this.openSpan(tag, look);
		else this.formats.open(name, look, {});
	}

	private openSpan(tag: Tag, look: Look): void {
		const classes = this.classesOf(tag);
		const { style } = this.styleOf(tag);
		if (classes.length === 0 && style === undefined) return this.formats.open('span', look, {});
		const spanClass = classes.length > 0 ? classes.join(' ') : this.formats.spanClass;
		const spanStyle = style ?? this.formats.spanStyle;
		this.formats.open('span', look, {
			spanClass,
			...(spanStyle === undefined ? {} : { spanStyle }),
		});
	}

	/** Only classes of this beginning are the service's (specification, Notice text rules); Word's and Google's are not. */
	private classesOf(tag: Tag): string[] {
		const names = decodeEntities(attributeOf(tag, 'class')).match(/\S+/g) ?? [];
		const classes = [...new Set(names)].filter((name) => {
			const isOwn = name.startsWith('fs-') || this.filetClasses.has(name);
			return /^[A-Za-z_-][\w-]*$/.test(name) && (isOwn || this.isComposed);
		});
		for (const name of classes) this.classes.add(name);
		return classes;
	}

	private styleOf(tag: Tag | undefined): { style?: string } {
		if (!this.isComposed || !tag) return {};
		const style = attributeOf(tag, 'style');
		return style === '' ? {} : { style: decodeEntities(style) };
	}

	private lose(kind: Loss['kind'], written: string, advice: string, tag?: string): void {
		const words = written.replace(/[<>\s]+/g, ' ').trim();
		// A control character is nothing to miss.
		if (!isVisible(repairTypography(words))) return;
		const loss: Loss = { kind, words, advice };
		if (tag !== undefined) loss.tag = tag;
		this.losses.push(loss);
	}
}

function hidingOfName(name: string): Look['hiding'] {
	if (isUnseen(name)) return 'unseen';
	return isHiddenTag(name) ? 'hidden' : undefined;
}

/** Google Docs and Word write remarks below the text: a link in brackets leads there from the words, and another one back. */
const REMARK_MARK = /^#(?:cmnt|_msocom_)\d/;
const REMARK_TEXT = /^#(?:cmnt_ref|_msoanchor_)\d/;

function hidingOfLink(tag: Tag): Look['hiding'] {
	if (tag.name !== 'a' || !REMARK_MARK.test(attributeOf(tag, 'href'))) return undefined;
	return 'remark';
}

const SUPERSCRIPT: ReadonlyMap<string, string> = new Map([
	...Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (raised, digit) => [String(digit), raised] as const),
	['+', '⁺'],
]);

/** What newspapers print on the line without a second thought: 1er, Me, Mme, XXe, 2nd, a mark of a footnote. */
const USUALLY_RAISED =
	/^(?:ers?|res?|[èe]res?|[èe]mes?|es?|os?|mes?|lles?|r|d|nde?|ième|gr|st|ter?|bis|tm|\[\w{1,3}\]|[,.;:()\u00a0 ]+)$/i;

/** Words that a missing `>` or quotation mark has put inside a tag. */
function wordsInside({ name, attributes }: Tag): string {
	if (isForeign(name)) return '';
	return attributes.map(wordsOf).join(' ');
}

/** Attributes that hold text or an address, in which a `>` is nothing unusual. */
const FREE_TEXT =
	/^(?:alt|aria-.*|content|href|label|onclick|placeholder|src|style|summary|title|data-.*)$/;

function wordsOf({ name, written, value }: Attribute): string {
	if (value === undefined) {
		// `<b and more>` is a sentence: no HTML author writes such attributes on purpose.
		if (isFlag(name) || /[-:_@]/.test(name) || !/\p{Alpha}|\p{N}/u.test(name)) return '';
		return written;
	}
	if (name.startsWith('data-') || (FREE_TEXT.test(name) && !value.includes('<'))) return '';
	// `class="a>Siège</p><p class="b"`: the text between the tags has become part of the value.
	return (value.match(/(?<=>)[^<>]+/g) ?? []).join(' ');
}
