/**
 * The words of the watch: what can be told, what was read, what is remembered. The watch itself is a pure function
 * of these: remembered state, answers, settings and the time in; events and the next state out.
 */

/** Values of 'Trigger On', from the most specific to the most general within each kind. */
export const EVENT_NAMES = [
	'published',
	'suspended',
	'toBePublished',
	'statusChanged',
	'reasonChanged',
	'newInvoice',
	'newDocument',
	'notFound',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** What to tell about a notice of which nothing is remembered. */
export type FirstSight = 'none' | 'current' | 'publishedOrSuspended';

/** The word that stands for the status of a notice that the service does not know (any more). */
export const NOT_FOUND = 'introuvable';

export interface WatchSettings {
	readonly events: ReadonlySet<EventName>;
	readonly firstSight: FirstSight;
	/** Types of documents to tell and to fetch; all of them when empty. */
	readonly documentTypes: ReadonlySet<string>;
	/** Whether events carry the files of their documents. */
	readonly files: boolean;
	/** For how many polls a publication is held back until its attestation is there; 0 for not at all. */
	readonly waitPolls: number;
	/** Days after which a published notice is not read at all any more; undefined for never. */
	readonly stopAfterDays: number | undefined;
}

/** A reference of the list with its short name in the state. */
export interface Watched {
	readonly text: string;
	readonly hash: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** What every answer about a notice says first. */
export interface NoticeIdentity {
	readonly reference: string;
	readonly orderNumber: string | null;
}

export interface StatusReading extends NoticeIdentity {
	readonly status: string;
	readonly reason: string | null;
	/** The service refused its status because it is suspended: that tells the status, but spoils a batch. */
	readonly refused?: boolean;
}

export interface FileReading {
	readonly type: string;
	readonly number: string | null;
	/** Place among the notice's documents of the same type and number, from 1. */
	readonly rank: number;
	/** Tells it from the notice's other documents: type and number, or type and position for those without. */
	readonly name: string;
	/** The service's own object. */
	readonly fields: Fields;
}

export interface FilesReading extends NoticeIdentity {
	readonly files: readonly FileReading[];
}

/** `missing`: the service does not know the notice. `unreadable`: it cannot answer for this notice. */
export type Outcome<Reading> = Reading | 'missing' | 'unreadable';

export interface Lookup<Value> {
	get(reference: string): Value | undefined;
}

/** What one poll learned, by reference as listed. A reference that is absent was not read. */
export interface Answers {
	readonly statuses: Lookup<Outcome<StatusReading>>;
	readonly documents: Lookup<Outcome<FilesReading>>;
	readonly invoices: Lookup<Outcome<FilesReading>>;
	/** What the service calls the notice behind a reference, when anything was read of it. */
	readonly identities: Lookup<NoticeIdentity>;
	/** References that a call of their own found missing as well. */
	readonly gone: ReadonlySet<string>;
	/** References whose documents were asked for in vain, which says nothing of the notice. */
	readonly documentsTried: ReadonlySet<string>;
	/** Events, by identifier, whose files are not at hand, and whether that was tried. */
	readonly withoutFiles: ReadonlyMap<string, 'tried' | 'notTried'>;
}

export interface WatchEvent extends NoticeIdentity {
	readonly id: string;
	readonly event: EventName;
	/** The reference as listed. */
	readonly asked: string;
	/** Null when the status is not watched, or was not known before. */
	readonly status: string | null;
	readonly previousStatus: string | null;
	readonly reason: string | null;
	readonly previousReason: string | null;
	/** Milliseconds since 1970 of the poll that first saw it. */
	readonly seenAt: number;
	readonly document?: Fields;
	readonly invoice?: Fields;
	/** Of an invoice: everything of the list that it bills, as listed. */
	readonly billed?: readonly string[];
	/** Documents whose files belong to it. */
	readonly files: readonly FileReading[];
	/** Held back for as long as was asked, and still without attestation. */
	readonly documentMissing: boolean;
	/** Held back for its files, which could not be fetched in several polls. */
	readonly filesMissing: boolean;
}

/** What is read of a notice; each has its route. */
export type Aspect = 'status' | 'documents' | 'invoices';
