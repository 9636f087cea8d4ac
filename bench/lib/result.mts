/** What a suite hands over: tables for people, targets with a verdict. Plain data, kept as JSON between runs. */

export type Cell = string | number | null;

export interface Table {
	readonly title: string;
	readonly columns: readonly string[];
	readonly rows: ReadonlyArray<readonly Cell[]>;
	/** What a reader has to know to read it. */
	readonly note?: string;
}

export interface Target {
	readonly name: string;
	readonly measured: number;
	readonly limit: number;
	readonly kind: 'atMost' | 'atLeast';
	/** `x`, `ms`, `kB`; empty for a count. */
	readonly unit: string;
}

export interface SuiteResult {
	readonly tables: readonly Table[];
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
	/** The published file it came from; absent when a folder was given instead. */
	readonly tarball?: string;
	readonly say: (line: string) => void;
}

export interface Suite {
	readonly name: string;
	readonly title: string;
	run(context: SuiteContext): Promise<SuiteResult>;
}

export const isMet = ({ measured, limit, kind }: Target): boolean =>
	kind === 'atMost' ? measured <= limit : measured >= limit;
