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
	private classes: string[] = [];
	private runs = new RunCollector();
	private readonly format = new InlineFormat();
	private readonly raised: RaisedText;
	private readonly findings: Findings;
	private readonly classNames: ClassNames;

	constructor(findings: Findings, classNames: ClassNames) {
		this.findings = findings;
		this.classNames = classNames;
		this.raised = new RaisedText(findings);
	}

	startParagraph(tag: OpenTag): void {
		this.classes = this.classNames.of(tag.attributes);
		this.runs = new RunCollector();
		this.format.startParagraph();
		this.raised.startParagraph();
	}

	/** Text of the paragraph that is open. */
	append(text: string): void {
		this.runs.append(this.raised.read(collapseSpaces(text)), this.format.current);
	}

	lineBreak(): void {
		this.runs.append('\n', this.format.current);
	}

	/** A strong, b or span begins. */
	openFormat(tag: OpenTag): void {
		if (tag.name !== 'span') return this.format.openBold(tag);
		const classes = this.classNames.of(tag.attributes);
		if (classes.length === 0) this.findings.droppedTag('span');
		this.format.openSpan(tag, classes);
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
		this.format.endParagraph();
		const { classes } = this;
		const runs = this.runs.finish();
		const filet = this.classNames.filet(classes);
		if (filet === undefined) {
			this.built.push({ kind: 'paragraph', classes, filet: false, runs });
			return;
		}
		this.findings.lose('filetParagraph', textOf(runs), ADVICE.filet(filet), 'p');
		this.built.push({ kind: 'paragraph', classes, filet: true, runs: [] });
	}
}
