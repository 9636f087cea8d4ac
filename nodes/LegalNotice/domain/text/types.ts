/** How the user wrote the text: as plain lines, or as HTML. */
export type TextFormat = 'plainText' | 'html';

/** One kind of character that was replaced because the service's character range lacks it. */
export interface Repair {
	/** The character as it was written (for a decomposed accent: the letter and its marks). */
	from: string;
	/** What stands in its place; empty when it was removed. */
	to: string;
	/** `U+202F`; several code points are separated by a space. */
	codePoint: string;
	/** English name of the kind, such as `narrow no-break space`. */
	name: string;
	count: number;
	/** Where its first occurrence stood: code points from 1, in `PreparedText.visibleText`. */
	firstPosition: number;
}

/** A character that Windows-1252 lacks and that is not replaced without the user's word. */
export interface Unsupported {
	/** The character; U+FFFD stands for a lone surrogate, which no text format can carry. */
	character: string;
	codePoint: string;
	/** Code points from 1, in `PreparedText.visibleText`. */
	position: number;
	/** About 20 characters around it, on one line. */
	context: string;
	/** Script of a letter that is not Latin, such as `Cyrillic`. */
	script?: string;
	/** What could be written instead; an empty string means that it can be left out. */
	suggestion?: string;
}

/** Words that would not appear in the newspaper. */
export interface Loss {
	kind: 'outsideParagraph' | 'otherTag' | 'filetParagraph' | 'markup';
	/** The words as they were written, white space collapsed. */
	words: string;
	/** The tag that makes them disappear. */
	tag?: string;
	/** One sentence that says how to keep them. */
	advice: string;
}

/** A sign that the text is not what its author meant, though every character of it would be printed. */
export interface Hint {
	kind:
		| 'htmlTags'
		| 'entity'
		| 'markdown'
		| 'unfilledField'
		| 'badEncoding'
		| 'lostLetter'
		| 'halfCharacter';
	/** The first place where it shows, 40 characters at most. */
	example: string;
	/** As it stands in `PreparedText.notes`. */
	sentence: string;
}

export interface PreparedText {
	/** What is to be sent: only p and hr, strong, b, br and span with a class. */
	html: string;
	/** What a reader sees; paragraphs and forced line breaks are separated by `\n`. */
	visibleText: string;
	/** Characters a reader sees, spaces included, line breaks excluded. */
	characterCount: number;
	repairs: Repair[];
	/** The first 20; `unsupportedCount` counts them all. */
	unsupported: Unsupported[];
	unsupportedCount: number;
	losses: Loss[];
	/** Things worth telling that lose no word, the hints' sentences among them. */
	notes: string[];
	hints: Hint[];
	/** Style classes of paragraphs, rules and spans, in the order of their first use. */
	classes: string[];
}

export interface PrepareOptions {
	format: TextFormat;
	text: string;
	/** Classes that the category or the header knows; without it no class is called unknown. */
	classes?: readonly string[];
	/** Classes of style sheets of type `filet`, beside `fs-filet`. */
	filetClasses?: readonly string[];
	/** Replace letters that the range lacks by their suggestion (off: names are never changed). */
	transliterateLetters?: boolean;
}

export interface Comparison {
	same: boolean;
	/** Phrases that were sent and are not in the composed text, in order. */
	missing: string[];
	/** Phrases of the composed text that were not sent, in order. */
	added: string[];
}
