import { collapseSpaces } from './codePoints';
import type { Block } from './blockBuilder';
import { isVisible } from './findings';
import { RunCollector } from './runs';

const PLAIN = { bold: '', spanClass: '' } as const;

/**
 * Reads plain text: an empty line (or a page break) starts a new paragraph, a single line break becomes a forced
 * line break. White space is collapsed as HTML does, `&`, `<` and `>` are ordinary characters.
 */
export function readPlainText(text: string): Block[] {
	const blocks: Block[] = [];
	let runs = new RunCollector();
	const endParagraph = () => {
		blocks.push({ kind: 'paragraph', classes: [], filet: false, runs: runs.finish() });
		runs = new RunCollector();
	};
	for (const page of text.replace(/\r\n?/g, '\n').split(/[\f\u2029]/)) {
		for (const line of page.split('\n')) {
			if (isVisible(line)) runs.append(`${collapseSpaces(line)}\n`, PLAIN);
			else if (runs.length > 0) endParagraph();
		}
		if (runs.length > 0) endParagraph();
	}
	return blocks;
}
