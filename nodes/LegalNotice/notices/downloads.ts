/** Downloads files of notices as verified PDF: three at once, each link once, without key and signature, of bounded size. */
import type { IBinaryData, IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../reading/records';
import { isFixedByTime, isTimeOut, rethrown, ServiceFailure, Stop } from '../errors/failures';
import type { ServiceClient } from '../transport/client';
import { isStream, outliveErrors } from '../transport/envelope';
import { BEFORE_RESEND_MS, pause } from '../transport/pause';
import { READ, SENDING_AGAIN, whyAgain } from '../transport/sendingAgain';
import { type FileInField, labelOf, type NoticeFile, pdfFileName } from './files';
import {
	connectionLost,
	fileStop,
	LATER,
	LIMITS,
	OUTSIDE,
	readPdf,
	readPdfLink,
	type Source,
} from './pdf';

export interface FileContext {
	readonly helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
}

export type DownloadOptions = Partial<typeof LIMITS> & { signal?: AbortSignal | undefined };

const AT_ONCE = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 5;
/** So many downloads in a row that were lost say that their host is away. */
const MOST_LOST_DOWNLOADS = 5;

/** What became of the files of one item. */
export interface FetchedFiles<File extends NoticeFile = NoticeFile> {
	readonly binary: IBinaryKeyData;
	/** What could not be had, and why. */
	readonly lacking: ReadonlyArray<{ readonly file: File; readonly failure: unknown }>;
}

/** A file that has come in, and how n8n stores it: once, whatever number of items name it. */
interface Loaded {
	store(): Promise<IBinaryData>;
}

/** The downloads of one execution. Each link is followed once, however many items name it. */
export class Downloads {
	private readonly options: DownloadOptions & typeof LIMITS;
	private running = 0;
	private isStopped = false;
	private lostInARow = 0;
	/** How many files of a notice are downloaded, by its reference. */
	private readonly counts = new Map<string, number>();
	private readonly waiting: Array<() => void> = [];
	private readonly files = new Map<string, Promise<Loaded>>();

	constructor(
		private readonly context: FileContext,
		private readonly client: () => Promise<ServiceClient>,
		options: DownloadOptions = {},
	) {
		this.options = { ...LIMITS, ...options };
	}

	/** The files of one item. @param stops whether one that cannot be had keeps others from being begun */
	async fetch<File extends NoticeFile>(
		wanted: ReadonlyArray<FileInField<File>>,
		stops: boolean,
	): Promise<FetchedFiles<File>> {
		const binary: IBinaryKeyData = {};
		const lacking: Array<{ readonly file: File; readonly failure: unknown }> = [];
		const loading = wanted.map(async ({ file }) => {
			try {
				return await (await this.load(file)).store();
			} catch (failure) {
				// No further download is begun; those in flight are finished.
				if (stops) this.isStopped = true;
				lacking.push({ file, failure });
				return undefined;
			}
		});
		// The fields are in the order of the files, whichever came first.
		const stored = await Promise.all(loading);
		for (const [at, { field }] of wanted.entries()) {
			const data = stored[at];
			if (data && field !== undefined) binary[field] = { ...data };
		}
		return { binary, lacking };
	}

	/** @throws Stop, or ServiceFailure when the execution was stopped */
	private async load(file: NoticeFile): Promise<Loaded> {
		const key = keyOf(file);
		const loading = this.files.get(key) ?? this.inTurn(file);
		this.files.set(key, loading);
		return await loading;
	}

	private async inTurn(file: NoticeFile): Promise<Loaded> {
		if (this.running < AT_ONCE) this.running++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			if (this.options.signal?.aborted) throw new ServiceFailure('executionStopped');
			if (this.isStopped) throw new ServiceFailure('notStarted');
			return this.storable(file, await this.downloadAgain(file));
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.running--;
		}
	}

	/** Once it is stored, its content is not held in memory any more, whatever number of items still name it. */
	private storable(file: NoticeFile, content: Buffer): Loaded {
		let kept: Buffer | Promise<IBinaryData> = content;
		const store = async () => {
			if (!(kept instanceof Promise)) kept = this.store(file, kept);
			return await kept;
		};
		return { store };
	}

	/** What is lost on its way is sent for again, as any other call that only reads. */
	private async downloadAgain(file: NoticeFile): Promise<Buffer> {
		this.countFile(file);
		for (let left = SENDING_AGAIN.lostAnswer.times; ; left--) {
			try {
				const content = await this.download(file);
				this.lostInARow = 0;
				return content;
			} catch (failure) {
				if (!isWorthRetrying(failure)) throw rethrown(failure);
				this.lostInARow++;
				// A host that is away is not waited for again with each of its files.
				if (left === 0 || this.isStopped || this.lostInARow > MOST_LOST_DOWNLOADS)
					throw rethrown(failure);
				await pause(BEFORE_RESEND_MS, this.options.signal);
			}
		}
	}

	/** @throws Stop where the notice has too many */
	private countFile(file: NoticeFile): void {
		const count = (this.counts.get(file.reference) ?? 0) + 1;
		this.counts.set(file.reference, count);
		const { maxNoticeFiles: most } = this.options;
		if (count <= most) return;
		throw fileStop(
			`The ${labelOf(file)} is not downloaded: its notice has more than ${most} files.`,
			OUTSIDE,
		);
	}

	private async download(file: NoticeFile): Promise<Buffer> {
		const { signal, fileMs, maxBytes } = this.options;
		const time = AbortSignal.timeout(fileMs);
		const end = new AbortController();
		const ends = AbortSignal.any(signal ? [end.signal, time, signal] : [end.signal, time]);
		try {
			return await readPdf(await this.follow(file, ends), maxBytes, ends);
		} catch (thrown) {
			if (signal?.aborted) throw rethrown(new ServiceFailure('executionStopped'));
			if (!time.aborted) throw rethrown(thrown);
			const late = `The ${labelOf(file)} took longer than 5 minutes.`;
			throw rethrown(fileStop(late, LATER, new ServiceFailure('noAnswer', { timedOutMs: fileMs })));
		} finally {
			// Destroying n8n's stream does not end the connection: it is a copy of the one that holds it.
			end.abort();
		}
	}

	private async store(file: NoticeFile, content: Buffer): Promise<IBinaryData> {
		const { helpers } = this.context;
		try {
			return await helpers.prepareBinaryData(content, pdfFileName(file), 'application/pdf');
		} catch (thrown) {
			const why = thrown instanceof Error ? thrown.message : String(thrown);
			const refusal = `n8n could not store the ${labelOf(file)}: ${why}`;
			throw rethrown(fileStop(refusal, 'Check the binary data storage of the n8n server.'));
		}
	}

	/** Each address is checked before anything is sent to it. */
	private async follow(file: NoticeFile, signal: AbortSignal): Promise<Source> {
		const { origin } = await this.client();
		let link = checkedLink(file, file.url, origin, undefined);
		for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
			const source = await this.request(file, link, signal);
			if (!REDIRECTS.includes(source.httpStatus)) return source;
			link = checkedLink(file, source.headers.location, origin, link);
		}
		throw fileStop(`The link to the ${labelOf(file)} redirects more than 5 times.`, LATER);
	}

	private async request(file: NoticeFile, url: URL, abortSignal: AbortSignal): Promise<Source> {
		const answer = await this.answerOf(file, url, abortSignal);
		if (!isRecord(answer) || !isStream(answer.body)) {
			throw fileStop(`The answer to the link of the ${labelOf(file)} cannot be read.`, LATER);
		}
		const { body: stream, statusCode, headers } = answer;
		outliveErrors(stream);
		const readable = isRecord(headers) ? headers : {};
		return { file, url, httpStatus: Number(statusCode), headers: readable, stream };
	}

	private async answerOf(file: NoticeFile, url: URL, abortSignal: AbortSignal): Promise<unknown> {
		try {
			return (await this.context.helpers.httpRequest({
				method: 'GET',
				url: url.href,
				headers: { Accept: 'application/pdf, */*;q=0.5' },
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: this.options.timeoutMs,
				abortSignal,
			})) as unknown;
		} catch (thrown) {
			throw rethrown(connectionLost(file, url, thrown));
		}
	}
}

/** Whoever has waited for a file until its time was over does not wait as long again. */
function isWorthRetrying(failure: unknown): boolean {
	const reason = failure instanceof Stop ? failure.reason : undefined;
	if (!(reason instanceof ServiceFailure)) return false;
	const { kind, facts } = reason;
	if (kind === 'notTheService') return isFixedByTime(reason);
	return !isTimeOut(facts) && whyAgain(reason, READ) !== undefined;
}

/** Two newspapers may use one number: only the same link is the same document. */
function keyOf(file: NoticeFile): string {
	return JSON.stringify([file.url, pdfFileName(file)]);
}

/** @throws Stop for a link that must not be followed */
function checkedLink(
	file: NoticeFile,
	value: unknown,
	origin: string | undefined,
	from: URL | undefined,
): URL {
	const link = readPdfLink(value, origin, from);
	if (link.ok) return link.url;
	const host = from ? ` (${from.host})` : '';
	const refusal = `The link to the ${labelOf(file)}${host} ${link.reason}.`;
	throw fileStop(refusal, 'Ask the service for the document.');
}
