/** The events of the trigger: what each says, its identifier, and the item that n8n gets of it. */
import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	digest,
	eventFields,
	mostSpecific,
	NOT_FOUND,
	reportsFirstSight,
	type Change,
	type EventName,
	type KnownStatus,
	type NoticeIdentity,
	type StatusReading,
} from '../notices/changes';
import { isInvoice, missingFile, type FileList, type ListedFile } from '../notices/files';
import { gatherInvoices, simpleInvoice } from '../notices/invoices';
import type { Answer } from '../transport/envelope';
import { wantsType, type WatchSettings } from './settings';
import { knownStatus, type Seen } from './state';

export interface WatchEvent extends Change {
	readonly document?: Answer;
	readonly invoice?: Answer;
	/** The watched references that an invoice of several notices bills, as they are listed. */
	readonly billed?: string[];
	/** Documents whose files belong to it. */
	readonly files: readonly ListedFile[];
	/** Keys of the files that could not be had before: they are tried first, and the others only once they have come. */
	readonly triedFirst?: readonly string[] | undefined;
	/** Whether it goes out whatever becomes of its files. */
	readonly isLastTry?: boolean;
	/** It has waited for as long as was chosen, and still has no attestation. */
	readonly documentMissing?: boolean;
	/** The list of its documents could not be read in several polls. */
	readonly unlisted?: boolean;
	/** The next change came before its files. */
	readonly filesOvertaken?: boolean;
	/** The document or invoice could not be downloaded before it was not listed any more. */
	readonly gone?: ListedFile | undefined;
}

/** What became of the files of an event. */
export interface EventFiles {
	readonly binary: IBinaryKeyData;
	/** What could not be had, and why. */
	readonly missing: readonly IDataObject[];
	/** Keys of the files that could not be had. */
	readonly failed: readonly string[];
	/** Whether any download was begun: a poll without time for that does not count as a try. */
	readonly isBegun: boolean;
}

/** Which of the chosen events a status is, after what was known before; undefined where none reports it. */
export function eventOf(
	{ events, firstSight }: WatchSettings,
	seen: Seen,
	now: { readonly status: string; readonly reason: string | null },
): EventName | undefined {
	if (now.status === NOT_FOUND) return events.has('notFound') ? 'notFound' : undefined;
	return mostSpecific(knownStatus(seen), now, events, firstSight);
}

export function previousOf(seen: Seen) {
	const { status: previousStatus, reason: previousReason } = knownStatus(seen);
	return { previousStatus, previousReason };
}

/** The same change reported again has the same identifier, the same change happening again another. */
export function changeId(since: number, seen: Seen, reading: StatusReading): string {
	const { reference, status, reason } = reading;
	const { n = 0 } = seen;
	const known = knownStatus(seen);
	if (known.status === null) return digest(['first', reference, status, reason]);
	return digest(['change', since, n, known.status, known.reason, reference, status, reason]);
}

/** Whether a new document or invoice is an event. */
export function isChosenFile(settings: WatchSettings, file: ListedFile, list: FileList): boolean {
	if (list === 'factures') return true;
	// An invoice is reported by the more specific of the two events.
	if (isInvoice(file) && settings.events.has('newInvoice')) return false;
	return wantsType(settings, file.type);
}

/** Whether documents and invoices count as new when a notice is first seen; undefined while the status that decides it is not known. */
export function reportsFirstFiles(
	{ firstSight }: WatchSettings,
	{ status }: KnownStatus,
): boolean | undefined {
	if (status === null && firstSight === 'publishedOrSuspended') return undefined;
	return reportsFirstSight(firstSight, status);
}

/** A document or invoice that is an event. */
export interface NewFile {
	readonly asked: string;
	readonly list: FileList;
	readonly notice: NoticeIdentity;
	readonly file: ListedFile;
	/** The status of its notice. */
	readonly now: KnownStatus;
	readonly id: string;
	readonly seenAt: number;
}

export function fileEvent({ asked, list, notice, file, now, id, seenAt }: NewFile): WatchEvent {
	const { reference, orderNumber } = notice;
	const previous = { previousStatus: null, previousReason: null };
	const common = { id, asked, reference, orderNumber, ...now, ...previous, seenAt, files: [] };
	if (list === 'factures') return { ...common, event: 'newInvoice', invoice: file.fields };
	return { ...common, event: 'newDocument', document: file.fields };
}

/**
 * An invoice of several notices is one event.
 *
 * @param same what was found of it for each of its notices @param waiting further ones, as they are listed, for which it still waits for its file
 */
export function mergedInvoice(
	same: readonly [WatchEvent, ...WatchEvent[]],
	waiting: readonly string[],
): WatchEvent {
	// Of one that is not listed any more only type and number are known.
	const listed = same.filter(({ gone }) => gone === undefined);
	const known = listed.length > 0 ? listed : same;
	const first = known.find(({ files }) => files.length > 0) ?? known[0] ?? same[0];
	const billed = [...same.map(({ asked }) => asked), ...waiting];
	if (billed.length === 1) return first;
	const shown = known.map(({ asked, reference, invoice }) => {
		return { asked, notice: { reference, factures: [invoice] } };
	});
	// An answer may show only the lines of its own notice: together they have all of them.
	const [gathered] = gatherInvoices(shown);
	return { ...first, invoice: gathered?.invoice ?? first.invoice ?? {}, billed };
}

const UNLISTED: IDataObject = {
	type: 'document',
	raison: 'The service could not list the documents of this notice.',
};

const OVERTAKEN: IDataObject = {
	type: 'document',
	raison: 'The notice changed again before its documents could be downloaded.',
};

const GONE =
	'It could not be downloaded, and the service does not list it at the moment. Document > Download gets it once it is listed again.';

/** What an event says that goes out without any of its files. */
function missingAltogether({ unlisted, filesOvertaken, gone }: WatchEvent) {
	if (unlisted) return UNLISTED;
	if (filesOvertaken) return OVERTAKEN;
	return gone && missingFile(gone, GONE);
}

/** @param files undefined where none belong to the event */
export function eventItem(event: WatchEvent, files: EventFiles | undefined): INodeExecutionData {
	const json: IDataObject = eventFields(event);
	const item: INodeExecutionData = { json };
	if (event.document) json.document = event.document as IDataObject;
	if (event.invoice) Object.assign(json, invoiceFieldsOf(event, event.invoice));
	if (event.documentMissing) json.document_manquant = true;
	const missing = missingAltogether(event);
	if (missing) json.fichiers_manquants = [missing];
	if (files && files.missing.length > 0) json.fichiers_manquants = [...files.missing];
	if (files && Object.keys(files.binary).length > 0) item.binary = files.binary;
	return item;
}

/** A simplified `invoice.getMany` gives the same fields; the event has the service's own object as well. */
function invoiceFieldsOf({ asked, billed = [asked] }: WatchEvent, invoice: Answer): IDataObject {
	const fields = simpleInvoice(invoice) as IDataObject;
	return { ...fields, references_demandees: billed, facture: invoice as IDataObject };
}
