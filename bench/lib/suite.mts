/** What a suite hands over, a table for people and targets with a verdict, and how it is written. */

export type Cell = string | number;

export interface SuiteResult {
	/** Head of the table, its columns set apart by ` | `. */
	readonly columns: string;
	readonly rows: ReadonlyArray<readonly Cell[]>;
	/** What a reader has to know to read it. */
	readonly note?: string;
	readonly targets: readonly Target[];
}

/** What main hands to every suite. */
export interface SuiteContext {
	/** Fewer sizes and runs, to see that everything works. */
	readonly quick: boolean;
	/** Runs behind each median. */
	readonly runs: number;
	/** Folder with the published package unpacked. */
	readonly packageFolder: string;
	readonly say: (line: string) => void;
}

export interface Suite {
	readonly title: string;
	run(context: SuiteContext): Promise<SuiteResult>;
}

/** A row of the verdicts, which ends with whether it is met. */
export type Target = readonly [...cells: Cell[], isMet: boolean];

export const atMost = (name: string, measured: number, limit: number, unit: string): Target => [
	name,
	`${figure(measured)} ${unit}`,
	`at most ${figure(limit)} ${unit}`,
	measured <= limit,
];

export const atLeast = (name: string, measured: number, limit: number, unit: string): Target => [
	name,
	`${figure(measured)} ${unit}`,
	`at least ${figure(limit)} ${unit}`,
	measured >= limit,
];

/** Three figures that count, thousands set apart. */
function figure(cell: Cell): string {
	if (typeof cell === 'string') return cell.trim();
	if (!Number.isFinite(cell)) return 'not measured';
	if (Number.isInteger(cell)) return cell.toLocaleString('en-US');
	const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(cell))));
	return cell.toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 4) });
}

function tableText(columns: string, rows: ReadonlyArray<readonly Cell[]>): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const ruler = rows[0]?.map((cell) => (typeof cell === 'string' ? '---' : '---:')) ?? [];
	return [`| ${columns} |`, line(ruler), ...rows.map((row) => line(row.map(figure))), ''].join(
		'\n',
	);
}

/** The section of one suite, behind its heading. */
export function sectionText({ columns, rows, note, targets }: SuiteResult): string {
	const verdicts = targets.map((target): Cell[] => [
		...(target.slice(0, -1) as Cell[]),
		target.at(-1) ? 'met' : '**missed**',
	]);
	const words = note === undefined ? [] : [`${note}\n`];
	const tables = [tableText(columns, rows), ...words];
	return [...tables, tableText('target | measured | limit | ', verdicts)].join('\n');
}
