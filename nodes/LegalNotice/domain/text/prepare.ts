import { codePointCount, shieldSurrogates, wellFormed } from './codePoints';
import { Findings } from './findings';
import { hintsAbout } from './hints';
import type { Block } from './blockBuilder';
import { readHtml } from './htmlReader';
import { readPlainText } from './plainReader';
import { repairRuns } from './repair';
import { RepairLog } from './repairLog';
import { textOf } from './runs';
import { toHtml, toVisibleText } from './serialize';
import type { PreparedText, PrepareOptions } from './types';
import { findUnsupported } from './unsupported';

/**
 * Turns what the user wrote into the HTML that the service takes ("Notice text rules"), and tells everything that
 * would otherwise happen silently: words that would be lost, characters that were repaired, characters that only
 * the author can replace. Never throws on content; preparing the result again changes nothing.
 *
 * The result may be sent when `unsupportedCount` is 0 (every character is then encodable) and `losses` is empty.
 */
export function prepareText(options: PrepareOptions): PreparedText {
	const findings = new Findings();
	const text = shieldSurrogates(options.text);
	const read =
		options.format === 'html'
			? readHtml(text, findings, options.classes, options.filetClasses)
			: readPlainText(text);
	const log = new RepairLog();
	const blocks = repairBlocks(read, log, options.transliterateLetters ?? false);
	const empty = read.length - blocks.length;
	if (empty > 0) {
		findings.note(`Empty paragraphs were left out: ${empty}.`);
	}
	const visibleText = toVisibleText(blocks);
	const { found, count } = findUnsupported(visibleText);
	const hints = hintsAbout(visibleText, options.format);
	return {
		html: wellFormed(toHtml(blocks)),
		visibleText: wellFormed(visibleText),
		characterCount: codePointCount(visibleText.replace(/\n/g, '')),
		repairs: log.list(codePointCount(visibleText)),
		unsupported: found,
		unsupportedCount: count,
		losses: findings.losses,
		notes: [...findings.notes, ...hints.map(({ sentence }) => sentence)].map(wellFormed),
		hints,
		classes: [...findings.classes],
	};
}

/** Repairs each paragraph and leaves out those without anything to read. */
function repairBlocks(read: readonly Block[], log: RepairLog, transliterate: boolean): Block[] {
	const blocks: Block[] = [];
	let position = 1;
	for (const block of read) {
		if (block.kind === 'rule' || block.filet) {
			blocks.push(block);
			continue;
		}
		const runs = repairRuns(block.runs, position, log, transliterate);
		const text = textOf(runs);
		if (text.trim() === '') continue;
		blocks.push({ ...block, runs });
		position += codePointCount(text) + 1;
	}
	return blocks;
}
