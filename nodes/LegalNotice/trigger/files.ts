/** Downloads the files of a poll's events, as far as its time goes. */
import type { IPollFunctions } from 'n8n-workflow';

import { ServiceFailure } from '../errors/failures';
import { fullText } from '../errors/words';
import { Downloads, type FetchedFiles } from '../notices/downloads';
import { fileKey, inBinaryFields, missingFile, type ListedFile } from '../notices/files';
import type { ServiceClient } from '../transport/client';
import type { Deadline } from './deadline';
import type { EventFiles, WatchEvent } from './events';

const SLOWEST_START_MS = 30_000;
/** Parts of a poll's time: no download is begun later, and those under way are given up. */
const LAST_DOWNLOAD = 0.75;
const LAST_BYTE = 0.9;

/** @returns by the event's identifier; nothing for an event without files */
export async function fetchEventFiles(
	context: IPollFunctions,
	client: ServiceClient,
	events: readonly WatchEvent[],
	deadline: Deadline,
): Promise<ReadonlyMap<string, EventFiles>> {
	// Two names of one notice share the identifiers of their events.
	const withFiles = new Map(
		events.filter(({ files }) => files.length > 0).map((event) => [event.id, event]),
	);
	if (withFiles.size === 0) return new Map();
	const downloads = new Downloads(context, () => Promise.resolve(client), {
		signal: deadline.signal,
		timeoutMs: Math.min(SLOWEST_START_MS, deadline.budgetMs / 8),
	});
	const fetched = new Map<string, EventFiles>();
	const fetchAll = [...withFiles].map(async ([id, event]) => {
		fetched.set(id, await filesOf(downloads, event));
	});
	const all = Promise.all(fetchAll);
	if (!(await deadline.waitFor(all, LAST_DOWNLOAD))) {
		downloads.stop();
		await deadline.waitFor(all, LAST_BYTE);
	}
	const result = [...withFiles].map(([id, { files }]) => {
		return [id, fetched.get(id) ?? unfinished(downloads, files)] as const;
	});
	return new Map(result);
}

/**
 * n8n stores none of the files of an event that waits: only on the last try an event goes out with a part of them. What
 * could not be had before is tried first, so that a file that is broken costs one download a poll.
 */
async function filesOf(downloads: Downloads, event: WatchEvent): Promise<EventFiles> {
	const { files, triedFirst = [], isLastTry } = event;
	const wanted = inBinaryFields(files);
	const first = wanted.filter(({ file }) => triedFirst.includes(fileKey(file, 'documents')));
	if (!isLastTry) {
		for (const some of [first, wanted]) {
			const tried = await downloads.tryAll(some);
			if (tried.lacking.length > 0) return eventFiles(tried);
		}
	}
	return eventFiles(await downloads.fetch(wanted, false));
}

function eventFiles({ binary, lacking, isBegun }: FetchedFiles<ListedFile>): EventFiles {
	return {
		binary,
		missing: lacking.map(({ file, failure }) => missingFile(file, whyMissing(failure))),
		failed: lacking.map(({ file }) => fileKey(file, 'documents')),
		isBegun,
	};
}

const NO_TIME = 'There was no time left to download it.';

function whyMissing(failure: unknown): string {
	const isForTime =
		failure instanceof ServiceFailure && ['notStarted', 'cancelled'].includes(failure.kind);
	return isForTime ? NO_TIME : fullText(failure);
}

function unfinished(downloads: Downloads, files: readonly ListedFile[]): EventFiles {
	return {
		binary: {},
		missing: files.map((file) => missingFile(file, NO_TIME)),
		failed: files.map((file) => fileKey(file, 'documents')),
		isBegun: downloads.hasBegun(files),
	};
}
