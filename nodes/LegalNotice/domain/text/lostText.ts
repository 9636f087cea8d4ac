import { ADVICE, type Findings } from './findings';

/** Collects the text that stands in no paragraph and reports it piece by piece. */
export class LostText {
	private readonly findings: Findings;
	private text = '';
	/** The block tag that ended the last paragraph before its own end. */
	private endedBy: string | undefined;
	private sawTag = false;

	constructor(findings: Findings) {
		this.findings = findings;
	}

	add(text: string): void {
		this.text += text;
	}

	tagSeen(): void {
		this.sawTag = true;
	}

	/** @param tag the block tag that ended a paragraph, undefined once that no longer explains anything */
	paragraphEndedBy(tag: string | undefined): void {
		this.endedBy = tag;
	}

	/**
	 * Reports what was collected since the last boundary.
	 *
	 * @param tag the content tag that is open around it, if any
	 */
	flush(tag: string | undefined): void {
		const text = this.text;
		this.text = '';
		if (tag !== undefined) return this.findings.lose('otherTag', text, ADVICE.otherTag(tag), tag);
		let advice = this.sawTag ? ADVICE.outside : ADVICE.noTagAtAll;
		if (this.endedBy !== undefined) advice = ADVICE.closedBy(this.endedBy);
		this.findings.lose('outsideParagraph', text, advice);
	}
}
