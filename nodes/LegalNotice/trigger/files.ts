import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { binaryFieldName, takeField } from '../domain/pdf';
import type { ServiceClient } from '../transport/client';
import { fullText } from '../transport/errors';
import { ServiceFailure, type FailureKind } from '../transport/failures';
import { Downloads, FileRefusal, type FileContext } from '../transport/files';
import type { FileReading } from './answers';
import type { EventFiles, WatchEvent } from './events';
import type { Deadline } from './state';

const SLOWEST_MS = 30_000;
const NOT_TRIED: ReadonlySet<FailureKind> = new Set(['notStarted', 'cancelled']);

/** With the first download that was refused, for the log. */
export type FetchedFiles = EventFiles & { readonly refusal: FileRefusal | undefined };

/** Downloads the files of all events, as far as the poll's time goes. */
export async function fetchEventFiles(
	context: FileContext,
	client: ServiceClient,
	events: readonly WatchEvent[],
	deadline: Deadline,
): Promise<FetchedFiles> {
	const downloads = new Downloads(context, () => Promise.resolve(client), {
		signal: deadline.signal,
		timeoutMs: Math.min(SLOWEST_MS, deadline.budgetMs / 8),
	});
	const binary = new Map<string, IBinaryKeyData>();
	const without = new Map<string, 'tried' | 'notTried'>();
	const missing = new Map<string, IDataObject[]>();
	let refusal: FileRefusal | undefined;
	let isOver = false;
	const fetchAll = async (event: WatchEvent): Promise<void> => {
		// Until the end says otherwise: under way, but not at hand.
		const late = event.files.map((file) => lacking(file, 'There was no time left to download it.'));
		without.set(event.id, 'tried');
		missing.set(event.id, late);
		const files: IBinaryKeyData = {};
		const lacks: IDataObject[] = [];
		let isNotTried = false;
		await Promise.all(
			inFields(event.files).map(async ({ file, field }) => {
				try {
					files[field] = await downloads.get(subjectOf(event, file));
				} catch (reason) {
					lacks.push(lacking(file, fullText(reason)));
					if (reason instanceof FileRefusal) refusal ??= reason;
					else if (reason instanceof ServiceFailure && NOT_TRIED.has(reason.kind))
						isNotTried = true;
				}
			}),
		);
		if (isOver) return;
		binary.set(event.id, files);
		missing.set(event.id, lacks);
		if (lacks.length === 0) without.delete(event.id);
		else if (isNotTried) without.set(event.id, 'notTried');
	};
	const all = Promise.all(events.filter(({ files }) => files.length > 0).map(fetchAll));
	if (!(await deadline.waitFor(all, deadline.at(0.75)))) {
		// Nothing new is begun; what is in flight may come to its end.
		downloads.stop();
		await deadline.waitFor(all, deadline.at(0.9));
	}
	isOver = true;
	return { binary, without, missing, refusal };
}

function lacking({ type, number }: FileReading, raison: string): IDataObject {
	return { type, ...(number === null ? {} : { numero: number }), raison };
}

function subjectOf({ reference }: WatchEvent, { type, number, rank, fields }: FileReading) {
	const date = typeof fields.date_facture === 'string' ? fields.date_facture : undefined;
	return { type, numero: number ?? undefined, reference, rank, date, url: fields.url };
}

/** The files with their binary fields; a second one of a kind is named by its number or place. */
function inFields(files: readonly FileReading[]): Array<{ file: FileReading; field: string }> {
	const taken = new Set<string>();
	return files.map((file) => {
		const { type, number, rank } = file;
		const numbered = binaryFieldName({ type, numero: number ?? undefined, rank });
		const isInvoice = type === 'facture' || type === 'avoir';
		return { file, field: takeField(taken, isInvoice ? numbered : type, numbered) };
	});
}
