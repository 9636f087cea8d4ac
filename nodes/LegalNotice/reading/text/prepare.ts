/**
 * Leads a text from what its author wrote to what is sent: it is read (plain, or by `html.ts`), its typography is repaired, what
 * cannot be printed is found (`charset.ts`), and what looks like a mistake is looked for (`findings.ts`). `refusals.ts` then says
 * whether it goes out, and `compare.ts` checks later what the service made of it.
 */
import { readPlainText, settleBlocks, toHtml, toVisibleText, type TextFormat } from './blocks';
import { codePointCount, findUnsupported } from './charset';
import { classesIn, filetClasses, type ListedClasses } from './classes';
import { decodeEntities, EntityLog } from './entities';
import { characterIn, findingsIn, noticedAs, type Finding } from './findings';
import { readHtml, type ReadText } from './html';
import { codePointLabel, type RepairLog } from './typography';

export type { TextFormat } from './blocks';

export interface PreparedText {
	/** What is to be sent. */
	html: string;
	/** Paragraphs and forced line breaks are separated by `\n`. */
	visibleText: string;
	/** Spaces included, line breaks excluded. */
	characterCount: number;
	/** What was found and repaired in it, in the order in which it is said. */
	findings: readonly Finding[];
}

/**
 * Turns what the user wrote into the HTML that the service takes ("Notice text rules"). Preparing the result again
 * changes nothing. Whether it may be sent, `refusalOf` says.
 *
 * @param listed the classes of the service; undefined where they were not read
 * @param isHeader of a notice: it is no sentence, and may end on any word
 */
export function prepareText({
	format,
	text,
	listed,
	isHeader = false,
}: {
	format: TextFormat;
	text: string;
	listed?: ListedClasses | undefined;
	isHeader?: boolean;
}): PreparedText {
	// Half of a character cannot be sent: it is refused as U+FFFD.
	const whole = /[\ud800-\udfff]/.test(text) ? text.replace(/[\ud800-\udfff]/gu, '\ufffd') : text;
	const log: RepairLog = new Map();
	const read =
		format === 'html'
			? readHtml(whole, { filetClasses: filetClasses(listed), isComposed: false, log })
			: readPlain(whole, log);
	const blocks = settleBlocks(read.blocks, log);
	const visibleText = toVisibleText(blocks);
	const unsupported = findUnsupported(visibleText, read.entities.unprintable);
	const noticed = [
		...read.noticed,
		...unsupported.found.map(characterIn),
		...classesIn(read.classes, listed),
		...Array.from(log.values(), (repair) => noticedAs('repair', repair.from, { repair })),
	];
	const findings = findingsIn(visibleText, format, noticed, unsupported.count);
	return {
		html: toHtml(blocks),
		visibleText,
		characterCount: codePointCount(visibleText.replace(/\n/g, '')),
		findings: isHeader ? findings.filter(({ kind }) => kind !== 'cutOff') : findings,
	};
}

/** Nothing of a plain text is markup; but a CRM writes its signs as HTML does, and nobody means "DUPONT &amp; FILS". */
function readPlain(text: string, log: RepairLog): ReadText {
	const entities = new EntityLog();
	const decoded = decodeEntities(text, entities.listen);
	for (const [from, { to, count }] of entities.decoded) {
		log.set(from, { from, to, codePoint: codePointLabel(to), name: 'HTML entity', count });
	}
	return { blocks: readPlainText(decoded), noticed: [], classes: [], entities };
}
