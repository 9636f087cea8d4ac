import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { pdfFileName, readPdfLink } from './pdf';
import { isRecord } from '../domain/records';
import type { ServiceClient } from '../transport/client';
import { isStream, outliveErrors } from '../transport/envelope';
import { asThrown, ServiceFailure } from '../errors/failures';
import {
	connectionLost,
	FileBody,
	FileRefusal,
	labelOf,
	LATER,
	LIMITS,
	type NoticeFile,
	OUTSIDE,
	type Source,
	type Taken,
} from './files';

export interface FileContext {
	readonly helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
}

export type DownloadOptions = Partial<typeof LIMITS> & { signal?: AbortSignal | undefined };

const AT_ONCE = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 5;

/** Of one execution or poll, each link once. No key and no signature goes with them. */
export class Downloads {
	private readonly options: DownloadOptions & typeof LIMITS;
	private running = 0;
	private stopped = false;
	private readonly waiting: Array<() => void> = [];
	private readonly files = new Map<string, Promise<IBinaryData>>();
	/** By reference. */
	private readonly taken = new Map<string, Taken>();

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
		const { signal, fileMs, maxNoticeFiles } = this.options;
		const taken = this.taken.get(file.reference) ?? { files: 0, bytes: 0 };
		this.taken.set(file.reference, taken);
		taken.files++;
		if (taken.files > maxNoticeFiles) {
			const refusal = `The ${labelOf(file)} is not downloaded: its notice has more than ${maxNoticeFiles} files.`;
			throw new FileRefusal(refusal, OUTSIDE);
		}
		const time = AbortSignal.timeout(fileMs);
		const end = new AbortController();
		const ends = [end.signal, time, ...(signal ? [signal] : [])];
		try {
			return await this.store(file, taken, AbortSignal.any(ends));
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
	private async open(file: NoticeFile, abortSignal: AbortSignal): Promise<Source> {
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
			if (!REDIRECTS.includes(status)) return { file, url, status, headers, stream };
			next = headers.location;
			from = url;
		}
		throw new FileRefusal(`The link to the ${label} redirects more than 5 times.`, LATER);
	}

	private async store(file: NoticeFile, taken: Taken, signal: AbortSignal): Promise<IBinaryData> {
		const source = await this.open(file, signal);
		const body = new FileBody(source, this.options, taken, signal);
		const content = await body.content();
		const { helpers } = this.context;
		try {
			return await helpers.prepareBinaryData(content, pdfFileName(file), 'application/pdf');
		} catch (thrown) {
			const why = thrown instanceof Error ? thrown.message : String(thrown);
			const refusal = `n8n could not store the ${labelOf(file)}: ${why}`;
			const advice = 'Check the binary data storage of the n8n server.';
			throw asThrown(body.lost ?? new FileRefusal(refusal, advice));
		}
	}
}
