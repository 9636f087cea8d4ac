import { wellFormed } from './codePoints';
import type { Loss } from './types';

const VISIBLE = /[^\s\u00ad\u200b-\u200f\u2060\ufeff]/;

/** True when a reader would see something. */
export function isVisible(text: string): boolean {
	return VISIBLE.test(text);
}

/** Words as they are reported: without tags. */
export function wordsOf(written: string): string {
	return written.replace(/<\/?[a-zA-Z!][^<>]*>/g, ' ');
}

/** Formatting that carries meaning: its text stays, so the meaning may change. */
const CHANGED_MEANING: ReadonlyArray<readonly [names: readonly string[], sentence: string]> = [
	[
		['del', 's', 'strike'],
		'Text that is struck out (del, s, strike) would be printed like any other.',
	],
	[
		['sup', 'sub'],
		'Raised and lowered text (sup, sub) is put on the line: check exponents such as m2.',
	],
];

/** What was found in one text: words that would be lost, and notes. */
export class Findings {
	readonly losses: Loss[] = [];
	/** Style classes that were met. */
	readonly classes = new Set<string>();
	private readonly sentences = new Set<string>();
	private readonly droppedTags = new Map<string, number>();
	private readonly emptied = new Set<string>();

	lose(kind: Loss['kind'], written: string, advice: string, tag?: string): void {
		const words = wellFormed(written.replace(/\s+/g, ' ').trim());
		if (!isVisible(words)) return;
		this.losses.push(tag === undefined ? { kind, words, advice } : { kind, words, tag, advice });
	}

	note(sentence: string): void {
		this.sentences.add(sentence);
	}

	/** A tag that is left out while its text stays. */
	droppedTag(name: string): void {
		this.droppedTags.set(name, (this.droppedTags.get(name) ?? 0) + 1);
	}

	/** A tag that is left out with a content that no reader sees. */
	leftOut(what: string): void {
		this.emptied.add(what);
	}

	get notes(): string[] {
		const notes: string[] = [];
		if (this.droppedTags.size > 0) {
			const tags = [...this.droppedTags].map(([name, count]) => `${name} (${count})`).join(', ');
			notes.push(`Formatting that the service does not know was left out, its text kept: ${tags}.`);
			for (const [names, sentence] of CHANGED_MEANING) {
				if (names.some((name) => this.droppedTags.has(name))) notes.push(sentence);
			}
		}
		if (this.emptied.size > 0) notes.push(`Left out: ${[...this.emptied].join(', ')}.`);
		return [...notes, ...this.sentences];
	}
}

export const ADVICE = {
	noTagAtAll: 'Set Text Format to Plain Text, or wrap each paragraph in <p>…</p>.',
	outside: 'Wrap it in <p>…</p>.',
	closedBy: (tag: string) =>
		`<${tag}> ends the paragraph before it, so wrap this text in a <p>…</p> of its own.`,
	otherTag: (tag: string) =>
		`The text of <${tag}> is not printed: write it in <p>…</p> instead, with <br/> for line breaks.`,
	filet: (name: string) =>
		`A paragraph of class ${name} prints a rule and never its text: move the text to a <p> without that class.`,
	unknownTag:
		'This is read as an HTML tag and would vanish: write &lt; and &gt; for the angle brackets, or remove them.',
	attribute:
		'These words stand inside a tag and would vanish: write &lt; for a "<" that is text, or complete the quotation marks of the tag.',
	unfinished:
		'A tag or comment starts here and never ends: close it, or write &lt; for a "<" that is text.',
	declaration: 'This is read as a comment and would vanish: write &lt; for a "<" that is text.',
};
