import { changesOf, clustersOf, needsLook, type Change, type Cluster } from './clusters';
import { suggestionFor } from './letters';
import type { RepairLog } from './repairLog';
import { RunCollector, type Run } from './runs';
import { RANGE_CLASS } from './windows1252';

// The character before is taken along, because an accent that follows it may compose with it.
const ODD_STRETCH = new RegExp(`[^]?(?:[^${RANGE_CLASS}]|\\u00ad)+`, 'gu');
const MARK = /^\p{M}$/u;
const LETTER = /^[\p{L}\p{M}]$/u;
/** What makes a raised digit behind it an exponent (or a note's number), not a figure of its own. */
const BASE = /^[\p{L}\p{N}⁺⁻]$/u;
const RAISED_DIGIT = /^[⁰⁴-⁹]$/u;

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
				const raised = raisedDigit(repaired);
				const cluster = raised && afterBase ? unrepaired(repaired.text, raised) : repaired;
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

/** What stands for a letter outside the range when the author asked for it. */
function suggestedLetter(character: string): string | undefined {
	return LETTER.test(character) ? suggestionFor(character) : undefined;
}

function raisedDigit({ replaced }: Cluster): Change | undefined {
	return replaced && RAISED_DIGIT.test(replaced.from) ? replaced : undefined;
}

/** Put on the line, an exponent would make another figure (10⁶ is not 106): only the author can write it anew. */
function unrepaired(text: string, { from, to }: Change): Cluster {
	const written = from + text.slice(to.length);
	return { text: written, written };
}
