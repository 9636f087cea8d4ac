import { ClassNames } from './classes';
import { collapseSpaces } from './codePoints';
import { decodeEntities } from './entities';
import { ADVICE, isVisible, wordsOf, type Findings } from './findings';
import { InlineFormat } from './inlineFormat';
import { RunCollector, textOf, type Run } from './runs';
import { isWordLike, roleOf } from './tags';
import { tokenize, type Attribute, type Token } from './tokenizer';

/** What the service composes: paragraphs and rules, in order. */
export type Block =
	| { kind: 'paragraph'; classes: string[]; filet: boolean; runs: Run[] }
	| { kind: 'rule'; classes: string[] };

type Tag = Extract<Token, { kind: 'open' | 'close' }>;
type OpenTag = Extract<Token, { kind: 'open' }>;

/**
 * Reads HTML as the service does ("Notice text rules"): the text of `p` is kept, everything else that a reader
 * would have seen is reported. Never throws, whatever the markup.
 */
export function readHtml(
	html: string,
	findings: Findings,
	classes?: readonly string[],
	filetClasses?: readonly string[],
): Block[] {
	const reader = new HtmlReader(findings, new ClassNames(findings, classes, filetClasses));
	for (const token of tokenize(html)) reader.take(token);
	return reader.finish();
}

class HtmlReader {
	private readonly findings: Findings;
	private readonly classNames: ClassNames;
	private readonly blocks: Block[] = [];
	private readonly format = new InlineFormat();
	/** Open content tags, `p` among them, and how often each name is in the stack. */
	private readonly stack: string[] = [];
	private readonly depth = new Map<string, number>();
	private readonly unknownTags = new Set<string>();
	private paragraph: { classes: string[]; runs: RunCollector } | undefined;
	/** The script, style or title whose content is passed over; in svg, math and select browsers read it. */
	private hiddenTag: string | undefined;
	private lost = '';
	private endedBy: string | undefined;
	private sawTag = false;

	constructor(findings: Findings, classNames: ClassNames) {
		this.findings = findings;
		this.classNames = classNames;
	}

	take(token: Token): void {
		if (token.kind === 'text') return this.text(token.text);
		this.sawTag = true;
		if (token.kind === 'open') {
			this.reportSwallowed(token);
			this.open(token);
		} else if (token.kind === 'close') {
			this.reportSwallowed(token);
			this.close(token);
		} else if (token.kind === 'unfinished') {
			const words = token.textOnly ? token.written : wordsOf(token.written);
			this.findings.lose('markup', words, ADVICE.unfinished);
			this.findings.note('The text ends inside a tag or a comment that is never closed.');
		} else if (token.form === 'bogus') {
			this.findings.lose('markup', wordsOf(token.written), ADVICE.declaration);
		} else this.findings.leftOut(token.form === 'comment' ? 'comments' : 'declarations');
	}

	finish(): Block[] {
		this.closeDownTo(0);
		this.flushLost();
		return this.blocks;
	}

	private text(written: string): void {
		if (this.hiddenTag !== undefined) return;
		const top = this.stack.at(-1);
		const text = decodeEntities(written, (reference) =>
			this.findings.note(`${reference} is no known HTML entity: it is printed as it is written.`),
		);
		if (top === 'p') this.paragraph?.runs.append(collapseSpaces(text), this.format.current);
		else this.lost += text;
	}

	private open(tag: OpenTag): void {
		const role = roleOf(tag.name);
		if (role === 'paragraph') {
			this.endParagraphBy(undefined);
			this.push('p');
			this.endedBy = undefined;
			this.paragraph = { classes: this.classNames.of(tag.attributes), runs: new RunCollector() };
			this.format.startParagraph();
		} else if (role === 'block' || role === 'content' || role === 'rawText' || role === 'hidden') {
			if (role === 'hidden' && !['svg', 'math', 'select'].some((name) => this.isOpen(name))) {
				this.hiddenTag = tag.name;
				this.findings.leftOut(tag.name);
				return;
			}
			if (role === 'block') this.endParagraphBy(tag.name);
			this.push(tag.name);
		} else if (role === 'rule') this.rule(tag);
		else if (role === 'lineBreak') this.lineBreak();
		else if (role === 'format') this.openFormat(tag);
		else if (role === 'inline' || role === 'foreign') this.findings.droppedTag(tag.name);
		else if (tag.name === 'img' || tag.name === 'input' || tag.name === 'embed') {
			this.findings.leftOut(tag.name);
		}
	}

	private openFormat(tag: OpenTag): void {
		const classes = tag.name === 'span' ? this.classNames.of(tag.attributes) : [];
		if (tag.name === 'span' && classes.length === 0) this.findings.droppedTag('span');
		this.format.openTag(tag, classes);
	}

	private close(tag: Tag): void {
		this.hiddenTag = undefined;
		const role = roleOf(tag.name);
		if (role === 'format') this.format.closeTag(tag.name);
		else if (role === 'lineBreak') this.lineBreak();
		else if (this.isOpen(tag.name)) this.closeDownTo(this.stack.lastIndexOf(tag.name));
		if (role === 'paragraph') {
			this.flushLost();
			this.endedBy = undefined;
		}
	}

	private isOpen(name: string): boolean {
		return (this.depth.get(name) ?? 0) > 0;
	}

	private lineBreak(): void {
		if (this.stack.at(-1) === 'p') this.paragraph?.runs.append('\n', this.format.current);
		else this.lost += ' ';
	}

	private rule(tag: OpenTag): void {
		this.endParagraphBy('hr');
		this.flushLost();
		const classes = this.classNames.of(tag.attributes);
		if (classes.length > 0) this.blocks.push({ kind: 'rule', classes });
		else {
			this.findings.note(
				'An <hr> without a class is no rule of the service and was left out: write <hr class="fs-filet">.',
			);
		}
	}

	private push(name: string): void {
		this.flushLost();
		this.stack.push(name);
		this.depth.set(name, (this.depth.get(name) ?? 0) + 1);
	}

	/** Ends an open paragraph, as a browser does at every block tag. */
	private endParagraphBy(tag: string | undefined): void {
		if (!this.paragraph) return;
		this.closeDownTo(this.stack.lastIndexOf('p'));
		this.endedBy = tag;
	}

	private closeDownTo(height: number): void {
		while (this.stack.length > height) {
			this.flushLost();
			const name = this.stack.pop() ?? '';
			this.depth.set(name, (this.depth.get(name) ?? 1) - 1);
			if (name === 'p') this.finishParagraph();
		}
	}

	private finishParagraph(): void {
		if (!this.paragraph) return;
		const { classes, runs: collector } = this.paragraph;
		this.paragraph = undefined;
		this.format.endParagraph();
		const runs = collector.finish();
		const filet = this.classNames.filet(classes);
		if (filet !== undefined) {
			this.findings.lose('filetParagraph', textOf(runs), ADVICE.filet(filet), 'p');
		}
		this.blocks.push({
			kind: 'paragraph',
			classes,
			filet: filet !== undefined,
			runs: filet === undefined ? runs : [],
		});
	}

	/** Reports the text collected since the last boundary, under the tag that is open now. */
	private flushLost(): void {
		const lost = this.lost;
		this.lost = '';
		if (!isVisible(lost)) return;
		const tag = this.stack.at(-1);
		if (tag !== undefined) return this.findings.lose('otherTag', lost, ADVICE.otherTag(tag), tag);
		let advice = this.sawTag ? ADVICE.outside : ADVICE.noTagAtAll;
		if (this.endedBy !== undefined) advice = ADVICE.closedBy(this.endedBy);
		this.findings.lose('outsideParagraph', lost, advice);
	}

	/** Words that a missing `&lt;` or a missing quotation mark has put inside a tag. */
	private reportSwallowed(tag: Tag): void {
		const role = roleOf(tag.name);
		if (role === 'foreign') return;
		if (role === 'unknown') {
			const repeated = tag.kind === 'close' && this.unknownTags.has(tag.name);
			this.unknownTags.add(tag.name);
			if (!repeated) {
				this.findings.lose(
					'markup',
					tag.written.replace(/[<>]/g, ' '),
					ADVICE.unknownTag,
					tag.name,
				);
			}
			return;
		}
		const words = tag.attributes.map(swallowedWords).join(' ');
		this.findings.lose('markup', words, ADVICE.attribute, tag.name);
	}
}

function swallowedWords({ name, written, value }: Attribute): string {
	if (value === undefined) return isWordLike(name) ? written.replace(/</g, ' ') : '';
	if (name.startsWith('data-') || !value.includes('>')) return '';
	// `class="a>Siège</p><p class="b"`: the text between the tags has become part of the value.
	return Array.from(value.matchAll(/>([^<>]+)/g), (match) => match[1] ?? '').join(' ');
}
