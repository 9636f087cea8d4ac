/**
 * The style classes of a text, which the service takes only as it lists them: any other is set in the usual style (specification,
 * Notice text rules, 4). No word is lost that way, but what was to be a title looks like the rest.
 */
import { trimmedText } from '../cells/parameters';
import type { UnknownRecord } from '../records';
import { textOf, type Block } from './blocks';
import { noticedAs, type Finding, type FoundPlace, type Noticed } from './findings';
import { readComposed, readComposedOf } from './html';

/** What the service lists: its style sheets, and the classes for paragraphs of one category; of an empty list nothing is known. */
export interface ListedClasses {
	readonly sheets: readonly UnknownRecord[];
	readonly ofCategory: readonly string[];
}

/** A rule by this name needs no list. */
const USUAL_FILET = 'fs-filet';

/** The classes of rules (filet), whose paragraphs show no words, in addition to the usual one. */
export function filetClasses(listed: ListedClasses | undefined): string[] {
	const filets = listed?.sheets.filter(({ type }) => type === 'filet') ?? [];
	return filets.map(({ classe }) => trimmedText(classe));
}

/** The classes that would be passed over, or of which only the service's list says what they do. */
export function classesIn(
	classes: readonly string[],
	listed: ListedClasses | undefined,
): Noticed[] {
	if (!listed || listed.sheets.length === 0) {
		const unchecked = classes.filter((name) => name !== USUAL_FILET);
		return unchecked.map((name) => noticedAs('uncheckedClass', name));
	}
	const { sheets, ofCategory } = listed;
	const typeOf = new Map(sheets.map(({ classe, type }) => [trimmedText(classe), type]));
	const isOfCategory = (name: string) =>
		ofCategory.length === 0 || typeOf.get(name) !== 'paragraphe' || ofCategory.includes(name);
	const unlisted = classes.filter((name) => !typeOf.has(name) || !isOfCategory(name));
	return unlisted.map((name) => noticedAs('unlistedClass', name));
}

/** The class for titles among those of a category; undefined where it has none. */
export function titleClass(ofCategory: readonly string[]): string | undefined {
	return ofCategory.find((name) => /^[\w-]+$/.test(name) && /^fs-titre/i.test(name));
}

/** Gives the first paragraph of a prepared text a class. */
export function withFirstClass(html: string, name: string): string {
	return html.replace(/^<p>/, `<p class="${name}">`);
}

/**
 * What the service has set otherwise than it was sent; undefined where nothing is, or where its text has no classes at all, as an
 * older instance writes it.
 *
 * @param sentHtml as it was prepared
 * @param composedHtml of a quote
 */
export function restyled(sentHtml: string, composedHtml: string): Finding | undefined {
	if (!sentHtml.includes('class=')) return undefined;
	const composed = readComposedOf(sentHtml, composedHtml);
	const spans = new Set(composed.flatMap(spansIn).flatMap(({ classes }) => classes));
	if (spans.size === 0 && composed.every(({ classes }) => classes.length === 0)) return undefined;
	const rules = new Set(composed.filter(isRule).flatMap(({ classes }) => classes));
	const byWords = new Map<string, Array<readonly string[]>>();
	for (const block of composed) {
		const known = byWords.get(wordsOf(block));
		if (known) known.push(block.classes);
		else byWords.set(wordsOf(block), [block.classes]);
	}
	const places: FoundPlace[] = [];
	// Of several classes one is taken.
	const compare = (words: string, sent: readonly string[], found: readonly string[]) => {
		if (sent.length === 0 || sent.some((name) => found.includes(name))) return;
		const instead = found.length === 0 ? '' : `as ${found.join(' ')}, `;
		const change = `(${instead}not as ${sent.join(' ')})`;
		places.push(noticedAs('restyled', words === '' ? 'hr' : words, { change }));
	};
	for (const block of readComposed(sentHtml)) {
		const known = block.classes.filter((name) => rules.has(name));
		const found = isRule(block) ? known : byWords.get(wordsOf(block))?.shift();
		// Words that are not composed are reported as lost.
		if (found) compare(wordsOf(block), block.classes, found);
		for (const { words, classes } of spansIn(block)) {
			compare(
				words,
				classes,
				classes.filter((name) => spans.has(name)),
			);
		}
	}
	return places.length === 0 ? undefined : { kind: 'restyled', places, count: places.length };
}

function isRule({ kind }: Block): boolean {
	return kind === 'rule';
}

/** On one line; '' for a rule. */
function wordsOf(block: Block): string {
	return block.kind === 'rule' ? '' : onOneLine(textOf(block.runs));
}

function onOneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

function spansIn(block: Block): Array<{ words: string; classes: readonly string[] }> {
	const runs = block.kind === 'rule' ? [] : block.runs.filter(({ spanClass }) => spanClass !== '');
	return runs.map(({ text, spanClass }) => ({
		words: onOneLine(text),
		classes: spanClass.split(' '),
	}));
}
