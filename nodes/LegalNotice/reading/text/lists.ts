/** The numbers and bullets that a browser draws before the entries of a list, as characters that can be printed. */
import type { Look } from './looks';
import { attributeOf, type Tag } from './tokenizer';

export interface List {
	readonly isNumbered: boolean;
	/** The number of the next entry. */
	next: number;
}

export interface Entry {
	/** What a browser draws before its words, until they come; '' for nothing. */
	marker: string;
	readonly isNumber: boolean;
}

/** An entry that begins with a marker of its own gets no second one. A capital before a full stop is an initial: "M. DURAND". */
const OWN_BULLET = /^\s*(?:[-–—•·*]|\d{1,3}[.)°]|[a-z][.)]|[A-Z]\))(?:\s|$)/;
const OWN_NUMBER = /^\s*(?:\d{1,3}[.)°]|[a-z][.)]|[A-Z]\))(?:\s|$)/;

export function listOf(tag: Tag): List {
	const start = Number(attributeOf(tag, 'start') || '1');
	return { isNumbered: tag.name === 'ol', next: Number.isSafeInteger(start) ? start : 1 };
}

export function entryOf(list: List | undefined, tag: Tag, look: Look): Entry {
	// Quill writes bullets and boxes as entries of a numbered list.
	const isBullet = /^(?:bullet|(?:un)?checked)$/.test(attributeOf(tag, 'data-list'));
	const isNumber = list?.isNumbered === true && !isBullet;
	const marker = isNumber ? numberOf(list, tag, look.numbering) : '– ';
	return { marker: look.hasNoBullets === true ? '' : marker, isNumber };
}

/** The marker before the first words of an entry; '' where they have one of their own. It is drawn once. */
export function takeMarker(entry: Entry, words: string): string {
	const { marker, isNumber } = entry;
	entry.marker = '';
	return (isNumber ? OWN_NUMBER : OWN_BULLET).test(words) ? '' : marker;
}

function numberOf(list: List, tag: Tag, type: string | undefined): string {
	const given = Number(attributeOf(tag, 'value') || 'none');
	const number = Number.isSafeInteger(given) ? given : list.next;
	list.next = number + 1;
	return `${written(number, type)}. `;
}

function written(number: number, type: string | undefined): string {
	if (number < 1) return String(number);
	if (type === 'a') return letters(number);
	if (type === 'A') return letters(number).toUpperCase();
	if (type === 'i') return roman(number).toLowerCase();
	if (type === 'I') return roman(number);
	return String(number);
}

/** 27 is aa. */
function letters(number: number): string {
	let name = '';
	for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
		name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
	}
	return name;
}

const ROMAN: ReadonlyArray<readonly [number, string]> = [
	[1000, 'M'],
	[900, 'CM'],
	[500, 'D'],
	[400, 'CD'],
	[100, 'C'],
	[90, 'XC'],
	[50, 'L'],
	[40, 'XL'],
	[10, 'X'],
	[9, 'IX'],
	[5, 'V'],
	[4, 'IV'],
	[1, 'I'],
];

/** What is too large for Roman numerals is written in figures, as browsers do. */
function roman(number: number): string {
	if (number > 3999) return String(number);
	let rest = number;
	let name = '';
	for (const [value, numeral] of ROMAN) {
		name += numeral.repeat(Math.floor(rest / value));
		rest %= value;
	}
	return name;
}
