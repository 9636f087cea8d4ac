/** Makes lines of tables: a row of cells is a line, its cells separated. Tables that only arrange a page fall apart into their blocks. */
import { PLAIN_RUN, textOf, type Block, type Paragraph, type Run } from './blocks';

export interface Cell {
	readonly blocks: Block[];
}

export interface Table {
	readonly rows: Cell[][];
	/** Its open row; none where text is between the rows. */
	row: Cell[] | undefined;
	/** Its cells stay apart, as blocks of their own: a table inside arranges a page. */
	isLayout: boolean;
	/** How many tables are around it. */
	readonly depth: number;
}

/** A cell with more paragraphs is a column of a page. */
const MOST_PARAGRAPHS = 3;
/** No page has tables inside more others; each level moves all the words inside it once. */
const DEEPEST = 16;
/** A line of so many cells can still be read as a sentence. */
export const MOST_COLUMNS = 4;
/** A label before a value is no longer than this. */
const LONGEST_LABEL = 60;

/** @returns the table around where it would be too deep in others */
export function openTable(outer: Table | undefined, isInCell: boolean, isLayout: boolean): Table {
	if (outer && isInCell) outer.isLayout = true;
	const depth = outer ? outer.depth + 1 : 0;
	return outer && depth === DEEPEST ? outer : { rows: [], row: undefined, isLayout, depth };
}

export function openRow(table: Table): Cell[] {
	table.row = [];
	table.rows.push(table.row);
	return table.row;
}

export function openCell(table: Table): Cell {
	const cell: Cell = { blocks: [] };
	(table.row ?? openRow(table)).push(cell);
	return cell;
}

/** What is in a table, and not in a cell, is a line between its rows. */
export function pushBetweenRows(table: Table, block: Block): void {
	table.rows.push([{ blocks: [block] }]);
	table.row = undefined;
}

/** What a table is printed as. */
export interface TableLines {
	readonly blocks: Block[];
	/** The largest number of cells that a line was made of; 0 where there are none. */
	readonly columns: number;
	/** Whether a sign was put between cells that the text does not have. */
	readonly hasSeparators: boolean;
}

export function linesOf({ rows, isLayout }: Table): TableLines {
	const filled = rows.filter((row) => row.some(hasWords));
	const columns = filled.reduce((most, row) => Math.max(most, row.filter(hasWords).length), 0);
	if (isLayout || columns < 2 || filled.some((row) => row.some(isColumnOfPage))) {
		const blocks = rows.flatMap((row) => row.flatMap((cell) => cell.blocks));
		return { blocks, columns: 0, hasSeparators: false };
	}
	const lines = filled.map((row) => lineOf(row, columns));
	const hasSeparators = lines.some(({ isSeparated }) => isSeparated);
	return { blocks: lines.map(({ line }) => line), columns, hasSeparators };
}

function lineOf(row: readonly Cell[], columns: number): { line: Paragraph; isSeparated: boolean } {
	// In a table of two columns an empty cell is only a gap.
	const cells = columns > 2 ? row : row.filter(hasWords);
	const runs: Run[] = [];
	let isSeparated = false;
	let before: Cell | undefined;
	for (const cell of cells) {
		if (before) {
			const text = separator(before, cells.length);
			isSeparated ||= text !== ' ';
			runs.push({ ...PLAIN_RUN, text });
		}
		runs.push(...runsOf(cell));
		before = cell;
	}
	const [first] = row.flatMap(paragraphsOf);
	return { line: { kind: 'paragraph', classes: first?.classes ?? [], runs }, isSeparated };
}

/** A dash before a sum would be a minus. */
function separator(before: Cell, columns: number): string {
	if (columns !== 2) return ' ; ';
	const label = textOf(runsOf(before)).trim();
	if (label.endsWith(':')) return ' ';
	return label.length <= LONGEST_LABEL && /^[^\d.,;!?]+$/.test(label) ? '\u00a0: ' : ' ; ';
}

function paragraphsOf({ blocks }: Cell): Paragraph[] {
	return blocks.filter(
		(block): block is Paragraph => block.kind === 'paragraph' && textOf(block.runs).trim() !== '',
	);
}

function isColumnOfPage(cell: Cell): boolean {
	return (
		cell.blocks.some(({ kind }) => kind === 'rule') || paragraphsOf(cell).length > MOST_PARAGRAPHS
	);
}

function hasWords(cell: Cell): boolean {
	return paragraphsOf(cell).length > 0;
}

/** The words of a cell on one line. */
function runsOf(cell: Cell): Run[] {
	const space: Run = { ...PLAIN_RUN, text: ' ' };
	return paragraphsOf(cell)
		.flatMap(({ runs }) => [space, ...runs])
		.slice(1)
		.map((run) => ({ ...run, text: run.text.replace(/\n/g, ' ') }));
}
