/**
 * Leads a text from what its author wrote to what is sent: it is read (plain, or by `html.ts`), its typography is repaired, what
 * cannot be printed is found (`charset.ts`), and signs of a mistake are looked for (`findings.ts`). `refusals.ts` then says
 * whether it goes out, and `compare.ts` checks later what the service made of it.
 */
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
import { findingsIn, rowOf, warningOf, type Finding } from './findings';
import { readHtml, type ReadText } from './html';
import { codePointLabel, type Repair, type RepairLog } from './typography';

export type { TextFormat } from './blocks';

export interface PreparedText extends Pick<ReadText, 'losses' | 'hidden' | 'notes' | 'classes'> {
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
	/** In the order in which they are said; the lists above hold the details of some. */
	findings: readonly Finding[];
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
	const unsupported = findUnsupported(visibleText, read.entities.unprintable);
	const findings = findingsIn(visibleText, format, read, unsupported);
	const warnings = findings.filter((finding) => rowOf(finding).hasOwnOutput !== true);
	return {
		html: toHtml(blocks),
		visibleText,
		characterCount: codePointCount(visibleText.replace(/\n/g, '')),
		repairs: [...log.values()],
		unsupported: unsupported.found,
		unsupportedCount: unsupported.count,
		losses: read.losses,
		hidden: read.hidden,
		notes: [...read.notes, ...warnings.map(warningOf)],
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
