/** What one poll has read, as the comparison with what is remembered needs it. */
import type { FoundNotice, Outcome, StatusReading } from '../notices/changes';
import type { FilesOutcome } from '../notices/files';

/** What one poll learned, by reference as listed. A reference that is absent was not read. */
export interface Answers {
	readonly status: ReadonlyMap<string, Outcome<StatusReading>>;
	readonly documents: ReadonlyMap<string, FilesOutcome>;
	readonly invoices: ReadonlyMap<string, FilesOutcome>;
	/** References whose status is known, although the service refused it. */
	readonly refused: ReadonlySet<string>;
	/** References whose documents were asked for, also in vain, which says nothing of the notice. */
	readonly documentsTried: ReadonlySet<string>;
}

/** Where nothing of one kind could be read, that says nothing of the single notices. */
export function outcomes<One extends object | string>(
	found: ReadonlyMap<string, FoundNotice>,
	read: (one: FoundNotice, asked: string) => One,
): ReadonlyMap<string, One> {
	const all = [...found].map(([asked, one]) => [asked, read(one, asked)] as const);
	const withheld = all.filter(([, outcome]) => outcome === 'withheld');
	const unreadable = all.filter(([, outcome]) => outcome === 'unreadable');
	return new Map(withheld.length + unreadable.length === all.length ? withheld : all);
}
