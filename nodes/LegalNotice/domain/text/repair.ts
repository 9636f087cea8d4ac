import { codePointLabel } from './codePoints';
import { suggestionFor } from './letters';
import { replacementFor } from './repairTable';
import { RunCollector, type Run } from './runs';
import type { Repair } from './types';
import { isEncodable, RANGE_CLASS } from './windows1252';

// The character before is taken along, because an accent that follows it may compose with it.
const ODD_STRETCH = new RegExp(`[^]?(?:[^${RANGE_CLASS}]|\\u00ad)+`, 'gu');
const MARK = /^\p{M}$/u;
const LETTER = /^[\p{L}\p{M}]$/u;
/** What makes a raised digit behind it an exponent (or a note's number), not a figure of its own. */
const BASE = /^[\p{L}\p{N}⁺⁻]$/u;
const RAISED_DIGIT = /^[⁰⁴-⁹]$/u;
/** Code units of a letter with its accents; a longer pile of marks is no letter of any language. */
const LONGEST_CLUSTER = 8;

/** Counts every replacement of one text, so that nothing changes without being listed. */
export class RepairLog {
	private readonly entries = new Map<string, Repair>();

	add(from: string, to: string, name: string, position: number): void {
		const key = `${from}\u0000${to}`;
		const known = this.entries.get(key);
		if (known) known.count += 1;
		else {
			const codePoint = codePointLabel(from);
			this.entries.set(key, { from, to, codePoint, name, count: 1, firstPosition: position });
		}
	}

	/**
	 * Sorted by first position. What was removed at the end stood, as it were, just behind the last character.
	 *
	 * @param length of the visible text in code points
	 */
	list(length: number): Repair[] {
		return [...this.entries.values()]
			.map((repair) => ({ ...repair, firstPosition: Math.min(repair.firstPosition, length + 1) }))
			.sort((a, b) => a.firstPosition - b.firstPosition);
	}
}

/**
 * Replaces the typography that the range lacks in one paragraph, composes decomposed accents and, only when
 * asked, replaces letters by their suggestion. Repairing the result again changes nothing.
 *
 * @param runs white space already collapsed
 * @param position code point position of the paragraph's first character in the visible text
 */
export function repairRuns(
	runs: readonly Run[],
	position: number,
	log: RepairLog,
	transliterate: boolean,
): Run[] {
	if (!runs.some((run) => needsLook(run.text))) return [...runs];
	const once = repairOnce(runs, position, log, transliterate);
	// A removed run can bring a letter and its accent together; nothing else can appear, so twice is enough.
	return once.length < runs.length ? repairOnce(once, position, log, transliterate) : once;
}

function repairOnce(
	runs: readonly Run[],
	position: number,
	log: RepairLog,
	transliterate: boolean,
): Run[] {
	const collector = new RunCollector();
	let afterBase = false;
	const append = (text: string, run: Run) => {
		collector.append(text, run);
		const last = Array.from(text.slice(-2)).at(-1);
		if (last !== undefined && !MARK.test(last)) afterBase = BASE.test(last);
	};
	for (const run of runs) {
		let done = 0;
		for (const match of run.text.matchAll(ODD_STRETCH)) {
			append(run.text.slice(done, match.index), run);
			for (const repaired of clustersOf(match[0])) {
				const raised = RAISED_DIGIT.test(repaired.replaced?.from ?? '');
				const cluster = raised && afterBase ? unrepaired(repaired) : repaired;
				let at = position + collector.length;
				for (const { from, to, name } of changesOf(cluster)) log.add(from, to, name, at);
				for (const character of cluster.text) {
					const plain = transliterate ? suggestedLetter(character) : undefined;
					if (plain !== undefined) log.add(character, plain, 'letter replaced on request', at);
					append(plain ?? character, run);
					at = position + collector.length;
				}
				// The digits of one raised number share its fate.
				if (raised && cluster === repaired) afterBase = false;
			}
			done = match.index + match[0].length;
		}
		append(run.text.slice(done), run);
	}
	return collector.finish();
}

/** Put on the line, an exponent would make another figure (10⁶ is not 106): only the author can write it anew. */
function unrepaired({ text, replaced }: Cluster): Cluster {
	const written = (replaced?.from ?? '') + text.slice(replaced?.to.length);
	return { text: written, written };
}

interface Change {
	from: string;
	to: string;
	name: string;
}

/** A letter with its accents, or what became of one odd character. */
interface Cluster {
	text: string;
	/** The text before its accents were composed. */
	written: string;
	replaced?: Change;
}

/** Cuts a stretch of odd characters, with the character before it, into repaired clusters. */
function clustersOf(stretch: string): Cluster[] {
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

function changesOf({ text, written, replaced }: Cluster): Change[] {
	const changes = replaced ? [replaced] : [];
	if (text !== written) changes.push({ from: written, to: text, name: 'decomposed accent' });
	return changes;
}

/** What stands for a letter outside the range when the author asked for it. */
function suggestedLetter(character: string): string | undefined {
	return LETTER.test(character) && !isEncodable(character) ? suggestionFor(character) : undefined;
}

function needsLook(text: string): boolean {
	return !isEncodable(text) || text.includes('\u00ad');
}
