import { ASPECTS, type Answers, type Aspect, type Lookup, type Watched } from '../domain/watch';
import { ServiceFailure } from '../transport/failures';
import { identityOf, statusOutcome } from '../transport/statusReading';
import { filesOutcome, lackOf } from './readings';
import { type FoundNotice, concernsNotices } from '../transport/batch';

type FoundMap = Map<string, FoundNotice>;

/** What came of one kind of reading. */
export interface Tally {
	/** Notices for which the service gave an answer of its own. */
	readonly answered: number;
	/** Notices that it does not know. */
	readonly unknown: number;
	/** Notices that could not be read, although the call went through or was theirs alone. */
	readonly bad: number;
	/** The first of these that failed for a reason that is not its own. */
	readonly refusal: ServiceFailure | undefined;
	/** Field without which an answer cannot be read. */
	readonly lacking: string | undefined;
}

/** What one poll found, by reference as listed. */
export class FoundNotices {
	readonly of: Readonly<Record<Aspect, FoundMap>> = {
		status: new Map(),
		documents: new Map(),
		invoices: new Map(),
	};
	/** References that a call of their own found missing. */
	readonly gone = new Set<string>();
	/** References of batches that failed. */
	readonly failed: Readonly<Record<Aspect, Set<string>>> = {
		status: new Set(),
		documents: new Set(),
		invoices: new Set(),
	};

	has(aspect: Aspect, { text }: Watched): boolean {
		return this.of[aspect].has(text);
	}

	/** For a batch that failed: what was refused to each of its notices was not about them. */
	fail(aspect: Aspect, slice: readonly Watched[]): void {
		for (const { text } of slice) {
			this.failed[aspect].add(text);
			const found = this.of[aspect].get(text);
			if (!(found instanceof ServiceFailure) || found.codes.length === 0) continue;
			if (!concernsNotices(found)) this.of[aspect].delete(text);
		}
	}

	/** Whether the service gave a readable answer about it. */
	isAnswered(aspect: Aspect, { text }: Watched): boolean {
		const found = this.of[aspect].get(text);
		return (
			found !== undefined &&
			!(found instanceof ServiceFailure) &&
			lackOf(found, aspect) === undefined
		);
	}

	/** For what could not be read: it counts as unreadable, unless an answer came or comes. */
	setApart(aspect: Aspect, slice: readonly Watched[]): void {
		for (const watched of slice) {
			if (this.has(aspect, watched)) continue;
			this.of[aspect].set(watched.text, new ServiceFailure('notTheService'));
		}
	}

	tally(aspect: Aspect): Tally {
		let [answered, unknown, bad] = [0, 0, 0];
		let refusal: ServiceFailure | undefined;
		let lacking: string | undefined;
		for (const found of this.of[aspect].values()) {
			const isFailure = found instanceof ServiceFailure;
			const refused = isFailure && !concernsNotices(found) ? found : undefined;
			const lack = isFailure || found === undefined ? undefined : lackOf(found, aspect);
			if (found === undefined) unknown++;
			else if ((refused ?? lack) === undefined) answered++;
			else bad++;
			refusal ??= refused;
			lacking ??= lack;
		}
		return { answered, unknown, bad, refusal, lacking };
	}

	/** The answers so far, also those still to come. */
	live(): Answers {
		return answersOf(this.of, this.of, this.gone, this.failed.documents);
	}

	/**
	 * The answers so far; what comes in later does not change them. Where nothing of one kind could be read, that says
	 * nothing of the single notices.
	 */
	snapshot(): Answers {
		const copy = (aspect: Aspect): FoundMap => {
			const entries = [...this.of[aspect]];
			if (this.tally(aspect).answered > 0) return new Map(entries);
			return new Map(entries.filter(([, found]) => found === undefined));
		};
		const documents = copy('documents');
		const unread = [...this.of.documents.keys()].filter((text) => !documents.has(text));
		return answersOf(
			{ status: copy('status'), documents, invoices: copy('invoices') },
			{
				status: new Map(this.of.status),
				documents: new Map(this.of.documents),
				invoices: new Map(this.of.invoices),
			},
			new Set(this.gone),
			new Set([...this.failed.documents, ...unread]),
		);
	}
}

function answersOf(
	found: Readonly<Record<Aspect, FoundMap>>,
	named: Readonly<Record<Aspect, FoundMap>>,
	gone: ReadonlySet<string>,
	documentsTried: ReadonlySet<string>,
): Answers {
	return {
		statuses: lookup(found.status, statusOutcome),
		documents: lookup(found.documents, (one, asked) => filesOutcome(one, asked, 'documents')),
		invoices: lookup(found.invoices, (one, asked) => filesOutcome(one, asked, 'invoices')),
		identities: {
			get: (asked) => {
				for (const aspect of ASPECTS) {
					const one = named[aspect].get(asked);
					if (one !== undefined && !(one instanceof ServiceFailure)) return identityOf(one, asked);
				}
				return undefined;
			},
		},
		gone,
		documentsTried,
		withoutFiles: new Map(),
	};
}

function lookup<Reading>(
	found: FoundMap,
	read: (found: FoundNotice, asked: string) => Reading,
): Lookup<Reading> {
	return { get: (asked) => (found.has(asked) ? read(found.get(asked), asked) : undefined) };
}
