/** What the operations on many notices share: one item's reference, few calls for all items, and their files. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { isGiven, readChoice } from '../reading/cells/parameters';
import { isPathSafe, readReference } from '../reading/cells/references';
import { ServiceFailure } from '../errors/failures';
import { asSentence, explain, fullText } from '../errors/words';
import { askForNotice, type Route, holdsNotice } from '../notices/ask';
import { hasBothNames, type NoticeReply } from '../notices/changes';
import type { FetchedFiles } from '../notices/downloads';
import { inBinaryFields, missingFile, type NoticeFile } from '../notices/files';
import { concernsNotices, isAboutNotice } from '../notices/match';
import { NoticeReader } from '../notices/reader';
import type { ServiceClient } from '../transport/client';
import type { Answer } from '../transport/envelope';
import { pause } from '../transport/pause';
import { collection, parameter } from './itemParameters';
import type { ItemResult, OperationContext, OutputItem } from './context';

const READ_AT_ONCE = 50;

/**
 * An item whose parameters cannot be read fails alone; the others are worked on together.
 *
 * @returns one result per item index, in that order
 */
export async function forReadable<Settings>(
	itemIndexes: readonly number[],
	read: (itemIndex: number) => Settings,
	work: (settings: ReadonlyMap<number, Settings>) => Promise<ItemResult[]>,
): Promise<ItemResult[]> {
	const settings = new Map<number, Settings>();
	const results = new Map<number, ItemResult>();
	for (const [at, itemIndex] of itemIndexes.entries()) {
		// n8n takes a tenth of a millisecond for a parameter: thousands at once would keep all of it waiting.
		if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await pause(0);
		try {
			settings.set(itemIndex, read(itemIndex));
		} catch (failure) {
			results.set(itemIndex, { failure });
		}
	}
	const readable = [...settings.keys()];
	try {
		const worked = readable.length > 0 ? await work(settings) : [];
		for (const [at, itemIndex] of readable.entries()) {
			const result = worked[at];
			if (result) results.set(itemIndex, result);
		}
	} catch (failure) {
		for (const itemIndex of readable) results.set(itemIndex, { failure });
	}
	return itemIndexes.map((itemIndex) => results.get(itemIndex) ?? { output: [] });
}

/** The 'Reference or Order Number' of an item. @throws InputProblem */
export function readItemReference(context: OperationContext, itemIndex: number): string {
	return readReference(parameter(context, 'reference', itemIndex));
}

/** How an operation reads notices. */
interface NoticeReading<Settings> {
	readonly route: Route;
	/** Reads what else the item says that it wants. */
	readonly read: (itemIndex: number) => Settings;
	readonly output: (answer: Answer, item: RequestedNotice<Settings>) => readonly OutputItem[];
}

/**
 * Asks for the notices of all items together; each item gets its own output, an item that says that its notice is not
 * found, or a failure.
 */
export async function fetchForItems<Settings>(
	context: OperationContext,
	itemIndexes: readonly number[],
	reading: NoticeReading<Settings>,
): Promise<ItemResult[]> {
	const readItem = (itemIndex: number) => {
		const settings = reading.read(itemIndex);
		return { itemIndex, settings, requested: readItemReference(context, itemIndex) };
	};
	return await forReadable(itemIndexes, readItem, async (readable) => {
		const items = [...readable.values()];
		const references = items.map(({ requested }) => requested);
		const found = await fetchNotices(await context.client(), reading.route, references);
		return items.map((item) => {
			try {
				return resultOf(context, reading, found.get(item.requested), item);
			} catch (failure) {
				return { failure };
			}
		});
	});
}

function resultOf<Settings>(
	context: OperationContext,
	{ output }: NoticeReading<Settings>,
	reply: NoticeReply,
	item: RequestedNotice<Settings>,
): ItemResult {
	if (!reply) return notFound(context, item.requested, item.itemIndex);
	if (reply instanceof ServiceFailure) return { failure: reply };
	return { output: output(reply, item) };
}

/** An item that asks for a notice. */
export interface RequestedNotice<Settings> {
	readonly itemIndex: number;
	readonly requested: string;
	readonly settings: Settings;
}

/** @throws InputProblem for an 'If Not Found' that is no choice */
export function notFound(
	context: OperationContext,
	reference: string,
	itemIndex: number,
): ItemResult {
	const given = collection(context, 'options', itemIndex).ifNotFound;
	if (readChoice('If Not Found', given, ['fail', 'returnItem']) !== 'fail') {
		return { output: [{ json: { demande: reference, introuvable: true } }] };
	}
	return { failure: new ServiceFailure('refusal', { codes: ['err_annonce_introuvable'] }) };
}

/**
 * Downloads the files of output items. A file that cannot be had costs the input items that its output belongs to, and no
 * other.
 */
export async function addFiles(
	context: OperationContext,
	itemIndexes: readonly number[],
	results: readonly ItemResult[],
): Promise<ItemResult[]> {
	const continues = context.fn.continueOnFail();
	if (!continues && results.some((result) => 'failure' in result)) return [...results];
	// Outputs of one input item that share a file share its failure, which is reported once.
	const failed = new Map<number, Set<unknown>>(
		itemIndexes.map((itemIndex) => [itemIndex, new Set()]),
	);
	const filled = await Promise.all(
		results.map(async (result, at) => {
			if ('failure' in result) return result;
			const outputs = result.output.map(async (item) => {
				const { items, failures } = await withFiles(context, item, !continues);
				for (const itemIndex of item.from ?? [itemIndexes[at] ?? -1]) {
					for (const failure of failures) failed.get(itemIndex)?.add(failure);
				}
				return items;
			});
			return { output: (await Promise.all(outputs)).flat() };
		}),
	);
	return filled.map((result, at) => {
		const failures = [...(failed.get(itemIndexes[at] ?? -1) ?? [])];
		return 'failure' in result || failures.length === 0
			? result
			: { ...result, alsoFailed: failures };
	});
}

/** @param stops whether a file that cannot be had keeps others from being begun */
async function withFiles(
	context: OperationContext,
	{ files = [], ...item }: OutputItem,
	stops: boolean,
): Promise<{ items: OutputItem[]; failures: readonly unknown[] }> {
	const { binary, lacking } = await context.downloads().fetch(files, stops);
	const failures = lacking.map(({ failure }) => failure);
	const isOptional = files.every(({ optional }) => optional);
	if (failures.length > 0 && !isOptional) return { items: [], failures };
	const json = { ...item.json };
	if (lacking.length > 0) json.fichiers_manquants = missingFiles(lacking);
	const filled: OutputItem = { ...item, json };
	if (Object.keys(binary).length === 0) return { items: [filled], failures };
	return { items: [{ ...filled, binary }], failures };
}

/** What an item says of the files that it comes without. */
function missingFiles(
	lacking: FetchedFiles['lacking'],
	why: (failure: unknown) => string = fullText,
): IDataObject[] {
	return lacking.map(({ file, failure }) => missingFile(file, why(failure)));
}

/** What would be done again is done: only the file is fetched later. */
const whyNotFetched = (failure: unknown): string =>
	`${asSentence(explain(failure).message)} The notice is cancelled: fetch the file later with Document > Download.`;

/** The files of a cancelled notice, each in a binary field of its own. Never throws. */
export async function filesOfCancelled(
	context: OperationContext,
	files: readonly NoticeFile[],
): Promise<{ readonly binary: IBinaryKeyData; readonly missing: IDataObject[] }> {
	try {
		const { binary, lacking } = await context.downloads().fetch(inBinaryFields(files), false);
		return { binary, missing: missingFiles(lacking, whyNotFetched) };
	} catch (failure) {
		return { binary: {}, missing: [missingFile({ type: 'document' }, whyNotFetched(failure))] };
	}
}

type Reader = NoticeReader<NoticeReply>;

/**
 * Asks for each reference once; one alone goes over its own route. A list that cannot be read costs only its own
 * references.
 *
 * @returns an entry for every reference asked
 * @throws ServiceFailure when nothing at all could be read
 */
export async function fetchNotices(
	client: ServiceClient,
	route: Route,
	references: Iterable<string>,
): Promise<ReadonlyMap<string, NoticeReply>> {
	const requested = [...new Set(references)];
	const [first, ...others] = requested;
	if (first === undefined) return new Map();
	if (others.length === 0 && isPathSafe(first)) {
		return new Map([[first, await askForNotice(client, route, first)]]);
	}
	const reader: Reader = new NoticeReader(client, {
		repeats: true,
		keep: (_route, _name, reply) => reply,
	});
	await reader.readCautiously(route, requested);
	const foundOf = (reference: string) => foundOrWhyNot(reader, route, reference);
	const all = new Map(requested.map((reference) => [reference, foundOf(reference)]));
	const found = await withoutUnknown(reader, route, all);
	const failure = found.get(first);
	if (failure instanceof ServiceFailure && ![...found.values()].some(isAboutNotice)) throw failure;
	return found;
}

/**
 * Where in a list a name comes back alone, without its files, the service may not know it, or there are none: its status says
 * which.
 */
async function withoutUnknown(
	reader: Reader,
	route: Route,
	found: ReadonlyMap<string, NoticeReply>,
): Promise<ReadonlyMap<string, NoticeReply>> {
	const isBare = (one: NoticeReply) =>
		holdsNotice(one) && !isGiven(one[route]) && !hasBothNames(one);
	const unclear = [...found.keys()].filter((name) => isBare(found.get(name)));
	await reader.readLists('statut', unclear);
	const decided = unclear.map((name) => {
		const status = foundOrWhyNot(reader, 'statut', name);
		const isKnown = status !== undefined && isAboutNotice(status);
		return [name, isKnown ? found.get(name) : status] as const;
	});
	return new Map([...found, ...decided]);
}

/** A reference that was not read has the failure of its smallest list, or the one that ended the reading, unless it is about another notice. */
function foundOrWhyNot(reader: Reader, route: Route, reference: string): NoticeReply {
	const { answered, failures } = reader.byRoute[route];
	if (answered.has(reference)) return answered.get(reference);
	const all = [failures.get(reference), reader.endedBy];
	const own = all.find((failure) => failure !== undefined && !concernsNotices(failure));
	return own ?? new ServiceFailure('noAnswer', { readOnly: true });
}
