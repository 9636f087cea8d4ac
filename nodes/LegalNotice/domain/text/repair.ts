import { codePointCount, codePointLabel, collapseSpaces } from './codePoints';
import { suggestionFor } from './letters';
import { replacementFor } from './repairTable';
import { RunCollector, type Run } from './runs';
import type { Repair } from './types';
import { isEncodable, RANGE_CLASS } from './windows1252';

// The character before is taken along, because an accent that follows it may compose with it.
const ODD_STRETCH = new RegExp(`[^]?(?:[^${RANGE_CLASS}]|\\u00ad)+`, 'gu');
const MARK = /^\p{M}$/u;
const LETTER = /^[\p{L}\p{M}]$/u;
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

	/** Sorted by first position. */
	list(): Repair[] {
		return [...this.entries.values()].sort((a, b) => a.firstPosition - b.firstPosition);
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
	for (const run of runs) {
		let done = 0;
		for (const match of run.text.matchAll(ODD_STRETCH)) {
			collector.append(run.text.slice(done, match.index), run);
			const at = position + collector.length;
			collector.append(repairStretch(match[0], at, log, transliterate), run);
			done = match.index + match[0].length;
		}
		collector.append(run.text.slice(done), run);
	}
	return collector.finish();
}

/** Repairs a stretch of odd characters together with the character before it. */
function repairStretch(
	stretch: string,
	position: number,
	log: RepairLog,
	transliterate: boolean,
): string {
	const clusters: Array<{ text: string; written: string; at: number }> = [];
	let at = position;
	for (const character of stretch) {
		const last = clusters.at(-1);
		if (MARK.test(character) && last && last.text.length <= LONGEST_CLUSTER && !hidden(character)) {
			last.text = (last.text + character).normalize('NFC');
			last.written += character;
			continue;
		}
		const replacement = needsLook(character) ? replacementFor(character) : undefined;
		const text = replacement?.to ?? character;
		if (replacement) log.add(character, text, replacement.name, at);
		// An accent after a removed character belongs to the letter before it.
		for (const part of text) clusters.push({ text: part, written: part, at: at++ });
	}
	let repaired = '';
	for (const cluster of clusters) {
		if (cluster.text !== cluster.written) {
			log.add(cluster.written, cluster.text, 'decomposed accent', cluster.at);
		}
		repaired += transliterate ? transliterated(cluster.text, cluster.at, log) : cluster.text;
	}
	return collapseLineSpaces(repaired);
}

function transliterated(text: string, position: number, log: RepairLog): string {
	if (isEncodable(text)) return text;
	let plain = '';
	for (const character of text) {
		const suggestion =
			!isEncodable(character) && LETTER.test(character) ? suggestionFor(character) : undefined;
		if (suggestion !== undefined) {
			log.add(
				character,
				suggestion,
				'letter replaced on request',
				position + codePointCount(plain),
			);
		}
		plain += suggestion ?? character;
	}
	return plain;
}

function needsLook(text: string): boolean {
	return !isEncodable(text) || text.includes('\u00ad');
}

/** Marks that are no accents: they are removed like other invisible characters. */
function hidden(mark: string): boolean {
	return replacementFor(mark) !== undefined;
}

/** A replaced space can stand beside another one; line breaks are kept. */
function collapseLineSpaces(text: string): string {
	return text
		.split('\n')
		.map((line) => collapseSpaces(line))
		.join('\n');
}
