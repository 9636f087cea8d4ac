/** The events of the trigger: what each says, its identifier, and the item that n8n gets of it. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

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
import { fileId, isInvoice, pdfFileName, type FileRoute, type ListedFile } from '../notices/files';
import { simpleInvoice } from '../notices/invoices';
import { wantsType, type WatchSettings } from './settings';
import { knownStatus, type Seen } from './state';

export interface WatchEvent extends Change {
	/** The new document or invoice. */
	readonly file?: ListedFile;
	/** Of an invoice: the watched names that it bills. */
	readonly billedNames?: readonly string[];
}

/** Which of the chosen events a status is, after what was known before; undefined where none reports it. */
export function eventOf(
	{ events, firstSight }: WatchSettings,
	seen: Seen,
	now: KnownStatus,
): EventName | undefined {
	if (now.status === NOT_FOUND) return events.has('notFound') ? 'notFound' : undefined;
	return mostSpecific(knownStatus(seen), now, events, firstSight);
}

/** The same change reported again has the same identifier, the same change happening again another. */
export function changeId(since: number, seen: Seen, reading: StatusReading): string {
	const { reference, status, reason } = reading;
	const known = knownStatus(seen);
	if (known === undefined) return digest(['first', reference, status, reason]);
	const { n = 0 } = seen;
	return digest(['change', since, n, known.status, known.reason, reference, status, reason]);
}

/** Whether a new document or invoice is an event. */
export function isChosenFile(settings: WatchSettings, file: ListedFile, route: FileRoute): boolean {
	if (route === 'factures') return true;
	// An invoice is reported by the more specific of the two events.
	if (isInvoice(file) && settings.events.has('newInvoice')) return false;
	return wantsType(settings, file.type);
}

/** Whether documents and invoices count as new when a notice is first seen; undefined while the status that decides it is not known. */
export function reportsFirstFiles(
	{ firstSight }: WatchSettings,
	now: KnownStatus | undefined,
): boolean | undefined {
	if (now === undefined && firstSight === 'publishedOrSuspended') return undefined;
	return reportsFirstSight(firstSight, now?.status ?? null);
}

/** A document or invoice that is an event. */
export interface NewFile {
	readonly name: string;
	readonly route: FileRoute;
	readonly notice: NoticeIdentity;
	readonly file: ListedFile;
	/** The status of its notice; undefined while it is not known. */
	readonly now: KnownStatus | undefined;
	readonly seenAt: number;
}

export function fileEvent(found: NewFile): WatchEvent {
	const { name, route, notice, file, now, seenAt } = found;
	const id = fileId(found);
	const event = route === 'factures' ? 'newInvoice' : 'newDocument';
	const { status = null, reason = null } = now ?? {};
	const { reference, orderNumber } = notice;
	const previous = { previousStatus: null, previousReason: null };
	return { id, event, name, reference, orderNumber, status, reason, ...previous, seenAt, file };
}

export function eventItem(event: WatchEvent): INodeExecutionData {
	const { file } = event;
	if (!file) return { json: eventFields(event) };
	const json = eventFields(event, fileFields(event, file));
	const field = event.event === 'newDocument' ? 'document' : 'facture';
	return { json: { ...json, [field]: file.fields as IDataObject } };
}

/** What the next node fetches a file by. Of an invoice also what a simplified `invoice.getMany` gives. */
function fileFields(
	{ event, name, billedNames = [name] }: WatchEvent,
	file: ListedFile,
): IDataObject {
	const { type, numero = null, fields } = file;
	const nom_fichier = pdfFileName(file);
	if (event === 'newDocument') return { type, numero, nom_fichier };
	const amounts = simpleInvoice({ ...fields, type }) as IDataObject;
	return { type, numero, ...amounts, nom_fichier, references_demandees: [...billedNames] };
}
