import type { IBinaryKeyData } from 'n8n-workflow';

import { binaryFieldName } from '../domain/fileName';
import type { FileReading, WatchEvent } from '../domain/watch';
import { Downloads, type NoticeFile } from '../transport/fileLinks';
import { FileRefusal } from '../transport/fileRefusal';
import type { FileContext } from '../transport/files';
import type { ServiceClient } from '../transport/client';
import type { TimeBudget } from './timeBudget';

/** What came of the files of events, by the event's identifier. */
export interface EventFiles {
	readonly binary: ReadonlyMap<string, IBinaryKeyData>;
	readonly without: ReadonlyMap<string, 'tried' | 'notTried'>;
	/** The first download that was refused, for the log. */
	readonly refusal: FileRefusal | undefined;
}

const SLOWEST_MS = 30_000;

/** Fetches the files of all events, as far as the poll's time goes. An event has all of its files or none. */
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
	let refusal: FileRefusal | undefined;
	const wanted = events.filter(({ files }) => files.length > 0);
	// Until the end says otherwise: under way, but not at hand.
	for (const { id } of wanted) without.set(id, 'tried');
	let closed = false;
	const work = wanted.map(async (event) => {
		try {
			const fetched = await fetchAll(downloads, event);
			if (closed) return;
			binary.set(event.id, fetched);
			without.delete(event.id);
		} catch (thrown) {
			if (closed) return;
			if (thrown instanceof FileRefusal) refusal ??= thrown;
			else without.set(event.id, 'notTried');
		}
	});
	const all = Promise.all(work);
	if (!(await time.waitFor(all, time.downloadsEnd))) {
		downloads.stop();
		await time.waitFor(all, time.end);
	}
	closed = true;
	return { binary, without, refusal };
}

async function fetchAll(downloads: Downloads, event: WatchEvent): Promise<IBinaryKeyData> {
	const fields = fieldNames(event.files);
	const entries = await Promise.all(
		event.files.map(
			async (file, index): Promise<[string, IBinaryKeyData[string]]> => [
				fields[index] ?? file.name,
				await downloads.get(noticeFile(event, file)),
			],
		),
	);
	return Object.fromEntries(entries);
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

/** `attestation`, `justificatif`, `facture_<numero>`; a second one of a kind is named by its number or place. */
function fieldNames(files: readonly FileReading[]): string[] {
	const taken = new Set<string>();
	return files.map(({ type, number, rank }) => {
		const isInvoice = type === 'facture' || type === 'avoir';
		const numbered = binaryFieldName({ type, numero: number ?? undefined, rank });
		const short = isInvoice ? numbered : binaryFieldName({ type });
		let name = taken.has(short) ? numbered : short;
		for (let place = 2; taken.has(name); place++) name = `${numbered}_${place}`;
		taken.add(name);
		return name;
	});
}
