/** The numbers and bullets that a browser draws before the entries of a list, as signs that can be printed. */
import type { Look } from './looks';
import { attributeOf, type Tag } from './tokenizer';

interface List {
	/** The number of the next entry; undefined where it has bullets. */
	next: number | undefined;
	readonly type: string;
	readonly hasNoBullets: boolean;
}

const BULLET = '– ';
/** An entry that begins with a sign of its own gets no second one. */
const OWN_BULLET = /^\s*(?:[-–—•·*]|\d{1,3}[.)°]|[a-zA-Z][.)])(?:\s|$)/;
const OWN_NUMBER = /^\s*(?:\d{1,3}[.)°]|[a-zA-Z][.)])(?:\s|$)/;

export class Lists {
	private readonly open: List[] = [];
	/** The sign of an entry whose words have not come yet. */
	private pending: { readonly sign: string; readonly isNumber: boolean } | undefined;
	hasNumbers = false;
	hasBullets = false;

	openList(tag: Tag, { hasNoBullets = false, numbering }: Look): void {
		const start = Number(attributeOf(tag, 'start') || '1');
		const next = Number.isSafeInteger(start) ? start : 1;
		this.open.push({
			next: tag.name === 'ol' ? next : undefined,
			type: numbering ?? attributeOf(tag, 'type'),
			hasNoBullets,
		});
	}

	closeList(): void {
		this.open.pop();
		this.pending = undefined;
	}

	openEntry(tag: Tag, { hasNoBullets = false, numbering }: Look): void {
		const list = this.open.at(-1);
		this.pending = undefined;
		const isNumber = list?.next !== undefined;
		const sign = isNumber ? numberOf(list, tag, numbering ?? list.type) : BULLET;
		if (list?.hasNoBullets !== true && !hasNoBullets) this.pending = { sign, isNumber };
	}

	closeEntry(): void {
		this.pending = undefined;
	}

	/** The sign before the first words of an entry; '' for any others. */
	signBefore(words: string): string {
		const { pending } = this;
		if (!pending) return '';
		this.pending = undefined;
		if ((pending.isNumber ? OWN_NUMBER : OWN_BULLET).test(words)) return '';
		if (pending.isNumber) this.hasNumbers = true;
		else this.hasBullets = true;
		return pending.sign;
	}
}

function numberOf(list: List, tag: Tag, type: string): string {
	const given = Number(attributeOf(tag, 'value') || 'none');
	const number = Number.isSafeInteger(given) ? given : (list.next ?? 1);
	list.next = number + 1;
	return `${written(number, type)}. `;
}

function written(number: number, type: string): string {
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
	for (const [value, sign] of ROMAN) {
		name += sign.repeat(Math.floor(rest / value));
		rest %= value;
	}
	return name;
}
