/**
 * Reads HTML as a person sees it in a browser: every block becomes a paragraph, list markers and cells are written out, what is
 * hidden is not printed, and what may have been meant otherwise is reported. Sending, comparing and the preview read with this alone.
 */
import { isVisible, readPlainText, settleBlocks, textOf, type Block, type Run } from './blocks';
import { decodeEntities, EntityLog } from './entities';
import { OpenElements, type OpenElement, type Parts } from './elements';
import { entryOf, listOf, takeMarker } from './lists';
import { leadsBackFromRemark, Looks, type Hiding, type Look, type OwnLook } from './looks';
import { isMilestone } from './revisions';
import { linesOf, MOST_COLUMNS, openCell, openRow, openTable, pushBetweenRows } from './tables';
import {
	BLOCKS,
	EMPTY_TAGS,
	endsParagraph,
	FLAGS,
	FOREIGN,
	FORM_FIELDS,
	isPartOfTable,
	isTagName,
	LISTS,
	SIBLINGS,
} from './tags';
import { noticedAs, type FindingKind, type Loss, type Noticed } from './findings';
import { attributeOf, tokenize, type Attribute, type Tag, type Token } from './tokenizer';
import { record, repairTypography, type RepairLog } from './typography';

export interface ReadText {
	blocks: Block[];
	/** What a person should know of how it was read. */
	noticed: readonly Noticed[];
	classes: string[];
	entities: EntityLog;
}

interface HtmlOptions {
	/** Classes of style sheets of type `filet`, in addition to `fs-filet`. */
	readonly filetClasses: readonly string[];
	/** A text as the service composed it: style attributes and all classes are kept, and no sign is added that is not in it. */
	readonly isComposed: boolean;
	readonly log: RepairLog;
}

/** Linear in the length of the text. */
export function readHtml(html: string, options: HtmlOptions): ReadText {
	const reader = new HtmlReader(options);
	for (const token of tokenize(html)) reader.take(token);
	return reader.finish(html);
}

/** What a reader sees of a text as the service composed it, with all classes and styles. */
export function readComposed(html: string, filetClasses: readonly string[] = []): Block[] {
	const log: RepairLog = new Map();
	return settleBlocks(readHtml(html, { filetClasses, isComposed: true, log }).blocks, log);
}

/** Nobody prints as much more than was sent. */
const MOST_ADDED = 200_000;

/** The same of the text that was sent: up to four characters for each of it, and so many more. */
export function readComposedOf(sent: string, html: string): Block[] {
	return readComposed(html.slice(0, 4 * sent.length + MOST_ADDED));
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
const NOT_RAISED: OwnLook = { isRaised: false, isLowered: false };

interface ReadRun extends Run {
	readonly isStruck: boolean;
}

class HtmlReader {
	private readonly open = new OpenElements();
	private readonly looks = new Looks();
	/** What is in no table. */
	private readonly blocks: Block[] = [];
	private readonly noticed: Noticed[] = [];
	private readonly classes = new Set<string>();
	private readonly entities = new EntityLog();
	private readonly ownElements = new Set<string>();
	private readonly filetClasses: ReadonlySet<string>;
	private columns = 0;
	/** The paragraph that is being read. */
	private runs: ReadRun[] = [];
	private paragraph: Tag | undefined;
	private isRemark = false;
	private isRemarkTerm = false;
	/** What Word has drawn before an entry of a list. */
	private marker = '';
	private sawTag = false;
	private readonly isComposed: boolean;

	constructor(private readonly options: HtmlOptions) {
		this.isComposed = options.isComposed;
		this.filetClasses = new Set(['fs-filet', ...options.filetClasses]);
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
		this.endParagraph();
		while (this.open.count > 0) this.endAt(this.open.count - 1);
		for (const written of this.entities.unknown) this.notice('unknownEntity', written);
		if (this.columns > 2) {
			this.notice(this.columns > MOST_COLUMNS ? 'wideTable' : 'table', String(this.columns));
		}
		return {
			// Without any tag the text has lines, and not the line breaks of a source.
			blocks: this.sawTag ? this.blocks : readPlainText(decodeEntities(html)),
			noticed: this.noticed,
			classes: [...this.classes],
			entities: this.entities,
		};
	}

	private notice(kind: FindingKind, found = '', change?: string): void {
		this.noticed.push(noticedAs(kind, found, change === undefined ? {} : { change }));
	}

	private text(written: string): void {
		const { name, look, unprinted } = this.open.top;
		if (unprinted) {
			if (unprinted.kind !== 'unseen') unprinted.words += decodeEntities(written);
			else if (name === 'style') this.looks.readSheet(written.slice(0, 200_000));
			return;
		}
		const decoded = decodeEntities(written, this.entities.listen);
		if (look.keepsLines === true) {
			this.words(decoded.replace(/\r\n?/g, '\n').replace(/[ \t\f]{2,}|[\t\f]/g, ' '));
		} else this.words(decoded.replace(/[ \t\n\f\r]{2,}|[\t\n\f\r]/g, ' '));
	}

	private words(text: string): void {
		const { look, entry } = this.open.top;
		if (look.isListMarker === true) {
			this.marker += text;
			return;
		}
		this.writeMarker();
		const written = this.asDrawn(text, look);
		if (!isVisible(written)) return this.append(written, look);
		if (look.isLowered === true && /\p{Alpha}/u.test(written)) this.notice('raised');
		if (look.isInserted === true) this.notice('revision', written.trim(), 'was inserted');
		if (look.isCommented === true) this.notice('remark', written.trim());
		const marker = entry && !this.isComposed ? takeMarker(entry, written) : '';
		if (!entry || marker === '') return this.append(written, look);
		this.notice('added', entry.isNumber ? 'the numbers of lists' : 'bullets of lists (–)');
		this.append(`${marker}${written.trimStart()}`, look);
	}

	/** As a browser draws it: in another font, raised, in capitals. */
	private asDrawn(text: string, look: Look): string {
		let drawn = text;
		// A line to write on, as forms of Word have it.
		if (look.isUnderlined === true && /^[ \u00a0]{4,}$/.test(text)) drawn = '____';
		if (look.isSymbolFont === true) drawn = this.symbols(drawn);
		if (look.isRaised === true) drawn = this.raised(drawn);
		if (look.isCapitals === true) drawn = drawn.toUpperCase();
		return drawn;
	}

	private append(text: string, look: Look): void {
		const { bold = '', spanClass = '', spanStyle, isStruck = false } = look;
		const run: ReadRun = { text, bold, spanClass, isStruck };
		if (spanStyle !== undefined) run.spanStyle = spanStyle;
		this.runs.push(run);
	}

	/** A bullet of a symbol font is a letter of the alphabet there; numbers and letters with a dot stay. */
	private writeMarker(): void {
		const { look } = this.open.top;
		const marker = this.marker.replace(/\s+/g, ' ').trim();
		this.marker = '';
		if (marker === '') return;
		const isBullet = /^[^\d\s.()[\]–—•*-]$/u.test(marker);
		if (!isBullet) return this.append(`${marker} `, look);
		const to = /[·§\uf0b7\uf0a7]/.test(marker) ? '•' : '–';
		record(this.options.log, marker, { to, name: 'bullet of a symbol font' });
		this.append(`${to} `, look);
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
		if (isVisible(text) && !USUALLY_RAISED.test(words)) this.notice('raised');
		return text;
	}

	private openTag(tag: Tag): void {
		const { name } = tag;
		this.endOpenBefore(name);
		if (!isTagName(name)) this.ownElements.add(name);
		if (isMilestone(name) && name.endsWith('end')) return;
		const { unprinted } = this.open.top;
		if (unprinted) {
			if (this.isNoElement(tag)) unprinted.words += ' ';
			else this.open.push(name, this.looks.of(tag), {});
			return;
		}
		this.noticeTag(tag);
		if (BLOCKS.has(name)) this.endParagraph();
		if (name === 'p') this.paragraph = tag;
		if (this.isNoElement(tag)) return this.emptyTag(tag);
		if (leadsBackFromRemark(tag)) this.isRemark = true;
		const own = this.lookOf(tag);
		if (name === 'dt') this.isRemarkTerm = own.hiding === 'remark';
		this.open.push(name, own, own.hiding === undefined ? this.partsOf(tag, own) : {});
	}

	/** Words that a tag keeps from print: those inside it, and what a person typed or chose in a field. */
	private noticeTag(tag: Tag): void {
		const { name } = tag;
		if (isTagName(name)) this.lose('markup', wordsInside(tag), ADVICE.tag, name);
		if (!FORM_FIELDS.has(name) || this.looks.of(tag).hiding !== undefined) return;
		const isButton = /^(?:hidden|submit|image|reset|button)$/i.test(attributeOf(tag, 'type'));
		if (!isButton) this.notice('formField', decodeEntities(attributeOf(tag, 'value')) || '…');
	}

	/** Whether nothing is inside: an empty tag, or a part of a table without one. */
	private isNoElement({ name, written }: Tag): boolean {
		if (EMPTY_TAGS.has(name)) return true;
		if (isPartOfTable(name)) return !this.open.top.table && this.open.find(['table']) < 0;
		// `<b/>` is empty for whoever writes it, though browsers open it; in a drawing it is.
		const mayBeEmpty = /^(?:b|strong|span)$/.test(name) || !isTagName(name) || FOREIGN.test(name);
		return mayBeEmpty && written.endsWith('/');
	}

	/** Authors leave out the end tags of entries, cells and paragraphs. */
	private endOpenBefore(name: string): void {
		const started = isMilestone(name) ? this.open.find([name.replace(/end$/, 'start')]) : -1;
		if (started >= 0) this.endAt(started);
		const siblings = SIBLINGS.get(name) ?? [];
		for (let at = this.open.find(siblings); at >= 0; at = this.open.find(siblings)) this.endAt(at);
		const paragraph = endsParagraph(name) ? this.open.find(['p']) : -1;
		if (paragraph >= 0) this.endAt(paragraph);
	}

	private lookOf(tag: Tag): OwnLook {
		const look = this.looks.of(tag);
		// What explains a term that is a remark is one.
		if (tag.name === 'dd' && this.isRemarkTerm) return { ...look, hiding: 'remark' };
		if (tag.name === 'span') {
			const spanClass = this.classesOf(tag).join(' ');
			const { style: spanStyle } = this.styleOf(tag);
			return {
				...look,
				...(spanClass === '' ? {} : { spanClass }),
				...(spanStyle === undefined ? {} : { spanStyle }),
			};
		}
		if (LISTS.has(tag.name)) return { numbering: attributeOf(tag, 'type'), ...look };
		// No exponent goes on into the next line.
		const { isRaised, isLowered } = this.open.top.look;
		const isOffLine = isRaised === true || isLowered === true;
		return isOffLine && BLOCKS.has(tag.name) ? { ...NOT_RAISED, ...look } : look;
	}

	private partsOf(tag: Tag, own: OwnLook): Parts {
		const { name } = tag;
		const { list, entry, table, cell, look } = this.open.top;
		if (LISTS.has(name)) return { list: listOf(tag) };
		if (name === 'li') {
			// What is drawn before an entry comes before its first words, those of an entry inside it as well.
			if (entry) entry.marker = '';
			return { entry: entryOf(list, tag, { ...look, ...own }) };
		}
		if (name === 'table') {
			return {
				table: openTable(table, cell !== undefined, this.isComposed),
				cell: undefined,
			};
		}
		if (!table) return {};
		if (name === 'tr') openRow(table);
		return name === 'td' || name === 'th' ? { cell: openCell(table) } : {};
	}

	private emptyTag(tag: Tag): void {
		if (tag.name === 'br') this.lineBreak();
		else if (tag.name === 'hr') this.rule(tag);
		else if (/^im(?:g|age)$/.test(tag.name)) this.notice('picture');
	}

	private closeTag({ name, written }: Tag): void {
		const { unprinted } = this.open.top;
		if (unprinted) unprinted.words += ' ';
		const at = name === 'br' || isMilestone(name) ? -1 : this.open.find([name]);
		if (at >= 0) return this.endAt(at);
		// A stray end tag ends nothing.
		if (unprinted) return;
		if (name === 'br') this.lineBreak();
		else if (name === 'p' || isPartOfTable(name)) this.endParagraph();
		else if (!isTagName(name) && !this.ownElements.has(name)) {
			this.lose('markup', written, ADVICE.unknown, name);
			this.ownElements.add(name);
		}
	}

	private endAt(place: number): void {
		const { name } = this.open.at(place);
		if (BLOCKS.has(name) && !this.open.at(place - 1).unprinted) this.endParagraph();
		for (const element of this.open.endAt(place)) this.leave(element);
	}

	private leave({ name, own, unprinted, table }: OpenElement): void {
		const { top } = this.open;
		if (own.hiding !== undefined && unprinted && unprinted !== top.unprinted) {
			this.keepUnprinted(unprinted.kind, unprinted.words);
			unprinted.words = '';
		}
		if (!table || top.unprinted) return;
		if (name === 'tr') table.row = undefined;
		if (name !== 'table' || table === top.table) return;
		const { blocks, columns, hasSeparators } = linesOf(table);
		this.columns = Math.max(this.columns, columns);
		if (hasSeparators) this.notice('added', 'colons or semicolons in tables');
		for (const block of blocks) this.place(block);
	}

	private place(block: Block): void {
		const { cell, table } = this.open.top;
		if (cell) cell.blocks.push(block);
		else if (table) pushBetweenRows(table, block);
		else this.blocks.push(block);
	}

	/** Spaces and what is no text of anybody are nothing to miss. */
	private keepUnprinted(kind: Hiding, text: string): void {
		const words = text.replace(/\s+/g, ' ').trim();
		if (kind === 'unseen' || !/[^\s\p{C}]/u.test(words)) return;
		if (kind === 'deleted') this.notice('revision', words, 'was deleted');
		else this.notice(kind, words);
	}

	private endParagraph(): void {
		this.writeMarker();
		const { paragraph, isRemark } = this;
		const runs = this.withoutStruckRevisions(this.runs);
		this.runs = [];
		this.isRemark = false;
		this.paragraph = undefined;
		if (isRemark) return this.keepUnprinted('remark', textOf(runs));
		if (!paragraph && runs.length === 0) return;
		const classes = paragraph ? this.classesOf(paragraph) : [];
		const style = this.styleOf(paragraph);
		const filet = classes.find((name) => this.filetClasses.has(name));
		if (filet === undefined) return this.place({ kind: 'paragraph', classes, runs, ...style });
		this.lose('filetParagraph', textOf(runs), ADVICE.filet(filet), 'p');
		this.place({ kind: 'rule', tag: 'p', classes, ...style });
	}

	/** Struck-out words that touch others, as in "5 00015 000", are a revision; with a space between, an author corrects himself. */
	private withoutStruckRevisions(runs: readonly ReadRun[]): readonly ReadRun[] {
		if (this.isComposed || !runs.some(({ isStruck }) => isStruck)) return runs;
		const kept: ReadRun[] = [];
		for (const passage of passagesOf(runs)) {
			const words = textOf(passage.runs);
			const isRevision =
				passage.isStruck &&
				((/[\p{Alpha}\d]$/u.test(passage.before) && /^[\p{Alpha}\d]/u.test(words)) ||
					(/\S$/.test(words) && /^[\p{Alpha}\d(«€]/u.test(passage.behind)));
			if (isRevision) this.keepUnprinted('deleted', words);
			else kept.push(...passage.runs);
			if (passage.isStruck && !isRevision && isVisible(words)) this.notice('struckOut');
		}
		return kept;
	}

	private lineBreak(): void {
		this.writeMarker();
		this.append('\n', this.open.top.look);
	}

	private rule(tag: Tag): void {
		this.endParagraph();
		const classes = this.classesOf(tag);
		if (classes.length > 0 || this.isComposed) {
			this.place({ kind: 'rule', tag: 'hr', classes, ...this.styleOf(tag) });
		} else this.notice('bareRule');
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
		this.noticed.push(noticedAs('loss', words, { loss }));
	}
}

interface Passage {
	readonly isStruck: boolean;
	readonly runs: ReadRun[];
	/** The last words before it, and the first behind it. */
	before: string;
	behind: string;
}

/** A line, cut where struck-out words begin and end. */
function passagesOf(runs: readonly ReadRun[]): Passage[] {
	const passages: Passage[] = [];
	for (const run of runs) {
		const last = passages.at(-1);
		if (last?.isStruck === run.isStruck) {
			last.runs.push(run);
			continue;
		}
		const before = last?.runs.at(-1)?.text ?? '';
		if (last) last.behind = run.text;
		passages.push({ isStruck: run.isStruck, runs: [run], before, behind: '' });
	}
	return passages;
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
	if (FOREIGN.test(name)) return '';
	return attributes.map(wordsOf).join(' ');
}

/** Attributes that hold text or an address, in which a `>` is nothing unusual. */
const FREE_TEXT =
	/^(?:alt|aria-.*|content|href|label|onclick|placeholder|src|style|summary|title|data-.*)$/;

function wordsOf({ name, written, value }: Attribute): string {
	if (value === undefined) {
		// `<b and more>` is a sentence: no HTML author writes such attributes on purpose.
		if (FLAGS.has(name) || /[-:_@]/.test(name) || !/\p{Alpha}|\p{N}/u.test(name)) return '';
		return written;
	}
	if (name.startsWith('data-') || (FREE_TEXT.test(name) && !value.includes('<'))) return '';
	// `class="a>Siège</p><p class="b"`: the text between the tags has become part of the value.
	return (value.match(/(?<=>)[^<>]+/g) ?? []).join(' ');
}
