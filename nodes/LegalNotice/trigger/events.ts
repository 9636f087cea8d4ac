/** The events of the trigger: which one a reading is, its identifier, and the item that it becomes. */
import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fullText } from '../errors/words';
import { ServiceFailure, type FailureKind } from '../errors/failures';
import { Downloads, type FileContext } from '../notices/downloads';
import { FieldNames, binaryFieldName } from '../notices/pdf';
import type { ServiceClient } from '../transport/client';

import type { EventFiles, FileAspect, FileReading, FilesReading } from '../notices/answers';
import {
	digest,
	eventFields,
	mostSpecific,
	NOT_FOUND,
	type Change,
	type Outcome,
	type StatusReading,
} from '../notices/changes';
import { gatherInvoices, invoiceIdentity, simpleInvoice } from '../notices/invoices';
import type { Answer } from '../transport/envelope';
import { wantsType, type WatchSettings } from './settings';
import { daysSince1970, heldChange, type Deadline, type HeldEvent, type Seen } from './state';

export interface WatchEvent extends Change {
	readonly document?: Answer;
	readonly invoice?: Answer;
	/** Of an invoice of several notices: those of the list, as listed. */
	readonly billed?: string[];
	/** Documents whose files belong to it. */
	readonly files: readonly FileReading[];
	/** Held back for as long as was asked, and still without attestation. */
	readonly documentMissing?: boolean;
	/** The list of its documents could not be read in several polls. */
	readonly unlisted?: boolean;
}

const UNLISTED: readonly IDataObject[] = [
	{ type: 'document', raison: 'The service could not list the documents of this notice.' },
];

/** As a simplified `invoice.getMany` gives them, beside the service's own object. */
function invoiceFieldsOf({ asked, billed = [asked] }: WatchEvent, invoice: Answer): IDataObject {
	const fields = simpleInvoice(invoice) as IDataObject;
	return { ...fields, references_demandees: billed, facture: invoice as IDataObject };
}

export function eventItem(event: WatchEvent, files?: EventFiles): INodeExecutionData {
	const json: IDataObject = eventFields(event);
	if (event.document) json.document = event.document as IDataObject;
	if (event.invoice) Object.assign(json, invoiceFieldsOf(event, event.invoice));
	if (event.documentMissing) json.document_manquant = true;
	const missing = missingFiles(event, files);
	if (missing.length > 0) json.fichiers_manquants = [...missing];
	const item: INodeExecutionData = { json };
	if (files && Object.keys(files.binary).length > 0) item.binary = files.binary;
	return item;
}

function missingFiles(event: WatchEvent, files: EventFiles | undefined): readonly IDataObject[] {
	if (files && files.missing.length > 0) return files.missing;
	return event.unlisted ? UNLISTED : [];
}

/** A notice that is listed under both of its names, and an invoice of several notices, are one event. */
export function oncePerEvent(events: readonly WatchEvent[]): WatchEvent[] {
	const byId = new Map<string, [WatchEvent, ...WatchEvent[]]>();
	for (const event of events) {
		const same = byId.get(event.id);
		if (same) same.push(event);
		else byId.set(event.id, [event]);
	}
	return [...byId.values()].map((same) => {
		const [first] = same;
		if (!first.invoice || same.length === 1) return first;
		const shown = same.map(({ asked, reference, invoice }) => ({
			asked,
			notice: { reference, factures: [invoice] },
		}));
		// With the lines that any of the answers shows.
		const [gathered] = gatherInvoices(shown);
		const invoice = gathered?.invoice ?? first.invoice;
		return { ...first, invoice, billed: same.map(({ asked }) => asked) };
	});
}

/**
 * Whether a status is a change that cannot be reported before the documents of its notice are read: for their files, or
 * for the attestation that a publication waits for.
 *
 * @param held what is held back of the status of this notice
 */
export function needsDocuments(
	settings: WatchSettings,
	known: Seen,
	held: readonly HeldEvent[] | undefined,
	reading: StatusReading,
): boolean {
	const overtaken = overtakenChange(settings, known, held, reading);
	const seen = overtaken ? afterChange(known, overtaken.change) : known;
	const isChange = eventOf(settings, seen, reading) !== undefined;
	return isChange && goesWithDocuments(settings, seen, reading);
}

export function goesWithDocuments(
	settings: WatchSettings,
	seen: Seen,
	reading: StatusReading,
): boolean {
	if (reading.status === NOT_FOUND) return false;
	return settings.files || awaitsAttestation(settings, seen, reading);
}

export function awaitsAttestation(
	{ waitPolls }: WatchSettings,
	seen: Seen,
	{ status }: StatusReading,
) {
	return waitPolls > 0 && status === 'parue' && seen.statut !== status;
}

interface StatusAndReason {
	readonly status: string;
	readonly reason: string | null;
}

export function eventOf({ events, firstSight }: WatchSettings, seen: Seen, now: StatusAndReason) {
	const { previousStatus, previousReason } = previousOf(seen);
	const before = { status: previousStatus ?? undefined, reason: previousReason };
	return mostSpecific(before, now, events, firstSight);
}

/** A change that is held back goes out before the next one, with what it has. */
export function overtakenChange(
	settings: WatchSettings,
	seen: Seen,
	held: readonly HeldEvent[] | undefined,
	reading: StatusReading,
) {
	const change = heldChange(held);
	if (!change || change.status === reading.status) return undefined;
	const event = eventOf(settings, seen, change);
	return event && { event, change };
}

/** Changes are counted, because the same one may happen again. */
export function afterChange(seen: Seen, { status, reason }: StatusAndReason): Seen {
	const { n = 0 } = seen;
	return { ...seen, statut: status, motif: reason ?? undefined, n: n + 1 };
}

export function previousOf({ statut, motif }: Seen) {
	return { previousStatus: statut ?? null, previousReason: motif ?? null };
}

/** The same change reported again has the same identifier, the same change happening again another. */
export function changeId(
	since: number,
	seen: Seen,
	{ reference, status, reason }: StatusReading,
): string {
	const now = [reference, status, reason];
	if (seen.statut === undefined) return digest(['first', ...now]);
	const { n = 0, statut, motif } = seen;
	return digest(['change', since, n, statut, motif ?? null, ...now]);
}

/** Whether a new document or invoice is an event. */
export function isChosen(
	settings: WatchSettings,
	{ type }: FileReading,
	aspect: FileAspect,
): boolean {
	if (aspect === 'invoices') return true;
	// An invoice is reported by the more specific of the two events.
	const isInvoice = type === 'facture' || type === 'avoir';
	if (isInvoice && settings.events.has('newInvoice')) return false;
	return wantsType(settings, type);
}

/** A file of a notice, as it is found in a poll. */
export interface FoundFile {
	readonly asked: string;
	readonly seen: Seen;
	readonly notice: FilesReading;
	readonly file: FileReading;
	readonly aspect: FileAspect;
}

/** An invoice is the same one whichever of its notices shows it first. */
export function fileId({ notice, file, aspect }: FoundFile): string {
	const isInvoice = aspect === 'invoices' && file.number !== null;
	if (isInvoice) return digest(['invoice', invoiceIdentity(file.fields)]);
	return digest(['file', notice.reference, file.name]);
}

/** With the day that first saw it published, where watching ends some days after that. */
export function dated({ parue, ...seen }: Seen, settings: WatchSettings, nowMs: number): Seen {
	if (settings.stopAfterDays === undefined || seen.statut !== 'parue') return seen;
	return { ...seen, parue: parue ?? daysSince1970(nowMs) };
}

/** A suspended notice may withhold its documents; of any other they should have been readable. */
export function isUnlisted(
	settings: WatchSettings,
	read: Outcome<FilesReading> | undefined,
	status: string,
): boolean {
	if (!settings.files) return false;
	return read === undefined || (read === 'unreadable' && status !== 'suspendue');
}

export function filesIn(read: Outcome<FilesReading> | undefined): readonly FileReading[] {
	return typeof read === 'object' ? read.files : [];
}

const SLOWEST_MS = 30_000;
const NOT_TRIED: ReadonlySet<FailureKind> = new Set(['notStarted', 'cancelled']);

/** Downloads the files of all events, as far as the poll's time goes. @returns by the event's identifier */
export async function fetchEventFiles(
	context: FileContext,
	client: ServiceClient,
	events: readonly WatchEvent[],
	deadline: Deadline,
): Promise<ReadonlyMap<string, EventFiles>> {
	const downloads = new Downloads(context, () => Promise.resolve(client), {
		signal: deadline.signal,
		timeoutMs: Math.min(SLOWEST_MS, deadline.budgetMs / 8),
	});
	const fetched = new Map<string, EventFiles>();
	const fetchAll = async (event: WatchEvent): Promise<void> => {
		const late = event.files.map((file) => lacking(file, 'There was no time left to download it.'));
		fetched.set(event.id, { binary: {}, missing: late, isTried: true });
		const binary: IBinaryKeyData = {};
		const missing: IDataObject[] = [];
		let isTried = true;
		await Promise.all(
			inFields(event.files).map(async ({ file, field }) => {
				try {
					binary[field] = await downloads.get(fileSubject(event, file));
				} catch (reason) {
					missing.push(lacking(file, fullText(reason)));
					if (reason instanceof ServiceFailure && NOT_TRIED.has(reason.kind)) isTried = false;
				}
			}),
		);
		fetched.set(event.id, { binary, missing, isTried });
	};
	const all = Promise.all(events.filter(({ files }) => files.length > 0).map(fetchAll));
	if (!(await deadline.waitFor(all, deadline.at(0.75)))) {
		// Nothing new is begun; what is in flight may come to its end.
		downloads.stop();
		await deadline.waitFor(all, deadline.at(0.9));
	}
	// A copy: a download that ends later changes nothing.
	return new Map(fetched);
}

function lacking({ type, number }: FileReading, raison: string): IDataObject {
	return { type, ...(number === null ? {} : { numero: number }), raison };
}

function fileSubject({ reference }: WatchEvent, { type, number, rank, fields }: FileReading) {
	const date = typeof fields.date_facture === 'string' ? fields.date_facture : undefined;
	return { type, numero: number ?? undefined, reference, rank, date, url: fields.url };
}

/** The files with their binary fields; a second one of a kind is named by its number or place. */
function inFields(files: readonly FileReading[]): Array<{ file: FileReading; field: string }> {
	const names = new FieldNames();
	return files.map((file) => {
		const { type, number, rank } = file;
		const numbered = binaryFieldName({ type, numero: number ?? undefined, rank });
		const isInvoice = type === 'facture' || type === 'avoir';
		return { file, field: names.take(isInvoice ? numbered : type, numbered) };
	});
}
