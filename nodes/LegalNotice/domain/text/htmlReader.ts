/**
 * Reads the tokens of HTML as the service does, which is the second step. The text of `p` becomes paragraphs; whatever else a
 * reader would have seen is a loss, which is reported, because the service would drop it without a word.
 */
import { isEncodable, decodeEntities } from './charset';
import {
	isVisible,
	textOf,
	type Block,
	type Run,
	attributeOf,
	tokenize,
	type Tag,
	type Token,
} from './tokenizer';
import { ADVICE, CHANGED_MEANING, roleOf, wordsInside } from './tags';
import { repairTypography } from './typography';

/** Words that would not appear in the newspaper. */
export interface Loss {
	kind: 'outsideParagraph' | 'otherTag' | 'filetParagraph' | 'markup';
	words: string;
	tag?: string;
	advice: string;
}

export interface ReadText {
	blocks: Block[];
	losses: Loss[];
	/** Sentences on what was changed without losing a word. */
	notes: string[];
	classes: string[];
	/** How entities were written, by the characters that they stand for and that cannot be printed. */
	entities: ReadonlyMap<string, string>;
}

/**
 * Reads HTML as the service does ("Notice text rules"): the text of `p` is kept, what else a reader would have seen is
 * reported. Linear in its length.
 *
 * @param filetClasses classes of style sheets of type `filet`, in addition to `fs-filet`
 */
export function readHtml(html: string, filetClasses: readonly string[] = []): ReadText {
	const reader = new HtmlReader(new Set(['fs-filet', ...filetClasses]));
	for (const token of tokenize(html)) reader.take(token);
	return reader.finish();
}

class HtmlReader {
	private readonly blocks: Block[] = [];
	private readonly losses: Loss[] = [];
	private readonly notes = new Set<string>();
	private readonly classes = new Set<string>();
	private readonly entities = new Map<string, string>();
	/** The inline tags that were left out, each with how often. */
	private readonly dropped = new Map<string, number>();
	private readonly unknownTags = new Set<string>();
	/** The content tags that are open, and how many of each name: to count thousands for each tag would take seconds. */
	private readonly open: string[] = [];
	private readonly openCounts = new Map<string, number>();
	/** The innermost content tag: any other one ends it. */
	private paragraph: { classes: string[]; runs: Run[] } | undefined;
	private readonly bold: Array<Run['bold']> = [];
	private readonly spans: string[] = [];
	private spansBefore = 0;
	private raised = 0;
	private hidden = false;
	/** The text outside of any paragraph since the last tag that bounds it. */
	private lost = '';
	private sawTag = false;

	constructor(private readonly filetClasses: ReadonlySet<string>) {}

	take(token: Token): void {
		if (token.kind === 'text') return this.text(token.text);
		this.sawTag = true;
		if (token.kind === 'unfinished') {
			this.lose('markup', token.written, ADVICE.unfinished);
			this.notes.add('The text ends inside a tag or a comment that is never closed.');
		} else if (token.kind === 'comment') {
			if (token.isWritten) this.lose('markup', token.written, ADVICE.comment);
		} else {
			this.lookForWords(token);
			if (token.kind === 'open') this.openTag(token);
			else this.closeTag(token.name);
		}
	}

	finish(): ReadText {
		this.endParagraph();
		this.flush();
		const tags = [...this.dropped].map(([name, count]) => `${name} (${count})`).join(', ');
		const dropped = `Formatting that the service does not know was left out, its text kept: ${tags}.`;
		const notes = [...this.notes];
		if (tags !== '') notes.unshift(dropped);
		const { blocks, losses, entities } = this;
		return { blocks, losses, notes, classes: [...this.classes], entities };
	}

	private text(written: string): void {
		if (this.hidden) return;
		const text = decodeEntities(written, this.onReference).replace(/[ \t\n\f\r]+/g, ' ');
		if (!this.paragraph) this.lost += text;
		else if (this.raised > 0) this.append(this.raisedText(text));
		else this.append(text);
	}

	private readonly onReference = (reference: string, characters: string | undefined) => {
		if (characters === undefined) {
			this.notes.add(`${reference} is no known HTML entity: it is printed as it is written.`);
			return;
		}
		for (const character of characters) {
			const isNew = !isEncodable(character) && !this.entities.has(character);
			if (isNew) this.entities.set(character, reference);
		}
	};

	private append(text: string): void {
		this.paragraph?.runs.push({ text, bold: this.boldHere(), spanClass: this.spanHere() });
	}

	private boldHere(): Run['bold'] {
		return this.bold.at(-1) ?? '';
	}

	private spanHere(): string {
		return this.spans.at(-1) ?? '';
	}

	private openTag(tag: Tag): void {
		const { name } = tag;
		const role = roleOf(name);
		if (name === 'p') this.startParagraph(tag);
		else if (name === 'br') this.lineBreak();
		else if (name === 'hr') this.rule(tag);
		else if (name === 'sup') this.raised += 1;
		else if (role === 'format') this.openFormat(tag);
		else if (role === 'inline') this.drop(name);
		else if (role === 'hidden') this.hidden = true;
		else if (role === 'block') this.openBlock(name);
		else if (/^(?:img|image|input|embed)$/.test(name)) this.notes.add(`Left out: ${name}.`);
	}

	private openBlock(name: string): void {
		this.endParagraph();
		this.flush();
		this.noteMeaning(name);
		this.open.push(name);
		this.openCounts.set(name, this.countOpen(name) + 1);
	}

	private closeTag(name: string): void {
		this.hidden = false;
		if (name === 'p') {
			this.endParagraph();
			this.flush();
		} else if (name === 'br') this.lineBreak();
		else if (name === 'sup') this.raised = Math.max(0, this.raised - 1);
		else if (name === 'span') this.spans.pop();
		else if (roleOf(name) === 'format') this.bold.pop();
		else if (this.countOpen(name) > 0) {
			this.endParagraph();
			this.closeThrough(name);
		}
	}

	private countOpen(name: string): number {
		return this.openCounts.get(name) ?? 0;
	}

	private closeThrough(name: string): void {
		this.flush();
		for (let closed = this.open.pop(); closed !== undefined; closed = this.open.pop()) {
			this.openCounts.set(closed, this.countOpen(closed) - 1);
			if (closed === name) return;
		}
	}

	private startParagraph(tag: Tag): void {
		this.endParagraph();
		this.flush();
		this.paragraph = { classes: this.classesOf(tag), runs: [] };
		this.spansBefore = this.spans.length;
		this.raised = 0;
	}

	private endParagraph(): void {
		const { paragraph } = this;
		if (!paragraph) return;
		const { classes, runs } = paragraph;
		this.paragraph = undefined;
		// A span ends with its paragraph; bold goes on, as browsers let it.
		this.spans.length = Math.min(this.spans.length, this.spansBefore);
		const filet = classes.find((name) => this.filetClasses.has(name));
		if (filet === undefined) this.blocks.push({ kind: 'paragraph', classes, runs });
		else {
			this.lose('filetParagraph', textOf(runs), ADVICE.filet(filet), 'p');
			this.blocks.push({ kind: 'rule', tag: 'p', classes });
		}
	}

	private lineBreak(): void {
		if (this.paragraph) this.append('\n');
		else this.lost += ' ';
	}

	private rule(tag: Tag): void {
		this.endParagraph();
		this.flush();
		const classes = this.classesOf(tag);
		if (classes.length > 0) this.blocks.push({ kind: 'rule', tag: 'hr', classes });
		else {
			this.notes.add(
				'The service does not know a rule (hr) without a class, so it was left out: give it the class fs-filet.',
			);
		}
	}

	private openFormat(tag: Tag): void {
		// `<b/>` is empty for whoever writes it, though browsers open it.
		if (tag.written.endsWith('/')) return;
		if (tag.name === 'span') return this.openSpan(tag);
		// Google Docs wraps a whole paste into a b that is not bold.
		const isNormal = /font-weight\s*:\s*normal/i.test(attributeOf(tag, 'style'));
		if (isNormal) this.bold.push(this.boldHere());
		else if (tag.name === 'b') this.bold.push('b');
		else this.bold.push('strong');
	}

	private openSpan(tag: Tag): void {
		const classes = this.classesOf(tag);
		if (classes.length > 0) {
			this.spans.push(classes.join(' '));
			return;
		}
		this.drop('span');
		this.spans.push(this.spanHere());
	}

	private drop(name: string): void {
		const before = this.dropped.get(name) ?? 0;
		this.dropped.set(name, before + 1);
		this.noteMeaning(name);
	}

	private noteMeaning(name: string): void {
		const changed = CHANGED_MEANING.get(name);
		if (changed !== undefined) this.notes.add(changed);
	}

	/** The service does not know sup: 10<sup>6</sup> must not be printed as 106. */
	private raisedText(text: string): string {
		if (/^ ?\d+ ?$/.test(text)) {
			return text.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
		}
		if (isVisible(text)) this.drop('sup');
		return text;
	}

	private classesOf(tag: Tag): string[] {
		const names = decodeEntities(attributeOf(tag, 'class')).match(/\S+/g) ?? [];
		const classes = [...new Set(names)].filter((name) => /^[A-Za-z_-][\w-]*$/.test(name));
		for (const name of classes) this.classes.add(name);
		return classes;
	}

	private flush(): void {
		const words = this.lost;
		this.lost = '';
		const tag = this.open.at(-1);
		if (tag !== undefined) this.lose('otherTag', words, ADVICE.otherTag(tag), tag);
		else if (this.sawTag) this.lose('outsideParagraph', words, ADVICE.outside);
		else this.lose('outsideParagraph', words, ADVICE.noTagAtAll);
	}

	private lose(kind: Loss['kind'], written: string, advice: string, tag?: string): void {
		const words = written.replace(/\s+/g, ' ').trim();
		// A control character is nothing to miss.
		if (!isVisible(repairTypography(words))) return;
		const loss: Loss = { kind, words, advice };
		if (tag !== undefined) loss.tag = tag;
		this.losses.push(loss);
	}

	private lookForWords(tag: Tag): void {
		const { name, written } = tag;
		if (roleOf(name) !== undefined) {
			return this.lose('markup', wordsInside(tag), ADVICE.attribute, name);
		}
		// `<Adresse du siège>` in a template: the closing tag would only repeat the name.
		if (tag.kind === 'close' && this.unknownTags.has(name)) return;
		this.unknownTags.add(name);
		this.lose('markup', written.replace(/[<>]/g, ' '), ADVICE.unknownTag, name);
	}
}
