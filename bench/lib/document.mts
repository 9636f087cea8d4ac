/** Results as people read them: Markdown for the repository, the same on the screen. */
import { isMet, type Cell, type SuiteResult, type Table, type Target } from './result.mts';

export interface Machine {
	readonly processor: string;
	readonly cores: number;
	readonly memoryGB: number;
	readonly node: string;
	/** Processes that wanted to run, when the suite began: above the number of cores the figures suffer. */
	readonly load: number;
}

export interface KeptSuite extends SuiteResult {
	readonly title: string;
	readonly measuredAt: string;
	readonly seconds: number;
	readonly runs: number;
	readonly machine: Machine;
}

/** What `docs/benchmarks.json` holds: the last full run of each suite. */
export type Kept = Record<string, KeptSuite>;

const BEGIN = '<!-- figures: written by npm run bench -->';
const END = '<!-- end of figures -->';

/** Three figures that count, thousands set apart. */
export function figure(cell: Cell): string {
	if (cell === null) return '';
	if (typeof cell === 'string') return cell;
	if (!Number.isFinite(cell)) return 'not measured';
	if (Number.isInteger(cell)) return cell.toLocaleString('en-US');
	const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(cell))));
	return cell.toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 4) });
}

export function tableText({ title, columns, rows, note }: Table): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const numeric = columns.map((_column, at) =>
		rows.every((row) => typeof (row[at] ?? null) !== 'string'),
	);
	return [
		`### ${title}`,
		'',
		line(columns),
		line(numeric.map((right) => (right ? '---:' : '---'))),
		...rows.map((row) => line(columns.map((_column, at) => figure(row[at] ?? null)))),
		...(note ? ['', note] : []),
		'',
	].join('\n');
}

export function targetsText(targets: readonly Target[]): string {
	const rows = targets.map((target) => [
		target.name,
		`${figure(target.measured)} ${target.unit}`.trim(),
		`${target.kind === 'atMost' ? 'at most' : 'at least'} ${figure(target.limit)} ${target.unit}`.trim(),
		isMet(target) ? 'met' : '**missed**',
	]);
	const columns = ['target', 'measured', 'asked for', ''];
	return tableText({ title: 'Targets', columns, rows });
}

export function document(kept: Kept): string {
	const suites = Object.values(kept);
	const parts = suites.map((suite) =>
		[
			`## ${suite.title}`,
			'',
			`${suite.measuredAt.slice(0, 10)}, ${Math.round(suite.seconds)} s, ${suite.runs} runs behind each median; ${suite.machine.processor}, ${suite.machine.cores} cores, Node ${suite.machine.node}, load ${suite.machine.load.toFixed(1)} at the start.`,
			'',
			...suite.tables.map(tableText),
		].join('\n'),
	);
	return [
		'# Benchmarks',
		'',
		'Written by `npm run bench` (`-- --only calls,text` for some suites, `-- --quick` for a look that writes nothing); the same figures as data: [benchmarks.json](benchmarks.json). How it is measured: [bench/README.md](../bench/README.md). Peers run side by side in one run, so ratios mean more than milliseconds.',
		'',
		targetsText(suites.flatMap(({ targets }) => targets)).replace('### Targets', '## Targets'),
		...parts,
	].join('\n');
}

/** Puts a suite's tables between the marks of a page that people write. @throws Error when it has no marks */
export function withFigures(page: string, { tables }: SuiteResult): string {
	const [before, rest] = page.split(BEGIN);
	const [, after] = rest?.split(END) ?? [];
	if (before === undefined || after === undefined)
		throw new Error('The page has no place for figures.');
	return [before, BEGIN, '\n\n', tables.map(tableText).join('\n'), END, after].join('');
}
