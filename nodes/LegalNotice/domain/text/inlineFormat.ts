import type { Format } from './runs';
import type { Token } from './tokenizer';

const NORMAL_WEIGHT = /font-weight\s*:\s*(?:normal|lighter|[1-5]00)\b/i;
const BOLD_WEIGHT = /font-weight\s*:\s*(?:bold|[6-9]00)\b/i;

type OpenTag = Extract<Token, { kind: 'open' }>;

/**
 * Follows strong, b and span through well and badly nested markup. Only counts are kept, so no nesting makes it
 * slow: what matters for a character is whether it is bold, and the innermost class. Online editors write bold
 * as the style of a span, and wrap a whole paste into a `b` that is not bold: both are read as they look.
 */
export class InlineFormat {
	private readonly open: Record<'b' | 'strong', boolean[]> = { b: [], strong: [] };
	private readonly active = { b: 0, strong: 0 };
	private readonly spans: Array<{ className: string; bold: boolean }> = [];
	/** Spans that were open when the paragraph began. */
	private floor = 0;

	get current(): Format {
		const bold = this.active.strong > 0 ? 'strong' : this.active.b > 0 ? 'b' : '';
		return { bold, spanClass: this.spans.at(-1)?.className ?? '' };
	}

	openSpan(tag: OpenTag, classes: readonly string[]): void {
		if (tag.selfClosing) return;
		// A class on a span inside a classed span wins; without one the outer class goes on.
		const className = classes.length > 0 ? classes.join(' ') : this.current.spanClass;
		const bold = BOLD_WEIGHT.test(styleOf(tag));
		this.spans.push({ className, bold });
		if (bold) this.active.strong += 1;
	}

	/** A strong or b begins. */
	openBold(tag: OpenTag): void {
		if (tag.selfClosing) return;
		const name = tag.name === 'b' ? 'b' : 'strong';
		const counts = !NORMAL_WEIGHT.test(styleOf(tag));
		this.open[name].push(counts);
		if (counts) this.active[name] += 1;
	}

	closeTag(tagName: string): void {
		if (tagName === 'span') return this.closeSpan();
		const name = tagName === 'b' ? 'b' : 'strong';
		if (this.open[name].pop()) this.active[name] -= 1;
	}

	startParagraph(): void {
		this.floor = this.spans.length;
	}

	/** A span ends with its paragraph; bold goes on, as browsers let it. */
	endParagraph(): void {
		while (this.spans.length > this.floor) this.closeSpan();
	}

	private closeSpan(): void {
		if (this.spans.pop()?.bold) this.active.strong -= 1;
	}
}

function styleOf({ attributes }: OpenTag): string {
	return attributes.find(({ name }) => name === 'style')?.value ?? '';
}
