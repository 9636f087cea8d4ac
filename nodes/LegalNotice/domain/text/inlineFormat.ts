import type { Format } from './runs';
import type { Token } from './tokenizer';

const NORMAL_WEIGHT = /font-weight\s*:\s*(?:normal|400|lighter)/i;

type OpenTag = Extract<Token, { kind: 'open' }>;

/**
 * Follows strong, b and span through well and badly nested markup. Only counts are kept, so no nesting makes it
 * slow: what matters for a character is whether it is bold, and the innermost class.
 */
export class InlineFormat {
	private readonly bold: Record<'b' | 'strong', boolean[]> = { b: [], strong: [] };
	private readonly active = { b: 0, strong: 0 };
	private readonly spans: string[] = [];
	private floor = 0;

	get current(): Format {
		const bold = this.active.strong > 0 ? 'strong' : this.active.b > 0 ? 'b' : '';
		return { bold, spanClass: this.spans.at(-1) ?? '' };
	}

	open(tag: OpenTag, classes: readonly string[]): void {
		if (tag.selfClosing) return;
		if (tag.name === 'span') {
			// A class on a span inside a classed span wins; without one the outer class goes on.
			this.spans.push(classes.length > 0 ? classes.join(' ') : (this.spans.at(-1) ?? ''));
			return;
		}
		const name = tag.name === 'b' ? 'b' : 'strong';
		// Google Docs wraps a whole paste into a b that is not bold.
		const style = tag.attributes.find((attribute) => attribute.name === 'style')?.value ?? '';
		const counts = !NORMAL_WEIGHT.test(style);
		this.bold[name].push(counts);
		if (counts) this.active[name] += 1;
	}

	close(tagName: string): void {
		if (tagName === 'span') {
			this.spans.pop();
			return;
		}
		const name = tagName === 'b' ? 'b' : 'strong';
		if (this.bold[name].pop()) this.active[name] -= 1;
	}

	startParagraph(): void {
		this.floor = this.spans.length;
	}

	/** A span ends with its paragraph; bold goes on, as browsers let it. */
	endParagraph(): void {
		this.spans.length = Math.min(this.spans.length, this.floor);
	}
}
