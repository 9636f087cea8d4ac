/** Makes lines of tables: a row of cells is a line, its cells separated. Tables that only arrange a page fall apart into their blocks. */
import { PLAIN_RUN, textOf, type Block, type Paragraph, type Run } from './blocks';

interface Cell {
	readonly blocks: Block[];
}

interface Table {
	readonly rows: Cell[][];
	/** Whether text goes into its last cell, or is a line of its own between the rows. */
	isRowOpen: boolean;
	/** The tag of the open cell; '' for none. */
	cell: string;
	/** A table inside arranges a page. */
	isLayout: boolean;
}

/** A cell with more paragraphs is a column of a page. */
const MOST_PARAGRAPHS = 3;
/** No page has tables inside more others; each level moves all the words inside it once. */
const DEEPEST = 16;
/** A label before a value is no longer than this. */
const LONGEST_LABEL = 60;

export class Tables {
	private readonly top: Block[] = [];
	private readonly open: Table[] = [];
	/** Open tables inside the deepest one that counts. */
	private tooDeep = 0;
	/** Whether a sign was put between cells that the text does not have. */
	hasSeparators = false;
	/** The largest number of cells that a line was made of. */
	columns = 0;

	push(block: Block): void {
		const table = this.open.at(-1);
		if (!table) {
			this.top.push(block);
			return;
		}
		if (table.cell === '') {
			table.rows.push([{ blocks: [] }]);
			table.isRowOpen = false;
		}
		table.rows.at(-1)?.at(-1)?.blocks.push(block);
	}

	/** @param isLayout whether its cells stay apart, as blocks of their own */
	openTable(isLayout: boolean): void {
		const outer = this.open.at(-1);
		if (outer && outer.cell !== '') outer.isLayout = true;
		if (this.open.length === DEEPEST) this.tooDeep += 1;
		else this.open.push({ rows: [], isRowOpen: false, cell: '', isLayout });
	}

	openRow(): void {
		const table = this.open.at(-1);
		if (!table) return;
		table.rows.push([]);
		table.isRowOpen = true;
	}

	openCell(name: string): void {
		const table = this.open.at(-1);
		if (!table) return;
		if (!table.isRowOpen) this.openRow();
		table.rows.at(-1)?.push({ blocks: [] });
		table.cell = name;
	}

	/** @returns the tag of the cell that ends here, '' for none */
	endCell(): string {
		const table = this.open.at(-1);
		if (!table) return '';
		const { cell } = table;
		table.cell = '';
		return cell;
	}

	endRow(): void {
		const table = this.open.at(-1);
		if (table) table.isRowOpen = false;
	}

	endTable(): void {
		if (this.tooDeep > 0) {
			this.tooDeep -= 1;
			return;
		}
		const table = this.open.pop();
		if (!table) return;
		for (const block of this.linesOf(table)) this.push(block);
	}

	finish(): Block[] {
		this.tooDeep = 0;
		while (this.open.length > 0) this.endTable();
		return this.top;
	}

	private linesOf({ rows, isLayout }: Table): Block[] {
		const blocks = () => rows.flatMap((row) => row.flatMap((cell) => cell.blocks));
		if (isLayout) return blocks();
		const filled = rows.filter((row) => row.some(hasWords));
		const columns = filled.reduce((most, row) => Math.max(most, row.filter(hasWords).length), 0);
		if (columns < 2 || filled.some((row) => row.some(isColumnOfPage))) return blocks();
		this.columns = Math.max(this.columns, columns);
		return filled.map((row) => this.lineOf(row, columns));
	}

	private lineOf(row: readonly Cell[], columns: number): Paragraph {
		// In a table of two columns an empty cell is only a gap.
		const cells = columns > 2 ? row : row.filter(hasWords);
		const runs: Run[] = [];
		for (const [index, cell] of cells.entries()) {
			if (index > 0) runs.push({ ...PLAIN_RUN, text: this.separator(cells, index) });
			runs.push(...runsOf(cell));
		}
		const first = row.flatMap(({ blocks }) => blocks).find((block) => block.kind === 'paragraph');
		return { kind: 'paragraph', classes: first?.classes ?? [], runs };
	}

	/** A dash before a sum would be a minus. */
	private separator(cells: readonly Cell[], index: number): string {
		const label = wordsOf(cells[index - 1]);
		if (cells.length === 2 && label.endsWith(':')) return ' ';
		this.hasSeparators = true;
		const isLabel =
			cells.length === 2 && label.length <= LONGEST_LABEL && /^[^\d.,;!?]+$/.test(label);
		return isLabel ? '\u00a0: ' : ' ; ';
	}
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

function wordsOf(cell: Cell | undefined): string {
	if (!cell) return '';
	return runsOf(cell)
		.map(({ text }) => text)
		.join('')
		.trim();
}

function hasWords({ blocks }: Cell): boolean {
	return blocks.some((block) => block.kind === 'paragraph' && /\S/.test(textOf(block.runs)));
}

/** The words of a cell on one line. */
function runsOf(cell: Cell): Run[] {
	const space: Run = { ...PLAIN_RUN, text: ' ' };
	return paragraphsOf(cell)
		.flatMap(({ runs }) => [space, ...runs])
		.slice(1)
		.map((run) => ({ ...run, text: run.text.replace(/\n/g, ' ') }));
}
