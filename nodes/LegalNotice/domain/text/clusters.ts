import { replacementFor } from './repairTable';
import { isEncodable } from './windows1252';

const MARK = /^\p{M}$/u;
/** Code units of a letter with its accents; a longer pile of marks is no letter of any language. */
const LONGEST_CLUSTER = 8;

/** What became of one odd character or one letter with its accents. */
export interface Change {
	from: string;
	to: string;
	name: string;
}

/** A letter with its accents, or what became of one odd character. */
export interface Cluster {
	text: string;
	/** The text before its accents were composed. */
	written: string;
	replaced?: Change;
}

/** Cuts a stretch of odd characters, with the character before it, into repaired clusters. */
export function clustersOf(stretch: string): Cluster[] {
	const clusters: Cluster[] = [];
	// An accent after a removed character belongs to the letter before it.
	let letter: Cluster | undefined;
	for (const character of stretch) {
		const replacement = needsLook(character) ? replacementFor(character) : undefined;
		if (replacement) {
			const { to, name } = replacement;
			const replaced = { from: character, to, name };
			const [first = '', ...others] = to;
			const parts: Cluster[] = [{ text: first, written: first, replaced }];
			for (const other of others) parts.push({ text: other, written: other });
			clusters.push(...parts);
			if (first !== '') letter = parts.at(-1);
		} else if (letter && MARK.test(character) && letter.text.length <= LONGEST_CLUSTER) {
			letter.text = (letter.text + character).normalize('NFC');
			letter.written += character;
		} else {
			letter = { text: character, written: character };
			clusters.push(letter);
		}
	}
	return clusters;
}

export function changesOf({ text, written, replaced }: Cluster): Change[] {
	const changes = replaced ? [replaced] : [];
	if (text !== written) changes.push({ from: written, to: text, name: 'decomposed accent' });
	return changes;
}

/** Whether a text has anything that is not printed as it is written. */
export function needsLook(text: string): boolean {
	return !isEncodable(text) || text.includes('\u00ad');
}
