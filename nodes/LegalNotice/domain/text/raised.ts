import { isVisible, type Findings } from './findings';

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const NUMBER = /^ ?\d+ ?$/;

/**
 * Follows `sup`, which the service does not know. A number in it becomes raised digits, so that m<sup>2</sup> is
 * printed as m² and 10<sup>6</sup> never as 106; anything else is put on the line, with a note.
 */
export class RaisedText {
	private readonly findings: Findings;
	private depth = 0;
	private told = false;

	constructor(findings: Findings) {
		this.findings = findings;
	}

	open(): void {
		this.depth += 1;
		this.told = false;
	}

	close(): void {
		this.depth = Math.max(0, this.depth - 1);
	}

	/** A tag that was never closed raises nothing beyond its paragraph. */
	startParagraph(): void {
		this.depth = 0;
	}

	/** @param text white space already collapsed */
	read(text: string): string {
		if (this.depth === 0) return text;
		if (NUMBER.test(text)) return text.replace(/\d/g, (digit) => DIGITS[Number(digit)] ?? digit);
		if (!this.told && isVisible(text)) {
			this.told = true;
			this.findings.droppedTag('sup');
		}
		return text;
	}
}
