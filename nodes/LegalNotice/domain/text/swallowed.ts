import { ADVICE, wordsOf, type Findings } from './findings';
import { isWordLike, roleOf } from './tags';
import type { Attribute, Token } from './tokenizer';

type Markup = Exclude<Token, { kind: 'text' }>;
type Tag = Extract<Token, { kind: 'open' | 'close' }>;

/** Finds words that a missing `&lt;`, `>` or quotation mark has put inside a tag or a comment. */
export class SwallowedWords {
	private readonly findings: Findings;
	private readonly reported = new Set<string>();

	constructor(findings: Findings) {
		this.findings = findings;
	}

	lookInto(markup: Markup): void {
		if (markup.kind === 'unfinished') {
			const words = markup.textOnly ? markup.written : wordsOf(markup.written);
			this.findings.lose('markup', words, ADVICE.unfinished);
			this.findings.note('The text ends inside a tag or a comment that is never closed.');
		} else if (markup.kind !== 'comment') this.lookIntoTag(markup);
		else if (markup.form === 'bogus') {
			this.findings.lose('markup', wordsOf(markup.written), ADVICE.declaration);
		} else this.findings.leftOut(markup.form === 'comment' ? 'comments' : 'declarations');
	}

	private lookIntoTag(tag: Tag): void {
		const role = roleOf(tag.name);
		if (role === 'foreign') return;
		if (role !== 'unknown') {
			const words = tag.attributes.map(wordsInAttribute).join(' ');
			return this.findings.lose('markup', words, ADVICE.attribute, tag.name);
		}
		// `<Adresse du siège>` in a template: the closing tag would only repeat the name.
		if (tag.kind === 'close' && this.reported.has(tag.name)) return;
		this.reported.add(tag.name);
		const words = tag.written.replace(/[<>]/g, ' ');
		this.findings.lose('markup', words, ADVICE.unknownTag, tag.name);
	}
}

function wordsInAttribute({ name, written, value }: Attribute): string {
	if (value === undefined) return isWordLike(name) ? written.replace(/</g, ' ') : '';
	if (name.startsWith('data-')) return '';
	// `class="a>Siège</p><p class="b"`: the text between the tags has become part of the value.
	return (value.match(/(?<=>)[^<>]+/g) ?? []).join(' ');
}
