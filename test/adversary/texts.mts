/** Texts as people read them, without what markup and typography may change. */
import type { Notice } from './model.mts';

const ENTITIES: Record<string, string> = {
	...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', eacute: 'é' },
	...{ laquo: '«', raquo: '»', euro: '€', rsquo: '’', mdash: '—' },
};

function entity(whole: string, name: string): string {
	if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
	const isHex = /^#x/i.test(name);
	return String.fromCodePoint(parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10));
}

function plain(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\u00A0\u202F\u2009]/gu, ' ')
		.replace(/\s+/gu, ' ')
		.trim();
}

export function visible(html: string): string {
	return plain(html.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, entity));
}

interface Given {
	readonly [field: string]: unknown;
}

const isNotice = (given: Notice | Given): given is Notice => 'body' in given;

/** File, newspaper and text: by these an order of the journal is recognized as the one of an item. */
export function contentOf(given: Notice | Given): string {
	if (!isNotice(given)) {
		return JSON.stringify([given['file'], given['publication'], plain(String(given['text']))]);
	}
	const { dossier, publication, texte } = given.body;
	return JSON.stringify([dossier, publication, visible(texte)]);
}

export function isTextOf(notice: Notice, json: Given): boolean {
	return contentOf(notice) === contentOf(json);
}

/** Whether two names differ in the case of their letters at most. */
export function isSpelledAlike(one: unknown, other: unknown): boolean {
	return String(one).toLowerCase() === String(other).toLowerCase();
}
