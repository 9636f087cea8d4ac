import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { OperationStop } from '../domain/operationStop';
import { nonEmptyText } from '../domain/parameters';
import {
	type FileSubject,
	PDF_HEAD_BYTES,
	describeContent,
	isPdf,
	pdfFileName,
	readPdfLink,
} from '../domain/pdf';
import { isRecord, listOfFields } from '../domain/records';
import type { ServiceClient } from './client';
import { asThrown, connectionFailure, ServiceFailure } from './failures';
import { type ByteStream, isStream, outliveErrors } from './streams';

export interface FileContext {
	readonly helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
}

export interface NoticeFile extends FileSubject {
	readonly reference: string;
	readonly url: unknown;
}

/** A file that could not be had, in words without its link, which may carry a key. */
export class FileRefusal extends OperationStop {
	constructor(message: string, advice: string, reason?: ServiceFailure) {
		super(message, advice, reason, true);
		this.name = 'FileRefusal';
	}
}

const LIMITS = {
	/** Until a file begins. */
	timeoutMs: 30_000,
	/** For a whole file. */
	fileMs: 300_000,
	/** n8n has no bound of its own. */
	maxBytes: 50 * 1024 * 1024,
};

export type DownloadOptions = Partial<typeof LIMITS> & { signal?: AbortSignal | undefined };

const AT_ONCE = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 5;
const LATER = 'Run this again later. If it stays so, ask the service for the document.';

/** Of one execution or poll, each link once. No key and no signature goes with them. */
export class Downloads {
	private readonly options: DownloadOptions & typeof LIMITS;
	private running = 0;
	private stopped = false;
	private readonly waiting: Array<() => void> = [];
	private readonly files = new Map<string, Promise<IBinaryData>>();

	constructor(
		private readonly context: FileContext,
		private readonly client: () => Promise<ServiceClient>,
		options: DownloadOptions = {},
	) {
		this.options = { ...LIMITS, ...options };
	}

	/** @throws FileRefusal, or ServiceFailure when the execution was stopped */
	async get(file: NoticeFile): Promise<IBinaryData> {
		// Two newspapers may use one number: only the same link is the same document.
		const key = JSON.stringify([file.url, pdfFileName(file)]);
		const wanted = this.files.get(key) ?? this.inTurn(file);
		this.files.set(key, wanted);
		return { ...(await wanted) };
	}

	/** Starts no further download; those in flight are finished. */
	stop(): void {
		this.stopped = true;
	}

	private async inTurn(file: NoticeFile): Promise<IBinaryData> {
		if (this.running < AT_ONCE) this.running++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			if (this.options.signal?.aborted) throw new ServiceFailure('cancelled');
			if (this.stopped) throw new ServiceFailure('notStarted');
			return await this.download(file);
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.running--;
		}
	}

	private async download(file: NoticeFile): Promise<IBinaryData> {
		const { signal, fileMs } = this.options;
		const time = AbortSignal.timeout(fileMs);
		const end = new AbortController();
		const ends = [end.signal, time, ...(signal ? [signal] : [])];
		try {
			return await this.store(file, AbortSignal.any(ends));
		} catch (thrown) {
			if (signal?.aborted) throw asThrown(new ServiceFailure('cancelled'));
			if (!time.aborted) throw asThrown(thrown);
			const late = `The ${labelOf(file)} took longer than 5 minutes.`;
			throw asThrown(new FileRefusal(late, LATER, new ServiceFailure('noAnswer')));
		} finally {
			// Destroying n8n's stream does not end the connection: it is a copy of the one that holds it.
			end.abort();
		}
	}

	/** Each address is checked before anything is sent to it. */
	private async open(file: NoticeFile, abortSignal: AbortSignal) {
		const { origin } = await this.client();
		const label = labelOf(file);
		let next: unknown = file.url;
		let from: URL | undefined;
		for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
			const link = readPdfLink(next, origin, from);
			if (!link.ok) {
				const host = from ? ` (${from.host})` : '';
				const refusal = `The link to the ${label}${host} ${link.reason}.`;
				throw new FileRefusal(refusal, 'Ask the service for the document.');
			}
			const { url } = link;
			const answer: unknown = await this.context.helpers
				.httpRequest({
					method: 'GET',
					url: url.href,
					headers: { Accept: 'application/pdf, */*;q=0.5' },
					encoding: 'stream',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
					timeout: this.options.timeoutMs,
					abortSignal,
				})
				.catch((thrown: unknown) => Promise.reject(connectionLost(file, url, thrown)));
			if (!isRecord(answer) || !isStream(answer.body)) {
				throw new FileRefusal(`The answer to the link of the ${label} cannot be read.`, LATER);
			}
			const { body: stream, statusCode } = answer;
			const status = Number(statusCode);
			outliveErrors(stream);
			const headers = isRecord(answer.headers) ? answer.headers : {};
			if (!REDIRECTS.includes(status)) return { url, status, headers, stream };
			next = headers.location;
			from = url;
		}
		throw new FileRefusal(`The link to the ${label} redirects more than 5 times.`, LATER);
	}

	private async store(file: NoticeFile, signal: AbortSignal): Promise<IBinaryData> {
		const { url, status, headers, stream } = await this.open(file, signal);
		const label = labelOf(file);
		const { maxBytes } = this.options;
		let bytes = 0;
		let lost: FileRefusal | undefined;
		const lose = (thrown: unknown): FileRefusal =>
			(lost ??= thrown instanceof FileRefusal ? thrown : connectionLost(file, url, thrown));
		stream.on('error', lose);
		async function* pieces(source: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
			try {
				for await (const value of source) {
					const piece = Buffer.from(value instanceof Uint8Array ? value : String(value));
					bytes += piece.length;
					if (Math.max(bytes, Number(headers['content-length'] ?? 0)) > maxBytes) {
						const advice = 'Download it outside n8n; Document > Get Many gives its link.';
						throw new FileRefusal(`The ${label} is larger than 50 MB.`, advice);
					}
					yield piece;
				}
				// What was given up may still end like a whole file.
				signal.throwIfAborted();
			} catch (thrown) {
				throw asThrown(lose(thrown));
			}
		}
		const head: Buffer[] = [];
		for await (const piece of pieces(stream.iterator({ destroyOnReturn: false }))) {
			head.push(piece);
			if (bytes >= PDF_HEAD_BYTES) break;
		}
		const start = Buffer.concat(head);
		if (status !== 200 || !isPdf(start)) {
			const came = describeContent(start, nonEmptyText(headers['content-type']) ?? '');
			const answered = status === 200 ? 'gave' : `answered HTTP ${status} with`;
			throw new FileRefusal(
				`The link to the ${label} (${url.host}) ${answered} ${came} instead of a PDF.`,
				LATER,
				new ServiceFailure('notTheService', { status }),
			);
		}
		if (stream.errored) throw lose(stream.errored);
		const content =
			bytes < PDF_HEAD_BYTES
				? start
				: stream.compose<ByteStream>(async function* (rest: AsyncIterable<unknown>) {
						yield start;
						yield* pieces(rest);
					});
		if (!Buffer.isBuffer(content)) outliveErrors(content);
		const { helpers } = this.context;
		try {
			return await helpers.prepareBinaryData(content, pdfFileName(file), 'application/pdf');
		} catch (thrown) {
			const why = thrown instanceof Error ? thrown.message : String(thrown);
			const advice = 'Check the binary data storage of the n8n server.';
			throw asThrown(lost ?? new FileRefusal(`n8n could not store the ${label}: ${why}`, advice));
		}
	}
}

function connectionLost(file: NoticeFile, url: URL, thrown: unknown): FileRefusal {
	const failure = connectionFailure(thrown, false);
	const { networkCode, refusedByN8n } = failure.facts;
	const what = failure.kind === 'notSent' ? 'cannot be reached' : 'stopped answering';
	const why = refusedByN8n
		? `n8n did not send the call to ${url.host}. ${refusedByN8n}`
		: `${url.host} ${what} (${networkCode ?? 'no connection'}).`;
	const advice = refusedByN8n ? 'Ask the administrator of n8n to allow this host.' : LATER;
	return new FileRefusal(`The ${labelOf(file)} could not be downloaded: ${why}`, advice, failure);
}

export function filesOf(documents: unknown, reference: string): NoticeFile[] {
	const seen = new Map<string, number>();
	return listOfFields(documents).map((document) => {
		const type = nonEmptyText(document.type) ?? 'document';
		const numero = nonEmptyText(document.numero);
		const name = JSON.stringify([type, numero]);
		const rank = (seen.get(name) ?? 0) + 1;
		seen.set(name, rank);
		return { type, numero, reference, rank, url: document.url };
	});
}

/** For a sentence: `attestation A-7 of AL-1`. */
function labelOf({ type, numero, reference, rank }: NoticeFile): string {
	const place = rank !== undefined && rank > 1 ? `no. ${rank}` : '';
	return [type, numero, place, `of ${reference}`].filter(Boolean).join(' ');
}
