/** Knows, tag by tag, whether a browser shows what comes next, and keeps the words that it does not show. */
import type { Hiding } from './looks';
import { endsParagraph, isEmptyTag, isUnseen, siblingsOf } from './tags';

/** A paragraph inside one of these is not the one that stands around it. */
const SHIELDS = ['table', 'td', 'th', 'button', 'object', 'template', 'caption'];

/** No page has an entry deeper inside the one before it. */
const DEEPEST = 1_000;
const SCOPES = new Set(['ul', 'ol', 'menu', 'dl', 'table', 'select', 'template']);

export class Hidden {
	private kind: Hiding | undefined;
	/** The tags that are open since it began, the outermost first, and how many of each name: counting again would take seconds. */
	private readonly open: string[] = [];
	private readonly counts = new Map<string, number>();
	/** How many scripts, style sheets and the like are open: their text is none of anybody. */
	private unseen = 0;
	private text = '';
	private readonly found = new Map<Hiding, string[]>();

	/** @param isOpenAround whether a tag of this name is open where the hidden part stands */
	constructor(private readonly isOpenAround: (name: string) => boolean) {}

	get isHiding(): boolean {
		return this.kind !== undefined;
	}

	begin(kind: Hiding, name: string): void {
		this.kind = kind;
		this.push(name);
	}

	takeText(text: string): void {
		if (this.unseen === 0) this.text += text;
	}

	/** @returns whether the tag itself is hidden as well */
	openTag(name: string): boolean {
		this.endSibling(siblingsOf(name));
		if (endsParagraph(name)) this.endParagraph();
		if (!this.isHiding) return false;
		if (isEmptyTag(name)) this.text += ' ';
		else this.push(name);
		return true;
	}

	/** A stray end tag ends nothing, that of a tag around it ends all. @returns whether the tag itself is hidden as well */
	closeTag(name: string): boolean {
		this.text += ' ';
		if (this.endThrough(name) || !this.isOpenAround(name)) return true;
		this.end();
		return false;
	}

	/** An entry ends the one before it, unless that stands around another list, and a cell unless it does around a table. */
	private endSibling(siblings: readonly string[]): void {
		if (!siblings.some((name) => this.countOf(name) > 0)) return;
		let outermost = '';
		const last = this.open.length - 1;
		for (let at = last; at >= 0 && at > last - DEEPEST; at--) {
			const name = this.open[at] ?? '';
			if (SCOPES.has(name)) break;
			if (siblings.includes(name)) outermost = name;
		}
		if (outermost !== '') this.endThrough(outermost);
	}

	private push(name: string): void {
		this.open.push(name);
		if (isUnseen(name)) this.unseen += 1;
		this.counts.set(name, this.countOf(name) + 1);
	}

	private countOf(name: string): number {
		return this.counts.get(name) ?? 0;
	}

	/** A new paragraph ends an open one, with what hides it, unless a table or the like stands in between. */
	private endParagraph(): void {
		if (SHIELDS.some((name) => this.countOf(name) > 0)) return;
		if (!this.endThrough('p') && this.isOpenAround('p')) this.end();
	}

	private endThrough(name: string): boolean {
		if (this.countOf(name) === 0) return false;
		for (let last = this.open.pop(); last !== undefined; last = this.open.pop()) {
			this.counts.set(last, this.countOf(last) - 1);
			if (isUnseen(last)) this.unseen -= 1;
			if (last === name) break;
		}
		if (this.open.length === 0) this.end();
		return true;
	}

	end(): void {
		const { kind } = this;
		if (kind !== undefined) this.note(kind, this.text);
		this.kind = undefined;
		this.text = '';
		this.unseen = 0;
		this.open.length = 0;
		this.counts.clear();
	}

	/** Keeps words that are not printed; blanks and what is no text of anybody are not kept. */
	note(kind: Hiding, text: string): void {
		const words = text.replace(/\s+/g, ' ').trim();
		if (kind === 'unseen' || !/[^\s\p{C}]/u.test(words)) return;
		const known = this.found.get(kind);
		if (known) known.push(words);
		else this.found.set(kind, [words]);
	}

	words(kind: Hiding): readonly string[] {
		return this.found.get(kind) ?? [];
	}
}
