import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { FieldNames, binaryFieldName } from '../notices/pdf';
import type { ServiceClient } from '../transport/client';
import { Downloads, type FileContext } from '../notices/downloads';
import { fullText } from '../errors/words';
import { ServiceFailure, type FailureKind } from '../errors/failures';

import type { EventFiles, FileReading } from '../notices/answers';
import type { WatchEvent } from './events';
import type { Deadline } from './state';

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
					binary[field] = await downloads.get(subjectOf(event, file));
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

function subjectOf({ reference }: WatchEvent, { type, number, rank, fields }: FileReading) {
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
