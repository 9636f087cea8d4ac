import { codePointCount } from './codePoints';

/** Bold as the author wrote it, and the class of the innermost classed span; empty strings for none. */
export interface Format {
	bold: '' | 'b' | 'strong';
	spanClass: string;
}

/** Text of one format inside a paragraph; `\n` stands for a forced line break. */
export interface Run extends Format {
	text: string;
}

/**
 * Collects the runs of one paragraph with white space as HTML shows it: one space at most, none beside a line
 * break, none at the ends. Neighbours of equal format become one run, so the same text always gives the same
 * runs, however it was cut.
 *
 * White space waits until something visible follows it; nothing that was collected is ever taken back, which
 * keeps long texts linear.
 */
export class RunCollector {
	private readonly runs: Run[] = [];
	private waiting: Run[] = [];
	private collected = 0;

	/** Code points so far, waiting white space included. */
	get length(): number {
		return this.collected + this.waiting.length;
	}

	/** Adds text whose own white space is collapsed already. */
	append(text: string, format: Format): void {
		let start = 0;
		for (;;) {
			const lineEnd = text.indexOf('\n', start);
			this.appendLine(lineEnd < 0 ? text.slice(start) : text.slice(start, lineEnd), format);
			if (lineEnd < 0) return;
			this.breakLine(format);
			start = lineEnd + 1;
		}
	}

	/** The finished runs; white space that still waits is left out. */
	finish(): Run[] {
		return this.runs;
	}

	private appendLine(line: string, format: Format): void {
		if (line.startsWith(' ')) this.space(format);
		const visible = line.replace(/^ | $/g, '');
		if (visible === '') return;
		for (const run of this.waiting) this.push(run.text, run);
		this.waiting = [];
		this.push(visible, format);
		if (line.endsWith(' ')) this.space(format);
	}

	private space(format: Format): void {
		if (this.runs.length > 0 && this.waiting.length === 0) {
			this.waiting.push({ ...format, text: ' ' });
		}
	}

	private breakLine(format: Format): void {
		if (this.runs.length === 0) return;
		if (this.waiting[0]?.text === ' ') this.waiting = [];
		this.waiting.push({ ...format, text: '\n' });
	}

	private push(text: string, format: Format): void {
		this.collected += codePointCount(text);
		const last = this.runs.at(-1);
		if (last && last.bold === format.bold && last.spanClass === format.spanClass) last.text += text;
		else this.runs.push({ text, bold: format.bold, spanClass: format.spanClass });
	}
}

/** The text of runs without their formats. */
export function textOf(runs: readonly Run[]): string {
	return runs.map((run) => run.text).join('');
}
