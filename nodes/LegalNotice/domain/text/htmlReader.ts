import { ClassNames } from './classes';
import { collapseSpaces } from './codePoints';
import { decodeEntities } from './entities';
import { ADVICE, wordsOf, type Findings } from './findings';
import { InlineFormat } from './inlineFormat';
import { LostText } from './lostText';
import { OpenTags } from './openTags';
import { RaisedText } from './raised';
import { RunCollector, textOf, type Run } from './runs';
import { SwallowedWords } from './swallowed';
import { roleOf } from './tags';
import { tokenize, type Token } from './tokenizer';

/** What the service composes: paragraphs and rules, in order. */
export type Block =
	| { kind: 'paragraph'; classes: string[]; filet: boolean; runs: Run[] }
	| { kind: 'rule'; classes: string[] };

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
	private readonly swallowed: SwallowedWords;
	private readonly lost: LostText;
	private readonly format = new InlineFormat();
	private readonly tags = new OpenTags();
	private readonly blocks: Block[] = [];
	private paragraph: { classes: string[]; runs: RunCollector } | undefined;
	/** The script, style or title whose content is passed over. */
	private hiddenTag: string | undefined;
	private readonly raised: RaisedText;

	constructor(findings: Findings, classNames: ClassNames) {
		this.findings = findings;
		this.classNames = classNames;
		this.swallowed = new SwallowedWords(findings);
		this.lost = new LostText(findings);
		this.raised = new RaisedText(findings);
	}

	take(token: Token): void {
		if (token.kind === 'text') return this.text(token.text);
		this.lost.tagSeen();
		if (token.kind === 'unfinished') {
			const words = token.textOnly ? token.written : wordsOf(token.written);
			this.findings.lose('markup', words, ADVICE.unfinished);
			this.findings.note('The text ends inside a tag or a comment that is never closed.');
		} else if (token.kind === 'comment') {
			if (token.form === 'bogus') {
				this.findings.lose('markup', wordsOf(token.written), ADVICE.declaration);
			} else this.findings.leftOut(token.form === 'comment' ? 'comments' : 'declarations');
		} else {
			this.swallowed.lookInto(token);
			if (token.kind === 'open') this.open(token);
			else this.close(token.name);
		}
	}

	finish(): Block[] {
		while (this.tags.innermost !== undefined) this.closeInnermost();
		this.lost.flush(this.tags.innermost);
		return this.blocks;
	}

	private text(written: string): void {
		if (this.hiddenTag !== undefined) return;
		const text = decodeEntities(written, (reference) =>
			this.findings.note(`${reference} is no known HTML entity: it is printed as it is written.`),
		);
		if (this.tags.innermost !== 'p') this.lost.add(text);
		else this.paragraph?.runs.append(this.raised.read(collapseSpaces(text)), this.format.current);
	}

	private open(tag: OpenTag): void {
		switch (roleOf(tag.name)) {
			case 'paragraph':
				return this.startParagraph(tag);
			case 'block':
				this.endParagraphBy(tag.name);
				return this.push(tag.name);
			case 'content':
			case 'rawText':
				return this.push(tag.name);
			case 'hidden':
				return this.openHidden(tag.name);
			case 'rule':
				return this.rule(tag);
			case 'lineBreak':
				return this.lineBreak();
			case 'format':
				return this.openFormat(tag);
			case 'inline':
			case 'foreign':
				return tag.name === 'sup' ? this.raised.open() : this.findings.droppedTag(tag.name);
			case 'void':
				if (/^(?:img|image|input|embed)$/.test(tag.name)) this.findings.leftOut(tag.name);
				return;
			case 'frame':
			case 'unknown':
				return;
		}
	}

	private close(name: string): void {
		this.hiddenTag = undefined;
		const role = roleOf(name);
		if (role === 'format') this.format.closeTag(name);
		else if (name === 'sup') this.raised.close();
		else if (role === 'lineBreak') this.lineBreak();
		else if (this.tags.has(name)) this.closeDownThrough(name);
		if (role === 'paragraph') {
			this.lost.flush(this.tags.innermost);
			this.lost.paragraphEndedBy(undefined);
		}
	}

	private startParagraph(tag: OpenTag): void {
		this.endParagraphBy(undefined);
		this.push('p');
		this.lost.paragraphEndedBy(undefined);
		this.paragraph = { classes: this.classNames.of(tag.attributes), runs: new RunCollector() };
		this.format.startParagraph();
		this.raised.startParagraph();
	}

	private openFormat(tag: OpenTag): void {
		const classes = tag.name === 'span' ? this.classNames.of(tag.attributes) : [];
		if (tag.name === 'span' && classes.length === 0) this.findings.droppedTag('span');
		this.format.openTag(tag, classes);
	}

	private openHidden(name: string): void {
		// Inside these, browsers read the content of a style or a title as text.
		if (['svg', 'math', 'select'].some((outer) => this.tags.has(outer))) return this.push(name);
		this.hiddenTag = name;
		this.findings.leftOut(name);
	}

	private lineBreak(): void {
		if (this.tags.innermost !== 'p') this.lost.add(' ');
		else this.paragraph?.runs.append('\n', this.format.current);
	}

	private rule(tag: OpenTag): void {
		this.endParagraphBy('hr');
		this.lost.flush(this.tags.innermost);
		const classes = this.classNames.of(tag.attributes);
		if (classes.length > 0) this.blocks.push({ kind: 'rule', classes });
		else {
			this.findings.note(
				'An <hr> without a class is no rule of the service and was left out: write <hr class="fs-filet">.',
			);
		}
	}

	private push(name: string): void {
		this.lost.flush(this.tags.innermost);
		this.tags.push(name);
	}

	/** Ends an open paragraph, as a browser does at every block tag. */
	private endParagraphBy(tag: string | undefined): void {
		if (!this.paragraph) return;
		this.closeDownThrough('p');
		this.lost.paragraphEndedBy(tag);
	}

	private closeDownThrough(name: string): void {
		for (;;) {
			const closed = this.closeInnermost();
			if (closed === name || closed === undefined) return;
		}
	}

	private closeInnermost(): string | undefined {
		this.lost.flush(this.tags.innermost);
		const name = this.tags.pop();
		if (name === 'p') this.finishParagraph();
		return name;
	}

	private finishParagraph(): void {
		if (!this.paragraph) return;
		const { classes, runs: collector } = this.paragraph;
		this.paragraph = undefined;
		this.format.endParagraph();
		const runs = collector.finish();
		const filet = this.classNames.filet(classes);
		if (filet === undefined) {
			this.blocks.push({ kind: 'paragraph', classes, filet: false, runs });
			return;
		}
		this.findings.lose('filetParagraph', textOf(runs), ADVICE.filet(filet), 'p');
		this.blocks.push({ kind: 'paragraph', classes, filet: true, runs: [] });
	}
}
