import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { binaryFieldName, takeField } from '../domain/pdf';
import type { FileReading, WatchEvent } from '../domain/watch';
import { fullText } from '../transport/errors';
import { ServiceFailure, type FailureKind } from '../transport/failures';
import type { ServiceClient } from '../transport/client';
import type { TimeBudget } from './timeBudget';
import { Downloads, type FileContext, FileRefusal, type NoticeFile } from '../transport/files';

/** What came of the files of events, by the event's identifier. */
export interface EventFiles {
	/** The files that are there, by binary field. */
	readonly binary: ReadonlyMap<string, IBinaryKeyData>;
	/** Events that lack a file. */
	readonly without: ReadonlyMap<string, 'tried' | 'notTried'>;
	/** The files that they lack, and why. */
	readonly missing: ReadonlyMap<string, IDataObject[]>;
	/** The first download that was refused, for the log. */
	readonly refusal: FileRefusal | undefined;
}

const SLOWEST_MS = 30_000;
const NOT_TRIED: ReadonlySet<FailureKind> = new Set(['notStarted', 'cancelled']);

/** Fetches the files of all events, as far as the poll's time goes. Whether an event may lack one is not decided here. */
export async function fetchEventFiles(
	context: FileContext,
	client: ServiceClient,
	events: readonly WatchEvent[],
	time: TimeBudget,
): Promise<EventFiles> {
	const downloads = new Downloads(context, () => Promise.resolve(client), {
		signal: time.signal,
		timeoutMs: Math.min(SLOWEST_MS, time.budgetMs / 8),
	});
	const binary = new Map<string, IBinaryKeyData>();
	const without = new Map<string, 'tried' | 'notTried'>();
	const missing = new Map<string, IDataObject[]>();
	let refusal: FileRefusal | undefined;
	const wanted = events.filter(({ files }) => files.length > 0);
	// Until the end says otherwise: under way, but not at hand.
	for (const { id, files } of wanted) {
		without.set(id, 'tried');
		missing.set(
			id,
			files.map((file) => missingFile(file, 'There was no time left to download it.')),
		);
	}
	let closed = false;
	const work = wanted.map(async (event) => {
		const fetched = await fetchAll(downloads, event);
		if (closed) return;
		binary.set(event.id, fetched.binary);
		missing.set(event.id, fetched.missing);
		refusal ??= fetched.refusal;
		if (fetched.notTried) without.set(event.id, 'notTried');
		else if (fetched.missing.length === 0) without.delete(event.id);
	});
	const all = Promise.all(work);
	if (!(await time.waitFor(all, time.downloadsEnd))) {
		downloads.stop();
		await time.waitFor(all, time.end);
	}
	closed = true;
	return { binary, without, missing, refusal };
}

interface Fetched {
	readonly binary: IBinaryKeyData;
	readonly missing: IDataObject[];
	readonly refusal: FileRefusal | undefined;
	/** Whether a file was not even asked for. */
	readonly notTried: boolean;
}

type Attempt = { field: string; data: IBinaryData } | { file: FileReading; reason: unknown };

async function fetchAll(downloads: Downloads, event: WatchEvent): Promise<Fetched> {
	const results = await Promise.all(
		inFields(event.files).map(async ({ file, field }): Promise<Attempt> => {
			try {
				return { field, data: await downloads.get(noticeFile(event, file)) };
			} catch (reason) {
				return { file, reason };
			}
		}),
	);
	const binary: IBinaryKeyData = {};
	const missing: IDataObject[] = [];
	let refusal: FileRefusal | undefined;
	let notTried = false;
	for (const result of results) {
		if ('data' in result) {
			binary[result.field] = result.data;
			continue;
		}
		const { file, reason } = result;
		missing.push(missingFile(file, fullText(reason)));
		if (reason instanceof FileRefusal) refusal ??= reason;
		else if (reason instanceof ServiceFailure && NOT_TRIED.has(reason.kind)) notTried = true;
	}
	return { binary, missing, refusal, notTried };
}

/** As everywhere in the package's output. */
function missingFile({ type, number }: FileReading, raison: string): IDataObject {
	return { type, ...(number === null ? {} : { numero: number }), raison };
}

function noticeFile({ reference }: WatchEvent, file: FileReading): NoticeFile {
	const date = file.fields.date_facture;
	return {
		type: file.type,
		numero: file.number ?? undefined,
		reference,
		rank: file.rank,
		date: typeof date === 'string' ? date : undefined,
		url: file.fields.url,
	};
}

/**
 * The files with their binary fields: `attestation`, `justificatif`, `facture_<numero>`; a second one of a kind is named
 * by its number or place.
 */
function inFields(files: readonly FileReading[]): Array<{ file: FileReading; field: string }> {
	const taken = new Set<string>();
	return files.map((file) => {
		const { type, number, rank } = file;
		const isInvoice = type === 'facture' || type === 'avoir';
		const numbered = binaryFieldName({ type, numero: number ?? undefined, rank });
		const short = isInvoice ? numbered : binaryFieldName({ type });
		return { file, field: takeField(taken, short, numbered) };
	});
}
