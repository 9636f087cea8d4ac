/**
 * Signs that a text is not what its author meant, though all of it would be printed: it was read with the wrong encoding, it is not
 * finished, it still has its revisions, or its markup would be seen. Each is said in a sentence with the word that shows it.
 */
import { quotePassages } from '../cells/parameters';
import type { TextFormat } from './blocks';
import { findWrongEncoding } from './encodings';
import { decodeEntities } from './entities';
import type { ReadText } from './html';
import { contextOf, placesOf, wordAt, type Pattern, type Place } from './places';
import { findUnfinished, type UnfinishedKind } from './unfinished';

export type FindingKind =
	| 'wrongEncoding'
	| 'remark'
	| 'revision'
	| 'wideTable'
	| UnfinishedKind
	| 'htmlTags'
	| 'entity'
	| 'markdown';

export interface Finding {
	kind: FindingKind;
	/** It begins with "The text", and says what is there and which word shows it. */
	sentence: string;
	/** How to fix it, where an order is refused for it: what is printed cannot be taken back. */
	fix?: string;
	/** The option that lets it go out. */
	option: 'If Text Changes' | 'If Text Looks Unfinished';
	/** Whether a quote is refused as well. */
	stopsQuote: boolean;
	/** The first 20 places, each with the words around it. */
	places: Array<{ found: string; context: string }>;
}

export function findingsIn(visibleText: string, format: TextFormat, read: ReadText): Finding[] {
	return [
		...wrongEncoding(visibleText),
		...ofReviewers(read),
		...wideTable(read),
		...unfinished(visibleText),
		...visibleMarkup(visibleText, format),
	];
}

function wrongEncoding(text: string): Finding[] {
	const places = findWrongEncoding(text);
	if (places.length === 0) return [];
	const inOrder = [...places].sort((a, b) => a.index - b.index);
	const words = [...new Set(inOrder.map((place) => wordAt(text, place)))].slice(0, 3);
	return [
		{
			kind: 'wrongEncoding',
			sentence: `The text was read with the wrong encoding: ${quotePassages(words)}.`,
			fix: 'Export it as UTF-8, and read it as UTF-8',
			option: 'If Text Changes',
			stopsQuote: true,
			places: words.map((word) => ({ found: word, context: word })),
		},
	];
}

function ofReviewers({ deleted, inserted, remarks }: ReadText): Finding[] {
	const option = 'If Text Looks Unfinished';
	const findings: Finding[] = [];
	const placesIn = (words: readonly string[]) =>
		words.slice(0, 20).map((found) => ({ found, context: found }));
	if (deleted.length + inserted.length > 0) {
		const parts: string[] = [];
		if (deleted.length > 0) parts.push(`${quotePassages(deleted)} was deleted`);
		if (inserted.length > 0) parts.push(`${quotePassages(inserted)} was inserted`);
		findings.push({
			kind: 'revision',
			sentence: `The text has tracked changes that nobody has accepted: ${parts.join(', ')}.`,
			fix: 'Accept the changes in Word first',
			option,
			stopsQuote: false,
			places: placesIn([...deleted, ...inserted]),
		});
	}
	if (remarks.length > 0) {
		findings.push({
			kind: 'remark',
			sentence: `The text has remarks of a reviewer, which are not printed: ${quotePassages(remarks)}.`,
			fix: 'Settle and delete the comments in Word first',
			option,
			stopsQuote: false,
			places: placesIn(remarks),
		});
	}
	return findings;
}

function wideTable({ columns }: ReadText): Finding[] {
	if (columns < 3) return [];
	return [
		{
			kind: 'wideTable',
			sentence: `The text has a table of ${columns} columns, of which each row is printed as one line.`,
			fix: 'Write the table as sentences',
			option: 'If Text Changes',
			stopsQuote: false,
			places: [{ found: String(columns), context: String(columns) }],
		},
	];
}

const UNFINISHED: Readonly<Record<UnfinishedKind, readonly [sentence: string, fix: string]>> = {
	data: [
		'is data of a program, and not the words to print',
		'Point the expression at the field that holds the text',
	],
	field: ['contains a field that was not filled in', 'Fill it in'],
	blank: ['contains a blank that was not filled in', 'Fill it in'],
	leftBehind: [
		'contains what an expression or a sheet leaves where it finds nothing',
		'Check the expression, and fill in the value',
	],
	mail: ['contains the head of an e-mail', 'Remove it'],
};

function unfinished(text: string): Finding[] {
	return findUnfinished(text).map(({ kind, places }) => {
		const [sentence, fix] = UNFINISHED[kind];
		const where = kind === 'data' || kind === 'mail' ? '' : whereIn(text, places);
		return {
			kind,
			sentence: `The text ${sentence} (${exampleOf(places)})${where}.`,
			fix,
			option: 'If Text Looks Unfinished',
			stopsQuote: true,
			places: inContext(text, places),
		};
	});
}

const LONGEST_EXAMPLE = 40;

function exampleOf([first]: readonly Place[]): string {
	const characters = Array.from(first?.found ?? '');
	if (characters.length <= LONGEST_EXAMPLE) return characters.join('');
	return `${characters.slice(0, LONGEST_EXAMPLE).join('')}…`;
}

/** A blank is found again by the words beside it. */
function whereIn(text: string, [first]: readonly Place[]): string {
	const context = first ? contextOf(text, first) : '';
	return context === first?.found.trim() ? '' : ` in "${context}"`;
}

function inContext(text: string, places: readonly Place[]): Finding['places'] {
	return places.map((place) => ({ found: place.found, context: contextOf(text, place) }));
}

const TAGS: Pattern = {
	gate: /<\/?[a-zA-Z]/,
	test: () =>
		/<\/?(?:p|br|div|span|strong|b|em|i|u|ul|ol|li|h[1-6]|table|tr|td|a|hr)(?:\s[^<>]{0,200})?\/?>|<\/\p{Alpha}[^<>\s]{0,60}>/giu,
};

const ENTITIES: readonly Pattern[] = [
	{
		gate: /&/,
		test: () => /&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{2,6}|#x[0-9a-fA-F]{2,6});/g,
		// The `&D;` of `R&D;` is no entity; one in capitals is what capitals were made of.
		isMeant: ({ found }) =>
			decodeEntities(found) !== found || /^&[A-Z](?:ACUTE|GRAVE|CIRC|CEDIL|UML);$/.test(found),
	},
	// No name begins like these, so it is an entity of which the semicolon was forgotten.
	{
		gate: /&[a-zA-Z]/,
		test: () =>
			/&(?:[a-zA-Z](?:acute|grave|circ|uml|cedil|tilde|ring)|nbsp|[lr]aquo|[lr]squo)(?!;)/g,
	},
];

const MARKDOWN: Pattern = {
	gate: /\*\*|__|^#|```|\]\(/m,
	test: () =>
		/\*\*[^\s*][^*\n]{0,200}\*\*|^#{1,6} \S|^```|\[[^\]\n]{1,100}\]\(https?:[^)\s]{1,200}\)/gm,
};

/** Markup that a reader of the newspaper would see. */
function visibleMarkup(text: string, format: TextFormat): Finding[] {
	const findings: Finding[] = [];
	const option = 'If Text Changes';
	const add = (kind: FindingKind, places: readonly Place[], sentence: string, fix?: string) => {
		if (places.length === 0) return;
		const more = fix === undefined ? {} : { fix };
		findings.push({
			kind,
			sentence,
			option,
			stopsQuote: false,
			places: inContext(text, places),
			...more,
		});
	};
	const tags = placesOf(text, [TAGS]);
	const tag = exampleOf(tags);
	if (format === 'plainText') {
		const sentence = `The text contains HTML tags (${tag}), and 'Text Format' is Plain Text: they would be printed as they are.`;
		add('htmlTags', tags, sentence, "Set 'Text Format' to HTML");
	} else {
		// Tags that show in HTML were escaped, which nobody does by mistake alone.
		const sentence = `The text shows HTML tags to its reader (${tag}): they are escaped, perhaps twice.`;
		add('htmlTags', tags, sentence);
	}
	const entities = placesOf(text, ENTITIES);
	add(
		'entity',
		entities,
		`The text contains an HTML entity (${exampleOf(entities)}) that would be printed as it is written.`,
		'Write the character itself in its place',
	);
	const markdown = placesOf(text, [MARKDOWN]);
	add(
		'markdown',
		markdown,
		`The text contains Markdown (${exampleOf(markdown)}), of which the service prints the signs as they are.`,
	);
	return findings;
}
