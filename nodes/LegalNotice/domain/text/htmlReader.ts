import { ClassNames } from './classes';
import { BlockBuilder, type Block } from './blockBuilder';
import { decodeEntities } from './entities';
import type { Findings } from './findings';
import { LostText } from './lostText';
import { OpenTags } from './openTags';
import { SwallowedWords } from './swallowed';
import { roleOf } from './tags';
import { tokenize, type Token } from './tokenizer';

type OpenTag = Extract<Token, { kind: 'open' }>;

/** Tags without content that a browser shows. */
const SEEN_BY_READERS = new Set(['img', 'image', 'input', 'embed']);

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
	private readonly swallowed: SwallowedWords;
	private readonly lost: LostText;
	private readonly tags = new OpenTags();
	private readonly blocks: BlockBuilder;
	/** The script, style or title whose content is passed over. */
	private hiddenTag: string | undefined;

	constructor(findings: Findings, classNames: ClassNames) {
		this.findings = findings;
		this.swallowed = new SwallowedWords(findings);
		this.lost = new LostText(findings);
		this.blocks = new BlockBuilder(findings, classNames);
	}

	take(token: Token): void {
		if (token.kind === 'text') return this.text(token.text);
		this.lost.tagSeen();
		this.swallowed.lookInto(token);
		if (token.kind === 'open') this.open(token);
		else if (token.kind === 'close') this.close(token.name);
	}

	finish(): Block[] {
		while (this.tags.innermost !== undefined) this.closeInnermost();
		this.lost.flush(this.tags.innermost);
		return this.blocks.built;
	}

	private text(written: string): void {
		if (this.hiddenTag !== undefined) return;
		const text = decodeEntities(written, (reference) =>
			this.findings.note(`${reference} is no known HTML entity: it is printed as it is written.`),
		);
		if (this.tags.innermost !== 'p') this.lost.add(text);
		else this.blocks.append(text);
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
				return this.blocks.openFormat(tag);
			case 'inline':
			case 'foreign':
				return tag.name === 'sup' ? this.blocks.raise() : this.findings.droppedTag(tag.name);
			case 'void':
				if (SEEN_BY_READERS.has(tag.name)) this.findings.leftOut(tag.name);
				return;
		}
	}

	private close(name: string): void {
		this.hiddenTag = undefined;
		const role = roleOf(name);
		if (role === 'format') this.blocks.closeFormat(name);
		else if (name === 'sup') this.blocks.lower();
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
		this.blocks.startParagraph(tag);
	}

	private openHidden(name: string): void {
		// Inside these, browsers read the content of a style or a title as text.
		if (['svg', 'math', 'select'].some((outer) => this.tags.has(outer))) return this.push(name);
		this.hiddenTag = name;
		this.findings.leftOut(name);
	}

	private lineBreak(): void {
		if (this.tags.innermost !== 'p') this.lost.add(' ');
		else this.blocks.lineBreak();
	}

	private rule(tag: OpenTag): void {
		this.endParagraphBy('hr');
		this.lost.flush(this.tags.innermost);
		this.blocks.rule(tag);
	}

	private push(name: string): void {
		this.lost.flush(this.tags.innermost);
		this.tags.push(name);
	}

	/** Ends an open paragraph, as a browser does at every block tag. */
	private endParagraphBy(tag: string | undefined): void {
		if (!this.tags.has('p')) return;
		this.closeDownThrough('p');
		this.lost.paragraphEndedBy(tag);
	}

	/** @param name of a tag that is open */
	private closeDownThrough(name: string): void {
		let closed: string | undefined;
		do closed = this.closeInnermost();
		while (closed !== name);
	}

	private closeInnermost(): string | undefined {
		this.lost.flush(this.tags.innermost);
		const name = this.tags.pop();
		if (name === 'p') this.blocks.finishParagraph();
		return name;
	}
}
