/**
 * Cuts HTML into tags, texts and comments the way browsers do, in time linear in its length. Only the names that HTML knows are
 * tags: "<LAB>", "<jean@exemple.fr>" and "<<LES PINS>>" are text that somebody wrote.
 */
import { isTagName } from './tags';

export interface Attribute {
	/** It is in lower case. */
	name: string;
	written: string;
	/** It is undefined without `=`. Character references are not decoded. */
	value: string | undefined;
}

export interface Tag {
	kind: 'open' | 'close';
	name: string;
	attributes: Attribute[];
	/** The tag as it is written, without angle brackets. */
	written: string;
}

export type Token =
	| Tag
	| { kind: 'text'; text: string }
	/** A comment or declaration; `isWritten` when it was meant as text. */
	| { kind: 'comment'; written: string; isWritten: boolean }
	/** Markup that is never closed takes the rest of the text. */
	| { kind: 'unfinished'; written: string };

const TAG_NAME = /[^\s/<>]{0,200}/y;
const BETWEEN_ATTRIBUTES = /[\s/]*/y;
/** A `=` before the name of an attribute is part of the name, as in browsers. */
const ATTRIBUTE = /([^\s/>][^\s/>=]*)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?/y;
const LETTER = /[a-zA-Z]/;
const LONGEST_NAME = 100;
const OWN_ELEMENT = /[a-zA-Z][\w:-]{0,60}\s{1,20}[a-zA-Z][\w:-]{0,60}=["']/y;
const FOREIGN_CONTENT = new Set(['svg', 'math']);
const TEXT_ONLY = new Set(['script', 'style', 'title', 'textarea', 'iframe']);

export function* tokenize(html: string): Generator<Token, void, undefined> {
	let position = 0;
	// Inside a drawing or a formula every name is that of a tag.
	let foreign = '';
	for (;;) {
		const start = nextMarkup(html, position, foreign !== '');
		if (start > position) yield { kind: 'text', text: html.slice(position, start) };
		if (start === html.length) return;
		const [token, end] = readMarkup(html, start);
		yield token;
		foreign = foreignAfter(token, foreign);
		position = end;
		if (token.kind !== 'open' || !TEXT_ONLY.has(token.name)) continue;
		const closing = new RegExp(`</${token.name}(?=[\\s/>])`, 'gi');
		closing.lastIndex = end;
		// Until there, browsers read no tags.
		position = closing.exec(html)?.index ?? -1;
		if (position < 0) {
			yield { kind: 'unfinished', written: html.slice(end) };
			return;
		}
		if (position > end) yield { kind: 'text', text: html.slice(end, position) };
	}
}

function foreignAfter(token: Token, foreign: string): string {
	if (token.kind === 'close') return token.name === foreign ? '' : foreign;
	if (token.kind !== 'open' || !FOREIGN_CONTENT.has(token.name)) return foreign;
	return foreign === '' && !token.written.endsWith('/') ? token.name : foreign;
}

/** Position of the next `<` that starts markup; a lonely `<` ("capital < 1 000 €") is text. */
function nextMarkup(html: string, from: number, isForeign: boolean): number {
	for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
		const next = html.charAt(at + 1);
		if (next === '!' || next === '?') return at;
		if (next === '/' && at + 2 < html.length) return at;
		if (LETTER.test(next) && (isForeign || isMarkup(html, at + 1))) return at;
	}
	return html.length;
}

/** A name with a dash may be an element of a page's own, which has attributes, or a field of a template, which has none. */
function isMarkup(html: string, nameStart: number): boolean {
	const name = html.slice(
		nameStart,
		Math.min(endOf(TAG_NAME, html, nameStart), nameStart + LONGEST_NAME),
	);
	if (isTagName(name.toLowerCase())) return true;
	OWN_ELEMENT.lastIndex = nameStart;
	return OWN_ELEMENT.test(html);
}

function readMarkup(html: string, start: number): [Token, number] {
	if (html.startsWith('<!--', start)) return readComment(html, start);
	if (LETTER.test(html.charAt(start + 1))) return readTag('open', html, start + 1);
	const closes = html.charAt(start + 1) === '/' && LETTER.test(html.charAt(start + 2));
	if (closes) return readTag('close', html, start + 2);
	return readDeclaration(html, start);
}

function readComment(html: string, start: number): [Token, number] {
	const content = start + 4;
	// `<!-->` and `<!--->` are whole comments.
	const closing = /--!?>/g;
	closing.lastIndex = start + 2;
	if (html.startsWith('>', content)) {
		return [{ kind: 'comment', written: '', isWritten: false }, content + 1];
	}
	const end = closing.exec(html);
	if (end === null) return unfinished(html, content);
	const written = html.slice(content, end.index);
	return [{ kind: 'comment', written, isWritten: false }, end.index + end[0].length];
}

/** What word processors write: `<?xml …>`, and `<!DOCTYPE …>`, `<![if …]>`, `<![endif]>`. */
const USUAL_DECLARATION = /^<(?:\?xml|!doctype\b|!\[(?:if\b|endif\]))/i;

function readDeclaration(html: string, start: number): [Token, number] {
	const content = start + '<!'.length;
	const end = html.indexOf('>', content);
	if (end === -1) return unfinished(html, content);
	const isUsual = USUAL_DECLARATION.test(html.slice(start, end));
	const written = html.slice(content, end);
	return [{ kind: 'comment', written, isWritten: !isUsual }, end + 1];
}

function readTag(kind: Tag['kind'], html: string, nameStart: number): [Token, number] {
	const nameEnd = endOf(TAG_NAME, html, nameStart);
	const name = html.slice(nameStart, nameEnd).toLowerCase();
	const attributes: Attribute[] = [];
	let position = endOf(BETWEEN_ATTRIBUTES, html, nameEnd);
	while (html.charAt(position) !== '>') {
		const attribute = readAttribute(html, position);
		if (!attribute) return unfinished(html, nameStart);
		attributes.push(attribute);
		position = endOf(BETWEEN_ATTRIBUTES, html, ATTRIBUTE.lastIndex);
	}
	const written = html.slice(nameStart, position);
	return [{ kind, name, attributes, written }, position + 1];
}

/** Is undefined where the tag never ends; else `ATTRIBUTE.lastIndex` is where the attribute ends. */
function readAttribute(html: string, position: number): Attribute | undefined {
	ATTRIBUTE.lastIndex = position;
	const found = ATTRIBUTE.exec(html);
	if (!found) return undefined;
	const [, written = '', assigned, double, single, bare] = found;
	const name = written.toLowerCase();
	if (assigned === undefined) return { name, written, value: undefined };
	// Without its closing quote a value takes everything, as in a browser: the tag never ends.
	const isCut = assigned.endsWith('=') && /["']/.test(html.charAt(ATTRIBUTE.lastIndex));
	if (isCut) return undefined;
	// One of the three has matched at most, and nothing is found for the others.
	return { name, written, value: [double, single, bare].join('') };
}

function unfinished(html: string, from: number): [Token, number] {
	return [{ kind: 'unfinished', written: html.slice(from) }, html.length];
}

function endOf(expression: RegExp, html: string, from: number): number {
	expression.lastIndex = from;
	expression.test(html);
	return expression.lastIndex;
}

/** Gives '' where there is none. Character references are not decoded. */
export function attributeOf({ attributes }: Tag, wanted: string): string {
	return attributes.find(({ name }) => name === wanted)?.value ?? '';
}
