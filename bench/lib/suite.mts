/** What a suite hands over, a table for people and targets with a verdict, how it is counted and how it is written. */

type Cell = string | number;

export interface SuiteResult {
	/** Head of the table, its columns separated by ` | `. */
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
	readonly say: (line: string) => void;
}

export type Suite = (context: SuiteContext) => Promise<SuiteResult>;

export interface Target {
	readonly cells: readonly Cell[];
	readonly isMet: boolean;
}

export function atMost(name: string, measured: number, limit: number, unit: string): Target {
	const cells = [name, `${figure(measured)} ${unit}`, `at most ${figure(limit)} ${unit}`];
	return { cells, isMet: measured <= limit };
}

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
	const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
	return (upper + lower) / 2;
}

/** The median of each figure of several results. */
export function medians<T extends Record<string, number>>(results: readonly T[]): T {
	const of = (name: string) => median(results.map((result) => result[name] ?? NaN));
	return Object.fromEntries(Object.keys(results[0] ?? {}).map((name) => [name, of(name)])) as T;
}

/** Three significant figures, grouped in thousands. */
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
	const lines = [ruler, ...rows.map((row) => row.map(figure))].map(line);
	return [`| ${columns} |`, ...lines, ''].join('\n');
}

/** The section of one suite, behind its heading. */
export function sectionText({ columns, rows, note, targets }: SuiteResult): string {
	const verdicts = targets.map(({ cells, isMet }) => [...cells, isMet ? 'met' : '**missed**']);
	const words = note === undefined ? [] : [`${note}\n`];
	if (targets.length === 0) return [tableText(columns, rows), ...words].join('\n');
	const verdict = tableText('target | measured | limit | ', verdicts);
	return [tableText(columns, rows), ...words, verdict].join('\n');
}
