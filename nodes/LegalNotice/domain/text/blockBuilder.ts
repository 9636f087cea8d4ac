import type { ClassNames } from './classes';
import { collapseSpaces } from './codePoints';
import { ADVICE, type Findings } from './findings';
import { InlineFormat } from './inlineFormat';
import { RaisedText } from './raised';
import { RunCollector, textOf, type Run } from './runs';
import type { Token } from './tokenizer';

/** What the service composes: paragraphs and rules, in order. */
export type Block =
	| { kind: 'paragraph'; classes: string[]; filet: boolean; runs: Run[] }
	| { kind: 'rule'; classes: string[] };

type OpenTag = Extract<Token, { kind: 'open' }>;

/** Builds what is printed out of what the reader of the tags finds in paragraphs. */
export class BlockBuilder {
	readonly built: Block[] = [];
	private paragraph: { classes: string[]; runs: RunCollector } | undefined;
	private readonly format = new InlineFormat();
	private readonly raised: RaisedText;
	private readonly findings: Findings;
	private readonly classNames: ClassNames;

	constructor(findings: Findings, classNames: ClassNames) {
		this.findings = findings;
		this.classNames = classNames;
		this.raised = new RaisedText(findings);
	}

	get inParagraph(): boolean {
		return this.paragraph !== undefined;
	}

	startParagraph(tag: OpenTag): void {
		this.paragraph = { classes: this.classNames.of(tag.attributes), runs: new RunCollector() };
		this.format.startParagraph();
		this.raised.startParagraph();
	}

	append(text: string): void {
		this.paragraph?.runs.append(this.raised.read(collapseSpaces(text)), this.format.current);
	}

	lineBreak(): void {
		this.paragraph?.runs.append('\n', this.format.current);
	}

	/** A strong, b or span begins. */
	openFormat(tag: OpenTag): void {
		const classes = tag.name === 'span' ? this.classNames.of(tag.attributes) : [];
		if (tag.name === 'span' && classes.length === 0) this.findings.droppedTag('span');
		this.format.openTag(tag, classes);
	}

	closeFormat(name: string): void {
		this.format.closeTag(name);
	}

	/** A sup begins. */
	raise(): void {
		this.raised.open();
	}

	lower(): void {
		this.raised.close();
	}

	rule(tag: OpenTag): void {
		const classes = this.classNames.of(tag.attributes);
		if (classes.length > 0) this.built.push({ kind: 'rule', classes });
		else {
			this.findings.note(
				'An <hr> without a class is no rule of the service and was left out: write <hr class="fs-filet">.',
			);
		}
	}

	finishParagraph(): void {
		if (!this.paragraph) return;
		const { classes, runs: collector } = this.paragraph;
		this.paragraph = undefined;
		this.format.endParagraph();
		const runs = collector.finish();
		const filet = this.classNames.filet(classes);
		if (filet === undefined) {
			this.built.push({ kind: 'paragraph', classes, filet: false, runs });
			return;
		}
		this.findings.lose('filetParagraph', textOf(runs), ADVICE.filet(filet), 'p');
		this.built.push({ kind: 'paragraph', classes, filet: true, runs: [] });
	}
}
