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
 */
export class RunCollector {
	private readonly runs: Run[] = [];
	/** Code points collected so far. */
	length = 0;

	/** Adds text whose own white space is collapsed already. */
	append(text: string, format: Format): void {
		let start = 0;
		let atBreak = this.lastCharacter() === '\n' || this.runs.length === 0;
		while (start <= text.length) {
			const lineEnd = text.indexOf('\n', start);
			const line = lineEnd < 0 ? text.slice(start) : text.slice(start, lineEnd);
			const joined = atBreak || this.lastCharacter() === ' ';
			this.push(joined && line.startsWith(' ') ? line.slice(1) : line, format);
			if (lineEnd < 0) return;
			this.breakLine(format);
			atBreak = true;
			start = lineEnd + 1;
		}
	}

	/** The finished runs, without white space or line breaks at either end. */
	finish(): Run[] {
		for (;;) {
			const last = this.lastCharacter();
			if (last !== ' ' && last !== '\n') return this.runs;
			this.dropLast();
		}
	}

	private breakLine(format: Format): void {
		while (this.lastCharacter() === ' ') this.dropLast();
		if (this.runs.length > 0) this.push('\n', format);
	}

	private push(text: string, format: Format): void {
		if (text === '') return;
		this.length += codePointCount(text);
		const last = this.runs.at(-1);
		if (last && last.bold === format.bold && last.spanClass === format.spanClass) last.text += text;
		else this.runs.push({ text, bold: format.bold, spanClass: format.spanClass });
	}

	private lastCharacter(): string {
		return this.runs.at(-1)?.text.at(-1) ?? '';
	}

	/** Removes a white space character from the end. */
	private dropLast(): void {
		const last = this.runs.at(-1);
		if (!last) return;
		this.length -= 1;
		last.text = last.text.slice(0, -1);
		if (last.text === '') this.runs.pop();
	}
}

/** The text of runs without their formats. */
export function textOf(runs: readonly Run[]): string {
	return runs.map((run) => run.text).join('');
}
