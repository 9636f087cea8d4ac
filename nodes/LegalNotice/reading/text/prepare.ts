/**
 * Leads a text from what its author wrote to what is sent: it is read (plain, or by `html.ts`), its typography is repaired, what
 * cannot be printed is found (`charset.ts`), and signs of a mistake are looked for (`findings.ts`). `refusals.ts` then says
 * whether it goes out, and `compare.ts` checks later what the service made of it.
 */
import { quotePassages } from '../cells/parameters';
import {
	readPlainText,
	settleBlocks,
	toHtml,
	toVisibleText,
	type Block,
	type TextFormat,
} from './blocks';
import { codePointCount, findUnsupported, type Unsupported } from './charset';
import { decodeEntities, EntityLog } from './entities';
import { findingsIn, type Finding } from './findings';
import { readHtml, type Added, type ReadText } from './html';
import { codePointLabel, type Repair, type RepairLog } from './typography';

export type { TextFormat } from './blocks';

export interface PreparedText
	extends Pick<ReadText, 'losses' | 'hidden' | 'added' | 'notes' | 'classes'> {
	/** What is to be sent. */
	html: string;
	/** Paragraphs and forced line breaks are separated by `\n`. */
	visibleText: string;
	/** Spaces included, line breaks excluded. */
	characterCount: number;
	repairs: Repair[];
	/** The first 20; `unsupportedCount` counts them all. */
	unsupported: Unsupported[];
	unsupportedCount: number;
	findings: Finding[];
}

/**
 * Turns what the user wrote into the HTML that the service takes ("Notice text rules"). Preparing the result again
 * changes nothing. Whether it may be sent, `refusalOf` says.
 *
 * @param filetClasses classes of style sheets of type `filet`, in addition to `fs-filet`
 */
export function prepareText({
	format,
	text,
	filetClasses = [],
}: {
	format: TextFormat;
	text: string;
	filetClasses?: readonly string[];
}): PreparedText {
	// Half of a character cannot be sent: it is refused as U+FFFD.
	const whole = /[\ud800-\udfff]/.test(text) ? text.replace(/[\ud800-\udfff]/gu, '\ufffd') : text;
	const log: RepairLog = new Map();
	const read = format === 'html' ? readHtml(whole, { filetClasses, log }) : readPlain(whole, log);
	const blocks = settleBlocks(read.blocks, log);
	const visibleText = toVisibleText(blocks);
	const { found, count } = findUnsupported(visibleText, read.entities.unprintable);
	const findings = findingsIn(visibleText, format, read);
	return {
		html: toHtml(blocks),
		visibleText,
		characterCount: codePointCount(visibleText.replace(/\n/g, '')),
		repairs: [...log.values()],
		unsupported: found,
		unsupportedCount: count,
		losses: read.losses,
		hidden: read.hidden,
		added: read.added,
		notes: [...read.notes, ...notesOn(read), ...findings.map(({ sentence }) => sentence)],
		findings,
		classes: read.classes,
	};
}

/** Nothing of a plain text is markup; but a CRM writes its signs as HTML does, and nobody means "DUPONT &amp; FILS". */
function readPlain(text: string, log: RepairLog): ReadText {
	const entities = new EntityLog();
	const decoded = decodeEntities(text, entities.listen);
	for (const [from, { to, count }] of entities.decoded) {
		log.set(from, { from, to, codePoint: codePointLabel(to), name: 'HTML entity', count });
	}
	return withBlocks(readPlainText(decoded), entities);
}

function withBlocks(blocks: Block[], entities: EntityLog): ReadText {
	return {
		blocks,
		losses: [],
		hidden: [],
		deleted: [],
		inserted: [],
		remarks: [],
		added: [],
		columns: 0,
		notes: [],
		classes: [],
		entities,
	};
}

const ADDED: Readonly<Record<Added, string>> = {
	numbers: 'the numbers of lists',
	bullets: 'bullets of lists (–)',
	separators: 'signs between the cells of tables (: or ;)',
};

function notesOn({ added, hidden }: ReadText): string[] {
	const notes: string[] = [];
	if (added.length > 0) notes.push(sentenceOnAdded(added));
	if (hidden.length > 0) {
		notes.push(`These words are hidden in the text and are not printed: ${quotePassages(hidden)}.`);
	}
	return notes;
}

/** Says once what was written beside the author's words, however many lists and tables there are. */
export function sentenceOnAdded(added: readonly Added[]): string {
	const signs = added.map((one) => ADDED[one]).join(', ');
	return `Signs were added to the text, as a browser shows them: ${signs}.`;
}
